"""Section 3.3.4: one certificate a turn, out of the Initial Offer at par or out of the Bank Pool at market value."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyPrivate, BuyShare, Pass, SellShares, Start
from ferrovia.titles.t18fb.actions import OfferPrivate
from tests.t18fb.table import Table

FROM_OFFER, FROM_POOL = BuyShare("FB", "offer"), BuyShare("FB", "pool")


@pytest.mark.clause("18FB-3.3.4.1")
def test_one_certificate_a_turn() -> None:
    table = Table().start("FB", "Bruno").stock_round("Ada")
    table.do(FROM_OFFER)
    assert table.holding("FB", "Ada") == [10]
    assert table.decider == "Bruno"
    table.may_not(FROM_OFFER, "18FB-3.3.2", by="Ada")
    table.may_not(SellShares("FB", (10,)), "18FB-3.3.2", by="Ada")  # selling is over, too


@pytest.mark.clause("18FB-3.3.4.1")
def test_the_limits_of_2_3_hold_for_a_purchase() -> None:
    table = Table(players=6).start("LTF", "Bruno", stock={"Ada": 6, "pool": 1}).start("NN", "Bruno", stock={"Ada": 6})
    table.start("FST", "Bruno").cash(Ada=500).stock_round("Ada")
    for source in ("offer", "pool"):
        table.may_not(BuyShare("LTF", source), "18FB-2.3.4")
    table.do(BuyShare("FST", "offer"))  # her thirteenth certificate, the last of six players
    table.stock_round("Ada").may_not(BuyShare("FST", "offer"), "18FB-2.3.2")


@pytest.mark.clause("18FB-3.3.4.1")
def test_an_empty_source_sells_nothing() -> None:
    table = Table().cards(LAla="Dora").start("FB", "Bruno", stock={"Carla": 4, "Dora": 4}).stock_round("Ada")
    table.may_not(FROM_OFFER, "18FB-3.3.4.1")
    table.may_not(FROM_POOL, "18FB-3.3.4.1")


@pytest.mark.clause("18FB-3.3.4.2", "18FB-3.3.4.3", "18FB-3.3.4.6")
@pytest.mark.parametrize(("purchase", "price", "payee"), [(FROM_OFFER, 100, "FB"), (FROM_POOL, 130, "bank")])
def test_par_to_the_treasury_or_market_value_to_the_bank(purchase: BuyShare, price: int, payee: str) -> None:
    """Both sources are open at the same time: 3 in the offer, 2 in the pool."""
    table = Table().cards(LAla="Dora").start("FB", "Bruno", at=(3, 6), par=100, stock={"Bruno": 3, "pool": 2})
    table.cash(Ada=200, FB=40).stock_round("Ada")
    assert (table.game.percent("FB", "offer"), table.pool("FB")) == (30, 20)
    table.may(FROM_OFFER, FROM_POOL)
    before = {"FB": 40, "bank": table.game.cash("bank")}
    table.do(purchase)
    expected = {**before, payee: before[payee] + price}
    assert table.money("Ada", "FB", "bank") == (200 - price, expected["FB"], expected["bank"])


@pytest.mark.clause("18FB-3.3.4.2")
def test_a_buyer_needs_the_price_of_the_source() -> None:
    table = Table().start("FB", "Bruno", at=(3, 6), par=100, stock={"pool": 2}).cash(Ada=129).stock_round("Ada")
    table.may(FROM_OFFER)
    table.may_not(FROM_POOL, "18FB-3.3.4.2")
    table.cash(Ada=99).may_not(FROM_OFFER, "18FB-3.3.4.2")
    table.cash(Ada=130).may(FROM_POOL)


@pytest.mark.clause("18FB-3.3.4.4")
def test_of_a_company_not_started_no_single_certificate_is_bought() -> None:
    table = Table().stock_round("Ada")
    table.may_not(BuyShare("LTF", "offer"), "18FB-3.3.4.4")
    table.may_not(Start("LTF", 100), "18FB-3.3.4.4")  # before PH5 the concession is the way


@pytest.mark.clause("18FB-3.3.4.5")
def test_players_sell_no_stock_to_each_other() -> None:
    table = Table().start("FB", "Carla", stock={"Ada": 2}).stock_round("Ada")
    table.may_not(OfferPrivate("FB", "Bruno", 90), "18FB-3.3.4.5")
    table.may_not(BuyPrivate("FB", 90), "18FB-3.3.6.1")
    assert not [choice for choice in table.game.decision.interjections if "FB" in str(choice)]


@pytest.mark.clause("18FB-R24")
def test_shares_a_company_bought_back_are_not_for_players() -> None:
    table = Table().cards(LAla="Dora").start("FB", "Bruno", stock={"FB": 2, "Carla": 3, "Dora": 3}).stock_round("Ada")
    table.may_not(BuyShare("FB", "treasury"), "18FB-R24")
    table.may_not(FROM_OFFER, "18FB-3.3.4.1")
    table.may_not(FROM_POOL, "18FB-3.3.4.1")


@pytest.mark.clause("18FB-R24")
def test_a_company_sells_what_it_bought_back_to_the_pool() -> None:
    table = Table().start("FB", "Bruno", stock={"FB": 2}, cash=0).line_done("FB").operate("FB", "finance")
    table.do(SellShares("FB", (10,)))
    assert (table.pool("FB"), table.money("FB"), table.price("FB")) == (10, (100,), 100)


@pytest.mark.clause("18FB-R24")
@pytest.mark.parametrize("cell", [(11, 6), (14, 6)], ids=["light blue", "dark blue"])
def test_the_initial_offer_is_not_stock_that_the_company_owns(cell: tuple[int, int]) -> None:
    """Of three shares bought back and five in the offer only the three are sold by force."""
    table = Table().cards(LAla="Dora").start("FB", "Bruno", at=cell, stock={"FB": 3}, cash=0).line_done("FB")
    table.trains("FB", "PH1").operate("FB", "forced sales").go_on()
    assert (table.game.percent("FB", "offer"), table.game.percent("FB", "FB"), table.pool("FB")) == (50, 0, 30)


@pytest.mark.clause("18FB-R24")
def test_the_initial_offer_raises_no_money_in_an_emergency() -> None:
    table = Table().start("FB", "Bruno", stock={"Bruno": 1}).line_done("FB").cash(FB=0, Bruno=0)
    table.operate("FB", "trains")
    sales = [choice for choice in table.game.decision.choices if isinstance(choice, SellShares)]
    assert sales == [SellShares("FB", (10,))]  # Bruno's own single, and nothing of the offer
    table.do(*sales)
    assert table.money("Bruno", "FB") == (50, 0)
    assert Pass() not in table.game.decision.choices
