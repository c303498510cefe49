"""A board of two maps: they touch only where a lettered side joins them."""

from ferrovia.engine.board.board import Board, read_board
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.reach import reach

CITY = [{"kind": "city", "slots": 1, "revenue": 20}]

# Two hexes of the main map, one above the other, and two of a detail map that have the same places on their own grid.
MAPS = {
    "orientation": "flat",
    "hex": [
        {"id": "A1", "col": 1, "row": 1, "colour": "grey", "stops": CITY, "tracks": ["0-s0"]},
        {"id": "A3", "col": 1, "row": 3, "colour": "grey", "tracks": ["3-5"]},
        {"id": "N1", "map": "detail", "col": 1, "row": 1, "colour": "grey", "stops": CITY, "tracks": ["0-s0"]},
        {"id": "N3", "map": "detail", "col": 1, "row": 3, "colour": "grey", "stops": CITY, "tracks": ["2-s0", "3-s0"]},
    ],
    "link": [{"outer_hex": "A3", "outer_edge": 5, "inner_hex": "N3", "inner_edge": 2}],
}


def board_without(*keys: str) -> Board:
    return read_board({key: value for key, value in MAPS.items() if key not in keys}, {"tile": []})


def test_hexes_of_two_maps_are_no_neighbours_though_they_have_the_same_place() -> None:
    board = board_without("link")
    assert board.neighbours["A1"][0] == ("A3", 3)
    assert board.neighbours["N1"][0] == ("N3", 3)
    assert reach(Layout(board), [StopId("A1.0")], frozenset()).paths.keys() == {StopId("A1.0")}


def test_track_goes_on_through_the_lettered_side_in_both_directions() -> None:
    board = board_without()
    assert board.neighbours["A3"][5] == ("N3", 2)
    assert board.neighbours["N3"][2] == ("A3", 5)
    assert board.sides["A3"][5] == board.sides["N3"][2] != 0
    assert reach(Layout(board), [StopId("A1.0")], frozenset()).paths.keys() == {
        StopId("A1.0"),
        StopId("N3.0"),
        StopId("N1.0"),
    }
    assert reach(Layout(board), [StopId("N1.0")], frozenset({StopId("N3.0")})).paths.keys() == {
        StopId("N1.0"),
        StopId("N3.0"),
    }
