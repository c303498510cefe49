"""The stock market: where tokens may go, and what happens where they arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrovia.engine.finance.market import Cell, Direction

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class MarketRules:
    """How a corporation's token moves."""

    def moved(self, game: Game, cell: Cell, direction: Direction, times: int) -> Cell:
        """Where a token comes to stand that moves some spaces."""
        barred, market = self.barred(game), game.title.box.market
        for _ in range(times):
            cell = market.moved(cell, direction, barred)
        return cell

    def barred(self, game: Game) -> frozenset[Cell]:
        """Market spaces that no token may enter yet."""
        return frozenset()

    def entered(self, game: Game, corporation: str, cell: Cell) -> None:
        """A token has come to a new space."""
