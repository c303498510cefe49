"""Section 5.5: cards of political support, their price and their use."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Answer, SellShares
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from ferrovia.titles.t1883.concessions import BonusChoice
from ferrovia.titles.t1883.stock import support_price
from tests.t1883.table import Table

PRICES = [5, 10, 20, 30, 40, 50, 60, 80, 100]


@pytest.mark.clause("1883-5.5.1")
def test_a_card_played_by_the_president_is_gone_and_the_next_costs_as_for_those_left() -> None:
    table = Table().start("FSF", "Ada").own_is(support={"Ada": 3, "Bruno": 5, "Carla": 0, "Dora": 0})
    table.operate("FSF").game.push(BonusChoice("FSF", 100))
    table.go_on()
    assert table.decider == "Ada"
    table.may_not(Answer("shareholders"), "1883-6.3.1", by="Bruno")
    assert support_price(table.game, "Ada") == 30
    table.do(Answer("shareholders"))
    assert table.own.support == {"Ada": 2, "Bruno": 5, "Carla": 0, "Dora": 0}
    table.cash(Ada=20).stock_round("Ada").do(BuySupport())
    assert table.money("Ada") == (0,)


@pytest.mark.clause("1883-5.5.2")
def test_one_card_a_turn_beside_sales_and_nothing_else() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 2}, cash=100).cash(Ada=500).stock_round("Ada")
    table.do(SellShares("SV", (10,)), BuySupport())
    assert (table.own.support["Ada"], table.decider) == (2, "Bruno")
    table.stock_round("Ada", acted=True, bought=True, no_more_sales=True)
    table.may_not(BuySupport(), "1883-5.1.1")
    table.may_not(BuyConcession("7", "SV"), "1883-5.1.1")
    table.may_not(SellShares("SV", (10,)), "1883-5.1.2")


@pytest.mark.clause("1883-5.5.3")
def test_nobody_holds_more_than_nine() -> None:
    table = Table().own_is(support={"Ada": 8, "Bruno": 9, "Carla": 1, "Dora": 1}).cash(Ada=500, Bruno=500)
    table.stock_round("Ada").do(BuySupport())
    assert (table.own.support["Ada"], table.decider) == (9, "Bruno")
    table.may_not(BuySupport(), "1883-5.5.3")


@pytest.mark.clause("1883-5.5.4")
@pytest.mark.parametrize(("held", "price"), list(enumerate(PRICES)))
def test_the_price_depends_on_the_cards_held(held: int, price: int) -> None:
    table = Table().own_is(support={"Ada": held, "Bruno": 1, "Carla": 1, "Dora": 1}).cash(Ada=price).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(BuySupport())
    assert table.money("Ada", "bank") == (0, bank + price)
    table = Table().own_is(support={"Ada": held, "Bruno": 1, "Carla": 1, "Dora": 1}).cash(Ada=price - 1)
    table.stock_round("Ada").may_not(BuySupport(), "1883-5.5.4")


@pytest.mark.clause("1883-5.5.4")
def test_from_one_card_to_nine_costs_390() -> None:
    table = Table().cash(Ada=390)
    for _ in range(8):
        table.stock_round("Ada").do(BuySupport())
    assert (table.own.support["Ada"], table.game.cash("Ada")) == (9, 0)
