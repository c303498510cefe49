"""Banning: somebody looks on and does nothing, for some days or until a host lets them in again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.host.audit import checked_reason, note
from ferrovia.table.host.roles import is_host
from ferrovia.table.models import Person
from ferrovia.table.shared_clock import time_now

MOST_DAYS = 365
FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)
# What somebody banned may still send: they leave, take home what is theirs, and are told nothing more.
ALLOWED = ("account_logout", "account_end", "go", "take_home", "stop_notices", "taste", "host")


def is_banned(person: Person | None) -> bool:
    return person is not None and person.banned_until is not None and person.banned_until > time_now()


def told(person: Person) -> Message:
    """What somebody banned reads wherever they try to do something."""
    if person.banned_until is None or person.banned_until >= FOR_GOOD:
        return Message("A host of this server has banned you: you can look on, and do nothing else.")
    return Message(
        "A host of this server has banned you until {day} (UTC): you can look on, and do nothing else.",
        day=f"{person.banned_until:%Y-%m-%d %H:%M}",
    )


def ban(by: Person | None, person: Person, days: int | None, why: str = "") -> None:
    """Ban somebody for so many days, or for good; raises `Refusal`."""
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refusal("ban", "A ban lasts from 1 to {most} days, or for good.", most=MOST_DAYS)
    if by is not None and by.pk == person.pk:
        raise Refusal("ban", "Nobody bans themselves.")
    if is_host(person):
        raise Refusal("ban", "{person} is a host, and is not banned as long as that is so.", person=person.name)
    why = checked_reason(why)
    until = FOR_GOOD if days is None else time_now() + timedelta(days=days)
    what = Message("banned {person} for good", person=person.name)
    if days is not None:
        what = Message("banned {person} for {days} {days:day|days}", person=person.name, days=days)
    with transaction.atomic():
        Person.objects.filter(pk=person.pk).update(banned_until=until)
        note(by, "ban", what, person=person, why=why)


def unban(by: Person | None, person: Person) -> None:
    """Let somebody in again; raises `Refusal` where nothing keeps them out."""
    if not is_banned(person):
        raise Refusal("ban", "{person} is not banned.", person=person.name)
    with transaction.atomic():
        Person.objects.filter(pk=person.pk).update(banned_until=None)
        note(by, "unban", Message("let {person} in again", person=person.name), person=person)
