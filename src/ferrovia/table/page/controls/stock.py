"""A turn in a stock round: sell, buy, start, by corporation."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def stock(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
