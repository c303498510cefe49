"""The ground of the board: sea and coast, land by its terrain, and the colours of the tiles that lie there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import pairwise

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Point, corners, side
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.signs import relief
from ferrovia.engine.board.board import Board, Hex
from ferrovia.engine.board.hexes import EDGES, Orientation

RELIEF = ("mountain", "hill", "rough")
_BARE = ("blank", "grey")  # what shows its terrain; a grey hex has it only where nobody builds


def is_sea(hex: Hex) -> bool:
    """Open water, with nothing printed on it."""
    return hex.face.colour == "blue" and not hex.face.stops


def has_coast(board: Board) -> bool:
    return any(hex.face.colour == "blue" for hex in board.hexes.values())


def ground(hex: Hex, colour: str, palette: Palette) -> str:
    """The colour under a hex that shows a face of this colour."""
    if colour != "blank":
        return palette.ground(colour)
    match hex.terrain:
        case "mountain":
            return palette.mountain_ground
        case "hill" | "rough":
            return palette.hill_ground
    return palette.land


def grounds(board: Board, places: Mapping[str, Point], colours: Mapping[str, str], palette: Palette) -> str:
    """All hexes of a colour in one path; open water only as a faint net."""
    ways: dict[str, list[str]] = {}
    net: list[str] = []
    for hex_id, place in places.items():
        hex = board.hexes[hex_id]
        way = _hex(board.orientation, place)
        if is_sea(hex) and hex.terrain != "lake":
            net.append(way)
        else:
            ways.setdefault(ground(hex, colours[hex_id], palette), []).append(way)
    parts = [
        svg.el("path", d="".join(way), fill=colour, stroke=palette.grid, stroke_width=1.6)
        for colour, way in ways.items()
    ]
    faint = svg.el("path", d="".join(net), fill="none", stroke=palette.coast, stroke_width=1, stroke_opacity=0.4)
    return (faint if net else "") + "".join(parts)


@lru_cache(maxsize=2048)
def _hex(orientation: Orientation, place: Point) -> str:
    """A hex as a path, in steps from corner to corner."""
    x, y = corners(orientation)[0]
    return f"M{round(place.x + x, 1):g} {round(place.y + y, 1):g}{_around(orientation)}"


@lru_cache(maxsize=256)
def _around(orientation: Orientation) -> str:
    steps = " ".join(f"{round(b.x - a.x, 1):g} {round(b.y - a.y, 1):g}" for a, b in pairwise(corners(orientation)))
    return f"l{steps.replace(' -', '-')}z"


def coast(board: Board, places: Mapping[str, Point], palette: Palette) -> str:
    """Shallows and shore around all land."""
    land = dict.fromkeys(hex_id for hex_id in places if board.hexes[hex_id].face.colour != "blue")
    way = "".join(_shore(board, places, land))
    shallows = "".join(
        svg.el(
            "path",
            d=way,
            fill="none",
            stroke=palette.shallows,
            stroke_width=wide,
            stroke_opacity=0.4,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        for wide in (84, 56, 30)
    )
    shore = svg.el(
        "path",
        d=way,
        fill="none",
        stroke=palette.coast,
        stroke_width=7,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return shallows + shore


def _shore(board: Board, places: Mapping[str, Point], land: Collection[str]) -> Iterable[str]:
    """The sides of land hexes beyond which there is none, joined from corner to corner."""
    after: dict[tuple[int, int], tuple[Point, Point]] = {}
    for hex_id in land:
        for edge in EDGES:
            beside = board.neighbours[hex_id][edge]
            if beside is not None and beside[0] in land and (hex_id, edge) not in board.links:
                continue
            a, b = (corner.plus(places[hex_id]) for corner in side(board.orientation, edge))
            after[round(a.x), round(a.y)] = (a, b)
    while after:
        _, (start, at) = after.popitem()
        points = [start, at]
        while (round(at.x), round(at.y)) in after:
            _, at = after.pop((round(at.x), round(at.y)))
            points.append(at)
        yield "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def reliefs(
    board: Board, places: Mapping[str, Point], colours: Mapping[str, str], palette: Palette, prefix: str
) -> str:
    """Hills and mountains on the hexes where no tile hides them."""
    return "".join(
        svg.el(
            "use",
            href=f"#{prefix}{board.hexes[hex_id].terrain}{palette.over(colours[hex_id]).suffix}",
            x=round(place.x, 1),
            y=round(place.y, 1),
        )
        for hex_id, place in places.items()
        if board.hexes[hex_id].terrain in RELIEF and colours[hex_id] in _BARE
    )


def relief_definitions(palette: Palette, prefix: str) -> str:
    return "".join(svg.group(relief(terrain, palette), id=f"{prefix}{terrain}{palette.suffix}") for terrain in RELIEF)
