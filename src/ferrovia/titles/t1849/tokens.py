"""Section 10.4: station tokens."""

from __future__ import annotations

from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn


class SicilianTokens(TokenRules):
    """Section 10.4: tokens are paid for all at once, when a corporation starts."""

    def bought(self, game: Game, corporation: str) -> None:
        turn = game.find(OperatingTurn)
        assert turn is not None
        turn.next_step(game)  # 1849-R37: one a turn
