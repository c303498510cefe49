"""The phase of a tile can be counted: one dot for yellow, four for grey, on the stage and on every tile to choose."""

from __future__ import annotations

import pytest

from ferrovia.drawing.geometry import Point
from ferrovia.drawing.palette import DARK, LIGHT
from ferrovia.drawing.phase_dots import DOTS, phase_dots
from ferrovia.drawing.stage import lone_tile
from tests.drawing.editions import edition


@pytest.mark.parametrize(("colour", "count"), [("yellow", 1), ("green", 2), ("brown", 3), ("grey", 4), ("blank", 0)])
def test_each_colour_has_its_number_of_dots(colour: str, count: int) -> None:
    drawn = phase_dots(colour, Point(100, 50), LIGHT)
    assert drawn.count("<circle") == count
    assert drawn.count('cx="18"') == count  # in the western tip


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_every_tile_has_the_dots_of_its_colour(name: str) -> None:
    printed = edition(name)
    for tile in printed.box.board.tiles.values():
        dots = phase_dots(tile.face.colour, Point(0, 0), DARK)
        assert dots.count("<circle") == DOTS[tile.face.colour]
        assert lone_tile(printed, tile.id, 0, DARK).endswith(dots)
