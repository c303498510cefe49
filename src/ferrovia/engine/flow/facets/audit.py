"""What the audit must know: where pieces of the box may be besides the usual places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrovia.engine.board.ids import StopId

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class Audit:
    """What conservation asks: see `flow.conservation`."""

    endless_trains: frozenset[str] = frozenset()  # classes of which the bank never runs out

    def train_roster(self, game: Game) -> tuple[str, ...]:
        """Every train card of this game."""
        return game.title.box.roster(game.settings.options)

    def money_elsewhere(self, game: Game) -> int:
        """Money that is in no purse."""
        return 0

    def has_president(self, game: Game, corporation: str) -> bool:
        """Whether a started corporation must have a president now."""
        return True

    def certificate_places(self, game: Game, corporation: str) -> frozenset[str]:
        """Where certificates of a corporation may be while it is not started."""
        return frozenset({game.title.setup.stock_of(corporation)})

    def lost_tokens(self, game: Game, corporation: str) -> int:
        """Station tokens of a corporation that have left the game."""
        return 0

    def lost_tiles(self, game: Game, tile: str) -> int:
        """Tiles of a kind that have left the game."""
        return 0

    def may_be_crowded(self, game: Game, stop: StopId) -> bool:
        """Whether a stop may hold more station tokens than it shows spaces."""
        return False
