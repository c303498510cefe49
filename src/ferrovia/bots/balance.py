"""Whether a title is well balanced: goals for what is left open by its rulebook, judged over games of good players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ferrovia.bots.intervals import Estimate, median_of
from ferrovia.bots.results import Result
from ferrovia.bots.summary import came, seat_shares, seen, sizes
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term

PHASE_REACHED = 0.9  # in more than this part of the games
OPERATING_ROUNDS = (12, 20)  # the median
SEAT_ADVANTAGE = 1.3  # times the fair share, at most
FLOATED = 0.5  # in more than this part of the games
MECHANISM_SEEN = 1 / 50  # in at least this part of the games


class Verdict(StrEnum):
    """Whether a goal is reached: undecided where its limit lies within the interval."""

    PASS = "pass"
    FAIL = "fail"
    UNDECIDED = "undecided"


class Subject(StrEnum):
    """What a goal is about."""

    PHASE = term("phase reached")
    ROUNDS = term("operating rounds")
    SEAT = term("games won from a seat")
    CORPORATION = term("corporation floated")
    MECHANISM = term("mechanism seen")


@dataclass(frozen=True)
class Goal:
    """What was asked for, between two limits, and what was measured."""

    subject: Subject
    name: str  # of the phase, the corporation, the mechanism; seat 2 of 3 is "2/3"
    least: float | None
    most: float | None
    found: Estimate

    @property
    def verdict(self) -> Verdict:
        low, high = self.found.low, self.found.high
        if low is None or high is None:
            return Verdict.UNDECIDED
        least, most = self.least if self.least is not None else low, self.most if self.most is not None else high
        if least <= low and high <= most:
            return Verdict.PASS
        return Verdict.FAIL if high < least or most < low else Verdict.UNDECIDED


def goals(title: Title, results: Sequence[Result]) -> list[Goal]:
    """All goals for a title, over games that came to their end; none without such games."""
    played = [result for result in results if not result.error]
    return [*_goals(title, played)] if played else []


def _goals(title: Title, played: Sequence[Result]) -> Iterator[Goal]:
    for phase, (share, _) in came([game.phases for game in played]).items():
        yield Goal(Subject.PHASE, phase, PHASE_REACHED, None, share)
    yield Goal(Subject.ROUNDS, "", *OPERATING_ROUNDS, median_of([game.operating_rounds for game in played]))
    for players, games in sizes(played).items():
        for seat, share in enumerate(seat_shares(games), 1):
            yield Goal(Subject.SEAT, f"{seat}/{players}", None, SEAT_ADVANTAGE / players, share)
    for corporation, (share, _) in came([game.floats for game in played]).items():
        yield Goal(Subject.CORPORATION, corporation, FLOATED, None, share)
    for mechanism, share in _mechanisms(title, played):
        yield Goal(Subject.MECHANISM, mechanism, MECHANISM_SEEN, None, share)


def _mechanisms(title: Title, played: Sequence[Result]) -> Iterator[tuple[str, Estimate]]:
    """Each happening over the games in which it could happen."""
    for name, happening in title.happenings.items():
        games = [game for game in played if not happening.option or happening.option in game.options]
        if games:
            yield name, seen(games)[name]
