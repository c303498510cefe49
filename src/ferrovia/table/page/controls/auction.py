"""Auctions: the lots, the bids on them, a price to name."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def auction(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
