"""What stops earn is remembered by a layout, and follows every tile."""

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.layout import Layout
from ferrovia.titles.registry import title


def test_a_stop_that_a_tile_takes_away_earns_nothing() -> None:
    """18FB's green tiles join two small towns to one; 1883 tries plain track on a city when a raid takes its tile."""
    for name in ("1883", "18FB"):
        board = title(name).box.board
        hex_id = next(hex.id for hex in board.hexes.values() if len(hex.face.stops) == 2)
        tile = next(tile for tile in board.tiles.values() if len(tile.face.stops) == 1)
        before = Layout(board)
        assert before.values(0)[stop_id(hex_id, 1)] == board.hexes[hex_id].face.stops[1].value(0)
        after = before.with_tile(hex_id, tile.id, 0)  # which remembers what it was told before
        fresh = Layout(board, {hex_id: (tile.id, 0)})
        for layout in (after, fresh):
            assert layout.values(0)[stop_id(hex_id, 0)] == tile.face.stops[0].value(0)
            assert layout.values(0)[stop_id(hex_id, 1)] == 0
        assert after.without_tile(hex_id).values(0) == before.values(0)
