"""Section 9: stock rounds, as usual but for the limit of certificates."""

from __future__ import annotations

from ferrovia.engine.flow.facets.stock import StockRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849.setup import EXCHANGED_IS_KEPT, is_read
from ferrovia.titles.t1849.sicily import sicily


class SicilianStock(StockRules):
    """Section 9.1: the certificate limit of the set-up table; all else is usual."""

    def certificate_limit(self, game: Game) -> int:
        return sicily(game).certificate_limit

    def sells_what_is_exchanged(self, game: Game) -> bool:
        return not is_read(game.settings, EXCHANGED_IS_KEPT)
