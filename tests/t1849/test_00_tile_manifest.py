"""The tile manifest, and which tile may take the place of which (R02)."""

from collections import Counter

import pytest

from ferrovia.engine.flow.actions import LayTile
from tests.t1849.table import Table


@pytest.mark.clause("1849-T.1", "1849-R02")
def test_168_tiles_lie_ready() -> None:
    game = Table().game
    colours: Counter[str] = Counter()
    for tile, count in game.state.supply.items():
        colours[game.layout.board.tiles[tile].face.colour] += count
    assert colours == {"yellow": 72, "green": 72, "brown": 24}
    assert colours.total() == 168


@pytest.mark.clause("1849-R02")
def test_messina_has_one_tile_of_each_colour() -> None:
    table = Table().phase("10").start("AFG", home="B14", cash=500)
    assert (table.game.state.supply["655"], table.game.state.supply["656"]) == (1, 1)
    table.operate("AFG").do(LayTile("B14", "655", 0))
    assert (table.game.state.supply["655"], table.game.state.supply["656"]) == (0, 1)
    table.operate("AFG").do(LayTile("B14", "656", 4))
    assert (table.game.state.supply["655"], table.game.state.supply["656"]) == (1, 0)


def rcs_with_a_line_to_termini() -> Table:
    table = Table().phase("10").start("RCS", cash=1000)
    return table.lay("C5 651 5", "D6 9 2", "E7 58 0")


@pytest.mark.clause("1849-R02")
@pytest.mark.parametrize(
    ("tile", "why", "clause"),
    [
        ("D6 23 2", "", ""),  # 0-3 and 0-4, turned two: keeps 2-5 and adds 2-0
        ("D6 23 1", "it would not keep the track", "1849-10.3.13"),
        ("D6 8 2", "yellow does not follow yellow", "1849-10.3.5"),
        ("D6 41 2", "brown does not follow yellow", "1849-10.3.13"),
        ("D6 681 1", "a town where there is none", "1849-10.3.12"),
        ("E7 23 2", "no town where there is one", "1849-10.3.12"),
        ("E7 660 2", "a city where there is a town", "1849-10.3.12"),
        ("C5 654 1", "Catania's tile on Palermo", "1849-10.3.14"),
        ("C5 652 5", "", ""),
        ("C5 652 4", "it would not keep the track", "1849-10.3.13"),
    ],
)
def test_a_tile_is_replaced_by_the_next_colour_with_its_stops_its_letter_and_all_its_track(
    tile: str, why: str, clause: str
) -> None:
    table = rcs_with_a_line_to_termini().operate("RCS")
    hex_id, number, rotation = tile.split()
    action = LayTile(hex_id, number, int(rotation))
    if why:
        table.may_not(action, clause)
    else:
        table.may(action)
