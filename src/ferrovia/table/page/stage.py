"""The stage: the board as a picture, and what lies over it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ferrovia.drawing.edition import Edition, edition_of
from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.position import position
from ferrovia.drawing.stage import Stage, centre_of, corners, lone_tile, stage
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.state import State
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class HexMark:
    """A hex that can be picked, or is: where it lies, the address that picks it, what stands on it."""

    hex: str
    x: float
    y: float
    name: str  # for who cannot see it
    pick: str  # the query of the address that picks it; empty for one that cannot be picked
    is_chosen: bool = False
    tile: str = ""  # a tile in place, as markup
    tag: str = ""  # a few signs beside it: +10


@dataclass(frozen=True)
class Marks:
    """What lies over the board."""

    view: str
    corners: str
    hexes: tuple[HexMark, ...] = ()

    @property
    def lit(self) -> str:
        """The hexes that are not veiled; none where nothing is asked of the map."""
        return " ".join(mark.hex for mark in self.hexes)


def edition(scene: Scene) -> Edition:
    return edition_of(scene.title, scene.language)


# What was drawn last, by the state it was drawn of: many look at the same one, and a state does not change any more.
_drawn: Memory[tuple[int, str, str], tuple[State, Stage]] = Memory(64)


def stage_of(scene: Scene) -> Stage:
    state = scene.game.state
    key = (id(state), scene.language, scene.theme)
    known = _drawn.get(key)
    if known is None or known[0] is not state:
        known = state, stage(edition(scene), position(scene.game), THEMES[scene.theme])
        _drawn[key] = known
    return known[1]


def marks(scene: Scene, view: str, hexes: Iterable[HexMark] = ()) -> Marks:
    return Marks(view, corners(edition(scene)), tuple(hexes))


def hex_mark(
    scene: Scene, hex_id: str, pick: str, *, is_chosen: bool = False, laid: tuple[str, int] | None = None, tag: str = ""
) -> HexMark:
    """A hex on the stage; `laid` is a tile and its rotation to be shown in place."""
    printed = edition(scene)
    place = centre_of(printed, hex_id)
    tile = lone_tile(printed, *laid, THEMES[scene.theme]) if laid else ""
    name = scene.place(hex_id)
    return HexMark(hex_id, round(place.x, 1), round(place.y, 1), name, pick, is_chosen, tile, tag)
