"""Where a corporation starts: its price on the market, its home on the map."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def starting(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
