"""Turns: whose clock runs. Whatever changes a game or a seat says so here, in its own transaction.

A turn runs from the first question to a person until another player is asked; then it brings its increment. Who answers
an offer in another's turn has a time of their own, and neither of the two gains or loses anything by it. What a
computer player or the server needs is nobody's time. Taking back: whose turn it is again has what they had when it
ended, without what its end had brought; whoever was asked in between gets back what they had spent.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from ferrovia.engine.flow.game import Game
from ferrovia.table.clocks.models import LateVote, PauseRequest, RestRow, SeatClock, Turn
from ferrovia.table.clocks.profile import ClockLaw
from ferrovia.table.clocks.reading import clock_row, counts_for, time_of
from ferrovia.table.clocks.rests import Why
from ferrovia.table.clocks.zones import zone_of
from ferrovia.table.law import law_of
from ferrovia.table.models import Seat, SeatKind, Table
from ferrovia.table.notices.outbox import look_again, note_seat
from ferrovia.table.shared_clock import time_now

OFFERED_AFTER = 3  # turns running that a computer played for want of time


def passed_on(table_id: int, game: Game, number: int, *, is_cut: bool = False) -> None:
    """After a move, or after some were taken back: end turns, begin turns."""
    table = Table.objects.only("law", "start_hash", "over", "decider", "asked_at").get(pk=table_id)
    law = law_of(table.law).clock
    LateVote.objects.filter(table=table_id).delete()  # whoever moves has ended what was voted on
    if not law.runs:
        return
    seats = list(Seat.objects.filter(table=table_id).select_related("clock", "person"))
    decider = "" if game.over else game.top.decider(game)
    if not counts_for(seats):
        _stand_still(table)
        return
    if is_cut:
        _give_back(table, seats, law, number, decider)
    turn = Turn.objects.filter(table=table_id, after=None).order_by("-first").first()
    holder = next((seat for seat in seats if turn is not None and seat.pk == turn.seat_id), None)
    asked = next((seat for seat in seats if seat.player == decider), None)
    is_offer = not game.over and game.top.is_offer
    for seat in seats:  # whoever has answered an offer is not asked for it any more
        clock = clock_row(seat)
        if clock is not None and clock.is_answer and not (is_offer and seat is asked):
            _set(clock, since=None, due=None, is_answer=False)
    if holder is not None and asked is holder:
        if not holder.bot:
            _run(table, holder, law)
        return
    if asked is not None and is_offer:
        if holder is not None:
            _stop(table, holder)
        if asked.kind == SeatKind.PERSON and not asked.bot:
            _run(table, asked, law, is_answer=True)
        return
    if turn is not None and holder is not None:
        _end(table, holder, turn, law)
    if asked is not None and asked.kind == SeatKind.PERSON:
        _begin(table, asked, law, number)


def begun(table: Table) -> None:
    """A game has begun, or was put on the table: its first turn runs."""
    law = law_of(table.law).clock
    seats = list(table.seats.select_related("person"))
    if not law.runs or table.over or not counts_for(seats):
        return
    asked = next((seat for seat in seats if seat.player == table.decider), None)
    if asked is not None and asked.kind == SeatKind.PERSON:
        _begin(table, asked, law, table.number)


def people_changed(table: Table) -> None:
    """Somebody came or went: no clock runs where nobody waits, and from when somebody does the turn begins."""
    law, seats = law_of(table.law).clock, list(table.seats.select_related("clock", "person"))
    if not law.runs or table.over:
        return
    if not counts_for(seats):
        _stand_still(table)
    elif not Turn.objects.filter(table=table, after=None).exists():
        asked = next((seat for seat in seats if seat.player == table.decider), None)
        if asked is not None and asked.kind == SeatKind.PERSON:
            _begin(table, asked, law, table.number)


def _stand_still(table: Table) -> None:
    SeatClock.objects.filter(seat__table=table.pk).update(since=None, due=None, is_answer=False)
    Turn.objects.filter(table=table.pk, after=None).delete()


def handed_over(seat: Seat) -> None:
    """A computer player has the seat, or nobody: its clock rests, and a stand-in for one turn has it for longer."""
    _stop(seat.table, seat)
    _forget_votes(seat)
    clock = clock_row(seat)
    if clock is not None and clock.is_stood_in:
        _set(clock, is_stood_in=False)


def changed_hands(seat: Seat) -> None:
    """Another person has the seat: what the one before let run out, rested for or agreed to is not theirs."""
    now = time_now()
    holidays = RestRow.objects.filter(seat=seat, why=Why.HOLIDAY, end__gt=now)
    holidays.filter(start__gte=now).delete()
    holidays.update(end=now, ended_by=seat.player, ended_at=seat.table.number)
    for request in PauseRequest.objects.filter(table=seat.table_id):
        request.agreed = [player for player in request.agreed if player != seat.player]
        request.save(update_fields=["agreed"])
    clock, law = clock_row(seat), law_of(seat.table.law).clock
    if clock is not None:
        _stop(seat.table, seat)
        _set(clock, left=max(clock.left, law.mercy))
    taken_back(seat)


def _forget_votes(seat: Seat) -> None:
    """A vote on somebody who is late is void once another has the seat."""
    if seat.table.decider == seat.player:
        LateVote.objects.filter(table=seat.table).delete()


def taken_back(seat: Seat) -> None:
    """Its person has the seat again, perhaps in the middle of a turn; who was late has one increment in hand."""
    table, law = seat.table, law_of(seat.table.law).clock
    _forget_votes(seat)
    clock = clock_row(seat)
    if clock is not None and (clock.is_stood_in or clock.stood_in or clock.offered_at):
        _set(clock, is_stood_in=False, stood_in=0, offered_at=None, left=max(clock.left, law.mercy))
    if not law.runs or table.over or table.decider != seat.player:
        return
    if not counts_for(list(table.seats.all())):
        return
    turn = Turn.objects.filter(table=table, after=None).order_by("-first").first()
    if turn is None:
        _begin(table, seat, law, table.number)
    else:  # in another's turn it is an offer that is asked
        _run(table, seat, law, is_answer=turn.seat_id != seat.pk)
    note_seat(table, seat.player)


def stood_in_for(seat: Seat) -> None:
    """A computer plays this one turn: see `_end`."""
    clock = _row(seat, law_of(seat.table.law).clock)
    _stop(seat.table, seat)
    _set(clock, is_stood_in=True, left=timedelta(), since=None, due=None)


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


def _begin(table: Table, seat: Seat, law: ClockLaw, number: int) -> None:
    clock = _row(seat, law)
    clock.zone = zone_of(seat.person)  # a zone that is changed in a turn holds from the next one
    clock.asked = clock.left
    Turn.objects.create(table=table, seat=seat, first=number, before=clock.left)
    if seat.bot:
        _set(clock, zone=clock.zone, asked=clock.asked, since=None, due=None)
    else:
        _run(table, seat, law)


def _end(table: Table, seat: Seat, turn: Turn, law: ClockLaw) -> None:
    """A turn is over: its increment is in hand. Who was stood in for has their seat back, and one increment."""
    _stop(table, seat)
    clock = _row(seat, law)
    turn.after = clock.left
    turn.save(update_fields=["after"])
    if clock.is_stood_in:
        seat.bot = ""
        seat.save(update_fields=["bot"])
        count = clock.stood_in + 1
        offered = (clock.offered_at or time_now()) if count >= OFFERED_AFTER else clock.offered_at
        _set(clock, is_stood_in=False, stood_in=count, offered_at=offered, left=law.mercy)
    elif not seat.bot:  # a day that the others waited is for this turn alone
        _set(clock, left=law.after_turn(min(clock.left, turn.before)), stood_in=0, offered_at=None)


def _give_back(table: Table, seats: list[Seat], law: ClockLaw, number: int, decider: str) -> None:
    """Turns that were taken back never were; the one that goes on again has what it had at its end."""
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
        _set(clock, left=turn.before, since=None, due=None, is_answer=False, is_stood_in=False)
    Turn.objects.filter(pk__in=[turn.pk for turn in gone]).delete()
    last = Turn.objects.filter(table=table).order_by("-first", "-pk").first()
    seat = here.get(last.seat_id) if last is not None else None
    if last is None or seat is None or last.after is None or seat.player != decider:
        return
    clock = _row(seat, law)
    left = last.after if last.after > timedelta() else law.mercy  # nobody is late again in the same moment
    _set(clock, left=left, since=None)
    last.after = None
    last.save(update_fields=["after"])


def _row(seat: Seat, law: ClockLaw) -> SeatClock:
    clock = clock_row(seat)
    if clock is None:
        clock = SeatClock.objects.create(seat=seat, left=law.first, asked=law.first)
        seat.clock = clock
    return clock


def _run(table: Table, seat: Seat, law: ClockLaw, *, is_answer: bool = False) -> None:
    """A clock runs, if it does not already."""
    clock = _row(seat, law)
    if clock.since is not None:
        return
    _set(clock, since=time_now(), is_answer=is_answer, left=clock.left, asked=clock.asked, zone=clock.zone)
    _know_when(table, seat)


def _stop(table: Table, seat: Seat) -> None:
    clock = clock_row(seat)
    if clock is None or clock.since is None:
        return
    left = clock.left
    if not clock.is_answer:
        time = time_of(table)
        now = time.of(seat.player) if time is not None else None
        left = now.left if now is not None else left
    _set(clock, left=left, since=None, due=None, is_answer=False)


def _know_when(table: Table, seat: Seat) -> None:
    time = time_of(table)
    now = time.of(seat.player) if time is not None else None
    if now is not None:
        _set(seat.clock, due=now.until)


def _set(clock: SeatClock, **values: datetime | timedelta | str | int | bool | None) -> None:
    for name, value in values.items():
        setattr(clock, name, value)
    clock.save(update_fields=list(values))
