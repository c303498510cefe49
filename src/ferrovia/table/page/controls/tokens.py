"""Tokens, anchors, coaches: the places where one may be put."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def tokens(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
