"""Section 5.2: what a sale pays, how far the price falls, and what cannot be sold."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import SellShares
from tests.t1883.table import Table


def sells(corporation: str, shares: int) -> SellShares:
    return SellShares(corporation, (10,) * shares)


@pytest.mark.clause("1883-5.2.1")
def test_shares_sold_together_bring_the_price_before_the_sale() -> None:
    table = Table().start("SV", "Bruno", at=(3, 7), stock={"Ada": 3}).cash(Ada=0).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(sells("SV", 3))
    assert table.money("Ada", "SV", "bank") == (255, 0, bank - 255)
    assert table.price("SV") == 70
    assert table.pool("SV") == 30


@pytest.mark.clause("1883-5.2.1")
def test_nobody_sells_what_they_do_not_hold() -> None:
    table = Table().start("SV", "Bruno", stock={"Ada": 1}).stock_round("Ada")
    table.may_not(sells("SV", 2), "1883-5.2.1")


@pytest.mark.clause("1883-5.2.1")
def test_a_share_that_came_with_a_private_company_has_no_price_before_the_launch() -> None:
    table = Table().start("SV", "Bruno")
    table.game.hand_over("FMV", 1, "Ada")
    table.stock_round("Ada").may_not(sells("FMV", 1), "1883-5.2.1")


@pytest.mark.clause("1883-5.2.2")
@pytest.mark.parametrize(("shares", "price"), [(1, 80), (2, 75), (3, 70), (5, 70)])
def test_the_marker_falls_a_row_a_share_to_the_foot_of_its_column(shares: int, price: int) -> None:
    table = Table().start("SV", "Bruno", at=(3, 7), stock={"Ada": 5}).stock_round("Ada")
    table.do(sells("SV", shares))
    assert table.price("SV") == price
    assert table.game.cell("SV")[1] == 7


@pytest.mark.clause("1883-5.2.3")
def test_a_pool_of_four_tenths_takes_one_share_and_not_two() -> None:
    table = Table().start("SV", "Bruno", stock={"Ada": 2, "pool": 4}).stock_round("Ada")
    table.may_not(sells("SV", 2), "1883-5.2.3")
    table.do(sells("SV", 1))
    table.may_not(sells("SV", 1), "1883-5.2.3")


@pytest.mark.clause("1883-5.2.4")
def test_the_example_of_the_pool_limit() -> None:
    table = Table().start("SV", "Bruno", stock={"Ada": 2, "pool": 4}).start("FMV", "Carla", stock={"Ada": 1, "pool": 1})
    table.stock_round("Ada").may_not(sells("SV", 2), "1883-5.2.3")
    table.do(sells("SV", 1), sells("FMV", 1))
    assert (table.pool("SV"), table.pool("FMV")) == (50, 20)


@pytest.mark.clause("1883-5.2.1.1")
def test_nothing_is_sold_in_the_first_stock_round() -> None:
    table = Table().start("SV", "Bruno", stock={"Ada": 1})
    table.stock_round("Ada", turn=1).may_not(sells("SV", 1), "1883-5.2.1.1")
    table.stock_round("Ada", turn=2).may(sells("SV", 1))


@pytest.mark.clause("1883-5.2.2.1")
def test_a_president_with_nothing_but_the_certificate_of_20_cannot_sell() -> None:
    table = Table().start("SV", "Ada", stock={"Bruno": 1}).stock_round("Ada")
    table.may_not(SellShares("SV", (20,)), "1883-5.3.4.3")
    table.may_not(sells("SV", 1), "1883-5.3.4.3")
    assert not [choice for choice in table.game.decision.choices if isinstance(choice, SellShares)]


@pytest.mark.clause("1883-5.2.2.1")
def test_the_presidents_certificate_itself_is_never_sold() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 2, "Bruno": 2}).stock_round("Ada")
    table.may_not(SellShares("SV", (20,)), "1883-5.2.2.1")  # 20% would stay with Ada
    table.may(sells("SV", 2))
    table.may_not(SellShares("SV", (20, 10)), "1883-5.3.4.2")  # and when the presidency passes on, only tenths are left
    table.may(sells("SV", 3))


@pytest.mark.clause("1883-5.2.2.2")
def test_the_example_of_three_sales_in_a_turn() -> None:
    table = Table().start("SAFRE", "Bruno", at=(4, 7), stock={"Ada": 1})
    table.start("FMMSF", "Bruno", at=(4, 8), stock={"Ada": 2}).start("SV", "Bruno", at=(4, 9), stock={"Ada": 1})
    table.cash(Ada=0).stock_round("Ada")
    assert [table.price(name) for name in ("SAFRE", "FMMSF", "SV")] == [80, 85, 90]
    table.do(sells("SAFRE", 1), sells("FMMSF", 2), sells("SV", 1))
    assert table.money("Ada") == (340,)
    assert [table.price(name) for name in ("SAFRE", "FMMSF", "SV")] == [75, 80, 90]
