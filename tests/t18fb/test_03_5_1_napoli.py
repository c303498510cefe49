"""18FB, 3.5.1: Napoli and those who lay tiles: two halves, one city when they are joined, stubs in print."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import LayTile
from ferrovia.titles.t18fb import places
from tests.t18fb.table import Table, tile

JOINED = ("NC10 X10 0", "NC8 X11 0")
APART = ("NC10 X10 4", "NC8 X11 0", "NB9 3 4")  # North shows 1, 2, 3, 4; a way round over Pozzuoli, edges 4 and 5
SOUTH = ("FSC", "LTF", "FS")  # with NN at home: full
NORTH = ("FB", "FC", "FST", "SFTF")  # with FP at home: full, once the Bourbon token is gone
FROM_GAETA = "E34 E32 E30 NB11 NB9 NC8"
BEYOND = "NC6 4 0"  # Portici, from the edge 0 of South


def napoli(company: str, *tiles: str, south: tuple[str, ...] = SOUTH, north: tuple[str, ...] = ()) -> Table:
    """A company about to lay tiles in PH5, with others' tokens in the halves."""
    table = Table().phase("PH5").start(company).lay(*tiles)
    for half, names in (("NC8", south), ("NC10", north)):
        for name in names:
            table.tokens(name, half)
    return table


def hexes_open_to(table: Table, company: str) -> set[str]:
    """Where a company may lay a new tile."""
    choices = table.operate(company, "track").game.decision.choices
    laid = table.game.layout.tiles
    return {choice.hex for choice in choices if isinstance(choice, LayTile) and choice.hex not in laid}


# Worked examples


@pytest.mark.clause("18FB-3.5.1.9")
def test_a_full_south_is_passed_while_north_has_an_empty_slot() -> None:
    table = napoli("LdA", *JOINED, north=NORTH[:-1]).tokens("LdA", "E34").rails(FROM_GAETA).operate("LdA", "track")
    assert places.is_full(table.game, "LdA", StopId("NC8.0"))
    assert not places.is_full(table.game, "LdA", StopId("NC10.0"))
    table.may(tile(BEYOND), tile("NC12 4 0"))
    table.tokens(NORTH[-1], "NC10").operate("LdA", "track")
    table.may_not(tile(BEYOND), "18FB-3.5.1.5")
    table.may_not(tile("NC12 4 0"), "18FB-3.5.1.5")


@pytest.mark.clause("18FB-3.5.1.9")
def test_halves_that_are_not_joined_are_full_each_on_its_own() -> None:
    table = napoli("LdA", "NC10 X10 4", "NC8 X11 0").tokens("LdA", "E34").rails(FROM_GAETA).operate("LdA", "track")
    assert not places.is_full(table.game, "LdA", StopId("NC10.0"))
    table.may_not(tile(BEYOND), "18FB-3.5.1.5")


@pytest.mark.clause("18FB-3.5.1.9", "18FB-R14")
def test_the_bourbon_token_of_north_leaves_the_city_open() -> None:
    table = Table().phase("PH2").start("LdA").lay(*JOINED).tokens("LdA", "E34").rails(FROM_GAETA)
    for name in SOUTH:
        table.tokens(name, "NC8")
    for name in ("FB", "FC", "FST"):
        table.tokens(name, "NC10")
    table.operate("LdA", "track").may(tile(BEYOND))


@pytest.mark.clause("18FB-3.5.1.10")
def test_a_token_in_north_passes_a_full_south_when_they_are_joined() -> None:
    table = napoli("FP", *JOINED, north=NORTH).fp_builds_from("NC10").operate("FP", "track")
    assert places.is_full(table.game, "FP", StopId("NC8.0"))
    table.may(tile(BEYOND))
    south = napoli("NN", *JOINED, north=NORTH).operate("NN", "track")
    assert places.is_full(south.game, "NN", StopId("NC10.0"))
    south.may(tile("NC12 4 0"), tile("ND11 4 1"))


@pytest.mark.clause("18FB-3.5.1.10")
def test_a_token_in_north_does_not_pass_a_full_south_by_a_way_round() -> None:
    table = napoli("FP", *APART).fp_builds_from("NC10").operate("FP", "track")
    assert "NC8.0" in table.game.reach("FP").paths
    table.may_not(tile(BEYOND), "18FB-3.5.1.5")
    open_south = napoli("FP", *APART, south=SOUTH[:-1]).fp_builds_from("NC10").operate("FP", "track")
    open_south.may(tile(BEYOND))


# The printed stubs


@pytest.mark.clause("18FB-3.5.1.11")
def test_on_the_print_of_north_nobody_passes_the_home_token_of_fp() -> None:
    table = Table().phase("PH2").start("LdA").tokens("LdA", "G30").rails("G30 G28 NE8 ND9 NC10")
    assert "NC10.1" in table.game.reach("LdA").paths
    around = {"NC12", "ND11", "NB11", "NB9"}
    assert not around & hexes_open_to(table, "LdA")
    table.may_not(tile("NC12 4 0"), "18FB-3.5.1.5")
    table.lay("NC10 X10 0")  # a tile makes one city of the stubs
    assert {"NC12", "ND11"} <= hexes_open_to(table, "LdA")


@pytest.mark.clause("18FB-3.5.1.11")
def test_on_the_print_of_south_nobody_passes_the_home_token_of_nn() -> None:
    table = Table().phase("PH2").start("LdA").tokens("LdA", "ND3").lay("ND3 6 3").rails("ND3 ND5 NC6 NC8")
    assert "NC8.0" in table.game.reach("LdA").paths
    assert not {"NB9", "ND9"} & hexes_open_to(table, "LdA")
    table.lay("NC8 X11 0")
    assert "NB9" in hexes_open_to(table, "LdA")


@pytest.mark.clause("18FB-3.5.1.11")
@pytest.mark.parametrize(("company", "ways"), [("NN", {"NC6"}), ("FP", {"ND9"})])
def test_in_print_each_home_token_has_its_own_way_out(company: str, ways: set[str]) -> None:
    table = Table().start(company)
    if company == "FP":
        table.fp_builds_from("NC10")
    assert hexes_open_to(table, company) == ways


@pytest.mark.clause("18FB-3.5.1.11")
def test_the_printed_halves_are_never_joined() -> None:
    table = Table().phase("PH2").start("NN").lay("NC10 X10 0")
    assert not places.napoli_is_joined(table.game)
    assert not {"NC12", "ND11"} & hexes_open_to(table, "NN")
    table.lay("NC8 X11 0")
    assert places.napoli_is_joined(table.game)
    assert {"NC12", "ND11"} <= hexes_open_to(table, "NN")
