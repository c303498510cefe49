"""Track: what it costs, where it may not be laid, and what follows when the map has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ferrovia.engine.flow.refusal import Refusal

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class TrackRules:
    """What a tile costs, and where it may not lie."""

    upgrades_cost: bool = False  # whether terrain is paid for again when a tile is replaced

    def terrain_cost(self, game: Game, corporation: str, hex_id: str, gauges: Iterable[int]) -> int:
        """What it costs to add track of these gauges to a hex."""
        is_paid = game.layout.face(hex_id).colour != "blank" and not self.upgrades_cost
        return 0 if is_paid else game.title.box.board.hexes[hex_id].cost

    def hex_refusal(self, game: Game, corporation: str, hex_id: str) -> Refusal | None:
        """Why no tile may be laid on a hex for now, besides what the board says."""
        return None

    def changed(self, game: Game) -> None:
        """A tile or a token was placed or taken away."""
