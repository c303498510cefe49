"""The ladder of computer players: one of each rung against two of the rung below, and how strong each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import msgspec

from ferrovia.bots.intervals import Estimate, share_of
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, matches
from ferrovia.bots.strengths import Ranking, strengths
from ferrovia.bots.summary import won

PLAYERS = 3


@dataclass(frozen=True)
class Step:
    """A rung and the one below it, in games of a title."""

    title: str
    upper: str
    lower: str

    def matches(self, games: int, seed: str) -> list[Match]:
        """The upper one has each seat of every deal in turn."""
        bots = (self.upper, *[self.lower] * (PLAYERS - 1))
        return matches(self.title, games, f"{seed}/{self.upper} over {self.lower}", bots, PLAYERS, rotate=True)

    def has(self, result: Result) -> bool:
        return result.title == self.title and {*result.bots.values()} == {self.upper, self.lower}


def steps(titles: Sequence[str], rungs: Sequence[str]) -> list[Step]:
    """From the lowest step to the highest, title by title."""
    return [Step(title, upper, lower) for title in titles for lower, upper in pairwise(rungs)]


def climb(ladder: Sequence[Step], games: int, seed: str) -> list[Match]:
    """So many games on each step, in turn: more of them leave the numbers of the first as they are."""
    turns = zip(*(step.matches(games, seed) for step in ladder), strict=True)
    every = [match for turn in turns for match in turn]
    return [msgspec.structs.replace(match, index=number) for number, match in enumerate(every)]


def upper_wins(step: Step, results: Sequence[Result]) -> Estimate:
    """How many games of its step the one player of the upper rung has won; 1 of 3 would be even."""
    played = [result for result in results if step.has(result) and not result.error]
    wins = (won(game, player) for game in played for player, kind in game.bots.items() if kind == step.upper)
    return share_of(sum(wins), len(played))


def points(results: Sequence[Result], rungs: Sequence[str]) -> dict[str, Estimate]:
    """The strength of each rung over all these games, in points above the lowest."""
    return strengths([ranking(result) for result in results if not result.error], rungs)


def ranking(result: Result) -> Ranking:
    """The kinds of players by what they were worth in the end; those who were worth the same together."""
    order = sorted(result.scores, key=lambda player: -result.scores[player])
    groups = groupby(order, key=lambda player: result.scores[player])
    return [[result.bots[player] for player in group] for _, group in groups]
