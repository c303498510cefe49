"""The track of a face: where its stops lie, and the curve of each piece."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from ferrovia.drawing.geometry import (
    ORIGIN,
    Curve,
    Point,
    angle_of,
    between_edges,
    edge_angle,
    mean,
    middle,
    polar,
    to_point,
)
from ferrovia.drawing.points import Points, along
from ferrovia.engine.board.hexes import Orientation
from ferrovia.engine.board.track import Face, Gauge, Piece, Stop

Shape = Literal["bar", "dot", "dots", "city", "box"]

# How far from the centre a stop lies that has the hex to share, and where along a line a town may give way to another.
ASIDE = 47.0
ARROW = 0.3  # how far track leads into an area off the map
_SHARES = (0.5, 0.36, 0.64, 0.27, 0.73)


class Place(NamedTuple):
    """Where a stop lies on its hex, and how it lies there."""

    point: Point
    shape: Shape
    angle: float = 0.0  # of the track through a bar; of the row of slots of a city that lies aside
    share: float = 0.5  # how far along the line a bar lies


class Rail(NamedTuple):
    """A piece of track as it is drawn."""

    piece: Piece
    curve: Curve

    @property
    def gauge(self) -> Gauge:
        return self.piece.gauge


class Drawn(NamedTuple):
    """All track and stops of a face in one orientation."""

    places: tuple[Place, ...]
    rails: tuple[Rail, ...]
    clusters: tuple[tuple[Rail, ...], ...]  # rails that meet; one cluster passes over or under another
    trail: Points  # points all along the track, for those who keep off it


@lru_cache(maxsize=4096)
def drawn(face: Face, orientation: Orientation) -> Drawn:
    """The track of a face, worked out once."""
    places = _places(face, orientation)
    rails = tuple(Rail(piece, _curve(face, orientation, places, piece)) for piece in face.pieces)
    return Drawn(places, rails, _clusters(rails), along(rail.curve for rail in rails))


def edges_of(face: Face, number: int) -> tuple[int, ...]:
    """The sides from which track leads straight to a stop."""
    return tuple(end for end, _ in face.exits.get(-1 - number, ()) if end >= 0)


def _places(face: Face, orientation: Orientation) -> tuple[Place, ...]:
    lone = len(face.stops) == 1
    placed: list[Place] = []
    for number, stop in enumerate(face.stops):
        edges = edges_of(face, number)
        if stop.kind == "town" and len(edges) == 2 and stop.size == 1:
            placed.append(_on_line(face, orientation, number, placed))
            continue
        shape = _shape(stop)
        if lone:
            placed.append(Place(ORIGIN, shape))
        elif edges:
            placed.append(_aside(orientation, edges, shape, placed, crowded=len(face.stops) > 2))
        else:
            spread = 84.0 / max(len(face.stops) - 1, 1)
            placed.append(Place(Point((number - (len(face.stops) - 1) / 2) * spread, 8.0), shape))
    return tuple(placed)


def _shape(stop: Stop) -> Shape:
    match stop.kind:
        case "city":
            return "city"
        case "town":
            return "dot" if stop.size == 1 else "dots"
    return "box"


def _on_line(face: Face, orientation: Orientation, number: int, placed: list[Place]) -> Place:
    """A town with two ends of track is a bar across the line, where no other line or stop is in its way."""
    a, b = edges_of(face, number)
    curve = between_edges(orientation, a, b)
    others = [place.point for place in placed]
    for other in range(len(face.stops)):
        ends = edges_of(face, other)
        if other != number and len(ends) == 2:
            others += between_edges(orientation, *ends).points(13)
    room = {share: min((curve.at(share).distance(point) for point in others), default=99.0) for share in _SHARES}
    share = 0.5 if room[0.5] > 30 else max(_SHARES, key=lambda share: room[share])
    return Place(curve.at(share), "bar", curve.heading(share), share)


def _aside(
    orientation: Orientation, edges: tuple[int, ...], shape: Shape, placed: list[Place], *, crowded: bool
) -> Place:
    """A stop that shares the hex lies towards its own track, or to the side that is free.

    Its slots stand across that way; where three or more stops share a hex, along it.
    """
    way = mean(middle(orientation, edge) for edge in edges)
    if way.distance(ORIGIN) < 1:
        across = edge_angle(orientation, edges[0]) + 90
        taken = mean(place.point for place in placed) if placed else ORIGIN
        sides = (polar(across, ASIDE), polar(across + 180, ASIDE))
        point = max(sides, key=lambda side: side.distance(taken))
    else:
        point = polar(angle_of(way), ASIDE)
    return Place(point, shape, angle_of(point) + (0 if crowded else 90))


def _curve(face: Face, orientation: Orientation, places: tuple[Place, ...], piece: Piece) -> Curve:
    if piece.a >= 0:
        return between_edges(orientation, piece.a, piece.b)
    place = places[-1 - piece.a]
    if piece.b < 0:  # from stop to stop
        return Curve(place.point, place.point, places[-1 - piece.b].point, places[-1 - piece.b].point)
    if place.shape == "box":
        return to_point(orientation, piece.b, place.point).halves(ARROW)[0]
    if place.shape != "bar":
        return to_point(orientation, piece.b, place.point)
    a, b = edges_of(face, -1 - piece.a)
    before, after = between_edges(orientation, a, b).halves(place.share)
    return before if piece.b == a else after.reversed


def _clusters(rails: tuple[Rail, ...]) -> tuple[tuple[Rail, ...], ...]:
    """Rails that share an end, together."""
    clusters: list[tuple[set[int], list[Rail]]] = []
    for rail in rails:
        ends, members = {rail.piece.a, rail.piece.b}, [rail]
        for cluster in [cluster for cluster in clusters if cluster[0] & ends]:
            clusters.remove(cluster)
            ends |= cluster[0]
            members = cluster[1] + members
        clusters.append((ends, members))
    return tuple(tuple(members) for _, members in clusters)
