"""Trains: what the bank sells next, the pool, others' trains; money in an emergency."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def trains(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
