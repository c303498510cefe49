"""What those at a table are asked about its seats: to free that of somebody who has vanished, or to end the table.

One question at a time. People whose seat a computer player has and who have not looked at the table for a day are not
asked: they may be gone for good. Whoever comes back makes a question about their seat void.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.models import LastLook
from ferrovia.table.clocks.reading import is_stood_in
from ferrovia.table.ending import end
from ferrovia.table.handing.changes import note
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.seat_models import Asked, SeatAct, SeatQuestion
from ferrovia.table.seating import clear, is_late
from ferrovia.table.shared_clock import time_now
from ferrovia.table.speed.prepared_queries import PreparedQuery

VANISHED = timedelta(days=1)  # that all have waited at least: a late quarter of an hour costs nobody their seat


@dataclass(frozen=True)
class Standing:
    """A question as it stands."""

    question: SeatQuestion
    agreed: list[str]  # players
    missing: list[str]  # who have not answered
    may_answer: bool  # whether the reader has still to
    has_agreed: bool = False  # the reader


def is_vanished(table: Table, seat: Seat) -> bool:
    """Whether the table has a person's seat but not the person: see `is_away`, or all wait for a day."""
    if seat.kind != SeatKind.PERSON or seat.person_id is None or table.over or not table.has_started:
        return False
    if seat.bot:
        return is_away(seat)
    waited = table.asked_at is not None and table.asked_at <= time_now() - VANISHED
    return table.decider == seat.player and waited and (is_late(table, seat.player) or not law_of(table.law).clock.runs)


def is_away(seat: Seat) -> bool:
    """Whether a computer player has a person's seat and the person has not looked at the table for a day.

    Who hands over for an evening is not gone; nor is one for whom a computer player takes one late turn.
    """
    if not seat.bot or is_stood_in(seat):
        return False
    looks = LastLook.objects.filter(table=seat.table_id, person=seat.person_id)
    return not looks.filter(at__gt=time_now() - VANISHED).exists()


def voters(table: Table, question: SeatQuestion) -> dict[str, str]:
    """Who is asked: by the key of the person one of their players."""
    found: dict[str, str] = {}
    for seat in table.seats.exclude(person=None).select_related("person"):
        concerned = question.seat is not None and question.seat.person_id == seat.person_id
        if seat.person is not None and not concerned and not is_away(seat):
            found.setdefault(seat.person.key, seat.player)
    return found


def standing(table: Table, person: Person | None) -> Standing | None:
    """The question that a table is asked, if it still is one."""
    if table.over or not _asked.rows(table.pk):
        return None
    found = SeatQuestion.objects.filter(table_id=table.pk).select_related("seat", "person").first()
    if found is None or not _is_still_one(table, found):
        return None
    asked = voters(table, found)
    missing = [player for key, player in asked.items() if key not in (*found.yes, *found.no)]
    may = person is not None and person.key in asked and person.key not in found.yes
    agreed = [player for key, player in asked.items() if key in found.yes]
    return Standing(found, agreed, missing, may, person is not None and person.key in asked and not may)


# Asked with every page of somebody who plays, and mostly nothing is asked of them.
_asked: PreparedQuery[SeatQuestion] = PreparedQuery(
    1, lambda table: SeatQuestion.objects.filter(table=table).values_list("pk")[:1]
)


def _is_still_one(table: Table, question: SeatQuestion) -> bool:
    return question.asked == Asked.END or (question.seat is not None and is_vanished(table, question.seat))


def ask(table: Table, person: Person, asked: Asked, seat: Seat | None = None) -> bool:
    """Ask the others, inside the caller's transaction with the table locked; whether that was answer enough.

    Raises `Refusal`.
    """
    if table.over or not table.has_started:
        raise Refusal("seat", "This game does not run.")
    if standing(table, person) is not None:
        raise Refusal("seat", "The table is being asked something already: answer that first.")
    if asked == Asked.FREE and (seat is None or seat.person_id == person.pk or not is_vanished(table, seat)):
        raise Refusal("seat", "Only the seat of somebody for whom all have waited for a day is given to another.")
    question = SeatQuestion(table=table, asked=asked, seat=seat, person=person, yes=[person.key], made=time_now())
    if person.key not in voters(table, question):
        raise Refusal("seat", "You have no seat at this table.")
    SeatQuestion.objects.filter(table=table).delete()
    question.save()
    return _carried_out(table, question)


def answer(table: Table, person: Person, agrees: bool) -> bool:
    """What somebody says, inside the caller's transaction with the table locked; whether it was carried out.

    Whoever has asked takes the question back by saying no. Raises `Refusal`.
    """
    found = standing(table, person)
    if found is None:
        raise Refusal("seat", "Nobody asks this any more.")
    question = found.question
    asked = voters(table, question)
    if person.key not in asked:
        raise Refusal("seat", "This is for others to answer.")
    if not agrees and (question.person_id == person.pk or question.asked == Asked.END):
        question.delete()
        return False
    question.yes = [key for key in question.yes if key != person.key] + ([person.key] if agrees else [])
    question.no = [key for key in question.no if key != person.key] + ([] if agrees else [person.key])
    question.save()
    if 2 * len([key for key in question.no if key in asked]) >= len(asked):
        question.delete()
        return False
    return _carried_out(table, question)


def _carried_out(table: Table, question: SeatQuestion) -> bool:
    asked = voters(table, question)
    agreed = [key for key in question.yes if key in asked]
    if question.asked == Asked.END:
        if len(agreed) < len(asked):
            return False
        _end(table)
    else:
        if 2 * len(agreed) <= len(asked) or question.seat is None:
            return False
        before = question.seat.person
        clear(question.seat)
        note(table, SeatAct.VOTED, question.seat, None, untold=before)
    SeatQuestion.objects.filter(pk=question.pk).delete()
    return True


def _end(table: Table) -> None:
    """Everybody wants to end it."""
    end(table)
    note(table, SeatAct.ENDED, None, None)
