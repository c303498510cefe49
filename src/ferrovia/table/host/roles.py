"""Who is a host of this server: accounts that are marked so, of which the first is one by itself."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.host.audit import note
from ferrovia.table.models import Person


def is_host(person: Person | None) -> bool:
    return person is not None and person.user is not None and person.user.is_staff


def make_first_host(user: User) -> bool:
    """The first account of all is the host's; whether it is this one."""
    if User.objects.exclude(pk=user.pk).exists():
        return False
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    return True


def appoint(by: Person | None, person: Person) -> None:
    """From now on somebody is a host too; raises `Refusal` for a guest."""
    user = _account(person)
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_staff=True)
        note(by, "appoint", Message("made {person} a host", person=person.name), person=person)


def dismiss(by: Person | None, person: Person) -> None:
    """Somebody is no host any more; raises `Refusal` where nobody would be left."""
    user = _account(person)
    with transaction.atomic():
        hosts = list(User.objects.select_for_update().filter(is_staff=True).values_list("pk", flat=True))
        if user.pk in hosts and len(hosts) == 1:
            raise Refusal("host", "{person} is the only host: make somebody else one first.", person=person.name)
        User.objects.filter(pk=user.pk).update(is_staff=False)
        note(by, "dismiss", Message("{person} is no host any more", person=person.name), person=person)


def _account(person: Person) -> User:
    if person.user is None:
        raise Refusal("host", "{person} is a guest: only accounts can be hosts.", person=person.name)
    return person.user
