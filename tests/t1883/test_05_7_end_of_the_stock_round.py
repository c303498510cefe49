"""Section 5.7: the priority, the rise of what is sold out, and how markers stack."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Action, BuyShare, Pass, SellShares
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from tests.t1883.table import Table

SOLD_OUT = {"Ada": 4, "Bruno": 4}


@pytest.mark.clause("1883-5.7.1")
def test_the_priority_comes_first_then_the_rises_then_the_operating_rounds() -> None:
    table = Table().start("SV", "Ada", at=(4, 7), stock=SOLD_OUT).stock_round("Ada")
    table.do(BuySupport())
    told = [str(event) for event in table.end_round()]
    steps = ["Bruno has the priority.", "SV moves from 80 to 85.", "Operating round 2.1 begins."]
    assert [line for line in told if line in steps] == steps


@pytest.mark.clause("1883-5.7.1.1")
@pytest.mark.parametrize(
    "action", [BuySupport(), BuyShare("SV", "offer"), SellShares("SV", (10,)), BuyConcession("7", "FBV")]
)
def test_the_left_neighbour_of_whoever_acted_last_has_the_priority(action: Action) -> None:
    table = Table().start("SV", "Bruno", stock={"Carla": 2}).start("FBV", "Carla", at=85, cash=100)
    table.cash(Carla=500, Ada=500).stock_round("Ada").do(BuySupport(), Pass(), action)
    table.end_round()
    assert table.game.state.priority == "Dora"
    table.operating_rounds_over().pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.decider == "Dora"


@pytest.mark.clause("1883-5.7.1.2")
def test_if_nobody_does_anything_the_priority_stays() -> None:
    table = Table().start("SV", "Ada").stock_round("Bruno")
    table.do(Pass(), Pass(), Pass(), Pass())
    assert table.game.state.round.kind == "operating"
    assert table.game.state.priority == "Bruno"


@pytest.mark.clause("1883-5.7.2.1", "1883-R17")
@pytest.mark.parametrize(
    ("at", "stock", "end"),
    [
        ((4, 7), SOLD_OUT, (3, 7)),
        ((0, 7), SOLD_OUT, (0, 7)),  # the top row
        ((4, 7), {"Ada": 4, "Bruno": 3}, (4, 7)),  # a share on offer
        ((4, 7), {"Ada": 4, "Bruno": 3, "pool": 1}, (4, 7)),  # a share in the pool
    ],
)
def test_only_what_is_wholly_in_the_players_hands_rises_a_row(at: Cell, stock: dict[str, int], end: Cell) -> None:
    table = Table().start("SV", "Ada", at=at, stock=stock).start("FBV", "Bruno", at=85).stock_round("Ada")
    table.end_round()
    assert table.game.cell("SV") == end
    assert table.game.cell("FBV") == (3, 7)
    assert table.game.cell("CCFR") == (3, 9)


@pytest.mark.clause("1883-5.7.2.2")
def test_a_marker_that_comes_to_others_lies_under_them_and_operates_after_them() -> None:
    table = Table().start("FBV", "Ada", at=(4, 7), stock=SOLD_OUT).start("SV", "Bruno", at=(3, 7)).stock_round("Ada")
    table.end_round()
    assert table.stack((3, 7)) == ["SV", "FBV"]
    order = table.game.market_order()
    assert order.index("SV") < order.index("FBV")


@pytest.mark.clause("1883-5.7.2.2", "1883-5.7.2.1")
def test_two_that_rise_to_one_space_keep_their_order() -> None:
    """Both stand on 80; FSF above SV."""
    table = Table().start("FSF", "Ada", at=(4, 7), stock=SOLD_OUT).start("SV", "Bruno", at=(4, 7), stock=SOLD_OUT)
    table.stock_round("Ada").end_round()
    assert table.stack((3, 7)) == ["FSF", "SV"]
