"""Recovery codes of accounts: eight at a time, each for one new password; one for a day that a host makes.

A name that nobody has and a code that is wrong are the same, in what is told and in what is done.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.account_models import Device, RecoveryCode
from ferrovia.table.models import Person
from ferrovia.table.notices.models import Channel, Way
from ferrovia.table.recovery.codes import digest, digests, new_code, tidied
from ferrovia.table.shared_clock import time_now

COUNT = 8
A_DAY = timedelta(days=1)


def make_codes(user: User) -> list[str]:
    """New codes, told only now, in the place of all earlier ones."""
    codes = [new_code() for _ in range(COUNT)]
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user, until=None).delete()
        RecoveryCode.objects.bulk_create(RecoveryCode(user=user, digest=digest(code)) for code in codes)
    return codes


def codes_left(user: User) -> int:
    return RecoveryCode.objects.filter(user=user, until=None, used=None).count()


def make_passing_code(user: User, lasts: timedelta = A_DAY) -> str:
    """One code beside the others, for a time: mailed, or given by a host who knows who asks."""
    code = new_code()
    RecoveryCode.objects.create(user=user, digest=digest(code), until=time_now() + lasts)
    return code


def code_from_host(name: str) -> str:
    """For the command of whoever runs the server: a code for a day, and the account is open again if it was closed.

    Raises `Refusal` where there is no such account.
    """
    user = user_named(name)
    if user is None:
        raise Refusal("account", "There is no account with this name.")
    if not user.is_active:
        user.is_active = True
        user.save(update_fields=["is_active"])
    return make_passing_code(user)


def user_named(name: str) -> User | None:
    known = "\0" not in name  # which not every database may be asked for
    return User.objects.filter(username__iexact=name.strip()[:150]).first() if known else None


def open_with(name: str, code: str, password: str) -> User | None:
    """A new password for whoever has a code; every browser is logged out. None where name or code is wrong."""
    found = digests(tidied(code))
    user = user_named(name)
    with transaction.atomic():
        fresh = Q(until=None) | Q(until__gt=time_now())
        codes = RecoveryCode.objects.filter(fresh, user_id=user.pk if user else 0, digest__in=found, used=None)
        if not codes.update(used=time_now()) or user is None:
            return None
        user.set_password(password)
        user.save(update_fields=["password"])
        forget_everywhere(user)
    return user


def forget_everywhere(user: User) -> None:
    """After a new password: every browser forgets the account and is told nothing more; no passing code opens it."""
    forget_passing_codes(user)
    for person in Person.objects.filter(user=user):
        Person.objects.filter(pk=person.pk).update(generation=person.current + 1)
    Device.objects.filter(person__user=user).delete()
    Channel.objects.filter(person__user=user, way=Way.PUSH).delete()


def forget_passing_codes(user: User) -> None:
    """Whoever has asked for one, or was given one, before the password was changed may not be its owner."""
    RecoveryCode.objects.filter(user=user, used=None).exclude(until=None).delete()
