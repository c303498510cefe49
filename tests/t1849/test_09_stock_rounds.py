"""Section 9: turns of a stock round, how it ends, and the priority deal."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    BuyShare,
    BuyTrain,
    ChooseHome,
    LayTile,
    Pass,
    SellShares,
    Start,
)
from tests.t1849.table import Table


def three_corporations(players: int = 4) -> Table:
    """RCS, CTL and ATA operate; Ada has stock of each, the others of RCS; ATA is cheapest."""
    table = Table(players)
    table.start("RCS", "Ada", at=144, stock={"Bruno": [10], "Carla": [10]})
    table.start("CTL", "Bruno", at=100, stock={"Ada": [10, 10]})
    table.start("ATA", "Carla", at=68, stock={"Ada": [10]})
    return table.cash(Ada=300, Bruno=300, Carla=300).privates()


@pytest.mark.clause("1849-9.0.1")
def test_a_turn_is_any_sales_then_one_purchase() -> None:
    table = three_corporations().stock_round("Ada")
    table.do(SellShares("CTL", (10, 10)))
    assert table.decider == "Ada"
    table.do(SellShares("ATA", (10,)))
    assert table.decider == "Ada"
    table.do(BuyShare("RCS", "treasury"))
    assert table.money("Ada") == (300 + 200 + 68 - 144,)
    assert table.holding("RCS", "Ada") == [20, 10]
    assert table.decider == "Bruno"
    table.may_not(BuyShare("RCS", "treasury"), "1849-9.0.3", by="Ada")  # the one purchase ended the turn


@pytest.mark.clause("1849-9.0.1")
def test_starting_a_corporation_is_the_one_purchase() -> None:
    table = three_corporations().stock_round("Ada")
    table.do(Start("SFA", 68))
    assert table.decider == "Ada"  # who may add certificates of SFA, and nothing else
    table.may_not(BuyShare("RCS", "treasury"), "1849-9.0.1")
    table.may_not(BuyShare("SFA", "pool"), "1849-9.0.1")
    table.may_not(Start("IFT", 68), "1849-9.0.1")
    table.do(Pass())
    assert table.decider == "Bruno"


@pytest.mark.clause("1849-9.0.1")
def test_both_parts_of_a_turn_are_optional() -> None:
    table = three_corporations().stock_round("Ada")
    table.do(BuyShare("RCS", "treasury"))
    assert table.decider == "Bruno"
    table.do(SellShares("RCS", (10,)), Pass())
    assert table.decider == "Carla"
    table.do(Pass())
    assert table.decider == "Dora"


@pytest.mark.clause("1849-9.0.1")
@pytest.mark.parametrize(
    "action",
    [LayTile("C5", "651", 0), BuyTrain("4H", "bank", 100), ChooseHome("C1"), Accept(), BuyShare("RCS", "offer")],
)
def test_nothing_else_belongs_in_a_stock_round(action: Action) -> None:
    three_corporations().stock_round("Ada").may_not(action, "1849-9.0.1")


@pytest.mark.clause("1849-9.0.2")
def test_no_sale_after_a_purchase() -> None:
    table = three_corporations().stock_round("Ada")
    table.do(Start("SFA", 68))
    table.may_not(SellShares("CTL", (10,)), "1849-9.0.2")
    table.do(BuyShare("SFA", "treasury"))
    table.may_not(SellShares("CTL", (10,)), "1849-9.0.2")
    table.do(Pass(), *[Pass()] * 3)
    table.may(SellShares("CTL", (10,)))  # in the next turn


@pytest.mark.clause("1849-9.0.2")
def test_a_purchase_ends_the_turn_so_nothing_can_be_sold_behind_it() -> None:
    table = three_corporations().stock_round("Ada")
    table.do(BuyShare("RCS", "treasury"))
    table.may_not(SellShares("CTL", (10,)), "1849-9.0.3", by="Ada")


@pytest.mark.clause("1849-9.0.3")
def test_the_round_ends_when_all_have_passed_in_succession() -> None:
    table = three_corporations(players=3).stock_round("Ada")
    turns = []
    for action in (Pass(), BuyShare("RCS", "treasury"), Pass(), BuyShare("ATA", "treasury"), Pass(), Pass()):
        turns.append(table.decider)
        table.do(action)
        assert table.step == "stock"
    assert turns == ["Ada", "Bruno", "Carla", "Ada", "Bruno", "Carla"]
    assert table.decider == "Ada"  # who acted, and is sure of another turn
    table.do(Pass())
    assert str(table.game.state.round) == "OR 2.1"


@pytest.mark.clause("1849-9.0.3")
def test_the_rulebooks_three_passes() -> None:
    table = three_corporations(players=3).stock_round("Ada")
    table.do(Pass(), BuyShare("RCS", "treasury"), Pass())
    table.may(BuyShare("RCS", "treasury"))  # Ada passed, and may act now
    table.do(Pass())
    assert (table.decider, table.step) == ("Bruno", "stock")
    table.do(Pass())
    assert table.game.state.round.kind == "operating"


@pytest.mark.clause("1849-9.0.3")
def test_a_sale_alone_is_no_pass() -> None:
    table = three_corporations(players=3).stock_round("Ada")
    table.do(Pass(), Pass(), SellShares("RCS", (10,)), Pass())
    assert table.step == "stock"
    table.do(Pass(), Pass())
    assert table.step == "stock"
    table.do(Pass())
    assert table.game.state.round.kind == "operating"


@pytest.mark.clause("1849-9.0.3")
def test_who_can_do_nothing_is_passed_over() -> None:
    table = three_corporations().cash(Dora=0).stock_round("Carla")
    table.do(BuyShare("RCS", "treasury"))
    assert table.decider == "Ada"
    table.do(Pass(), Pass(), Pass())
    assert table.game.state.round.kind == "operating"


@pytest.mark.clause("1849-9.0.4")
@pytest.mark.parametrize(
    "action",
    [SellShares("RCS", (10,)), BuyShare("ATA", "treasury"), Start("SFA", 68)],
    ids=["sold", "bought", "started"],
)
def test_the_priority_goes_to_the_left_of_the_last_to_act(action: Action) -> None:
    table = three_corporations().stock_round("Ada")
    table.do(BuyShare("RCS", "treasury"), action)
    while table.game.state.round.kind == "stock":
        table.do(Pass())
    assert table.game.state.priority == "Carla"  # left of Bruno


@pytest.mark.clause("1849-9.0.4")
def test_the_priority_holder_begins_the_next_stock_round() -> None:
    table = three_corporations().stock_round("Ada")
    table.do(Pass(), BuyShare("ATA", "treasury"), *[Pass()] * 4)
    assert str(table.game.state.round) == "OR 2.1"
    table.operating_rounds_over()
    assert (str(table.game.state.round), table.decider) == ("SR 3", "Carla")


@pytest.mark.clause("1849-9.0.5")
def test_the_priority_stays_when_nobody_acts() -> None:
    table = three_corporations().stock_round("Carla")
    table.do(*[Pass()] * 4)
    assert table.game.state.round.kind == "operating"
    assert table.game.state.priority == "Carla"
