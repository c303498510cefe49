"""Section 5: the stock market. Blue spaces open late, the lowest closes a corporation, the highest ends the game."""

from __future__ import annotations

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.facets.market import MarketRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.closing import close
from ferrovia.titles.t1849.sicily import keep, sicily

BLUE = components.BOX.market.zone("phase_only")
CLOSED = components.BOX.market.zone("closed")
LAST = components.BOX.market.zone("end_of_game")
NONE: frozenset[Cell] = frozenset()

# The phases in which the blue spaces are open.
_BLUE_PHASES = frozenset(table["name"] for table in components.sheet("trains")["phase"] if table["blue_zone"])


class SicilianMarket(MarketRules):
    """Section 5: where tokens may go, and what happens where they arrive."""

    def barred(self, game: Game) -> frozenset[Cell]:
        return NONE if game.state.phase in _BLUE_PHASES else BLUE  # 1849-5.0.7

    def entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell in CLOSED:
            close(game, corporation)  # 1849-5.0.14
        elif cell in LAST:
            keep(game, reached_end=(*sicily(game).reached_end, corporation))
