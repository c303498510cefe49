"""Quiet hours: from when to when nothing rings, by somebody's own clock. They keep notices, and stop no clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_REGIONS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
MIDNIGHT = time(0)
_LONGEST = 9  # days that are looked through: more than a weekend with the nights around it


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The time zones to choose from."""
    from zoneinfo import available_timezones

    return ("UTC", *sorted(name for name in available_timezones() if name.partition("/")[0] in _REGIONS))


def zone_of(name: str) -> ZoneInfo:
    """A zone by its name; the one of everybody for a name that this machine does not know."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@dataclass(frozen=True)
class QuietHours:
    """When somebody wants quiet; without times only where weekends are quiet."""

    zone: str = "UTC"
    begin: time | None = None
    end: time | None = None
    weekends: bool = False

    def until(self, now: datetime) -> datetime | None:
        """When the quiet is over in which `now` lies; None where it lies in none."""
        found = now
        for _ in range(_LONGEST):
            ends = [end for begin, end in self._around(found) if begin <= found < end]
            if not ends:
                break
            found = max(ends)
        return found if found > now else None

    def since(self, when: datetime) -> datetime | None:
        """When the quiet began in which a moment lies; None where it lies in none."""
        found = when
        for _ in range(_LONGEST):
            begun = [begin for begin, end in self._around(found) if _is_within(found, begin, end, is_last=found < when)]
            if not begun:
                break
            found = min(begun)
        return found if self.until(when) is not None else None

    def _around(self, moment: datetime) -> list[tuple[datetime, datetime]]:
        """The quiet stretches that begin on the days around a moment."""
        today = moment.astimezone(zone_of(self.zone)).date()
        return [each for days in range(-2, 2) for each in self._from(today + timedelta(days=days))]

    def _from(self, day: date) -> list[tuple[datetime, datetime]]:
        found = []
        if self.begin is not None and self.end is not None and self.begin != self.end:
            last = day if self.end > self.begin else day + timedelta(days=1)
            found.append((self._at(day, self.begin), self._at(last, self.end)))
        if self.weekends and day.weekday() >= 5:
            found.append((self._at(day, MIDNIGHT), self._at(day + timedelta(days=1), MIDNIGHT)))
        return found

    def _at(self, day: date, at: time) -> datetime:
        # In UTC: where summer time begins or ends, hours of a wall clock are of another length.
        return datetime.combine(day, at, zone_of(self.zone)).astimezone(ZoneInfo("UTC"))


def _is_within(moment: datetime, begin: datetime, end: datetime, *, is_last: bool) -> bool:
    """Whether a stretch began before a moment and lasts to it; one that ends with another's beginning does too."""
    return begin < moment and (moment <= end if is_last else moment < end)
