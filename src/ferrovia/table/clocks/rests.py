"""Rests: when a clock stands still, and when time that is left will be over; a function of moments, with no database.

Nights and weekends come again and again, by the player's own zone; a holiday, a pause and the like are spans. Where
several fall together they count once, because what is reckoned with is their union.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum

NIGHT_BEGINS, NIGHT_ENDS = time(23), time(7)
FRIDAY, SATURDAY, SUNDAY = 4, 5, 6
WINDOW = timedelta(days=8)  # that is looked at in one go
FARTHEST = timedelta(days=3 * 365)  # no deadline is farther away than this
_DAY = timedelta(days=1)


class Why(StrEnum):
    """What a clock rests for."""

    NIGHT = "night"
    WEEKEND = "weekend"
    HOLIDAY = "holiday"  # of one player, announced before
    PAUSE = "pause"  # of a table, by everybody's consent
    ASLEEP = "asleep"  # no person has looked at the table for days
    HOST = "host"  # who has all clocks of the house rest
    SERVER = "server"  # which was down


OF_THE_CALENDAR = (Why.NIGHT, Why.WEEKEND)  # they come by themselves; all others were somebody's doing


@dataclass(frozen=True)
class Rest:
    """A span in which a clock stands still; without an end until somebody ends it."""

    start: datetime
    end: datetime | None
    why: Why

    def holds_at(self, moment: datetime) -> bool:
        return self.start <= moment and (self.end is None or moment < self.end)


@dataclass(frozen=True)
class Rests:
    """All that one clock rests for."""

    zone: tzinfo = UTC
    night: bool = False
    weekend: bool = False
    spans: tuple[Rest, ...] = ()

    def within(self, start: datetime, end: datetime) -> list[Rest]:
        """Every rest that touches the time between two moments, by its beginning."""
        found = [each for each in self.spans if each.start < end and (each.end is None or each.end > start)]
        found += [each for each in self._recurring(start, end) if each.start < end and (each.end or end) > start]
        return sorted(found, key=lambda rest: rest.start)

    def _recurring(self, start: datetime, end: datetime) -> Iterator[Rest]:
        day = start.astimezone(self.zone).date() - 3 * _DAY  # a weekend that goes on began three days ago
        last = end.astimezone(self.zone).date()
        while day <= last:
            if self.night:
                yield Rest(self._at(day, NIGHT_BEGINS), self._at(day + _DAY, NIGHT_ENDS), Why.NIGHT)
            if self.weekend and day.weekday() == FRIDAY:
                yield Rest(self._at(day, NIGHT_BEGINS), self._at(day + 3 * _DAY, NIGHT_ENDS), Why.WEEKEND)
            day += _DAY

    def _at(self, day: date, hour: time) -> datetime:
        """What the clocks on the wall call this; summer time makes a night longer or shorter, and never one twice."""
        return datetime.combine(day, hour, self.zone).astimezone(UTC)

    def at(self, moment: datetime) -> Rest | None:
        """The rest at a moment, up to when the clock really runs again; None where it runs."""
        moment = moment.astimezone(UTC)
        now = [each for each in self.within(moment, moment + timedelta(microseconds=1)) if each.holds_at(moment)]
        if not now:
            return None
        longest = max(now, key=lambda rest: (rest.end is None, rest.end or moment, rest.why != Why.NIGHT))
        return Rest(min(each.start for each in now), self._runs_again(longest.end), longest.why)

    def _runs_again(self, end: datetime | None) -> datetime | None:
        begun = end
        while end is not None and begun is not None and end - begun < FARTHEST:
            later = [each for each in self.within(end, end + timedelta(microseconds=1)) if each.holds_at(end)]
            if not later:
                return end
            ends = [each.end for each in later]
            end = None if None in ends else max(each for each in ends if each is not None)
        return None


def united(rests: Iterable[Rest], start: datetime, end: datetime) -> list[tuple[datetime, datetime]]:
    """Between two moments: what is covered by any of the rests, as spans that do not touch."""
    found: list[tuple[datetime, datetime]] = []
    for rest in sorted(rests, key=lambda each: each.start):
        begins, ends = max(rest.start, start), min(rest.end or end, end)
        if begins >= ends:
            continue
        if found and begins <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], ends)
        else:
            found.append((begins, ends))
    return found


def time_run(rests: Rests, start: datetime, end: datetime) -> timedelta:
    """How much of the time between two moments is no rest; none where a clock was turned back between them."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)  # of one zone Python reckons by the clocks on the wall
    if end <= start:
        return timedelta()
    resting = united(rests.within(start, end), start, end)
    return end - start - sum((until - since for since, until in resting), timedelta())


def over_at(rests: Rests, start: datetime, left: timedelta) -> datetime | None:
    """When so much time is over for a clock that runs since a moment; None where nobody knows: a rest has no end."""
    moment = start.astimezone(UTC)
    until = moment + FARTHEST
    while moment < until:
        window = moment + WINDOW
        found = rests.within(moment, window)
        for since, end in united(found, moment, window):
            if moment + left <= since:
                return moment + left
            left -= since - moment
            moment = end
            if any(rest.end is None and rest.start <= since for rest in found):
                return None
        if moment < window:
            if moment + left <= window:
                return moment + left
            left -= window - moment
            moment = window
    return None
