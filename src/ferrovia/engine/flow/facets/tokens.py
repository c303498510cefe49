"""Station tokens: what they cost, for whom spaces are kept, and whose way they bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrovia.engine.board.ids import StopId

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class TokenRules:
    """Where tokens may stand, and what they mean for routes."""

    one_per_hex: bool = True  # whether a corporation may have only one token on a hex; otherwise one in each city

    def cost(self, game: Game, corporation: str) -> int:
        """What placing the next station token costs."""
        prices, left = self.prices(game, corporation), game.state.tokens[corporation]
        return prices[-left] if 0 < left <= len(prices) else 0

    def prices(self, game: Game, corporation: str) -> tuple[int, ...]:
        """What the station tokens of a corporation cost, one after the other: as the charter says."""
        return game.corporation(corporation).token_prices

    def reserved(self, game: Game, stop: StopId) -> tuple[str, ...]:
        """The corporations for which a stop keeps a space free: it is their home, and they are not in business."""
        homes = game.title.box.board.stops[stop].reserved
        return tuple(name for name in homes if name in game.state.certificates and not game.is_started(name))

    def spaces(self, game: Game, stop: StopId) -> tuple[str, ...]:
        """The token spaces of a stop as the table sees them: for whom each is kept, nothing for an open one."""
        kept = self.reserved(game, stop)
        return (*kept, *("",) * (game.layout.stop(stop).slots - len(kept)))

    def route_starts(self, game: Game, corporation: str) -> tuple[StopId, ...]:
        """The stops from which a corporation's routes may start."""
        return game.state.stations[corporation]

    def closed_stops(self, game: Game, corporation: str) -> frozenset[StopId]:
        """The stops through which no route of a corporation may pass: those full of others' tokens."""
        return game.full_stops(corporation)

    def depends_on(self, game: Game) -> object:
        """What these two depend on besides stations and layout; while all of it stays the same they are not asked."""
        return None

    def bought(self, game: Game, corporation: str) -> None:
        """A corporation has put its token in the place of one that it bought."""
