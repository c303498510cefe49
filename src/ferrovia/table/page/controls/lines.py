"""Lines of 18FB: a token priced by its route."""

from __future__ import annotations

from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene


def lines(scene: Scene) -> Control | None:
    """The control, where this is what must be decided."""
    return None
