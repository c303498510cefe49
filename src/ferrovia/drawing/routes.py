"""Runs over the board: the curves of each route, hex by hex, so that every hex can draw its own part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import ORIGIN, Curve, Point, between_edges, to_point
from ferrovia.drawing.ink import path
from ferrovia.drawing.palette import Palette, route_ink
from ferrovia.drawing.printed import Printed, edge_to
from ferrovia.drawing.track import drawn
from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.runners import Route, plain_stop

WIDTH = 7.0
_MORE = 5.0  # by how much the outer of two runs on the same track is wider


@dataclass(frozen=True)
class Run:
    """A route as it is drawn: its place among the runs shown, and its curves by hex."""

    number: int
    train: str
    revenue: int
    curves: tuple[tuple[str, Curve], ...]


# Around a place that counts without a way to it being told, as where earnings do not follow single tracks.
RING = (
    Curve(Point(-66, 0), Point(-66, -88), Point(66, -88), Point(66, 0)),
    Curve(Point(66, 0), Point(66, 88), Point(-66, 88), Point(-66, 0)),
)

Strokes = tuple[tuple[int, Curve], ...]  # the number of a run, and its way over a hex


def runs_of(printed: Printed, layout: Layout, routes: Sequence[Route]) -> tuple[Run, ...]:
    """The runs of a corporation, as `best_runs` finds them or a player shows them."""
    return tuple(
        Run(number, route.train, route.revenue, tuple(_curves(printed, layout, route)))
        for number, route in enumerate(routes)
    )


def by_hex(runs: Iterable[Run]) -> dict[str, Strokes]:
    """What each hex has to draw."""
    found: dict[str, list[tuple[int, Curve]]] = {}
    for run in runs:
        for hex_id, curve in run.curves:
            found.setdefault(hex_id, []).append((run.number, curve))
    return {hex_id: tuple(strokes) for hex_id, strokes in found.items()}


def _curves(printed: Printed, layout: Layout, route: Route) -> Iterable[tuple[str, Curve]]:
    """Hex by hex; what is not beside is reached along a line of another railway."""
    sides = [_crossing(layout, here, there, route.sides) for here, there in pairwise(route.hexes)]
    stops: dict[str, list[str]] = {}
    for stop in map(plain_stop, route.stops):
        stops.setdefault(hex_of(stop), []).append(stop)
    for place, hex_id in enumerate(route.hexes):
        before = sides[place - 1] if place else None
        after = sides[place] if place < len(sides) else None
        edges = [edge for edge in (before[1] if before else None, after[0] if after else None) if edge is not None]
        over = list(_over(layout, hex_id, edges, stops.get(hex_id, [])))
        if not edges and not _takes_foreign_line(printed, route.hexes, place):
            over = list(RING)
        yield from ((hex_id, curve) for curve in over)
        if place < len(sides) and after is None:
            yield from _along(printed, hex_id, route.hexes[place + 1])


def _crossing(layout: Layout, here: str, there: str, sides: int) -> tuple[int, int] | None:
    """By which edges a route leaves one hex and enters the next."""
    for edge, beside in enumerate(layout.board.neighbours[here]):
        if beside is not None and beside[0] == there and layout.board.sides[here][edge] & sides:
            return edge, beside[1]
    return None


def _over(layout: Layout, hex_id: str, edges: Sequence[int], stops: Sequence[str]) -> Iterable[Curve]:
    """The curves over one hex: to or from a stop, through one, or from edge to edge."""
    shown = drawn(layout.face(hex_id), layout.board.orientation)
    curves = {(rail.piece.a, rail.piece.b): rail.curve for rail in shown.rails}
    for stop in stops:
        end = -1 - int(stop.rpartition(".")[2])
        if edges and all((end, edge) in curves for edge in edges):
            yield from (curves[end, edge] for edge in edges)
            return
    if len(edges) == 2 and (min(edges), max(edges)) in curves:
        yield curves[min(edges), max(edges)]


def _takes_foreign_line(printed: Printed, hexes: Sequence[str], place: int) -> bool:
    """Whether a route comes to or leaves a hex along a line of another railway."""
    beside = {hexes[at] for at in (place - 1, place + 1) if 0 <= at < len(hexes)}
    return any(hexes[place] in line and beside & set(line) for line in printed.foreign_lines)


def _along(printed: Printed, here: str, there: str) -> Iterable[tuple[str, Curve]]:
    """The part of another railway's line from a hex to an area off the map."""
    line = next((line for line in printed.foreign_lines if here in line and there in line), ())
    if not line:
        return
    first, last = sorted((line.index(here), line.index(there)))
    part = line[first : last + 1]
    orientation = printed.board.orientation
    for place, hex_id in enumerate(part):
        edges = [edge_to(printed.board, hex_id, part[at]) for at in (place - 1, place + 1) if 0 <= at < len(part)]
        yield hex_id, between_edges(orientation, *edges) if len(edges) == 2 else to_point(orientation, edges[0], ORIGIN)


def strokes(parts: Strokes, palette: Palette) -> str:
    """The ways of runs over a hex, each in its colour and dashes; where several share track they lie one in another."""
    shared: dict[Curve, list[int]] = {}
    for number, curve in parts:
        shared.setdefault(curve, []).append(number)
    ways: dict[tuple[int, float], str] = {}
    edges: dict[float, str] = {}
    for curve, numbers in shared.items():
        way, most = path(curve), WIDTH + _MORE * (len(numbers) - 1)
        edges[most + 3] = edges.get(most + 3, "") + way
        for place, number in enumerate(numbers):
            key = (number, most - _MORE * place)
            ways[key] = ways.get(key, "") + way
    light = "".join(
        svg.el("path", d=way, fill="none", stroke=palette.casing, stroke_width=wide) for wide, way in edges.items()
    )
    return light + "".join(stroke(ways[key], *key) for key in sorted(ways, key=lambda key: -key[1]))


def stroke(way: str, number: int, width: float = WIDTH) -> str:
    """A way in the ink of a run; `data-run` lets a page find all of it."""
    ink = route_ink(number)
    return svg.el(
        "path",
        d=way,
        fill="none",
        stroke=ink.colour,
        stroke_width=width,
        stroke_dasharray=" ".join(svg.number(dash * WIDTH) for dash in ink.dashes) or None,
        stroke_linecap="round" if 0.1 in ink.dashes and width == WIDTH else None,
        data_run=number + 1,
    )
