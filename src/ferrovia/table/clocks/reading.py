"""What is kept of a table's time, read into frozen values: how much everybody has now, what rests, who is late."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q

from ferrovia.table.clocks.models import RestRow, SeatClock
from ferrovia.table.clocks.profile import AWAY, SLEEPY, TO_SAY_NO, ClockLaw
from ferrovia.table.clocks.rests import Rest, Rests, Why, over_at, time_run
from ferrovia.table.clocks.stored import Stored, stored_rests, stored_time, with_time
from ferrovia.table.clocks.zones import zone_called
from ferrovia.table.law import law_of
from ferrovia.table.models import Seat, SeatKind, Table
from ferrovia.table.shared_clock import time_now


@dataclass(frozen=True)
class SeatTime:
    """The time of one seat at one moment."""

    law: ClockLaw
    now: datetime
    seat: Seat
    kept: timedelta  # what is in hand without what has run since
    asked: timedelta  # what was, when the turn began
    since: datetime | None  # it runs since then; None while somebody else is asked
    rests: Rests
    is_answer: bool = False
    offered_at: datetime | None = None
    looked: datetime | None = None  # when its person last looked at the table, to within an hour

    @property
    def is_away(self) -> bool:
        return self.looked is not None and self.looked + AWAY <= self.now

    @property
    def player(self) -> str:
        return self.seat.player

    @property
    def is_turn(self) -> bool:
        return self.since is not None

    @cached_property
    def left(self) -> timedelta:
        if self.since is None:
            return self.kept
        return max(self.kept - time_run(self.rests, self.since, self.now), timedelta())

    @cached_property
    def until(self) -> datetime | None:
        """When it will be, or was, over; None for who is not asked, and where a rest has no end."""
        return None if self.since is None else over_at(self.rests, self.since, self.kept)

    @property
    def is_late(self) -> bool:
        return self.until is not None and self.until <= self.now

    @cached_property
    def rest(self) -> Rest | None:
        """What the clock rests for now."""
        return self.rests.at(self.now)

    @property
    def is_short(self) -> bool:
        return self.since is not None and not self.is_late and self.left <= self.law.short_of(self.asked)

    @property
    def reminder(self) -> datetime | None:
        """When a fifth of the time is left, or an hour (live: a minute)."""
        if self.since is None:
            return None
        return over_at(self.rests, self.since, max(self.kept - self.law.short_of(self.asked), timedelta()))

    @property
    def holiday(self) -> Rest | None:
        """The holiday that is on, or the next one."""
        found = (each for each in self.rests.spans if each.why == Why.HOLIDAY and (each.end or self.now) > self.now)
        return min(found, key=lambda rest: rest.start, default=None)


@dataclass(frozen=True)
class TableTime:
    """The time of a table at one moment."""

    law: ClockLaw
    now: datetime
    seats: tuple[SeatTime, ...]  # of people
    spans: tuple[Rest, ...]  # in which all of its clocks rest
    has_request: bool = True  # whether somebody may be asking for a pause

    @property
    def rest(self) -> Rest | None:
        """Why all clocks of the table rest now."""
        found = [each for each in self.spans if each.holds_at(self.now)]
        return max(found, key=lambda rest: (rest.why == Why.PAUSE, rest.end is None), default=None)

    @property
    def is_paused(self) -> bool:
        return any(each.why == Why.PAUSE and each.holds_at(self.now) for each in self.spans)

    def of(self, player: str) -> SeatTime | None:
        return next((each for each in self.seats if each.player == player), None)

    @property
    def running(self) -> SeatTime | None:
        """Of whoever is asked."""
        return next((each for each in self.seats if each.is_turn), None)


def counts_for(seats: Sequence[Seat]) -> bool:
    """Whether anybody waits: time counts only where two people or more play."""
    return len({seat.person_id for seat in seats if seat.kind == SeatKind.PERSON}) > 1


def time_of(table: Table, now: datetime | None = None) -> TableTime | None:
    """The time of a table; None where it has no clock, has not started, is over, or nobody but one person plays."""
    if not table.has_started or table.over or not (law := law_of(table.law).clock).runs:
        return None
    stored = stored_time(table.pk)
    return reckoned(stored, table, law, now or time_now()) if stored is not None else None


def reckoned(stored: Stored, table: Table, law: ClockLaw, now: datetime) -> TableTime | None:
    """The time of a table, from what is stored of it."""
    if not counts_for(stored.seats):
        return None
    spans, own = stored_rests(stored)
    return _table_time(table, law, now, stored.seats, spans, own, stored.looks, stored.last_look, stored.has_request)


def times_of(
    tables: Iterable[Table], now: datetime | None = None, read: Iterable[Seat] | None = None
) -> dict[int, TableTime]:
    """The time of many tables, in few queries; `read` are their seats, where they were read by `with_time`."""
    moment = now or time_now()
    clocked = {
        table.pk: (table, law)
        for table in tables
        if table.has_started and not table.over and (law := law_of(table.law).clock).runs
    }
    if not clocked:
        return {}
    seats: dict[int, list[Seat]] = {key: [] for key in clocked}
    for seat in with_time(Seat.objects.filter(table__in=clocked)) if read is None else read:
        if seat.table_id in seats:
            seats[seat.table_id].append(seat)
    seats = {key: each for key, each in seats.items() if counts_for(each)}
    if not seats:
        return {}
    # What was over before any of these clocks began to run is not read: rests of all tables are kept for ever.
    begun = [clock.since for each in seats.values() for seat in each if (clock := clock_row(seat)) and clock.since]
    earliest = min([moment, *begun, *(asked for key in seats if (asked := clocked[key][0].asked_at))])
    resting = [key for key, each in seats.items() if any(seat.any_rest for seat in each)]  # type: ignore[attr-defined]
    spans, own = _rests(resting, earliest)
    found = {}
    for key, there in seats.items():
        looks = {seat.person_id: at for seat in there if seat.person_id and (at := seat.looked)}  # type: ignore[attr-defined]
        last = there[0].last  # type: ignore[attr-defined]
        found[key] = _table_time(*clocked[key], moment, there, spans.get(key, []), own, looks, last)
    return found


def _table_time(
    table: Table,
    law: ClockLaw,
    now: datetime,
    seats: Sequence[Seat],
    spans: list[Rest],
    own: dict[int, list[Rest]],
    looks: dict[int, datetime],
    last: datetime | None,
    has_request: bool = True,
) -> TableTime:
    spans = [*spans, *asleep_since(last, now)]
    each = tuple(
        replace(
            seat_time_at(table, law, now, seat, (*spans, *own.get(seat.pk, ()))), looked=looks.get(seat.person_id or 0)
        )
        for seat in seats
        if seat.kind == SeatKind.PERSON
    )
    return TableTime(law, now, each, tuple(spans), has_request)


def asleep_since(last: datetime | None, now: datetime) -> list[Rest]:
    """The sleep of a table at which somebody looked last at a moment, where it sleeps."""
    return [Rest(last + SLEEPY, None, Why.ASLEEP)] if last is not None and last + SLEEPY <= now else []


def _rests(tables: list[int], earliest: datetime) -> tuple[dict[int, list[Rest]], dict[int, list[Rest]]]:
    """Of each table those that hold for all its clocks, and those of single seats."""
    if not tables:
        return {}, {}
    spans: dict[int, list[Rest]] = {key: [] for key in tables}
    own: dict[int, list[Rest]] = {}
    rows = RestRow.objects.filter(Q(table__in=tables) | Q(table=None))
    for row in rows.filter(Q(end=None) | Q(end__gt=earliest)):
        rest = Rest(row.start, row.end, Why(row.why))
        if row.seat_id is not None:
            own.setdefault(row.seat_id, []).append(rest)
        elif row.table_id is not None:
            spans[row.table_id].append(rest)
        else:
            for each in spans.values():
                each.append(rest)
    return spans, own


def seat_time_at(table: Table, law: ClockLaw, now: datetime, seat: Seat, spans: tuple[Rest, ...]) -> SeatTime:
    """The time of one seat by its clock and by the spans in which that rests."""
    clock = clock_row(seat)
    if clock is None:  # of a table that was begun before there were clocks
        since = table.asked_at if seat.player == table.decider and not seat.bot else None
        return SeatTime(law, now, seat, law.first, law.first, since, Rests(spans=spans))
    rests = Rests(zone_called(clock.zone), law.night, law.weekend, spans)
    kept, asked = (law.to_answer, law.to_answer) if clock.is_answer else (clock.left, clock.asked)
    return SeatTime(law, now, seat, kept, asked, clock.since, rests, clock.is_answer, clock.offered_at)


def clock_row(seat: Seat) -> SeatClock | None:
    try:
        return seat.clock
    except SeatClock.DoesNotExist:
        return None


def is_offered(seat: Seat) -> bool:
    """Whether a seat has been offered to another person for so long that it may be given to one."""
    clock = clock_row(seat)
    return clock is not None and clock.offered_at is not None and clock.offered_at + TO_SAY_NO <= time_now()


def is_stood_in(seat: Seat) -> bool:
    """Whether a computer player has a seat for one late turn, and no longer."""
    clock = clock_row(seat)
    return clock is not None and clock.is_stood_in


def seat_time(table: Table, player: str) -> SeatTime | None:
    """The time of one player, where there is any."""
    time = time_of(table)
    return time.of(player) if time is not None else None
