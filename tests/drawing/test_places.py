"""Where labels go is found by bits and sorted lists; going through all spots and points one by one finds the same."""

from __future__ import annotations

from random import Random

import pytest

from ferrovia.drawing.geometry import inside
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.places import MARGIN, Room, Spot
from ferrovia.drawing.points import Points
from ferrovia.drawing.spots import ANYWHERE, ID_OR_ASIDE, NAME
from ferrovia.engine.board.hexes import Orientation

_CLEAR = 9.0


def _points(chance: Random, count: int) -> list[tuple[float, float]]:
    return [(chance.uniform(-90, 90), chance.uniform(-80, 80)) for _ in range(count)]


def test_points_in_a_box_are_those_between_its_sides_and_not_on_them() -> None:
    listed = [(0.0, 0.0), (1.0, 1.0), (1.0, 5.0), (2.0, 1.0), (1.5, 1.5)]
    points = Points(listed)
    found = points.within(0.0, 0.0, 2.0, 5.0)
    assert [point for at, point in enumerate(listed) if found >> at & 1] == [(1.0, 1.0), (1.5, 1.5)]
    assert points.first(found) == (1.0, 1.0)
    assert points.within(5, 5, 9, 9) == 0 == Points(()).within(-9, -9, 9, 9)


def _by_foot(room: Room, box: Box) -> int | None:
    """How much track lies under a box, or None where it may not be."""
    x, y = abs(box.x + box.width / 2) + box.width / 2, abs(box.y + box.height / 2) + box.height / 2
    if not inside(room.orientation, x, y, MARGIN) or any(box.meets(taken) for taken in room.taken):
        return None
    around = box.grown(_CLEAR)
    return sum(
        around.x < x < around.right and around.y < y < around.bottom
        for points in (*room.track, room.sides)
        for x, y in points.listed
    )


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("seed", range(12))
def test_a_label_takes_the_first_clear_spot_or_the_one_with_the_least_track(
    orientation: Orientation, seed: int
) -> None:
    chance = Random(seed)
    taken = [Box(x, y, chance.uniform(5, 40), chance.uniform(5, 40)) for x, y in _points(chance, 3)]
    track = tuple(Points(_points(chance, chance.choice([2, 8, 60]))) for _ in range(2))
    room = Room(orientation, track, taken, Points(_points(chance, 2)))
    found: list[Spot | None] = []
    for spots in (NAME, ANYWHERE, ID_OR_ASIDE):
        width, height = chance.uniform(10, 90), chance.uniform(8, 30)
        boxes = [Box(x - width / 2, y - height / 2, width, height) for x, y in spots.listed]
        ways = [(ink, at) for at, box in enumerate(boxes) if (ink := _by_foot(room, box)) is not None]
        best = min(ways, default=None)
        expected = None if best is None else Spot(boxes[best[1]], best[0])
        assert room.look(width, height, spots) == expected
        assert room.clear(width, height, spots) == (expected if expected and not expected.ink else None)
        found.append(expected)
    assert any(found)
