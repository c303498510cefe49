"""A board and telling tiles as they were when somebody last looked at them.

A change of one of them is a mistake, or it is meant; then, after a look:

    python -m tests.drawing.test_stored_maps
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ferrovia.drawing import svg
from ferrovia.drawing.board import board
from ferrovia.drawing.palette import DARK, LIGHT, Palette
from ferrovia.drawing.tile import tile
from ferrovia.engine.board.track import Tile
from tests.drawing.editions import edition, late

FOLDER = Path(__file__).parent / "maps"

# One of every kind: gauges, crossings, junctions, bars, dots, double towns, cities by slots, letters, two cities.
TELLING = (
    ("1849", "78"), ("1849", "9"), ("1849", "714"), ("1849", "652"), ("1849", "697"), ("1883", "58"),
    ("1883", "143"), ("1883", "46"), ("1883", "RE4"), ("1883", "SA3"), ("18FB", "56"), ("18FB", "X19"),
)  # fmt: skip


def _tiles(palette: Palette) -> str:
    """Telling tiles in two rows, each turned a little further than the one before."""
    shown = [
        svg.moved(110 + 210 * (at % 6), 100 + 190 * (at // 6), tile(_tile(*each), at, palette=palette))
        for at, each in enumerate(TELLING)
    ]
    return svg.document(1270, 390, *shown, background=palette.paper, label="tiles")


def _tile(name: str, number: str) -> Tile:
    return edition(name).box.board.tiles[number]


PICTURES: dict[str, Callable[[], str]] = {
    "tiles-light": lambda: _tiles(LIGHT),
    "tiles-dark": lambda: _tiles(DARK),
    "1883-two": lambda: board(*late("1883-two")),
}


def drawn(name: str) -> str:
    return PICTURES[name]().replace("><", ">\n<") + "\n"


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was(name: str) -> None:
    same = drawn(name) == (FOLDER / f"{name}.svg").read_text("utf-8")
    assert same, f"{name} is drawn otherwise now: look at it, and store it anew if it is meant."


def test_no_stored_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in PICTURES:
        (FOLDER / f"{each}.svg").write_text(drawn(each), "utf-8")
