"""Every hex of the map as something to ask about, lit or not: where it lies and what it is called."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.stage import centre_of
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


class Spot(NamedTuple):
    """A hex under the pointer."""

    hex: str
    x: float
    y: float
    name: str


def spots(scene: Scene) -> tuple[Spot, ...]:
    return _spots(edition(scene))


@lru_cache(maxsize=16)
def _spots(printed: Edition) -> tuple[Spot, ...]:
    board, say = printed.box.board, printed.voice
    found = []
    for hex_id in board.hexes:
        place, named = centre_of(printed, hex_id), board.place(hex_id)
        name = named if isinstance(named, str) else say(named)
        found.append(Spot(hex_id, round(place.x, 1), round(place.y, 1), name))
    return tuple(found)
