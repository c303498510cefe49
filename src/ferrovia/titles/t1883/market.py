"""Section 5.0: the share values that end a corporation, or the game."""

from __future__ import annotations

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.facets.market import MarketRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1883 import calendar, components
from ferrovia.titles.t1883.closing import close

CLOSED = components.BOX.market.zone("closed")
LAST = components.BOX.market.zone("end_of_game")


class EmilianMarket(MarketRules):
    """Sections 5.0, 5.8 and 9.0."""

    def entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell in CLOSED:
            close(game, corporation)
        elif cell in LAST:
            calendar.entered(game, corporation)
