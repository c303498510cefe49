"""Moments and stretches of time in words, by the clock of whoever reads them."""

from __future__ import annotations

from datetime import datetime, timedelta

from ferrovia.saying.message import Message, term
from ferrovia.table.notices.quiet import zone_of

_DAYS = (
    term("Monday"), term("Tuesday"), term("Wednesday"), term("Thursday"), term("Friday"), term("Saturday"),
    term("Sunday"),
)  # fmt: skip
_NEAR = 6  # days on which a weekday says which day is meant


def moment(when: datetime, now: datetime, zone: str) -> Message:
    """A moment as people say it: today by the hour, within a week by the day, else by the date."""
    there, here = when.astimezone(zone_of(zone)), now.astimezone(zone_of(zone))
    days = abs((there.date() - here.date()).days)
    clock = f"{there:%H:%M}"
    if not days:
        return Message("{time}", time=clock)
    if days <= _NEAR:
        return Message("{day:term} {time}", day=_DAYS[there.weekday()], time=clock)
    return Message("{date}, {time}", date=f"{there:%d/%m}", time=clock)


def stretch(left: timedelta) -> Message:
    """How long something still lasts."""
    minutes = max(1, int(left.total_seconds() // 60))
    if minutes < 60:
        return Message("{n} min", n=minutes)
    if minutes < 60 * 24:
        return Message("{hours} h {minutes}", hours=minutes // 60, minutes=f"{minutes % 60:02}")
    return Message("{days} d {hours} h", days=minutes // 1440, hours=minutes % 1440 // 60)
