"""Section 10.4: station tokens and the homes that are kept free for those not in operation."""

from __future__ import annotations

from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1849.sicily import sicily


class SicilianTokens(TokenRules):
    """Section 10.4: for whom spaces are kept; tokens are paid for all at once, when a corporation starts."""

    def reserved(self, game: Game, stop: str) -> tuple[str, ...]:
        """1849-10.4.4: the home of a corporation not in operation, unless it was removed at set-up."""
        homes = game.title.box.board.stops[stop].reserved
        return tuple(name for name in homes if name in sicily(game).order and not game.is_started(name))

    def bought(self, game: Game, corporation: str) -> None:
        turn = game.find(OperatingTurn)
        assert turn is not None
        turn.next_step(game)  # 1849-R37: one a turn
