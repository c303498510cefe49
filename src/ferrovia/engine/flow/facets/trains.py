"""Trains: which are on sale, who must own one, and what becomes of those who cannot pay."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ferrovia.engine.board.routes import can_run
from ferrovia.engine.flow.closing import bankrupt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game
    from ferrovia.engine.flow.title import Title


class TrainRules:
    """What the bank sells, and the duty to own a train."""

    # In an emergency:
    sales_must_suffice: bool = False  # whether a president sells nothing when all sales together could not suffice
    president_must_stay: bool = True  # whether of the operating corporation only so much as leaves them its president

    def on_sale(self, game: Game) -> tuple[str, ...]:
        """The classes the bank sells now: the first in line, and those beside it whose time has come."""
        return _on_sale(game.title, game.trains(BANK), game.state.phase)

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        """Why a corporation may not buy a train for now, besides price, limit and order."""
        return None

    def bought(self, game: Game, corporation: str) -> None:
        """A corporation has got a train, from wherever."""

    def must_own(self, game: Game, corporation: str) -> bool:
        """Whether a corporation must own a train: one that has a route for any train of the game must."""
        runs = game.title.runs
        stations, closed = game.state.stations[corporation], game.closed_to(corporation)
        trains = (runs.runner(game, corporation, train) for train in dict.fromkeys(game.title.audit.train_roster(game)))
        return any(can_run(game.layout, train, stations, closed, runs.uncounted_stops(game)) for train in trains)

    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        """The president could not raise the money for a train that must be bought."""
        bankrupt(game, corporation, player)


@lru_cache(maxsize=256)
def _on_sale(title: Title, trains: tuple[str, ...], phase: str) -> tuple[str, ...]:
    cards, phases = title.box.trains, title.box.phases
    left = dict.fromkeys(trains)
    line = [name for name in left if cards[name].in_line]
    begun = [each.starts_with for each in phases.values()][: list(phases).index(phase) + 1]
    beside = [name for name in left if not cards[name].in_line and cards[name].available_after in begun]
    return (*line[:1], *beside)
