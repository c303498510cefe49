"""Runs and lines over the board: each in its ink, with a label placed by rule."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, inf

from ferrovia.drawing.geometry import Point
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import THEMES, route_ink
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.printed import printed_of
from ferrovia.drawing.routes import Run, by_hex, runs_of, strokes
from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.runners import Route
from ferrovia.table.page.control import ControlMarks
from ferrovia.table.page.routes import Shown
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

_RIM = 30  # between a label and the edge of the picture, on which a small screen draws it larger


@dataclass(frozen=True)
class Label:
    """What stands beside a run on the map, and where its thread meets the line."""

    number: int
    text: str
    box: Box
    at: Point

    @property
    def x(self) -> float:
        return round(self.box.x + self.box.width / 2, 1)

    @property
    def y(self) -> float:
        return round(self.box.y + self.box.height / 2, 1)

    @property
    def left(self) -> float:
        return round(-self.box.width / 2, 1)

    @property
    def top(self) -> float:
        return round(-self.box.height / 2, 1)

    @property
    def type(self) -> float:
        """The size of its letters."""
        return round(self.box.height * 0.68, 1)

    @property
    def base(self) -> float:
        return round(self.box.height * 0.24, 1)

    @property
    def thread(self) -> str:
        return f"M{self.x:g} {self.y:g}L{self.at.x:.1f} {self.at.y:.1f}"

    @property
    def dashes(self) -> str:
        """The edge of the label is broken like its line."""
        return " ".join(f"{dash * 5:g}" for dash in route_ink(self.number - 1).dashes if dash >= 1)


@dataclass(frozen=True)
class Part:
    """What runs draw on one hex."""

    x: float
    y: float
    markup: str
    stops: tuple[str, ...]  # which lie over the runs, as on the board


@dataclass(frozen=True)
class Drawn:
    """Runs over the board."""

    parts: tuple[Part, ...] = ()
    labels: tuple[Label, ...] = ()
    size: float = 1.0  # of the labels, by that of the board


def drawn(scene: Scene, routes: Sequence[Route], texts: Sequence[str], box: Box, lit: Sequence[Point] = ()) -> Drawn:
    """The runs over the board, each in its ink, with its label where it covers least: no lit hex if it can be."""
    if not routes:
        return Drawn()
    printed = printed_of(edition(scene))
    places = plan_of(printed).places
    runs = runs_of(printed, scene.game.layout, routes)
    palette = THEMES[scene.theme]
    parts = tuple(
        Part(round(places[hex_id].x, 1), round(places[hex_id].y, 1), strokes(ways, palette), _stops(scene, hex_id))
        for hex_id, ways in by_hex(runs).items()
    )
    size = min(2.4, max(0.75, box.width / 2300))
    return Drawn(parts, _labels(scene, runs, texts, places, box.grown(-_RIM * size), size, lit), size)


def _stops(scene: Scene, hex_id: str) -> tuple[str, ...]:
    """The cities and towns of a hex."""
    stops = scene.game.layout.face(hex_id).stops
    return tuple(stop_id(hex_id, number) for number, stop in enumerate(stops) if stop.kind in ("city", "town"))


def _labels(
    scene: Scene,
    runs: Sequence[Run],
    texts: Sequence[str],
    places: Mapping[str, Point],
    box: Box,
    size: float,
    lit: Sequence[Point],
) -> tuple[Label, ...]:
    """A label for each run: off its own and others' lines, off cities, near its middle, inside the picture."""
    ways = [[places[hex_id].plus(point) for hex_id, curve in run.curves for point in curve.points(5)] for run in runs]
    lines = _Spots([point for way in ways for point in way])
    cities = _Spots([places[hex_id] for hex_id in _with_stations(scene)])
    asked = _Spots(lit)
    names = _names(scene, places)
    labels: list[Label] = []
    for run, way, text in zip(runs, ways, texts, strict=False):
        if not way:
            continue
        wide, high = (len(text) * 21 + 44) * size, 58 * size
        own = _Spots(way)
        near = [name for name in names if own.within(name.grown(300 * size))]
        best: tuple[float, Label] | None = None
        for at in way[:: max(1, len(way) // 24)]:
            for x, y in _around(at, wide, high, size, best[0] if best else inf):
                if best is not None and _far(x + wide / 2, y + high / 2, at) >= best[0]:
                    continue  # most of them: however little it covers, a nearer one is better
                there = Box(x, y, wide, high)
                if not box.holds(there) or any(there.grown(8).meets(label.box) for label in labels):
                    continue
                cost = _cost(there, at, lines, cities, asked, near, best[0] if best else inf)
                if best is None or cost < best[0]:
                    best = (cost, Label(run.number + 1, text, there, at))
        if best is not None:
            labels.append(best[1])
    return tuple(labels)


def _names(scene: Scene, places: Mapping[str, Point]) -> list[Box]:
    """About where the names of places stand: over the middle of their hexes."""
    hexes = scene.title.box.board.hexes
    return [
        Box(places[hex_id].x - 75, places[hex_id].y - 70, 150, 44) for hex_id, hex in hexes.items() if hex.face.stops
    ]


def _around(at: Point, wide: float, high: float, size: float, most: float) -> Iterable[tuple[float, float]]:
    """Where a label, which is wider than high, may stand beside a point, the nearest first; none that costs `most`."""
    for far in (70 * size, 130 * size, 200 * size, 300 * size):
        if _cost_of(far) >= most:
            return
        for down in (-far, -far / 2, 0.0, far / 2, far):
            yield at.x + far - high / 2, at.y + down - high / 2
            yield at.x - far + high / 2 - wide, at.y + down - high / 2
        yield at.x - wide / 2, at.y - far - high / 2
        yield at.x - wide / 2, at.y + far - high / 2


class _Spots:
    """Points on the board, from left to right: how many a box covers is asked of many boxes."""

    def __init__(self, points: Sequence[Point]) -> None:
        ordered = sorted(points, key=lambda point: point.x)
        self._x = [point.x for point in ordered]
        self._y = [point.y for point in ordered]

    def within(self, box: Box) -> int:
        ys = self._y[bisect_left(self._x, box.x) : bisect_right(self._x, box.right)]
        top, bottom = box.y, box.bottom
        return sum([top <= y <= bottom for y in ys])


def _far(x: float, y: float, at: Point) -> float:
    """What it costs that a label stands off its line."""
    return _cost_of(hypot(x - at.x, y - at.y))


def _cost_of(far: float) -> float:
    return far / 4


def _cost(
    there: Box, at: Point, lines: _Spots, cities: _Spots, lit: _Spots, names: Sequence[Box], most: float
) -> float:
    """How much a label would cover, and how far it would stand from its line; from `most` on it does not matter."""
    cost = _far(there.x + there.width / 2, there.y + there.height / 2, at)
    for spots, margin, weight in ((lit, 80, 400), (cities, 80, 150), (lines, 14, 60)):
        if cost >= most:
            break
        cost += spots.within(there.grown(margin)) * weight
    return cost if cost >= most else cost + sum(there.meets(name) for name in names) * 50


def _with_stations(scene: Scene) -> set[str]:
    """Hexes with something to read on them: cities, and whatever has a token."""
    layout = scene.game.layout
    return {
        hex_id
        for hex_id in scene.title.box.board.hexes
        if any(stop.kind != "town" for stop in layout.face(hex_id).stops)
    }


def places_of(scene: Scene, asked: Shown | None, marks: ControlMarks) -> list[Point]:
    """The hexes that such runs and lines touch."""
    shown: Shown | None = asked or marks.runs
    if shown is None:
        return []
    printed = printed_of(edition(scene))
    places = plan_of(printed).places
    return [places[hex_id] for hex_id in by_hex(runs_of(printed, scene.game.layout, shown.routes))]


def drawn_for(scene: Scene, asked: Shown | None, marks: ControlMarks, box: Box, lit: Sequence[Point] = ()) -> Drawn:
    """What is drawn over the board: the runs that somebody asked for, else those of the decision."""
    shown: Shown | None = asked or marks.runs
    if shown is None:
        return Drawn()
    texts = [f"{table.train} · {table.total + shown.besides}" for table in shown.tables]
    labels = marks.labels if asked is None else None
    return drawn(scene, shown.routes, texts if labels is None else labels, box, lit)
