"""Track as it is drawn: square to the sides at their middles, stops where the hobby puts them, gauges told apart."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

import pytest

from ferrovia.drawing.geometry import (
    INRADIUS,
    ORIGIN,
    RADIUS,
    Point,
    between_edges,
    centre,
    corners,
    edge_angle,
    inside,
    middle,
    side,
)
from ferrovia.drawing.ink import ink
from ferrovia.drawing.palette import LIGHT
from ferrovia.drawing.track import drawn
from ferrovia.engine.board.hexes import EDGES, Orientation, across, opposite
from ferrovia.engine.board.track import Face, Gauge
from tests.drawing.editions import TITLES, edition

ORIENTATIONS: tuple[Orientation, ...] = ("flat", "pointy")


def face(name: str, tile: str, rotation: int = 0) -> Face:
    return edition(name).box.board.tiles[tile].faces[rotation]


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_hex_meets_its_neighbour_along_the_whole_side(orientation: Orientation) -> None:
    for edge in EDGES:
        there = centre(orientation, *across(orientation, 4, 6, edge))
        here = centre(orientation, 4, 6)
        ends = {_rounded(corner.plus(here)) for corner in side(orientation, edge)}
        others = {_rounded(corner.plus(there)) for corner in side(orientation, opposite(edge))}
        assert ends == others


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_corners_are_on_the_circle_and_inside_is_what_lies_within_the_sides(orientation: Orientation) -> None:
    assert {round(corner.distance(ORIGIN), 6) for corner in corners(orientation)} == {RADIUS}
    for edge in EDGES:
        x, y = middle(orientation, edge)
        assert inside(orientation, x * 0.99, y * 0.99)
        assert not inside(orientation, x * 1.01, y * 1.01)
        assert not inside(orientation, x * 0.99, y * 0.99, margin=2)
    for x, y in corners(orientation):
        assert inside(orientation, x * 0.99, y * 0.99)
        assert not inside(orientation, x * 1.01, y * 1.01)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("apart", [1, 2, 3])
def test_track_from_side_to_side_is_an_arc_square_to_both(orientation: Orientation, apart: int) -> None:
    curve = between_edges(orientation, 0, apart)
    assert curve.start == middle(orientation, 0)
    assert curve.end == middle(orientation, apart)
    inward = edge_angle(orientation, 0) + 180
    assert abs(sin(radians(curve.heading(0) - inward))) < 0.03
    assert cos(radians(curve.heading(0) - inward)) > 0
    if apart < 3:  # a true circle, around the point where the two sides meet
        reach = RADIUS / 2 if apart == 1 else RADIUS * 1.5
        way = edge_angle(orientation, 0) + 30 * apart
        hub = Point(cos(radians(way)), sin(radians(way))).times(RADIUS if apart == 1 else RADIUS * 3**0.5)
        for point in curve.points(7):
            assert abs(point.distance(hub) - reach) < 0.8


def faces(name: str) -> Iterator[Face]:
    """What every tile shows, in two rotations, and every printed hex that no area off the map or port is on."""
    board = edition(name).box.board
    yield from (tile.faces[rotation] for tile in board.tiles.values() for rotation in (0, 1))
    yield from (hex.face for hex in board.hexes.values() if not {"offboard", "port"} & {s.kind for s in hex.face.stops})


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_piece_begins_at_the_middle_of_its_side_and_ends_at_its_stop_or_side(
    name: str, orientation: Orientation
) -> None:
    for each in faces(name):
        shown = drawn(each, orientation)
        assert len(shown.rails) == len(each.pieces)
        for rail in shown.rails:
            if rail.piece.a >= 0:
                assert _rounded(rail.curve.start) == _rounded(middle(orientation, rail.piece.a))
                assert _rounded(rail.curve.end) == _rounded(middle(orientation, rail.piece.b))
            else:
                assert _rounded(rail.curve.start) == _rounded(middle(orientation, rail.piece.b))
                assert _rounded(rail.curve.end) == _rounded(shown.places[-1 - rail.piece.a].point)
            for point in rail.curve.points():
                assert inside(orientation, point.x * 0.999, point.y * 0.999)


@pytest.mark.parametrize("name", TITLES)
def test_stops_keep_apart(name: str) -> None:
    for each in faces(name):
        places = drawn(each, edition(name).box.board.orientation).places
        for number, place in enumerate(places):
            for other in places[:number]:
                assert place.point.distance(other.point) > 25


def test_a_town_on_a_line_is_a_bar_and_one_where_lines_meet_a_dot() -> None:
    assert drawn(face("1883", "58"), "flat").places[0].shape == "bar"
    assert drawn(face("1883", "141"), "flat").places[0].shape == "dot"
    assert drawn(face("18FB", "X2"), "flat").places[0].shape == "dots"
    assert drawn(face("1883", "14"), "flat").places[0].shape == "city"


def test_a_bar_lies_on_its_line() -> None:
    shown = drawn(face("1849", "58"), "flat")
    line = between_edges("flat", 0, 2)
    assert min(shown.places[0].point.distance(point) for point in line.points(99)) < 1


def test_lines_that_cross_without_meeting_are_drawn_one_over_the_other() -> None:
    assert len(drawn(face("1883", "20"), "flat").clusters) == 2
    assert len(drawn(face("1883", "23"), "flat").clusters) == 1
    assert len(drawn(face("18FB", "55"), "flat").clusters) == 2


def test_the_three_gauges_have_three_shapes() -> None:
    standard = ink(face("1849", "9"), "flat", LIGHT)
    narrow = ink(face("1849", "79"), "flat", LIGHT)
    dual = ink(face("1849", "696"), "flat", LIGHT)
    assert "dasharray" in narrow
    assert "dasharray" not in standard + dual
    assert dual.count(f'stroke="{LIGHT.casing}"') == 2 * standard.count(f'stroke="{LIGHT.casing}"')
    assert {Gauge.STANDARD, Gauge.NARROW, Gauge.DUAL} == {
        piece.gauge for tile in ("9", "79", "696") for piece in face("1849", tile).pieces
    }


def test_track_reaches_a_hair_over_the_side_so_that_no_seam_shows() -> None:
    assert f"{INRADIUS * 1.006:.1f}" in ink(face("1849", "9"), "flat", LIGHT)


def _rounded(point: Point) -> tuple[float, float]:
    return round(point.x, 3) + 0.0, round(point.y, 3) + 0.0
