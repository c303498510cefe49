"""Section 6: there are as many tiles as the manifest says."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import LayTile
from ferrovia.formats.view import view_for
from tests.t18fb.table import Table


@pytest.mark.clause("18FB-6.1")
def test_a_tile_of_which_none_is_left_cannot_be_laid_until_one_comes_back() -> None:
    """Of tile X5, a green W, there are two: they lie on Foggia and Taranto, until Foggia becomes brown."""
    table = Table().phase("PH5").start("FSC", "Ada", cash=100).start("SFTF", "Bruno", cash=100)
    salerno = LayTile("F23", "X5", 2)
    table.operate("FSC").may(salerno)
    table.lay("L27 X5 0").operate("FSC").may(salerno)
    table.lay("M14 X5 1").operate("FSC").may_not(salerno, "18FB-6.1")
    brown = next(
        choice
        for choice in table.operate("SFTF").game.decision.choices
        if isinstance(choice, LayTile) and (choice.hex, choice.tile) == ("M14", "X24")
    )
    table.do(brown)
    supply = view_for(table.game)["tile_supply"]
    assert (supply["X5"], supply["X24"]) == (1, 3)
    table.operate("FSC").do(salerno)
    assert view_for(table.game)["tile_supply"]["X5"] == 0


@pytest.mark.clause("18FB-6.1")
def test_the_supply_and_what_lies_on_the_map_are_always_the_whole_manifest() -> None:
    table = Table().rails("F23 F21 E20 E18 F17")
    supply = view_for(table.game)["tile_supply"]
    for tile in table.title.box.board.tiles.values():
        laid = [placed for placed, _ in table.game.layout.tiles.values()].count(tile.id)
        assert tile.count > 0
        assert supply[tile.id] == tile.count - laid
    assert len(table.game.layout.tiles) == 4
