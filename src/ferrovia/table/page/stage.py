"""The stage: the board as a picture, and what lies over it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from ferrovia.drawing.edition import Edition, edition_of
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.position import position
from ferrovia.drawing.stage import Stage, centre_of, corners, stage, tried_hex
from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.state import State
from ferrovia.table.page.forks import at_once
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class HexMark:
    """A hex that can be picked, or is: where it lies, the address that picks it, what stands on it."""

    hex: str
    x: float
    y: float
    name: str  # for those who cannot see it
    pick: str  # the query of the address that picks it; empty for one that cannot be picked
    is_chosen: bool = False
    tile: str = ""  # itself with a tile that may be laid, as markup in its place
    tag: str = ""  # a few signs beside it: +10
    tag_x: float = 0.0  # where they stand, from its centre
    tag_y: float = -58.0

    @property
    def place(self) -> Point:
        return Point(self.x, self.y)

    @property
    def at(self) -> str:
        return f"{self.x:g} {self.y:g}"


@dataclass(frozen=True)
class Marks:
    """What lies over the board."""

    corners: str
    hexes: tuple[HexMark, ...] = ()


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


def marks(scene: Scene, hexes: Iterable[HexMark] = ()) -> Marks:
    return Marks(corners(edition(scene)), _tagged(tuple(hexes)))


def tried(scene: Scene) -> tuple[HexMark, ...]:
    """The hexes with other tiles or tokens than where a sandbox began."""
    now, before = scene.game, scene.moment.at(scene.base)
    laid = {
        hex_id
        for hex_id in {*now.layout.tiles, *before.layout.tiles}
        if now.layout.tiles.get(hex_id) != before.layout.tiles.get(hex_id)
    }
    stops = [{(name, stop) for name, held in game.state.stations.items() for stop in held} for game in (now, before)]
    laid |= {hex_of(stop) for _, stop in stops[0] ^ stops[1]}
    return tuple(hex_mark(scene, hex_id, "") for hex_id in sorted(laid))


# Where a tag may stand on the rim of its hex, the best first; from there twice as far lies the neighbour.
_RIM = ((0.0, -92.0), (78.0, -60.0), (-78.0, -60.0), (0.0, 92.0), (78.0, 60.0), (-78.0, 60.0))
_WITHIN = (0.0, 52.0)  # where it covers a part of its own hex, and nothing else


def _tagged(marks: tuple[HexMark, ...]) -> tuple[HexMark, ...]:
    """Tags on that side of their hexes where they cover no other lit one; where so many are lit, within their own."""
    lit = [mark.place for mark in marks]

    def beside(mark: HexMark) -> tuple[float, float]:
        return next((side for side in _RIM if _is_free(mark, side, lit)), _WITHIN)

    found = [_with_tag(mark, *beside(mark)) for mark in marks]
    if any(_clash(one, other) for one, other in combinations([mark for mark in found if mark.tag], 2)):
        found = [_with_tag(mark, *_WITHIN) for mark in marks]
    return tuple(found)


def _with_tag(mark: HexMark, x: float, y: float) -> HexMark:
    return replace(mark, tag_x=x, tag_y=y) if mark.tag else mark


def _clash(one: HexMark, other: HexMark) -> bool:
    """Whether two tags would cover each other at the size that they have on a small screen."""
    across = abs(one.x + one.tag_x - other.x - other.tag_x)
    down = abs(one.y + one.tag_y - other.y - other.tag_y)
    return across < 15 * (len(one.tag) + len(other.tag)) + 36 and down < 75


def _is_free(mark: HexMark, side: tuple[float, float], lit: list[Point]) -> bool:
    beyond = Point(mark.x + side[0] * 1.9, mark.y + side[1] * 1.9)
    return not any(beyond.distance(place) < 105 for place in lit if place.distance(mark.place) > 1)


def hex_mark(
    scene: Scene, hex_id: str, pick: str, *, is_chosen: bool = False, laid: LayTile | None = None, tag: str = ""
) -> HexMark:
    """A hex on the stage; `laid` is a tile that is shown in place, with all that would stand on it then."""
    printed = edition(scene)
    place = centre_of(printed, hex_id)
    then = at_once(scene, laid) if laid is not None else None
    tile = tried_hex(printed, position(then), hex_id, THEMES[scene.theme]) if then is not None else ""
    name = scene.place(hex_id)
    return HexMark(hex_id, round(place.x, 1), round(place.y, 1), name, pick, is_chosen, tile, tag)
