"""Invitations: somebody is asked to a table by name, finds it at home, and sits down or says no."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.home.models import Invitation
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import TABLES

MOST = 20  # people who are asked to one table, and invitations that wait for one person from the same host


def invite(table: Table, person: Person, by: Person | None = None) -> Invitation:
    """Ask somebody to a table, inside the caller's transaction; whoever was asked before is asked again.

    `by` is who asks, usually the table's host. Raises `Refusal` where there is nothing to be asked to.
    """
    by = by or table.host
    if table.has_started or table.over:
        raise Refusal("invite", "The game has begun: nobody can be invited any more.")
    if table.seats.filter(person=person).exists():
        raise Refusal("invite", "{player} sits at this table already.", player=person.name)
    known = Invitation.objects.filter(table=table, person=person).first()
    if known is None and Invitation.objects.filter(table=table).count() >= MOST:
        raise Refusal("invite", "At most {most} people are invited to one table.", most=MOST)
    if known is None and waiting_for(person).filter(by=by).count() >= MOST:
        raise Refusal("invite", "{player} has not answered your other invitations yet.", player=person.name)
    values = {"by": by, "made": time_now(), "opened": None, "declined": None}
    made, _ = Invitation.objects.update_or_create(table=table, person=person, defaults=values)
    TABLES.tell_people([person.pk])
    return made


def waiting_for(person: Person) -> QuerySet[Invitation]:
    """The invitations that somebody can still take up, the newest first: there is a seat, and they have none."""
    free = Seat.objects.filter(table=OuterRef("table"), kind=SeatKind.OPEN)
    own = Seat.objects.filter(table=OuterRef("table"), person=person)
    asked = Invitation.objects.filter(person=person, declined=None, table__start_hash="")
    return asked.filter(Exists(free)).exclude(Exists(own)).order_by("-made", "-pk")


def decline(table: Table, person: Person) -> bool:
    """Somebody says no; whether they had been asked."""
    asked = Invitation.objects.filter(table=table, person=person, declined=None)
    return bool(asked.update(declined=time_now()))


def withdraw(table: Table, person: Person) -> bool:
    """The invitation is taken back; whether there was one."""
    deleted, _ = Invitation.objects.filter(table=table, person=person).delete()
    TABLES.tell_people([person.pk])
    return bool(deleted)


def note_opened(table: Table, person: Person) -> None:
    """Whoever was asked looks at the table."""
    Invitation.objects.filter(table=table, person=person, opened=None).update(opened=time_now())
