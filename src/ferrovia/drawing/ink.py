"""Track and towns as ink: what lies on a hex between its ground and its labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import hypot

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Curve, Point, corners, polar
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.track import Drawn, Place, Rail, drawn
from ferrovia.engine.board.hexes import Orientation
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.track import Face, Gauge, Piece

# Widths of the line itself. Standard is one bold line, narrow is broken into sleepers, dual is two rails around a
# light core: three shapes, so that they differ without colour too.
WIDTH = {Gauge.STANDARD: 13.0, Gauge.NARROW: 12.0, Gauge.DUAL: 17.0}
CASING = 6.0
CORE = 6.5
SLEEPERS = "6.5 4.5"
SPINE = 4.0
TOWN_RADIUS = 11.0
BAR = (36.0, 9.5)
_HAIR = 1.006
_INKED: Memory[tuple[Face, Orientation, str], str] = Memory(4096)


def path(curve: Curve) -> str:
    """The `d` of a curve."""
    if curve.is_straight:
        return f"M{_at(curve.start)}L{_at(curve.end)}"
    return f"M{_at(curve.start)}C{_at(curve.leave)} {_at(curve.arrive)} {_at(curve.end)}"


def _at(point: Point) -> str:
    return f"{point.x:.1f} {point.y:.1f}".replace(".0 ", " ").removesuffix(".0")


def _way(rail: Rail) -> str:
    """The `d` of a rail, a hair beyond the sides of the hex, so that no seam shows where it goes on."""
    start, leave, arrive, end = rail.curve
    return path(Curve(start.times(_HAIR), leave, arrive, end.times(_HAIR) if rail.piece.a >= 0 else end))


@lru_cache(maxsize=256)
def outline(orientation: Orientation) -> str:
    """The `points` of a hex."""
    return svg.points(*corners(orientation))


def ink(face: Face, orientation: Orientation, palette: Palette) -> str:
    """The track of a face, and arrows where it leads off the map; worked out once."""
    return _INKED.recall((face, orientation, palette.name), _tracks, face, orientation, palette)


def stretch(curve: Curve, gauge: Gauge, palette: Palette) -> str:
    """A single stretch of track, for a legend."""
    return _laid([Rail(Piece(0, 3, gauge), curve)], palette)


def _tracks(face: Face, orientation: Orientation, palette: Palette) -> str:
    """Cluster by cluster, so that a line which crosses another without meeting it shows as passing over."""
    shown = drawn(face, orientation)
    return "".join(_laid(cluster, palette) + _heads(cluster, shown, palette) for cluster in shown.clusters)


def _laid(rails: Iterable[Rail], palette: Palette) -> str:
    """Rails that meet: the light edges of them all, then the lines themselves, a path for each gauge."""
    ways: dict[Gauge, str] = {}
    for rail in rails:
        ways[rail.gauge] = ways.get(rail.gauge, "") + _way(rail)
    casing = [
        svg.el("path", d=way, fill="none", stroke=palette.casing, stroke_width=WIDTH[gauge] + CASING)
        for gauge, way in ways.items()
    ]
    return "".join(casing) + _lines(ways, palette)


def _lines(ways: Mapping[Gauge, str], palette: Palette) -> str:
    parts: list[str] = []
    if way := ways.get(Gauge.NARROW):
        parts.append(svg.el("path", d=way, fill="none", stroke=palette.narrow, stroke_width=SPINE))
        parts.append(
            svg.el(
                "path",
                d=way,
                fill="none",
                stroke=palette.narrow,
                stroke_width=WIDTH[Gauge.NARROW],
                stroke_dasharray=SLEEPERS,
            )
        )
    if way := ways.get(Gauge.STANDARD):
        parts.append(svg.el("path", d=way, fill="none", stroke=palette.track, stroke_width=WIDTH[Gauge.STANDARD]))
    if way := ways.get(Gauge.DUAL):
        parts.append(svg.el("path", d=way, fill="none", stroke=palette.track, stroke_width=WIDTH[Gauge.DUAL]))
        parts.append(svg.el("path", d=way, fill="none", stroke=palette.casing, stroke_width=CORE))
    return "".join(parts)


def _heads(rails: tuple[Rail, ...], shown: Drawn, palette: Palette) -> str:
    """Arrowheads where track ends at an area off the map or a port."""
    return "".join(
        svg.el(
            "path", d=_head(rail.curve, WIDTH[rail.gauge]), fill=palette.track, stroke=palette.casing, stroke_width=2
        )
        for rail in rails
        if rail.piece.a < 0 and shown.places[-1 - rail.piece.a].shape == "box"
    )


def _head(curve: Curve, width: float) -> str:
    (ex, ey), (bx, by) = curve.end, curve.start
    length = hypot(ex - bx, ey - by) or 1.0
    ahead, beside = Point((ex - bx) / length, (ey - by) / length), Point((by - ey) / length, (ex - bx) / length)
    tip = curve.end.plus(ahead.times(width * 1.25))
    left, right = curve.end.plus(beside.times(width * 0.95)), curve.end.plus(beside.times(-width * 0.95))
    return f"M{_at(left)}L{_at(tip)}L{_at(right)}Z"


def town_box(place: Place) -> Box:
    """The room that a town takes."""
    high = BAR[0] * 0.8 if place.shape == "bar" else 2 * TOWN_RADIUS + 4
    wide = high + 2 * TOWN_RADIUS if place.shape == "dots" else high
    return Box(place.point.x - wide / 2, place.point.y - high / 2, wide, high)


def dot(palette: Palette) -> str:
    """A town where lines meet, or where none is yet."""
    return svg.el("circle", r=TOWN_RADIUS, fill=palette.town, stroke=palette.casing, stroke_width=3)


def town(place: Place, palette: Palette) -> str:
    """A bar across a line, or a dot where lines meet or none is yet; two dots are a double town."""
    x, y = place.point
    if place.shape == "dots":
        return svg.moved(x - TOWN_RADIUS, y, dot(palette)) + svg.moved(x + TOWN_RADIUS, y, dot(palette))
    if place.shape == "dot":
        return svg.moved(x, y, dot(palette))
    length, width = BAR
    reach = polar(place.angle + 90, length / 2)
    way = f"M{_at(place.point.plus(reach))}L{_at(place.point.plus(reach.times(-1)))}"
    longer = polar(place.angle + 90, length / 2 + 3)
    around = f"M{_at(place.point.plus(longer))}L{_at(place.point.plus(longer.times(-1)))}"
    return svg.el("path", d=around, stroke=palette.casing, stroke_width=width + 6) + svg.el(
        "path", d=way, stroke=palette.town, stroke_width=width
    )
