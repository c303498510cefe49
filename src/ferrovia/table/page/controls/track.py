"""Laying track: legal hexes, the tiles of one, how a tile may be turned."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def track(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
