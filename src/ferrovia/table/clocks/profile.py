"""The clock that a table agrees on: how much time a turn has, what is carried over, and what stops it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import msgspec

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60  # seconds
LEAST_MERCY = {"live": timedelta(minutes=1), "weeks": timedelta(hours=1), "none": timedelta(days=1)}
TO_ANSWER = {"live": timedelta(minutes=5), "weeks": timedelta(days=1)}  # an offer out of turn
SHORT = {"live": timedelta(seconds=60), "weeks": timedelta(hours=1)}  # so little is always short
HOLIDAYS = timedelta(days=14)  # of one player in a game
NOTICE = timedelta(hours=24)  # before a holiday begins
TO_SAY_NO = timedelta(days=2)  # to the offer of one's seat to another person, by a move
AWAY = timedelta(days=1)  # without a look at the table, and somebody is said to be away
SLEEPY = timedelta(days=7)  # without a person who looks, and the table falls asleep


class ClockLaw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No clock; live: minutes for the game and seconds a turn; over weeks: days in hand, the most, and hours a turn."""

    profile: Literal["none", "live", "weeks"] = "live"
    reserve: int = 0  # seconds
    increment: int = 15 * MINUTE  # seconds
    night: bool = False
    weekend: bool = False
    holiday: bool = False
    pause: bool = True

    @property
    def is_live(self) -> bool:
        """Whether all play at once, so that a minute is long."""
        return self.profile == "live"

    @property
    def runs(self) -> bool:
        return self.profile != "none"

    @property
    def first(self) -> timedelta:
        """What everybody has in hand at the start."""
        return timedelta(seconds=max(self.reserve, self.increment))

    @property
    def most(self) -> timedelta | None:
        """More than this nobody has in hand; None where nothing is the most."""
        return None if self.profile == "live" and self.reserve else self.first

    @property
    def mercy(self) -> timedelta:
        """What somebody has in hand after a turn for which their time did not suffice: one increment."""
        return max(timedelta(seconds=self.increment), LEAST_MERCY[self.profile])

    @property
    def to_answer(self) -> timedelta:
        """How long an offer waits for an answer of somebody whose turn it is not."""
        return TO_ANSWER.get(self.profile, TO_ANSWER["weeks"])

    def after_turn(self, left: timedelta) -> timedelta:
        """What is in hand when a turn has ended with so much left."""
        found = max(left, timedelta()) + timedelta(seconds=self.increment)
        return found if self.most is None else min(found, self.most)

    def short_of(self, asked: timedelta) -> timedelta:
        """How little is short, of what somebody had when they were asked: a fifth, or an hour; live a minute."""
        return max(asked / 5, min(SHORT.get(self.profile, timedelta()), asked))


# What the names of earlier releases mean.
PACES = {
    "live": ClockLaw(),
    "day": ClockLaw("weeks", DAY, DAY),
    "days": ClockLaw("weeks", 2 * DAY, 2 * DAY),
}


@dataclass(frozen=True)
class Unit:
    """In what a part of a clock is counted where people type it, and how much of it there may be."""

    seconds: int
    most: int


UNITS = {
    "live": (Unit(MINUTE, 600), Unit(1, 3600)),
    "weeks": (Unit(DAY, 60), Unit(HOUR, 240)),
}
PRESETS = {
    "live": ((0, 900), (30, 30), (60, 30), (90, 30)),
    "weeks": ((1, 4), (3, 8), (7, 24), (1, 24)),
}
