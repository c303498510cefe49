"""What becomes of a notice when it is due: sent, kept, put off or not sent. A function of what is known by then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from ferrovia.saying.message import Message
from ferrovia.table.notices.models import Kind, Way
from ferrovia.table.notices.quiet import QuietHours

QUIET_MINUTES = timedelta(minutes=2)  # before a notice is sent: an answer or a takeback cancels it
LIVE_WAIT = timedelta(seconds=5)  # where all play at once
LIFE = {Way.PUSH: timedelta(hours=12), Way.MAIL: timedelta(days=2), Way.WEBHOOK: timedelta(days=2)}
FIRST_PAUSE = timedelta(minutes=1)  # before it is tried again; each is twice the one before
LONGEST_PAUSE = timedelta(hours=3)
GIVEN_UP = timedelta(days=2)
# What a new notice of a table takes the place of, where that was not sent yet.
REPLACES = {
    Kind.TURN: (Kind.TURN, Kind.REMINDER, Kind.STARTS, Kind.ANSWER),
    Kind.REMINDER: (Kind.REMINDER,),
    Kind.ANSWER: (Kind.ANSWER,),
    Kind.NAMED: (Kind.NAMED,),
    Kind.STARTS: (Kind.STARTS,),
    Kind.OVER: (Kind.TURN, Kind.REMINDER, Kind.STARTS, Kind.ANSWER, Kind.OVER),
}
NO_QUIET = QuietHours()
AT_ONCE = (Kind.TEST, Kind.RESTS)  # whoever asks for a test hears it in quiet hours too
OF_A_POSITION = (Kind.TURN, Kind.REMINDER, Kind.ANSWER)  # void once the table stands otherwise


@dataclass(frozen=True)
class Send:
    """It goes now."""


@dataclass(frozen=True)
class Skip:
    """It is not sent."""

    reason: Message


@dataclass(frozen=True)
class Keep:
    """It is told when the quiet hours are over."""

    until: datetime


@dataclass(frozen=True)
class Wait:
    """It is looked at again later: the clock has been stopped, say."""

    until: datetime


Verdict = Send | Skip | Keep | Wait


@dataclass(frozen=True)
class Known:
    """All that matters for one notice when it is due."""

    kind: str
    way: str
    now: datetime
    made: datetime
    stands: bool = True  # the table still asks what it asked when this was written
    is_over: bool = False  # the game has an end
    is_theirs: bool = True  # the seat is still that of whoever is told, and no computer player has it
    number: int = 0  # how many moves it has
    move: int = 0  # how many it had
    is_gone: bool = False  # the channel has ended
    is_looking: bool = False
    is_live: bool = False
    deadline: datetime | None = None
    remind_at: datetime | None = None
    rests_till: datetime | None = None  # the clock stands still for a pause, a holiday or the like
    quiet: QuietHours = NO_QUIET


def verdict(known: Known) -> Verdict:
    """What becomes of a notice that is due."""
    if known.is_gone:
        return Skip(Message("the log-in it belonged to has ended"))
    if known.kind in AT_ONCE:
        return Send()
    if known.kind in OF_A_POSITION and not (known.stands and known.is_theirs and not known.is_over):
        return Skip(_why_void(known))
    is_old = known.now - told_from(known.made, known.quiet, known.is_live) > LIFE[Way(known.way)]
    if is_old and known.kind not in (Kind.REMINDER, Kind.DIGEST):
        return Skip(Message("it had become too old"))
    if known.kind == Kind.REMINDER:
        return _reminded(known)
    if known.is_looking and known.kind != Kind.DIGEST:
        return Skip(Message("you were looking at the table"))
    return _unless_quiet(known)


def _why_void(known: Known) -> Message:
    if known.is_over:
        return Message("the game was over")
    if not known.is_theirs and known.kind != Kind.ANSWER:
        return Message("somebody else, or a computer player, had your seat")
    return Message("it was taken back") if known.number < known.move else Message("you had answered")


def told_from(made: datetime, quiet: QuietHours, is_live: bool) -> datetime:
    """Since when it could be told: quiet hours make nothing old."""
    return made if is_live else quiet.until(made + QUIET_MINUTES) or made


def _reminded(known: Known) -> Verdict:
    if known.rests_till is not None:
        return Wait(known.rests_till)
    if known.deadline is None or known.remind_at is None:
        return Skip(Message("no clock runs"))
    if known.deadline <= known.now:
        return Skip(Message("the time was over"))
    if known.remind_at > known.now:
        return Wait(known.remind_at)
    if known.is_looking and known.is_live:
        return Skip(Message("you were looking at the table"))
    until = known.quiet.until(known.now)
    # Whoever would wake up to find the time over is woken.
    return Send() if until is None or known.deadline <= until else Keep(until)


def _unless_quiet(known: Known) -> Verdict:
    until = None if known.is_live or known.kind == Kind.DIGEST else known.quiet.until(known.now)
    return Send() if until is None else Keep(until)


def first_look(is_live: bool) -> timedelta:
    """How long a notice waits before it is sent."""
    return LIVE_WAIT if is_live else QUIET_MINUTES


def reminder_at(at: datetime, asked: datetime, is_live: bool, quiet: QuietHours) -> datetime:
    """When somebody is reminded whose time is short at a moment: then, or before the quiet hours in which that lies."""
    since = None if is_live else quiet.since(at)
    return since if since is not None and since > asked else at


def next_try(tries: int, made: datetime, now: datetime, wanted: timedelta | None = None) -> datetime | None:
    """When a notice that nobody took is tried again, after so many tries; None where it is given up."""
    pause = min(FIRST_PAUSE * 2 ** min(tries - 1, 20), LONGEST_PAUSE)
    again = now + max(pause, min(wanted or pause, LONGEST_PAUSE))
    return again if again - made <= GIVEN_UP else None
