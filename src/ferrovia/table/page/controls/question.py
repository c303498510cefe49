"""A question with few answers, each with what follows."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def question(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
