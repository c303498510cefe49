"""Section 5.1: what one turn of a stock round may hold, and that passing is not final."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Action, BuyShare, Pass, SellShares, Start
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from tests.t1883.table import Table

PURCHASES = [BuyShare("FBV", "offer"), BuySupport(), BuyConcession("7", "SV"), Start("SAFRE", 65)]


def stock_turn() -> Table:
    """Ada presides over SV and holds shares of FMMSF; FBV has shares on offer."""
    table = Table().start("SV", "Ada", cash=200).start("FBV", "Bruno", at=85)
    return table.start("FMMSF", "Carla", stock={"Ada": 2}).cash(Ada=1000).stock_round("Ada")


@pytest.mark.clause("1883-5.1.1", "1883-R14")
@pytest.mark.parametrize("second", PURCHASES)
@pytest.mark.parametrize("first", PURCHASES)
def test_a_turn_has_one_purchase_of_whatever_kind(first: Action, second: Action) -> None:
    table = stock_turn()
    table.may(second)
    table.do(first)
    if first == BuySupport():  # after which there is nothing to do, so that the turn is over by itself
        table.stock_round("Ada", acted=True, bought=True, no_more_sales=True)
    table.may_not(second, "1883-5.1.1", "already bought")


@pytest.mark.clause("1883-5.1.1")
def test_who_did_nothing_has_passed_and_the_turn_goes_on_clockwise() -> None:
    table = stock_turn()
    table.do(Pass())
    assert table.decider == "Bruno"


@pytest.mark.clause("1883-5.1.1")
def test_several_sales_fit_in_one_turn() -> None:
    table = stock_turn().start("FSF", "Dora", stock={"Ada": 1})
    table.stock_round("Ada").do(SellShares("FMMSF", (10,)), SellShares("FSF", (10,)), SellShares("FMMSF", (10,)))


@pytest.mark.clause("1883-5.1.2", "1883-R14")
@pytest.mark.parametrize("purchase", PURCHASES)
def test_sales_come_before_the_purchase_or_after_it_but_not_on_both_sides(purchase: Action) -> None:
    before = stock_turn()
    before.do(SellShares("FMMSF", (10,)), purchase)
    before.may_not(SellShares("FMMSF", (10,)), "1883-4.1.1", by="Ada")  # the turn is over: nothing more fits in it
    before.stock_round("Ada", acted=True, bought=True, sold_first=True)
    before.may_not(SellShares("FMMSF", (10,)), "1883-5.1.2")
    if purchase == BuySupport():
        return
    after = stock_turn()
    after.do(purchase, SellShares("FMMSF", (10,)), SellShares("FMMSF", (10,)))
    assert after.pool("FMMSF") == 20


@pytest.mark.clause("1883-5.5.2", "1883-R14")
def test_nothing_is_sold_after_political_support() -> None:
    table = stock_turn()
    table.do(BuySupport())
    assert table.decider == "Bruno"  # nothing more fits into Ada's turn
    table = stock_turn().stock_round("Ada", acted=True, bought=True, no_more_sales=True)
    table.may_not(SellShares("FMMSF", (10,)), "1883-5.1.2")


@pytest.mark.clause("1883-5.1.3")
def test_who_passed_may_act_when_the_turn_comes_back() -> None:
    table = Table(3).start("FBV", "Carla", at=85).cash(Ada=500, Bruno=500).stock_round("Ada")
    table.do(Pass(), BuyShare("FBV", "offer"), Pass(), Pass())
    assert (table.decider, str(table.game.state.round)) == ("Ada", "SR 2")
    table.do(BuyShare("FBV", "offer"))


@pytest.mark.clause("1883-5.1.3")
def test_the_round_ends_when_all_pass_one_after_the_other() -> None:
    table = Table(3).start("FBV", "Carla", at=85).cash(Ada=500, Bruno=500).stock_round("Ada")
    table.do(Pass(), BuyShare("FBV", "offer"), Pass(), Pass(), Pass())
    assert str(table.game.state.round) == "SR 2"  # Bruno himself has not passed since
    table.do(Pass())
    assert str(table.game.state.round) == "OR 2.1"
