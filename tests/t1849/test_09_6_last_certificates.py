"""Section 9.6: the last certificate is worth two shares and is never divided. Also the reference card on its sale."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyShare, IssueShares, RedeemShare, SellShares
from tests.t1849.table import Table


@pytest.mark.clause("1849-9.6.1")
def test_half_a_last_certificate_is_not_sold() -> None:
    table = Table().start("SFA", "Bruno", at=100, stock={"Ada": [20]}).cash(Ada=0).stock_round("Ada")
    table.may_not(SellShares("SFA", (10,)), "1849-9.6.1")
    table.may_not(SellShares("SFA", (10, 10)), "1849-9.6.1")
    table.do(SellShares("SFA", (20,)))
    assert (table.money("Ada"), table.holding("SFA", "pool")) == ((200,), [20])


@pytest.mark.clause("1849-9.6.1")
def test_two_regular_certificates_are_no_last_certificate() -> None:
    table = Table().start("SFA", "Bruno", stock={"Ada": [10, 10]}).stock_round("Ada")
    table.may_not(SellShares("SFA", (20,)), "1849-9.6.1")


@pytest.mark.clause("1849-9.6.1")
def test_a_regular_certificate_is_not_made_a_last_one_by_paying_a_share() -> None:
    stock = {"Ada": [10] * 3, "Bruno": [10], "Carla": [10, 10]}  # the treasury has only the last certificate
    table = Table().start("SFA", "Ada", at=100, stock=stock).cash(Bruno=199).stock_round("Bruno")
    table.may_not(BuyShare("SFA", "treasury"), "1849-9.3.5", "costs 200")
    table.cash(Bruno=200).do(BuyShare("SFA", "treasury"))
    assert (table.holding("SFA", "Bruno"), table.money("Bruno")) == ([10, 20], (0,))


@pytest.mark.clause("1849-9.6.2")
def test_in_the_pool_it_lies_under_certificates_that_came_later() -> None:
    table = Table().start("SFA", "Bruno", stock={"Ada": [20], "Carla": [10]}, cash=500).stock_round("Ada")
    table.do(SellShares("SFA", (20,)))
    table.stock_round("Carla").do(SellShares("SFA", (10,)))
    table.stock_round("Dora").do(BuyShare("SFA", "pool"))
    assert (table.holding("SFA", "Dora"), table.holding("SFA", "pool")) == ([10], [20])


@pytest.mark.clause("1849-9.6.2")
def test_its_own_corporation_buys_the_regular_ones_back_first() -> None:
    table = Table().start("SFA", "Bruno", at=100, stock={"pool": [20, 10]}, cash=500).operate("SFA", "finance")
    table.do(RedeemShare())
    assert (table.holding("SFA", "pool"), table.money("SFA")) == ([20], (400,))
    table.operate("SFA", "finance").do(RedeemShare())
    assert (table.holding("SFA", "pool"), table.money("SFA")) == ([], (200,))


@pytest.mark.clause("1849-9.6.2")
def test_a_last_certificate_bought_back_lies_at_the_bottom_of_the_treasury() -> None:
    table = Table().start("SFA", "Bruno", at=100, stock={"Bruno": [10] * 3, "Ada": [10] * 2, "pool": [20]}, cash=500)
    table.operate("SFA", "finance").do(RedeemShare())
    table.stock_round("Carla").do(BuyShare("SFA", "treasury"))
    assert (table.holding("SFA", "Carla"), table.holding("SFA", "SFA")) == ([10], [20])


@pytest.mark.clause("1849-9.6.3")
def test_it_is_issued_only_with_all_that_lies_above_it() -> None:
    stock = {"Ada": [10] * 3, "pool": [10]}  # the treasury has two regular certificates and the last one
    table = Table().start("SFA", "Ada", at=144, stock=stock).operate("SFA", "finance")
    twin = table.game.fork()
    table.do(IssueShares(1))
    assert table.holding("SFA", "SFA") == [10, 20]  # one certificate is a regular one, never the last
    table.game = twin
    table._again().do(IssueShares(3))
    assert (table.pool("SFA"), table.holding("SFA", "SFA")) == (50, [])
    assert (table.money("SFA"), table.game.cell("SFA")) == ((4 * 144,), (6, 8))


@pytest.mark.clause("1849-9.6.3")
def test_issuing_it_respects_the_pool_limit() -> None:
    table = Table().start("SFA", "Ada", stock={"Ada": [10, 10], "pool": [10, 10]}).operate("SFA", "finance")
    assert table.holding("SFA", "SFA") == [10, 10, 20]
    table.may_not(IssueShares(3), "1849-10.8.2", "60%")
    table.do(IssueShares(2))
    assert table.holding("SFA", "SFA") == [20]
    table.operate("SFA", "finance").may_not(IssueShares(1), "1849-10.8.2", "60%")  # alone in the treasury


@pytest.mark.clause("1849-K.2")
@pytest.mark.parametrize(("pool", "sellable"), [(4, False), (3, True)])
def test_with_two_fifths_in_the_pool_it_stays_with_its_owner(pool: int, sellable: bool) -> None:
    table = Table().start("ATA", "Carla", stock={"Bruno": [20, 10], "pool": [10] * pool}).stock_round("Bruno")
    table.may(SellShares("ATA", (10,)))
    table.may_not(SellShares("ATA", (10, 10)), "1849-9.6.1" if sellable else "1849-9.2.6")
    if sellable:
        table.do(SellShares("ATA", (20,)))
        assert table.pool("ATA") == 50
    else:
        table.may_not(SellShares("ATA", (20,)), "1849-9.2.6", "60%")
