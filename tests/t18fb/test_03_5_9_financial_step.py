"""18FB, 3.5.9: companies that own stock: what they sell and buy, and what they must sell."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import BuyShare, Pass, SellShares
from ferrovia.engine.flow.state import BANK
from tests.t18fb.table import Table

LIGHT, DARK = (11, 8), (13, 6)  # D70 and D30


def market(phase: str = "PH2", cash: int = 500, at: int | Cell = 130, stock: dict[str, int] | None = None) -> Table:
    """NN of Ada is in operation at D130; FST of Dora, in building state at D60, operates after it."""
    table = Table().phase(phase).start("FST", president="Dora", at=60, earned=False)
    return table.start("NN", at=at, cash=cash, stock=stock).line_done("NN").trains("NN", "PH4")


def finance(table: Table) -> Table:
    return table.operate("NN", "finance")


@pytest.mark.clause("18FB-3.5.9.1")
def test_only_companies_in_operation_trade_stock() -> None:
    for final in (False, True):
        table = Table().start("NN", cash=500).line_done("NN", final=final).start("FB", at=60).operate("NN", "finance")
        table.may(BuyShare("FB", "offer"))
    idle = Table().start("NN", cash=500, stock={"pool": 1}).start("FB", at=60).operate("NN", "finance")
    idle.may_not(BuyShare("FB", "offer"), "18FB-3.5.9.1")  # building
    idle.concession("NN", "").operate("NN", "finance").may_not(BuyShare("FB", "offer"), "18FB-3.4.19")  # frozen
    regional = Table().phase("PH5").start("FB").regionals(cash=500, FA="Ada").operate("FA", "finance")
    regional.may_not(BuyShare("FB", "offer"), "18FB-3.6.3.23")


@pytest.mark.clause("18FB-3.5.9.1")
def test_a_frozen_company_keeps_the_stock_it_has() -> None:
    table = Table().start("NN", stock={"NN": 1}, concession="").start("FB", at=60, stock={"NN": 1})
    table.line_done("FB").operate("NN", "finance")
    table.may_not(SellShares("FB", (10,)), "18FB-3.4.19")
    table.go_on()
    assert table.turn.corporation == "FB"
    assert table.holding("FB", "NN") == [10]


@pytest.mark.clause("18FB-3.5.9.1")
def test_stock_is_paid_out_of_the_treasury() -> None:
    table = finance(market(cash=99).start("FB", at=100))
    table.may_not(BuyShare("FB", "offer"), "18FB-3.5.9.1")
    table.cash(NN=100).do(BuyShare("FB", "offer"))
    assert table.money("NN", "Ada") == (0, 750)


@pytest.mark.clause("18FB-3.5.9.2", "18FB-3.5.9.7")
def test_first_sales_then_one_purchase() -> None:
    table = market().start("LdA", at=90, stock={"NN": 1}).line_done("LdA").start("FB", at=100, stock={"NN": 0})
    finance(table.start("FS", at=80, stock={"NN": 1}).line_done("FS"))
    table.do(SellShares("LdA", (10,)), BuyShare("FB", "offer"))
    assert table.turn.corporation != "NN"  # its turn is over with the purchase
    assert table.holding("FS", "NN") == [10]
    for late in (SellShares("FS", (10,)), BuyShare("FP", "offer")):
        table.may_not(late, "18FB-3.5.7")


@pytest.mark.clause("18FB-3.5.9.3")
def test_own_shares_come_from_the_pool_only() -> None:
    """Three or more in the offer, one in the pool, at D110."""
    table = finance(market(at=110, stock={"Ada": 3, "pool": 1}))
    bank = table.game.cash(BANK)
    table.may_not(BuyShare("NN", "offer"), "18FB-3.5.9.3")
    table.do(BuyShare("NN", "pool"))
    assert table.holding("NN", "NN") == [10]
    assert table.money("NN", BANK) == (390, bank + 110)


@pytest.mark.clause("18FB-3.5.9.4")
def test_stock_of_others_comes_from_the_offer_at_par() -> None:
    table = finance(market().start("LdA", at=100, par=80, cash=10))
    table.do(BuyShare("LdA", "offer"))
    assert table.holding("LdA", "NN") == [10]
    assert table.money("NN", "LdA") == (420, 90)


@pytest.mark.clause("18FB-3.5.9.4")
def test_stock_of_others_comes_from_the_pool_at_the_market_value() -> None:
    table = finance(market().start("LdA", at=100, par=80, stock={"pool": 1}, cash=10))
    bank = table.game.cash(BANK)
    table.do(BuyShare("LdA", "pool"))
    assert table.money("NN", "LdA", BANK) == (400, 10, bank + 100)


@pytest.mark.clause("18FB-3.5.9.4")
def test_there_is_no_stock_of_companies_not_started() -> None:
    table = finance(market().start("LdA", at=100))
    table.may_not(BuyShare("FB", "offer"), "18FB-3.5.9.4")
    table.may_not(BuyShare("LdA", "pool"), "18FB-3.5.9.4")  # it is empty
    table.may_not(BuyShare("LdA", "treasury"), "18FB-3.5.9.4")
    table.may_not(BuyShare("FA", "offer"), "18FB-3.5.9.4")  # a regional


@pytest.mark.clause("18FB-3.5.9.5")
def test_any_number_of_certificates_is_sold_at_the_market_value() -> None:
    table = market(stock={"NN": 3}).start("FB", at=100, stock={"NN": 1}).line_done("FB")
    cells = table.cell("NN"), table.cell("FB")
    finance(table).do(SellShares("NN", (10, 10, 10)), SellShares("FB", (10,)))
    assert table.money("NN") == (500 + 390 + 100,)
    assert (table.pool("NN"), table.pool("FB")) == (30, 10)
    assert (table.cell("NN"), table.cell("FB")) == cells
    finance(table).may_not(SellShares("NN", (10,)), "18FB-3.5.9.5")  # it has no more


@pytest.mark.clause("18FB-3.5.9.6", "18FB-R69")
def test_what_was_sold_is_not_bought_again_in_the_same_turn() -> None:
    table = market(stock={"NN": 1}).start("FB", at=100, stock={"NN": 1}).line_done("FB").start("LdA", at=90)
    finance(table).do(SellShares("FB", (10,)))
    table.may_not(BuyShare("FB", "pool"), "18FB-3.5.9.6")
    table.may_not(BuyShare("FB", "offer"), "18FB-3.5.9.6")
    table.do(SellShares("NN", (10,)))
    table.may_not(BuyShare("NN", "pool"), "18FB-3.5.9.6")
    table.may(BuyShare("LdA", "offer"))
    finance(table).may(BuyShare("FB", "pool"), BuyShare("NN", "pool"))  # in another turn


@pytest.mark.clause("18FB-3.5.9.8")
def test_one_certificate_of_each_other_company() -> None:
    table = finance(market().start("FB", at=100, stock={"NN": 1, "pool": 1}).line_done("FB").start("LdA", at=90))
    table.may_not(BuyShare("FB", "offer"), "18FB-3.5.9.8")
    table.may_not(BuyShare("FB", "pool"), "18FB-3.5.9.8")
    table.do(BuyShare("LdA", "offer"))
    assert table.holding("LdA", "NN") == [10]


@pytest.mark.clause("18FB-3.5.9.9")
def test_own_shares_without_limit() -> None:
    table = finance(market(stock={"NN": 4, "pool": 1}))
    table.do(BuyShare("NN", "pool"))
    assert table.holding("NN", "NN") == [10] * 5


@pytest.mark.clause("18FB-R69")
def test_sales_of_its_own_will_respect_the_pool_and_wait_for_the_first_earnings() -> None:
    table = market().start("FB", at=100, stock={"NN": 1, "pool": 5}).line_done("FB")
    table.start("LdA", at=90, stock={"NN": 1}, earned=False)
    finance(table)
    table.may_not(SellShares("FB", (10,)), "18FB-R69", "pool")
    table.may_not(SellShares("LdA", (10,)), "18FB-R69", "building state")
    finance(table.line_done("LdA")).may_not(SellShares("LdA", (10,)), "18FB-R69", "not operated")


@pytest.mark.clause("18FB-R69")
def test_before_a_company_floats_the_bank_is_paid() -> None:
    """PH5: Carla holds 20% of FC, which is not floated before 60%."""
    table = market("PH5").start("FC", president="Carla", at=100)
    table.unfloated("FC")
    bank = table.game.cash(BANK)
    finance(table).do(BuyShare("FC", "offer"))
    assert table.money("NN", "FC", BANK) == (400, 0, bank + 100)


@pytest.mark.clause("18FB-R69")
def test_the_presidents_certificate_is_for_players() -> None:
    """RM is formed, and nobody holds two shares of it: its president's certificate lies in its treasury."""
    table = market("PH6").start("RM", "RM", at=100, stock={"pool": 1})
    finance(table).may_not(BuyShare("RM", "treasury"), "18FB-3.5.9.4")
    table.do(BuyShare("RM", "pool"))
    assert table.holding("RM", "RM") == [20] + [10] * 7


# Forced sales


def forced(table: Table) -> Table:
    """NN, in its turn after buying no train, comes to its forced sales."""
    table.operate("NN", "trains").do(Pass())
    return table


@pytest.mark.clause("18FB-3.5.9.10")
def test_a_forced_sale_breaks_the_limits() -> None:
    """LdA is in building state and in light blue, half of it is in the pool already."""
    table = market().start("LdA", at=LIGHT, stock={"NN": 1, "pool": 5}, earned=False)
    forced(table)
    assert table.pool("LdA") == 60
    assert table.money("NN") == (570,)
    assert table.cell("LdA") == LIGHT


@pytest.mark.clause("18FB-R29")
def test_a_company_in_dark_blue_sells_all_its_stock_and_buys_none() -> None:
    table = market(at=DARK, cash=0, stock={"NN": 2, "pool": 1}).start("FB", at=120, stock={"NN": 1}).line_done("FB")
    forced(table)
    assert (table.holding("NN", "NN"), table.holding("FB", "NN")) == ([], [])
    assert table.money("NN") == (2 * 30 + 120,)
    assert (table.cell("NN"), table.price("FB")) == (DARK, 120)
    table.cash(NN=500).operate("NN", "finance")
    table.may_not(BuyShare("FB", "pool"), "18FB-2.2.4.1")
    table.may_not(BuyShare("NN", "pool"), "18FB-2.2.4.1")


@pytest.mark.clause("18FB-R29")
def test_no_company_owns_stock_in_dark_blue() -> None:
    table = market(cash=0).start("FB", at=DARK, stock={"NN": 1}).line_done("FB").start("LdA", at=100, stock={"NN": 1})
    forced(table)
    assert (table.holding("FB", "NN"), table.holding("LdA", "NN")) == ([], [10])
    assert table.money("NN") == (30,)
    table.cash(NN=500).operate("NN", "finance").may_not(BuyShare("FB", "pool"), "18FB-2.2.3.1")
