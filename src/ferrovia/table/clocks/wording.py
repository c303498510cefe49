"""Time in words: how much is left, what a clock is called, and what a table has agreed on in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from ferrovia.saying.message import Message
from ferrovia.table.clocks.profile import DAY, HOUR, MINUTE, ClockLaw
from ferrovia.table.clocks.reading import SeatTime
from ferrovia.table.clocks.rests import Rest, Why


def length(time: timedelta) -> Message:
    """A length of time in two units at most; seconds only under two minutes."""
    seconds = max(0, int(time.total_seconds()))
    if seconds < 2 * MINUTE:
        minutes, rest = divmod(seconds, MINUTE)
        return Message("{minutes}:{seconds}", minutes=minutes, seconds=f"{rest:02}")
    if seconds < HOUR:
        return Message("{n} min", n=seconds // MINUTE)
    if seconds < DAY:
        hours, rest = divmod(seconds // MINUTE, 60)
        return Message("{hours} h {minutes}", hours=hours, minutes=f"{rest:02}")
    days, hours = divmod(seconds // HOUR, 24)
    return Message("{days} d {hours} h", days=days, hours=hours) if hours else Message("{days} d", days=days)


def agreed_length(seconds: int) -> Message:
    """A length of time that people have agreed on: a round number of something."""
    if not seconds or seconds % MINUTE:
        return Message("{n} s", n=seconds)
    if seconds % HOUR:
        return Message("{n} min", n=seconds // MINUTE)
    if seconds % DAY:
        return Message("{n} h", n=seconds // HOUR)
    return Message("{n} {n:day|days}", n=seconds // DAY)


def left(seat: SeatTime) -> Message:
    """How long somebody still has, as lists say it."""
    if seat.is_late:
        return Message("the time is over")
    if seat.rest is not None:
        return resting(seat.rest)
    return Message("{time} left", time=length(seat.left))


_RESTING = {
    Why.NIGHT: Message("rests at night"),
    Why.WEEKEND: Message("rests on the weekend"),
    Why.HOLIDAY: Message("on holiday"),
    Why.PAUSE: Message("paused"),
    Why.ASLEEP: Message("asleep"),
    Why.HOST: Message("all clocks rest"),
    Why.SERVER: Message("all clocks rest"),
}


def resting(rest: Rest) -> Message:
    """For what a clock rests."""
    return _RESTING[rest.why]


def name(law: ClockLaw) -> Message:
    """A clock in few words."""
    if not law.runs:
        return Message("no clock")
    if not law.reserve:
        return Message("{increment} a turn", increment=agreed_length(law.increment))
    if law.profile == "weeks" and law.reserve == law.increment == DAY:
        return Message("a day a turn")
    if law.profile == "weeks" and law.reserve == law.increment:
        return Message("{reserve} a turn", reserve=agreed_length(law.reserve))
    return Message(
        "{reserve} + {increment} a turn",
        reserve=agreed_length(law.reserve),
        increment=agreed_length(law.increment),
    )


def rests(law: ClockLaw) -> Message | None:
    """What of the calendar stops it."""
    if law.night and law.weekend:
        return Message("nights and weekends rest")
    if law.night:
        return Message("nights rest")
    return Message("weekends rest") if law.weekend else None


def plain_words(law: ClockLaw, stand_in: str) -> Iterator[Message]:
    """What is agreed on about time, one sentence a part."""
    if not law.runs:
        yield Message("Nobody is hurried: the page says since when somebody is asked, nothing more.")
        yield Message("After seven days without a person who looks the table sleeps.")
        return
    increment = agreed_length(law.increment)
    if not law.reserve:
        yield Message("Each of you has {increment} for every turn.", increment=increment)
    elif law.profile == "live":
        yield Message("Each of you has {reserve} for the whole game.", reserve=agreed_length(law.reserve))
        yield Message("Every finished turn gives {increment} more.", increment=increment)
    else:
        yield Message("Each of you has {reserve} in hand.", reserve=agreed_length(law.reserve))
        yield _stops(law)
        yield Message(
            "Every finished turn gives {increment} back, never more than {reserve}.",
            increment=increment,
            reserve=agreed_length(law.reserve),
        )
    if law.profile == "live" or not law.reserve:
        yield _stops(law)
    yield Message("A rest stops the clock. It never fills it up.")
    yield _AT_ZERO[stand_in]
    yield Message("Nobody loses a game by the clock.")


def _stops(law: ClockLaw) -> Message:
    if law.night and law.weekend:
        return Message("It runs only while it is your turn, not at night, not on weekends, not in a pause.")
    if law.night:
        return Message("It runs only while it is your turn, not at night, not in a pause.")
    if law.weekend:
        return Message("It runs only while it is your turn, not on weekends, not in a pause.")
    return Message("It runs only while it is your turn, not in a pause.")


_AT_ZERO = {
    "never": Message("If somebody’s time is over, the others wait."),
    "vote": Message("If somebody’s time is over, the others vote."),
    "asked": Message("If somebody’s time is over, anybody may let a computer play this one turn."),
    "late": Message("If somebody’s time is over, a computer plays this one turn."),
}
