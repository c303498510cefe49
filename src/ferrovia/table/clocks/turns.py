"""Turns: whose clock runs. Whatever changes a game or a seat says so here, in its own transaction.

A turn runs from the first question to a person until another player is asked; then it brings its increment. Who answers
an offer in another's turn has a time of their own, and neither of the two gains or loses anything by it. What a
computer player or the server needs is nobody's time. Taking back: whose turn it is again has what they had when it
ended, without what its end had brought; whoever was asked in between gets back what they had spent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from ferrovia.engine.flow.game import Game
from ferrovia.table.clocks.models import LateVote, PauseRequest, RestRow, SeatClock, Turn
from ferrovia.table.clocks.profile import ClockLaw
from ferrovia.table.clocks.reading import SeatTime, asleep_since, clock_row, counts_for, seat_time_at, time_of
from ferrovia.table.clocks.rests import Rest, Why
from ferrovia.table.clocks.stored import Stored, stored_rests, stored_time
from ferrovia.table.clocks.zones import USUAL
from ferrovia.table.law import law_of
from ferrovia.table.models import Seat, SeatKind, Table
from ferrovia.table.notices.outbox import look_again, note_seat
from ferrovia.table.shared_clock import time_now

OFFERED_AFTER = 3  # turns running that a computer played for want of time


@dataclass(frozen=True)
class _Change:
    """One change at a table: what is stored of its time is read once, and every clock that it sets is saved once."""

    table: Table
    law: ClockLaw
    read: Stored | None = None  # where it was read before
    clocks: dict[int, SeatClock] = field(default_factory=dict)  # that are to be saved
    columns: set[str] = field(default_factory=set)  # of them

    @cached_property
    def stored(self) -> Stored | None:
        return self.read or stored_time(self.table.pk)

    @cached_property
    def rests(self) -> tuple[list[Rest], dict[int, list[Rest]]]:
        return stored_rests(self.stored) if self.stored is not None else ([], {})

    @cached_property
    def people(self) -> set[int]:
        """The seats of people, where time counts."""
        if self.stored is None or not self.table.has_started or self.table.over or not self.law.runs:
            return set()
        seats = self.stored.seats if counts_for(self.stored.seats) else []
        return {seat.pk for seat in seats if seat.kind == SeatKind.PERSON}


def _change_of(table: Table, read: Stored | None = None) -> _Change:
    return _Change(table, law_of(table.law).clock, read)


def _saved(change: _Change) -> None:
    """Several clocks go in one statement: an insert whose rows are all there already, and are changed by it."""
    clocks, columns = list(change.clocks.values()), sorted(change.columns)
    if len(clocks) == 1:
        clocks[0].save(update_fields=columns)
    elif clocks:
        SeatClock.objects.bulk_create(clocks, update_conflicts=True, unique_fields=["id"], update_fields=columns)


def _time(change: _Change, seat: Seat) -> SeatTime | None:
    """The time of a seat by its clock as this change has set it; None where no time counts for it."""
    if seat.pk not in change.people or change.stored is None:
        return None
    now, (spans, own) = time_now(), change.rests
    all_spans = (*spans, *asleep_since(change.stored.last_look, now), *own.get(seat.pk, ()))
    return seat_time_at(change.table, change.law, now, seat, all_spans)


def passed_on(table_id: int, game: Game, number: int, *, is_cut: bool = False) -> None:
    """After a move, or after some were taken back: end turns, begin turns."""
    stored = stored_time(table_id)
    if stored is None:
        return
    if stored.has_votes:
        LateVote.objects.filter(table=table_id).delete()  # whoever moves has ended what was voted on
    change = _change_of(stored.table, stored)
    if not change.law.runs:
        return
    if not counts_for(stored.seats):
        _stand_still(stored.table)
        return
    _pass_on(change, stored, game, number, is_cut)
    _saved(change)


def _pass_on(change: _Change, stored: Stored, game: Game, number: int, is_cut: bool) -> None:
    seats, turn = stored.seats, stored.turn
    decider = "" if game.over else game.top.decider(game)
    if is_cut:
        _give_back(change, seats, number, decider)
        turn = Turn.objects.filter(table=change.table, after=None).order_by("-first").first()
    holder = next((seat for seat in seats if turn is not None and seat.pk == turn.seat_id), None)
    asked = next((seat for seat in seats if seat.player == decider), None)
    is_offer = not game.over and game.top.is_offer
    for seat in seats:  # whoever has answered an offer is not asked for it any more
        clock = clock_row(seat)
        if clock is not None and clock.is_answer and not (is_offer and seat is asked):
            _set(change, clock, since=None, due=None, is_answer=False)
    if holder is not None and asked is holder:
        if not holder.bot:
            _run(change, holder)
        return
    if asked is not None and is_offer:
        if holder is not None:
            _stop(change, holder)
        if asked.kind == SeatKind.PERSON and not asked.bot:
            _run(change, asked, is_answer=True)
        return
    if turn is not None and holder is not None:
        _end(change, holder, turn)
    if asked is not None and asked.kind == SeatKind.PERSON:
        _begin(change, asked, number)


def begun(table: Table) -> None:
    """A game has begun, or was put on the table: its first turn runs."""
    change = _change_of(table)
    if not change.law.runs or table.over or change.stored is None or not counts_for(change.stored.seats):
        return
    asked = next((seat for seat in change.stored.seats if seat.player == table.decider), None)
    if asked is not None and asked.kind == SeatKind.PERSON:
        _begin(change, asked, table.number)
        _saved(change)


def people_changed(table: Table) -> None:
    """Somebody came or went: no clock runs where nobody waits, and from when somebody does the turn begins."""
    change = _change_of(table)
    if not change.law.runs or table.over or change.stored is None:
        return
    if not counts_for(change.stored.seats):
        _stand_still(table)
    elif change.stored.turn is None:
        asked = next((seat for seat in change.stored.seats if seat.player == table.decider), None)
        if asked is not None and asked.kind == SeatKind.PERSON:
            _begin(change, asked, table.number)
            _saved(change)


def _stand_still(table: Table) -> None:
    SeatClock.objects.filter(seat__table=table.pk).update(since=None, due=None, is_answer=False)
    Turn.objects.filter(table=table.pk, after=None).delete()


def handed_over(seat: Seat) -> None:
    """A computer player has the seat, or nobody: its clock rests, and a stand-in for one turn has it for longer."""
    change = _change_of(seat.table)
    _stop(change, seat)
    _forget_votes(seat)
    clock = clock_row(seat)
    if clock is not None and clock.is_stood_in:
        _set(change, clock, is_stood_in=False)
    _saved(change)


def changed_hands(seat: Seat) -> None:
    """Another person has the seat: what the one before let run out, rested for or agreed to is not theirs."""
    now = time_now()
    holidays = RestRow.objects.filter(seat=seat, why=Why.HOLIDAY, end__gt=now)
    holidays.filter(start__gte=now).delete()
    holidays.update(end=now, ended_by=seat.player, ended_at=seat.table.number)
    for request in PauseRequest.objects.filter(table=seat.table_id):
        request.agreed = [player for player in request.agreed if player != seat.player]
        request.save(update_fields=["agreed"])
    clock, change = clock_row(seat), _change_of(seat.table)
    if clock is not None:
        _stop(change, seat)
        _set(change, clock, left=max(clock.left, change.law.mercy))
    _saved(change)
    taken_back(seat)


def _forget_votes(seat: Seat) -> None:
    """A vote on somebody who is late is void once another has the seat."""
    if seat.table.decider == seat.player:
        LateVote.objects.filter(table=seat.table).delete()


def taken_back(seat: Seat) -> None:
    """Its person has the seat again, perhaps in the middle of a turn; who was late has one increment in hand."""
    table, change = seat.table, _change_of(seat.table)
    law = change.law
    _forget_votes(seat)
    clock = clock_row(seat)
    if clock is not None and (clock.is_stood_in or clock.stood_in or clock.offered_at):
        _set(change, clock, is_stood_in=False, stood_in=0, offered_at=None, left=max(clock.left, law.mercy))
    is_asked = law.runs and not table.over and table.decider == seat.player
    if not is_asked or change.stored is None or not counts_for(change.stored.seats):
        _saved(change)
        return
    turn = change.stored.turn
    if turn is None:
        _begin(change, seat, table.number)
    else:  # in another's turn it is an offer that is asked
        _run(change, seat, is_answer=turn.seat_id != seat.pk)
    _saved(change)
    note_seat(table, seat.player)


def stood_in_for(seat: Seat) -> None:
    """A computer plays this one turn: see `_end`."""
    change = _change_of(seat.table)
    clock = _row(seat, change.law)
    _stop(change, seat)
    _set(change, clock, is_stood_in=True, left=timedelta(), since=None, due=None)
    _saved(change)


def ended(table: Table) -> None:
    """A table was ended: nobody's time runs, and nothing is asked about it any more."""
    SeatClock.objects.filter(seat__table=table).update(since=None, due=None, is_answer=False)
    LateVote.objects.filter(table=table).delete()
    PauseRequest.objects.filter(table=table).delete()


def rests_changed(table: Table) -> None:
    """A rest has begun, ended or been announced: when those who are asked will be late is another moment."""
    time = time_of(table)
    for each in time.seats if time is not None else ():
        if each.is_turn:
            SeatClock.objects.filter(seat=each.seat).update(due=each.until)
    look_again(table)


def all_rests_changed() -> None:
    """The same at all tables whose clocks run."""
    running = SeatClock.objects.filter(since__isnull=False).values("seat__table")
    for table in Table.objects.filter(over=False, pk__in=running):
        rests_changed(table)


def _begin(change: _Change, seat: Seat, number: int) -> None:
    clock = _row(seat, change.law)
    zone = change.stored.zones.get(seat.pk, USUAL) if change.stored is not None else USUAL
    clock.zone = zone  # a zone that is changed in a turn holds from the next one
    clock.asked = clock.left
    Turn.objects.create(table=change.table, seat=seat, first=number, before=clock.left)
    if seat.bot:
        _set(change, clock, zone=clock.zone, asked=clock.asked, since=None, due=None)
    else:
        _run(change, seat)


def _end(change: _Change, seat: Seat, turn: Turn) -> None:
    """A turn is over: its increment is in hand. Who was stood in for has their seat back, and one increment."""
    _stop(change, seat)
    law, clock = change.law, _row(seat, change.law)
    turn.after = clock.left
    turn.save(update_fields=["after"])
    if clock.is_stood_in:
        seat.bot = ""
        seat.save(update_fields=["bot"])
        count = clock.stood_in + 1
        offered = (clock.offered_at or time_now()) if count >= OFFERED_AFTER else clock.offered_at
        _set(change, clock, is_stood_in=False, stood_in=count, offered_at=offered, left=law.mercy)
    elif not seat.bot:  # a day that the others waited is for this turn alone
        _set(change, clock, left=law.after_turn(min(clock.left, turn.before)), stood_in=0, offered_at=None)


def _give_back(change: _Change, seats: list[Seat], number: int, decider: str) -> None:
    """Turns that were taken back never were; the one that goes on again has what it had at its end."""
    table, law = change.table, change.law
    gone = list(Turn.objects.filter(table=table, first__gt=number).order_by("first", "pk"))
    here = {seat.pk: seat for seat in seats}
    for turn in reversed(gone):
        seat = here.get(turn.seat_id)
        if seat is None:
            continue
        clock = _row(seat, law)
        if clock.is_stood_in:
            seat.bot = ""
            seat.save(update_fields=["bot"])
        _set(change, clock, left=turn.before, since=None, due=None, is_answer=False, is_stood_in=False)
    Turn.objects.filter(pk__in=[turn.pk for turn in gone]).delete()
    last = Turn.objects.filter(table=table).order_by("-first", "-pk").first()
    seat = here.get(last.seat_id) if last is not None else None
    if last is None or seat is None or last.after is None or seat.player != decider:
        return
    clock = _row(seat, law)
    left = last.after if last.after > timedelta() else law.mercy  # nobody is late again in the same moment
    _set(change, clock, left=left, since=None)
    last.after = None
    last.save(update_fields=["after"])


def _row(seat: Seat, law: ClockLaw) -> SeatClock:
    clock = clock_row(seat)
    if clock is None:
        clock = SeatClock.objects.create(seat=seat, left=law.first, asked=law.first)
        seat.clock = clock
    return clock


def _run(change: _Change, seat: Seat, *, is_answer: bool = False) -> None:
    """A clock runs, if it does not already."""
    clock = _row(seat, change.law)
    if clock.since is not None:
        return
    _set(change, clock, since=time_now(), is_answer=is_answer, left=clock.left, asked=clock.asked, zone=clock.zone)
    now = _time(change, seat)
    if now is not None:
        _set(change, clock, due=now.until)


def _stop(change: _Change, seat: Seat) -> None:
    clock = clock_row(seat)
    if clock is None or clock.since is None:
        return
    left = clock.left
    if not clock.is_answer:
        now = _time(change, seat)
        left = now.left if now is not None else left
    _set(change, clock, left=left, since=None, due=None, is_answer=False)


def _set(change: _Change, clock: SeatClock, **values: datetime | timedelta | str | int | bool | None) -> None:
    for name, value in values.items():
        setattr(clock, name, value)
    change.clocks[clock.pk] = clock
    change.columns.update(values)
