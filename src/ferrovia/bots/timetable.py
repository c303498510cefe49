"""When trains will be sold and when they will be gone, as a player reckons who has seen some games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.registry import judgement

EVER = 1000.0  # operating rounds: longer than any game


class Timetable(NamedTuple):
    """Operating rounds from now until each thing happens."""

    sold: Sequence[tuple[str, float]]  # the bank's trains, in their order
    gone: Mapping[str, float]  # trains that a phase to come takes


def life(game: Game, train: str) -> float:
    """About how many operating rounds a train still runs; `EVER` where no phase to come takes it."""
    return timetable(game).gone.get(train, EVER)


def timetable(game: Game) -> Timetable:
    return game.remembered("timetable", lambda: _timetable(game))


def _timetable(game: Game) -> Timetable:
    """All corporations together spend about the same on trains in every round, so the dear ones take longer; the sooner
    the more there is in their treasuries.
    """
    cards, phases, known = game.title.box.trains, game.title.box.phases, judgement(game.title)
    in_round, spent = known.spent_on_trains, -known.at_hand * sum(game.cash(name) for name, _, _ in game.state.market)
    sold = []
    for train in game.trains(BANK):
        spent += cards[train].cost
        sold.append((train, max(0.0, spent / in_round)))
    first = dict(reversed(sold))
    names = list(phases)
    gone: dict[str, float] = {}
    for name in names[names.index(game.state.phase) + 1 :]:
        begins = first.get(phases[name].starts_with)
        if begins is not None:
            gone |= dict.fromkeys(phases[name].eliminates, begins)
    return Timetable(sold, gone)
