"""Accounts that are closed or erased: asked for, called off by logging in, and done after a week.

Who closes an account gets up from running games, and keeps name and record. Who erases one leaves nothing that is only
theirs: what others have a share in, finished games and what was said, stays under the name of a former player.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from ferrovia.saying.message import term
from ferrovia.saying.voice import Voice
from ferrovia.table import names
from ferrovia.table.account_models import Departure, Going
from ferrovia.table.clocks.models import LastLook, Zone
from ferrovia.table.handing.changes import note
from ferrovia.table.models import LastSeen, Person, PrivateData, Remark, Seat, Table
from ferrovia.table.moves import changed
from ferrovia.table.notices.models import Channel, Delivery, NoticeTaste
from ferrovia.table.recovery.renaming import rename_in_game
from ferrovia.table.recovery.traces import forget_traces, rename_at
from ferrovia.table.seat_models import SeatAct, SeatChange
from ferrovia.table.seating import leave, taken_names
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import TABLES

DELAY = timedelta(days=7)
FORMER = term("a former player")

_log = logging.getLogger(__name__)


def ask(user: User, going: Going, language: str) -> Departure:
    """Somebody wants to go."""
    told = {"going": going, "language": language, "due": time_now() + DELAY, "made": time_now()}
    departure, _ = Departure.objects.update_or_create(user=user, defaults=told)
    return departure


def call_off(user: User) -> bool:
    """Whoever logs in stays; whether they had wanted to go."""
    return bool(Departure.objects.filter(user=user).delete()[0])


def carry_out_due() -> int:
    """Close and erase what is due; how many accounts. One that cannot be now is tried again the next time."""
    done = 0
    for departure in Departure.objects.filter(due__lte=time_now()).select_related("user"):
        try:
            done += _carry_out(departure)
        except Exception:
            _log.exception("An account could not be closed.")
    return done


def _carry_out(departure: Departure) -> bool:
    """Whether somebody has gone; whoever has logged in meanwhile stays."""
    user = departure.user
    person = Person.objects.filter(user=user).first()
    former = Voice(departure.language)(FORMER)
    if not _is_wanted(departure):
        return False
    if person is not None:
        _get_up_everywhere(person, former if departure.going == Going.ERASE else person.name)
    if departure.going == Going.CLOSE:
        with transaction.atomic():
            if not _is_wanted(departure):
                return False
            user.is_active = False
            user.save(update_fields=["is_active"])
            Person.objects.filter(user=user).update(generation=F("generation") + 1)
            departure.delete()
        return True
    if person is not None:
        for table in Table.objects.filter(seats__person=person, over=True).distinct():
            _forget_name(table, person, former)
    with transaction.atomic():
        if not _is_wanted(departure):
            return False
        if person is not None:
            _forget(person, former)
        EmailAddress.objects.filter(user=user).delete()
        user.delete()
    return True


def _is_wanted(departure: Departure) -> bool:
    """Whether nobody has called it off; in a transaction nobody does so any more before its end."""
    found = Departure.objects.filter(pk=departure.pk, due__lte=time_now())
    return (found.select_for_update() if transaction.get_connection().in_atomic_block else found).first() is not None


def _get_up_everywhere(person: Person, former: str) -> None:
    """Leave every table that is not over; a table at which nobody else sits and that has not begun is gone.

    What happened to the seats there is told under the name of a former player if the account is erased.
    """
    for table in Table.objects.filter(seats__person=person, over=False).distinct():
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            if locked.has_started:
                for seat in locked.seats.filter(person=person):
                    note(locked, SeatAct.LEFT, seat, person)
                SeatChange.objects.filter(table=locked, name=person.name).update(name=former)
            remains = leave(locked, person)
        if remains:
            changed(TABLES, table)


def _forget_name(table: Table, person: Person, former: str) -> None:
    """Another name in a finished game, in its talk, and in what happened to its seats."""
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        for seat in locked.seats.filter(person=person):
            name = names.free(former, taken_names(locked, seat))
            if rename_in_game(locked, seat.player, name):
                rename_at(locked, seat.player, name)
                Seat.objects.filter(pk=seat.pk).update(player=name)
    changed(TABLES, table)


def _forget(person: Person, former: str) -> None:
    """Only a row without a name is left, to which finished games belong; no cookie and no session opens it."""
    for table in Table.objects.filter(remarks__person=person).distinct():
        others = Remark.objects.filter(table=table).exclude(person=person).values_list("name", flat=True).distinct()
        mine = table.seats.filter(person=person, player__startswith=former).first()
        name = mine.player if mine is not None else names.free(former, [*others, *taken_names(table)])
        Remark.objects.filter(table=table, person=person).update(name=name)
        changed(TABLES, table)
    SeatChange.objects.filter(name=person.name, table__seats__person=person).update(name=former)
    forget_traces(person, former)
    PrivateData.objects.filter(person=person).delete()
    LastSeen.objects.filter(person=person).delete()
    person.devices.all().delete()
    for theirs in (Delivery, Channel, NoticeTaste, Zone, LastLook):
        theirs.objects.filter(person=person).delete()
    Person.objects.filter(pk=person.pk).update(name=former, user=None, generation=F("generation") + 1)
