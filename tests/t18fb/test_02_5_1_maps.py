"""18FB, 2.5 and 2.5.1: the places of the board, the two maps and the lettered sides between them."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Answer, UsePrivate
from ferrovia.titles.t18fb import TITLE, components, earnings
from tests.t18fb.table import Table, line, tile

PLACES = {
    "Nocera": "F25", "Salerno": "F23", "Sapri": "F17", "Cosenza": "F11", "Capua": "F31", "Isernia": "I36",
    "Pescara": "L39", "Catanzaro": "F5", "Reggio Calabria": "A2", "Benevento": "I30", "Caserta": "G30",
    "Tronto": "K46", "Foggia": "L27", "Taranto": "M14", "Andria": "L23", "Bari": "N21", "Brindisi": "P13",
    "Lecce": "O10", "Avellino": "H27", "Potenza": "J21", "L'Aquila": "J41",
}  # fmt: skip

# Letter, the hex and edge on the main map, the hex and edge on the Napoli map.
SIDES = [
    ("A", "E30", 5, "NB11", 2),
    ("B", "F31", 0, "NC12", 3),
    ("C", "G30", 1, "NE12", 4),
    ("D", "G28", 2, "NE10", 5),
    ("E", "G28", 1, "NE8", 4),
    ("F", "G26", 2, "NE6", 5),
    ("G", "F25", 3, "NE4", 0),
]


@pytest.mark.clause("18FB-2.5.1")
@pytest.mark.parametrize("name", PLACES)
def test_the_places_of_the_rules_lie_where_they_say(name: str) -> None:
    hex = TITLE.box.board.hexes[PLACES[name]]
    assert hex.name == name
    assert hex.map != "napoli"
    assert [stop.kind for stop in hex.face.stops] == ["offboard" if name == "Tronto" else "city"]


@pytest.mark.clause("18FB-2.5.1.1")
def test_no_tile_is_laid_on_the_two_dark_green_hexes() -> None:
    table = Table().start("LdA").lay("F31 57 0", "G30 5 1").operate("LdA", "track")
    for hex_id in ("F27", "F29"):
        table.may_not(tile(f"{hex_id} 57 0"), "18FB-2.5.1.1")
        table.may_not(tile(f"{hex_id} 9 0"), "18FB-2.5.1.1")


@pytest.mark.clause("18FB-2.5.1.1")
def test_the_hexes_of_the_napoli_map_take_tiles_by_the_normal_rules() -> None:
    table = Table().start("NN").operate("NN", "track")
    table.may(tile("NC6 58 3"), tile("NC6 4 0"))  # from the stub of Napoli South
    table.may_not(tile("NC6 9 0"), "18FB-3.5.1.21")  # Portici is a town
    table.may_not(tile("NC4 58 3"), "18FB-3.5.1.5")
    table.do(tile("NC6 4 0"), tile("NC4 3 3"))
    assert {"NC6", "NC4"} <= set(table.game.layout.tiles)


@pytest.mark.clause("18FB-2.5.1.2")
@pytest.mark.parametrize(("letter", "outer", "outer_edge", "inner", "inner_edge"), SIDES)
def test_each_letter_joins_a_side_of_either_map_both_ways(
    letter: str, outer: str, outer_edge: int, inner: str, inner_edge: int
) -> None:
    board = TITLE.box.board
    assert board.neighbours[outer][outer_edge] == (inner, inner_edge)
    assert board.neighbours[inner][inner_edge] == (outer, outer_edge)
    assert board.sides[outer][outer_edge] == board.sides[inner][inner_edge] != 0
    assert board.hexes[inner].map == "napoli" != board.hexes[outer].map


@pytest.mark.clause("18FB-2.5.1.2")
def test_the_seven_letters_are_the_only_way_between_the_maps() -> None:
    board = TITLE.box.board
    between = {
        (hex_id, *beside)
        for hex_id, sides in board.neighbours.items()
        for beside in sides
        if beside is not None and (board.hexes[hex_id].map == "napoli") != (board.hexes[beside[0]].map == "napoli")
    }
    outward = {(outer, inner, entry) for _, outer, _, inner, entry in SIDES}
    inward = {(inner, outer, entry) for _, outer, entry, inner, _ in SIDES}
    assert between == outward | inward


@pytest.mark.clause("18FB-2.5.1.2")
def test_track_out_of_caserta_by_side_c_goes_on_into_ne12_at_side_c() -> None:
    table = Table().start("FB").tokens("FB", "G30").lay("G30 57 1").operate("FB", "track")  # edges 1 and 4
    table.may(tile("NE12 4 1"), tile("NE12 58 4"))
    table.may_not(tile("NE12 3 0"), "18FB-3.5.1.5")  # no track at its edge 4
    for elsewhere in ("NE10 4 0", "NC12 4 0", "ND11 4 1"):
        table.may_not(tile(elsewhere), "18FB-3.5.1.5")
    table.do(tile("NE12 4 1"))
    table.may(tile("ND11 58 2"))


@pytest.mark.clause("18FB-2.5.1.2")
def test_track_out_of_napoli_leaves_by_side_c_into_caserta_only() -> None:
    table = Table().phase("PH2").start("FP").fp_builds_from("NC10")
    table.lay("NC10 X10 0", "ND11 4 1", "NE12 4 1").operate("FP", "track")
    table.may(tile("G30 57 1"), tile("G30 5 0"), tile("G30 6 1"))
    table.may_not(tile("G30 57 0"), "18FB-3.5.1.5")
    table.may_not(tile("F31 57 0"), "18FB-3.5.1.5")
    table.may_not(tile("G28 4 1"), "18FB-3.5.1.5")


@pytest.mark.clause("18FB-2.5.1.2")
def test_a_token_comes_to_napoli_and_leaves_it_across_a_lettered_side() -> None:
    inward = Table().start("FB", cash=100).tokens("FB", "G30").lay("G30 57 1", "NE12 4 1", "ND11 4 1")
    inward.operate("FB", "token").do(line("G30 NE12 ND11 NC10"))
    assert inward.money("FB") == (70,)
    outward = Table().phase("PH2").start("FP", cash=100).fp_builds_from("NC10")
    outward.lay("NC10 X10 0", "G30 57 1", "NE12 4 1", "ND11 4 1")
    outward.operate("FP", "token").do(line("NC10 ND11 NE12 G30"))
    assert outward.money("FP") == (70,)


@pytest.mark.clause("18FB-2.5.1.3")
def test_benevento_is_worth_more_to_the_company_of_falcon_only() -> None:
    table = Table().start("FB", at=120).start("LdA", at=90).lay("I30 57 0").tokens("LdA", "I30")
    table.trains("FB", "PH1").trains("LdA", "PH1").cards(Falcon="Ada").operate("FB", "track")
    assert earnings.earnings(table.game, "FB").total == 20
    table.do(UsePrivate("Falcon"), Answer("FB"))
    assert earnings.earnings(table.game, "FB").total == 50
    assert dict(earnings.earnings(table.game, "LdA").stations)[StopId("I30.0")] == 20


@pytest.mark.clause("18FB-2.5.1.3")
def test_pontecorvo_is_worth_more_to_the_company_of_falcon_only() -> None:
    """LdA and LTF each take the marker of Pontecorvo on a line over it; Falcon names LdA."""
    way = "F31 F33 F35 F37"
    table = Table().phase("PH4").start("LdA", at=120, cash=300).rails(way).operate("LdA", "token")
    table.do(line(way))
    assert table.own.markers["LdA"] == 2
    table.trains("LdA", "PH4").cards(Falcon="Ada")
    before = earnings.earnings(table.game, "LdA").markers
    table.operate("LdA", "track").do(UsePrivate("Falcon"), Answer("LdA"))
    assert (before, earnings.earnings(table.game, "LdA").markers) == (20, 30)
    assert components.hex_table("F35")["name"] == "Pontecorvo"
