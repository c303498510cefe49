"""Seat passes: a link by which another person takes a seat, a link or code by which its owner opens it elsewhere.

Each works once and for a time, is told once, and opens nothing any more when the seat has gone to somebody else.
Whoever has made it, and whoever has the seat, can withdraw it.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q, QuerySet

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.models import LastLook
from ferrovia.table.clocks.turns import changed_hands, taken_back
from ferrovia.table.handing.changes import note
from ferrovia.table.host.bans import is_banned
from ferrovia.table.models import LastSeen, Person, PrivateData, Seat, SeatKind, Table
from ferrovia.table.recovery.codes import digest, digests, new_code, new_token
from ferrovia.table.seat_models import PassKind, SeatAct, SeatPass
from ferrovia.table.shared_clock import time_now

LASTS = {
    PassKind.GIFT: timedelta(days=3),
    PassKind.DEVICE: timedelta(days=1),
    PassKind.RETURN: timedelta(days=1),
}
ABSENT = timedelta(days=1)  # a guest for whom a code is made, at least: see `return_refusal`


def make_pass(seat: Seat, kind: PassKind, by: Person) -> str:
    """A new link or code for somebody's seat, in the place of earlier ones of its kind; its secret, told only now."""
    assert seat.person is not None
    open_passes(seat).filter(kind=kind).delete()
    secret = new_code() if kind == PassKind.RETURN else new_token()
    SeatPass.objects.create(
        seat=seat, kind=kind, holder=seat.person, by=by, digest=digest(secret), until=time_now() + LASTS[kind]
    )
    if kind == PassKind.RETURN:  # whoever has the seat may know nothing of it
        note(seat.table, SeatAct.CODE, seat, by)
    return secret


def open_passes(seat: Seat) -> QuerySet[SeatPass]:
    """Those that open a seat now."""
    return SeatPass.objects.filter(seat=seat, used=None, until__gt=time_now(), holder=seat.person_id)


def withdraw(seat: Seat, person: Person) -> None:
    """Passes of a seat open nothing any more: all of one's own seat, and those that one has made."""
    passes = open_passes(seat)
    (passes if seat.person_id == person.pk else passes.filter(by=person)).delete()


def found_by(secret: str, *, is_code: bool = False) -> SeatPass | None:
    """The pass with this secret, also one that was used or is over. A code is no link: that would be tried freely."""
    passes = SeatPass.objects.select_related("seat__table__host", "seat__person", "holder")
    of_its_kind = passes.filter(kind=PassKind.RETURN) if is_code else passes.exclude(kind=PassKind.RETURN)
    return of_its_kind.filter(digest__in=digests(secret)).first()


def hindrance(found: SeatPass | None) -> Refusal | None:
    """Why a pass opens nothing. A secret that never was one, and one that was withdrawn, are the same."""
    if found is None:
        return Refusal("pass", "This opens no seat. Ask for a new link or code.")
    if found.used is not None:
        return Refusal("pass", "This was used already: it opens a seat only once. Ask for a new one.")
    if found.seat.person_id != found.holder_id or found.seat.table.over:
        return Refusal("pass", "This opens nothing any more: the seat has gone to somebody else, or the game is over.")
    if found.until <= time_now():
        return Refusal("pass", "Its time is over: it opens nothing any more. Ask for a new one.")
    if is_banned(found.holder):  # else they would go on as somebody else
        return Refusal("pass", "Whoever has this seat is banned from this server: the seat cannot be opened elsewhere.")
    return return_refusal(found.seat) if found.kind == PassKind.RETURN else None


def return_refusal(seat: Seat) -> Refusal | None:
    """Why a code may not give a guest their seat back: whoever still looks at the table has lost nothing.

    Else whoever may make codes could take the seat of anybody who is asleep.
    """
    looks = LastLook.objects.filter(table=seat.table_id, person=seat.person_id).values_list("at", flat=True)
    since = looks.first() or seat.table.made
    if since <= time_now() - ABSENT:
        return None
    return Refusal(
        "pass",
        "{player} has been at this table within the last day: a code is for whoever has lost the browser.",
        player=seat.player,
    )


def take(found: SeatPass, person: Person) -> None:
    """Somebody takes a seat by a pass, inside the caller's transaction with the table locked; raises `Refusal`.

    What the pass opens is read again: the seat may have gone to another since. Of two who come at once one is told that
    it was used.
    """
    now = SeatPass.objects.select_related("seat__table", "seat__person", "holder").filter(pk=found.pk).first()
    why = hindrance(now)
    if now is None or why is not None:
        raise why or Refusal("pass", "This opens no seat. Ask for a new link or code.")
    SeatPass.objects.filter(pk=now.pk).update(used=time_now())
    found, seat, before = now, now.seat, now.holder
    if person.pk == before.pk:
        raise Refusal("pass", "This seat is yours already. Open the link where you want to have it.")
    if found.kind == PassKind.RETURN and found.by_id == person.pk:
        raise Refusal("pass", "Whoever makes a recovery code gives it away: it does not open the seat for them.")
    if found.kind == PassKind.GIFT and seat.table.seats.filter(person=person).exists():
        raise Refusal("pass", "You have a seat at this table already.")
    _move(seat, before, person)
    here = Seat.objects.get(pk=seat.pk)
    if found.kind == PassKind.GIFT:
        changed_hands(here)
    else:
        taken_back(here)
    if found.kind == PassKind.DEVICE:
        _take_along(seat.table, before, person)
    act = SeatAct.GIVEN if found.kind == PassKind.GIFT else SeatAct.RETURNED
    note(seat.table, act, seat, person, untold=before)


def _move(seat: Seat, before: Person, person: Person) -> None:
    """A seat with all that is its own; at one screen only that one seat of several."""
    Seat.objects.filter(pk=seat.pk).update(person=person, kind=SeatKind.PERSON, bot="")
    SeatPass.objects.filter(seat=seat, used=None).delete()
    table = Table.objects.get(pk=seat.table_id)
    if table.host_id == before.pk and not table.seats.filter(person=before).exists():
        table.host = person
        table.save(update_fields=["host"])


def _take_along(table: Table, before: Person, person: Person) -> None:
    """What somebody has written for themselves, where they have written nothing here."""
    if table.seats.filter(person=before).exists():
        return
    PrivateData.objects.filter(table=table, person=before).exclude(
        kind__in=PrivateData.objects.filter(table=table, person=person).values("kind")
    ).update(person=person)
    if not LastSeen.objects.filter(table=table, person=person).exists():
        LastSeen.objects.filter(table=table, person=before).update(person=person)


def passes_made_for(table: Table, person: Person) -> list[SeatPass]:
    """Those that somebody could withdraw."""
    mine = Q(by=person) | Q(holder=person)
    passes = SeatPass.objects.filter(mine, seat__table=table, used=None, until__gt=time_now())
    return [each for each in passes.select_related("seat") if each.seat.person_id == each.holder_id]
