"""18FB, 2.5.2: what rivers, passes and impassable hexes ask of those who build."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyTrain, Pass
from ferrovia.titles.t18fb import TITLE, components
from tests.t18fb.table import Table, line, tile

OVER_THE_ALBURNI = "F23 F21 F19 G18 F17"  # plain, two rivers, the closed pass, mountain
SARNO = [("F", "ND3 NE4 NE6 G26 H27", 10 + 10 + 40 + 60), ("G", "ND3 NE4 F25", 10 + 40)]
LETTERED = {"A": ("E30", 5), "B": ("F31", 0), "C": ("G30", 1), "D": ("G28", 2), "E": ("G28", 1)}


def salerno(way: str, phase: str = "PH1", cash: int = 500) -> Table:
    """FSC, about to place a token, with rails along a way."""
    return Table().phase(phase).rails(way).start("FSC", cash=cash, floated="PH1").operate("FSC", "token")


def paid(table: Table, way: str) -> int:
    """What a company pays for its token."""
    company = table.turn.corporation
    before = table.game.cash(company)
    table.do(line(way))
    return before - table.game.cash(company)


@pytest.mark.clause("18FB-2.5.2.1")
def test_tiles_over_a_mountain_are_free_and_the_token_pays_for_it() -> None:
    table = Table().start("NN", cash=0).operate("NN", "track")
    table.do(tile("NC6 58 3"), tile("ND5 58 0"))  # across the Vesuvio
    assert table.money("NN") == (0,)
    table.lay("ND3 57 0").operate("NN", "token")
    table.cash(NN=79).may_not(line("NC8 NC6 ND5 ND3"), "18FB-3.5.2.8")
    table.cash(NN=80).do(line("NC8 NC6 ND5 ND3"))  # plain 10, mountain 60, plain 10
    assert table.money("NN") == (0,)


@pytest.mark.clause("18FB-2.5.2.1")
def test_tiles_are_free_over_rivers_too() -> None:
    table = Table().start("FSC", cash=0).lay("F21 4 0").operate("FSC", "track")
    table.do(tile("F19 9 0"))  # Sele and Calore
    assert table.money("FSC") == (0,)


@pytest.mark.clause("18FB-2.5.2.2", "18FB-R41")
@pytest.mark.parametrize("phase", ["PH1", "PH2"])
def test_no_line_crosses_a_closed_pass_before_ph3(phase: str) -> None:
    table = salerno(OVER_THE_ALBURNI, phase)
    table.may_not(line(OVER_THE_ALBURNI), "18FB-2.5.2.2")
    assert table.game.decision.choices == (Pass(),)


@pytest.mark.clause("18FB-2.5.2.2")
def test_with_the_first_ph3_train_the_pass_opens_at_the_usual_price() -> None:
    table = salerno(OVER_THE_ALBURNI, "PH2").start("FB", at=150, cash=300).sold_out("PH1", "PH2")
    table.line_done("FB").operate("FB", "trains").do(BuyTrain("PH3", "bank", 260))
    assert table.game.state.phase == "PH3"
    table.operate("FSC", "token")
    assert paid(table, OVER_THE_ALBURNI) == 10 + 80 + 60 + 60


@pytest.mark.clause("18FB-2.5.2.2")
def test_eleven_passes_wait_for_ph3_and_all_cost_as_mountains() -> None:
    closed = [border for border in components.borders().values() if border.opens]
    assert [(border.cost, border.opens) for border in closed] == [(60, "PH3")] * 11


@pytest.mark.clause("18FB-2.5.2.2", "18FB-R41")
def test_tiles_are_laid_up_to_a_closed_pass_and_across_it() -> None:
    table = Table().start("FSC").rails("F23 F21 F19").lay("F19 8 3").operate("FSC", "track")  # edges 3 and 5
    table.do(tile("G18 58 0"))  # from the pass, its edge 2, to edge 0
    table.may(tile("G16 9 0"))


@pytest.mark.clause("18FB-2.5.2.3")
def test_two_rivers_on_one_border_are_two_bridges() -> None:
    way = "F23 F21 F19 F17"
    assert paid(salerno(way), way) == 10 + 80 + 60


@pytest.mark.clause("18FB-2.5.2.4")
@pytest.mark.parametrize(("letter", "way", "cost"), SARNO)
def test_the_sarno_is_bridged_out_of_napoli(letter: str, way: str, cost: int) -> None:
    table = Table().start("NN", cash=300).tokens("NN", "ND3").rails(way).operate("NN", "token")
    assert paid(table, way) == cost


@pytest.mark.clause("18FB-2.5.2.4")
@pytest.mark.parametrize(("letter", "way", "cost"), SARNO)
def test_the_sarno_is_bridged_into_napoli(letter: str, way: str, cost: int) -> None:
    back = " ".join(reversed(way.split()))
    table = Table().start("LdA", cash=300).rails(way).tokens("LdA", back.split()[0]).operate("LdA", "token")
    assert paid(table, back) == cost


@pytest.mark.clause("18FB-2.5.2.4")
@pytest.mark.parametrize("letter", LETTERED)
def test_no_river_runs_along_the_other_lettered_sides(letter: str) -> None:
    hex_id, edge = LETTERED[letter]
    assert components.borders()[TITLE.box.board.sides[hex_id][edge]].cost == 10


@pytest.mark.clause("18FB-2.5.2.5", "18FB-3.5.1.20")
def test_no_track_runs_into_the_sea() -> None:
    table = Table().start("FSC").operate("FSC", "track")
    table.may_not(tile("F21 3 2"), "18FB-3.5.1.20")  # edges 2, the Gulf of Salerno, and 3
    table.may(tile("F21 3 3"), tile("F21 4 0"), tile("F21 58 1"), tile("F21 58 3"))


@pytest.mark.clause("18FB-2.5.2.5")
@pytest.mark.parametrize("hex_id", ["E22", "D35", "I38"])
def test_no_tile_lies_on_a_grey_or_blue_hex(hex_id: str) -> None:
    table = Table().start("FSC").operate("FSC", "track")
    table.may_not(tile(f"{hex_id} 9 0"), "18FB-2.5.2.5")


@pytest.mark.clause("18FB-2.5.2.5", "18FB-3.5.1.20")
def test_no_track_runs_against_the_papal_state() -> None:
    table = Table().start("LdA").tokens("LdA", "E34").lay("E34 57 0").operate("LdA", "track")  # edges 0 and 3
    table.may_not(tile("E36 4 0"), "18FB-3.5.1.20")  # to E38
    table.may_not(tile("E36 3 0"), "18FB-3.5.1.20")  # to D35
    table.may(tile("E36 58 4"), tile("E36 3 5"))  # to Rome and to Pontecorvo


@pytest.mark.clause("18FB-R42")
@pytest.mark.parametrize(("hex_id", "edge", "cost"), [
    ("F21", 1, 40), ("E18", 3, 10), ("F19", 3, 80), ("H35", 4, 100), ("F9", 1, 100), ("F17", 2, 60), ("F23", 0, 10),
])  # fmt: skip
def test_ten_is_due_only_where_there_is_no_other_obstacle(hex_id: str, edge: int, cost: int) -> None:
    beside = TITLE.box.board.neighbours[hex_id][edge]
    assert beside is not None
    side = TITLE.box.board.sides[hex_id][edge]
    assert side == TITLE.box.board.sides[beside[0]][beside[1]]
    assert components.borders()[side].cost == cost


@pytest.mark.clause("18FB-R42")
def test_a_river_on_a_plain_border_costs_a_bridge_and_no_more() -> None:
    way = "L39 K40 K42 K44 K46"
    table = Table().start("LdA", cash=200).tokens("LdA", "L39").rails(way).operate("LdA", "token")
    assert paid(table, way) == 40 + 10 + 10 + 40
