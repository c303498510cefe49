"""Votes on what is done while somebody is late, where the law of the table says so.

The majority of the people who are not late decides; after a day those who have voted do, and a tie means to wait.
Whoever is late may simply come back and play: a move makes every vote void.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.table.clocks.models import LateVote, SeatClock
from ferrovia.table.clocks.reading import SeatTime, TableTime, time_of
from ferrovia.table.clocks.turns import rests_changed
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.seating import stand_in
from ferrovia.table.shared_clock import time_now

OPEN = timedelta(hours=24)  # then those who have voted decide
WAIT = timedelta(days=1)
CHOICES = {
    "wait": term("Wait a day"),
    "computer": term("A computer plays this turn"),
    "person": term("Another person"),
}


@dataclass(frozen=True)
class Vote:
    """Where a vote stands."""

    late: SeatTime
    voters: dict[int, str]  # who may vote, by person
    cast: dict[int, str]  # choices, by person


def standing_vote(table: Table, known: TableTime | None = None) -> Vote | None:
    """The vote on whoever is late; None where nobody is, or the law knows no vote.

    `known` is the time of the table, where it was read already.
    """
    if law_of(table.law).stand_in != "vote":
        return None
    time = known or time_of(table)
    late = time.running if time is not None else None
    if late is None or not late.is_late or late.is_answer:
        return None
    seats = table.seats.filter(kind=SeatKind.PERSON, bot="").exclude(person=late.seat.person_id).exclude(person=None)
    voters: dict[int, str] = {}
    for seat in seats:
        assert seat.person_id is not None
        voters.setdefault(seat.person_id, seat.player)
    rows = LateVote.objects.filter(table=table, number=table.number, person__in=voters)
    return Vote(late, voters, {row.person_id: row.choice for row in rows})


def vote(table: Table, person: Person, choice: str) -> bool:
    """Vote, inside the caller's transaction that has locked the table; whether it decided. Raises `Refusal`."""
    standing = standing_vote(table)
    if standing is None:
        raise Refusal("clock", "There is nothing to vote on: nobody is late.")
    if person.pk not in standing.voters:
        raise Refusal("clock", "Whoever plays here and is not late has a vote.")
    if choice not in CHOICES:
        raise Refusal("clock", "There is no such answer.")
    LateVote.objects.update_or_create(
        table=table, person=person, defaults={"number": table.number, "choice": choice, "made": time_now()}
    )
    cast = Counter({**standing.cast, person.pk: choice}.values())
    most, count = cast.most_common(1)[0]
    if 2 * count > len(standing.voters):
        _carry_out(table, standing.late.seat, most)
        return True
    return False


def close_vote(table: Table) -> bool:
    """After a day those who have voted decide, inside the caller's transaction; whether they did."""
    first = LateVote.objects.filter(table=table, number=table.number).order_by("made").first()
    standing = standing_vote(table)
    if first is None or standing is None or first.made + OPEN > time_now() or not standing.cast:
        return False
    ranked = Counter(standing.cast.values()).most_common(2)
    is_tie = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
    _carry_out(table, standing.late.seat, "wait" if is_tie else ranked[0][0])
    return True


def _carry_out(table: Table, seat: Seat, choice: str) -> None:
    LateVote.objects.filter(table=table).delete()
    if choice == "wait":
        SeatClock.objects.update_or_create(
            seat=seat, defaults={"left": WAIT, "asked": WAIT, "since": time_now(), "is_answer": False}
        )
        rests_changed(table)
        return
    stand_in(seat)
    if choice == "person":
        SeatClock.objects.filter(seat=seat, offered_at=None).update(offered_at=time_now())
