"""1849, 10.3.1: what building costs, by terrain and by the gauge of what is new."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import LayTile
from tests.t1849.table import Table

PALERMO = "C5 652 5"  # brown, dual on 5, 0, 1 and 2: both gauges lead to D6, E5, D4 and B4
CASTELVETRANO = ("F2 9 2", "G3 696 2")  # from Marsala: both gauges lead on to Sciacca


def cost(corporation: str, action: LayTile, *tiles: str, home: str = "", sigi: str = "") -> int:
    """What a corporation pays the bank for a tile, all tiles being available."""
    table = Table().phase("10").lay(*tiles).start(corporation, cash=500, home=home)
    if sigi:
        table.privates(SIGI=sigi)
    table.operate(corporation)
    money, bank = table.money(corporation, "bank")
    table.do(action)
    paid = money - table.money(corporation)[0]
    assert table.money("bank")[0] == bank + paid
    return paid


# Terrain, who builds on what map, the narrow tile and the standard one.
TERRAIN = {
    "rough": ("RCS", (PALERMO,), LayTile("D4", "73", 4), LayTile("D4", "58", 4)),
    "hill": ("CTL", CASTELVETRANO, LayTile("H4", "73", 2), LayTile("H4", "58", 2)),
    "mountain": ("RCS", (PALERMO,), LayTile("E5", "73", 3), LayTile("E5", "58", 3)),
}
FULL = {"rough": 40, "hill": 80, "mountain": 160}


@pytest.mark.clause("1849-10.3.1.1")
@pytest.mark.parametrize(
    ("terrain", "narrow", "standard"), [("rough", 10, 40), ("hill", 20, 80), ("mountain", 40, 160)]
)
def test_terrain_costs_in_full_for_standard_and_a_quarter_for_narrow(terrain: str, narrow: int, standard: int) -> None:
    corporation, tiles, narrow_tile, standard_tile = TERRAIN[terrain]
    assert cost(corporation, narrow_tile, *tiles) == narrow
    assert cost(corporation, standard_tile, *tiles) == standard


@pytest.mark.clause("1849-10.3.1.1")
def test_plains_cost_nothing() -> None:
    assert cost("CTL", LayTile("G3", "58", 2), "F2 9 2") == 0
    assert cost("CTL", LayTile("G3", "73", 2), "F2 79 2") == 0
    assert cost("RCS", LayTile("C5", "652", 5), "C5 651 5") == 0


@pytest.mark.clause("1849-10.3.1.2")
def test_a_tile_of_two_gauges_pays_in_full_if_any_new_track_is_standard() -> None:
    assert cost("SFA", LayTile("J6", "644", 2)) == 40


@pytest.mark.clause("1849-10.3.1.2")
def test_narrow_track_across_standard_pays_the_quarter() -> None:
    """IFT reaches the crossing by Piazza Armerina and Caltagirone, narrow, and lays 710 over its standard curve."""
    line = ("H10 8 5", "I9 690 4", "J10 679 2")
    assert cost("IFT", LayTile("H10", "710", 4), *line) == 10


@pytest.mark.clause("1849-10.3.1.3")
def test_a_standard_town_that_gets_narrow_track_pays_the_quarter() -> None:
    assert cost("RCS", LayTile("D4", "682", 1), "B4 7 5", "D4 3 2") == 10


@pytest.mark.clause("1849-10.3.1.3")
def test_a_narrow_town_that_gets_standard_track_pays_in_full() -> None:
    assert cost("RCS", LayTile("D4", "682", 1), PALERMO, "D4 74 1") == 40


@pytest.mark.clause("1849-10.3.1.4")
def test_a_green_city_over_a_yellow_one_pays_in_full() -> None:
    """Each green city tile adds one narrow and one standard line."""
    assert cost("SFA", LayTile("J6", "665", 2), "J6 644 2") == 40
    assert cost("AFG", LayTile("H8", "665", 2), "H8 644 2", home="H8") == 80


@pytest.mark.clause("1849-10.3.1.5")
def test_brown_with_dual_track_always_pays_in_full() -> None:
    assert cost("RCS", LayTile("E5", "697", 3), PALERMO, "E5 700 3") == 160
    assert cost("RCS", LayTile("D4", "697", 1), "B4 7 5", "D4 682 1") == 40


@pytest.mark.clause("1849-10.3.1.5")
@pytest.mark.parametrize(("brown", "green"), [("696", "690"), ("697", "700"), ("698", "702")])
def test_each_brown_town_pays_in_full_on_the_mountain(brown: str, green: str) -> None:
    """Corleone, reached from Palermo's south side, green with any gauge."""
    table = Table().phase("10").lay(PALERMO, f"E5 {green} 3").start("RCS", cash=160).operate("RCS")
    table.do(LayTile("E5", brown, 3))
    assert table.money("RCS") == (0,)


@pytest.mark.clause("1849-10.3.1.6")
@pytest.mark.parametrize(("terrain", "narrow", "standard"), [("rough", 10, 20), ("hill", 20, 40), ("mountain", 40, 80)])
def test_sigi_halves_the_standard_rate_and_leaves_the_narrow_one(terrain: str, narrow: int, standard: int) -> None:
    corporation, tiles, narrow_tile, standard_tile = TERRAIN[terrain]
    assert cost(corporation, narrow_tile, *tiles, sigi=corporation) == narrow
    assert cost(corporation, standard_tile, *tiles, sigi=corporation) == standard


@pytest.mark.clause("1849-10.3.1.6")
def test_sigi_halves_replacements_too_but_only_for_the_corporation_that_owns_it() -> None:
    lay = ("SFA", LayTile("J6", "665", 2), "J6 644 2")
    assert cost(*lay, sigi="SFA") == 20
    assert cost(*lay, sigi="Ada") == 40  # its president owns it: that is not the same


@pytest.mark.clause("1849-10.3.1.6")
def test_half_the_price_is_enough_to_build() -> None:
    table = Table().phase("6").privates(SIGI="SFA").start("SFA", cash=20).operate("SFA")
    table.may(LayTile("J6", "644", 2))
    table.cash(SFA=19).may_not(LayTile("J6", "644", 2), "1849-10.0.4")


@pytest.mark.clause("1849-R20")
def test_sigi_does_not_halve_dual_track() -> None:
    assert cost("RCS", LayTile("E5", "697", 3), PALERMO, "E5 700 3", sigi="RCS") == 160
    assert cost("RCS", LayTile("D4", "697", 1), "B4 7 5", "D4 682 1", sigi="RCS") == 40


@pytest.mark.clause("1849-R18")
def test_track_turned_dual_pays_as_new_dual_track() -> None:
    """Nothing leaves Ragusa anew by a side it did not have, yet its rough ground costs 40."""
    assert cost("AFG", LayTile("M11", "674", 4), "M11 670 4", home="M11") == 40


@pytest.mark.clause("1849-10.3.1.7")
def test_the_ground_is_paid_for_again_at_every_replacement() -> None:
    table = Table().phase("10").lay(PALERMO).start("RCS", cash=500)
    paid = []
    for tile in ("58", "700", "697"):  # standard, narrow added, all dual
        before = table.money("RCS")[0]
        table.operate("RCS").do(LayTile("E5", tile, 3))
        paid.append(before - table.money("RCS")[0])
    assert paid == [160, 40, 160]
    assert table.money("RCS") == (500 - 360,)
