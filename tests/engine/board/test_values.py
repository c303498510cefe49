"""What stops earn, where a tile makes one stop of two."""

from __future__ import annotations

from ferrovia.engine.board.board import Board, Hex
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.track import read_tiles

CITY = {"kind": "city", "slots": 1}
TILES = read_tiles(
    {
        "tile": [
            {
                "id": "two",
                "count": 1,
                "colour": "yellow",
                "tracks": ["0-s0", "3-s1"],
                "stops": [{**CITY, "revenue": 20}, {**CITY, "revenue": 30}],
            },
            {
                "id": "one",
                "count": 1,
                "colour": "green",
                "tracks": ["0-s0", "3-s0"],
                "stops": [{**CITY, "revenue": 40}],
            },
        ]
    }
)


def test_a_stop_that_is_no_more_earns_nothing_and_does_no_harm() -> None:
    layout = Layout(Board("flat", {"A1": Hex("A1", 0, 0, TILES["two"].face)}, TILES))
    assert layout.values(0) == {"A1.0": 20, "A1.1": 30}
    after = layout.with_tile("A1", "one", 0)
    assert after.values(0) == {"A1.0": 40}
    assert Layout(layout.board, {"A1": ("one", 0)}).values(0) == {"A1.0": 40}
    assert after.without_tile("A1").values(0) == layout.values(0)
