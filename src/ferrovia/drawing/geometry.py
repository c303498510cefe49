"""Where things are on a hex and on the board: corners, sides, centres, curves.

A hex has circumradius `RADIUS` and its centre at (0, 0); y grows downward, as in SVG. Sides are numbered as the
engine numbers them, clockwise from the south (flat) or the south-west (pointy).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt, tan
from typing import NamedTuple

from ferrovia.engine.board.hexes import EDGES, Orientation

RADIUS = 100.0
INRADIUS = RADIUS * sqrt(3) / 2  # from the centre to the middle of a side


class Point(NamedTuple):
    x: float
    y: float

    def plus(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def times(self, factor: float) -> Point:
        return Point(self.x * factor, self.y * factor)

    def distance(self, other: Point) -> float:
        return hypot(self.x - other.x, self.y - other.y)

    def towards(self, other: Point, share: float) -> Point:
        """The point that lies a share of the way to another."""
        return Point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)


ORIGIN = Point(0.0, 0.0)


def polar(degrees_: float, length: float) -> Point:
    """A point by its angle, clockwise from the east, and its distance."""
    angle = radians(degrees_)
    return Point(length * cos(angle), length * sin(angle))


def angle_of(point: Point) -> float:
    """The angle of a point seen from the centre, clockwise from the east."""
    return degrees(atan2(point.y, point.x))


def edge_angle(orientation: Orientation, edge: int) -> float:
    """The direction in which a side lies."""
    return (90.0 if orientation == "flat" else 120.0) + 60.0 * edge


@lru_cache(maxsize=256)
def middle(orientation: Orientation, edge: int) -> Point:
    """The middle of a side."""
    return polar(edge_angle(orientation, edge), INRADIUS)


@lru_cache(maxsize=256)
def side(orientation: Orientation, edge: int) -> tuple[Point, Point]:
    """The two corners of a side, clockwise."""
    angle = edge_angle(orientation, edge)
    return polar(angle - 30, RADIUS), polar(angle + 30, RADIUS)


@lru_cache(maxsize=256)
def corners(orientation: Orientation) -> tuple[Point, ...]:
    """The six corners, clockwise; the first is where side 0 begins."""
    return tuple(side(orientation, edge)[0] for edge in EDGES)


def centre(orientation: Orientation, col: int, row: int) -> Point:
    """The centre of a hex on its board, from its doubled coordinates."""
    across, along = RADIUS * 1.5, INRADIUS
    return Point(col * across, row * along) if orientation == "flat" else Point(col * along, row * across)


def outward(orientation: Orientation, x: float, y: float) -> tuple[float, float]:
    """How far out a point lies: towards the two sides that are straight ahead, and towards the nearest other one.

    A hex is the same on all sides, so the corner of a box that lies farthest out both ways is as far out as the
    middle of the box and half its size are together.
    """
    across, along = (abs(x), abs(y)) if orientation == "flat" else (abs(y), abs(x))
    return along, across * (INRADIUS / RADIUS) + along / 2


def inside(orientation: Orientation, x: float, y: float, margin: float = 0.0) -> bool:
    """Whether a point lies in the hex, at least `margin` away from its sides."""
    return max(outward(orientation, x, y)) <= INRADIUS - margin


class Curve(NamedTuple):
    """A cubic curve: where it begins, its two handles, where it ends."""

    start: Point
    leave: Point
    arrive: Point
    end: Point

    @property
    def reversed(self) -> Curve:
        return Curve(self.end, self.arrive, self.leave, self.start)

    def at(self, share: float) -> Point:
        return self._split(share)[0].end

    def heading(self, share: float) -> float:
        """The direction of travel at a share of the way, clockwise from the east."""
        before, after = self.at(max(share - 0.01, 0)), self.at(min(share + 0.01, 1))
        return degrees(atan2(after.y - before.y, after.x - before.x))

    def halves(self, share: float) -> tuple[Curve, Curve]:
        """What comes before and after a share of the way."""
        return self._split(share)

    def _split(self, share: float) -> tuple[Curve, Curve]:
        first = self.start.towards(self.leave, share)
        middle_ = self.leave.towards(self.arrive, share)
        last = self.arrive.towards(self.end, share)
        before, after = first.towards(middle_, share), middle_.towards(last, share)
        point = before.towards(after, share)
        return Curve(self.start, first, before, point), Curve(point, after, last, self.end)

    def points(self, count: int = 9) -> tuple[Point, ...]:
        """Points along the way, both ends included."""
        return tuple(Point(x, y) for x, y in self.trace(count))

    def trace(self, count: int) -> list[tuple[float, float]]:
        """The same in plain numbers, for where there are many."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self
        return [
            (p * ax + q * bx + r * cx + u * dx, p * ay + q * by + r * cy + u * dy) for p, q, r, u in _weights(count)
        ]

    @property
    def is_straight(self) -> bool:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self
        return (
            abs((dx - ax) * (by - ay) - (dy - ay) * (bx - ax)) < 1
            and abs((dx - ax) * (cy - ay) - (dy - ay) * (cx - ax)) < 1
        )


@lru_cache(maxsize=256)
def _weights(count: int) -> tuple[tuple[float, float, float, float], ...]:
    """How much each of a curve's four points weighs, step by step along it."""
    shares = [step / (count - 1) for step in range(count)]
    return tuple(((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3) for t in shares)


def straight(start: Point, end: Point) -> Curve:
    return Curve(start, start.towards(end, 1 / 3), start.towards(end, 2 / 3), end)


@lru_cache(maxsize=256)
def between_edges(orientation: Orientation, a: int, b: int) -> Curve:
    """Track from side to side: straight, a wide curve or a tight one, and square to both sides."""
    start, end = middle(orientation, a), middle(orientation, b)
    apart = min((a - b) % 6, (b - a) % 6)
    if apart == 3:
        return straight(start, end)
    # Arcs around the meeting point of the two sides: 120 degrees around a corner, 60 around a point beyond the hex.
    radius, turn = (RADIUS / 2, 2 * pi / 3) if apart == 1 else (RADIUS * 1.5, pi / 3)
    handle = radius * 4 / 3 * tan(turn / 4) / INRADIUS
    return Curve(start, start.times(1 - handle), end.times(1 - handle), end)


@lru_cache(maxsize=4096)
def to_point(orientation: Orientation, edge: int, point: Point) -> Curve:
    """Track from a side to a place in the hex, square to the side."""
    start = middle(orientation, edge)
    reach = start.distance(point)
    bend = start.times(1 - 0.55 * reach / INRADIUS)
    return Curve(start, start.towards(bend, 0.7), bend.towards(point, 0.3), point)


def mean(points: Iterable[Point]) -> Point:
    listed = list(points)
    return Point(sum(point.x for point in listed) / len(listed), sum(point.y for point in listed) / len(listed))
