"""1849, 10.8: a corporation issues its stock, or buys one certificate back."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.flow.actions import IssueShares, Pass, RedeemShare
from tests.t1849.table import Table

AT_90 = (3, 4)


def akragas(cash: int = 0, operated: bool = True, at: tuple[int, int] = AT_90, **stock: list[int]) -> Table:
    """SFA at 90 in its financial step; Bruno has a private company it might buy afterwards."""
    table = Table().phase("6").start("SFA", at=at, cash=cash, operated=operated, stock=stock).privates(SCE="Bruno")
    return table.operate("SFA", "finance")


@pytest.mark.clause("1849-10.8.1")
def test_issued_stock_is_paid_at_the_value_before_it_falls() -> None:
    table = akragas(cash=5, Bruno=[10, 10])
    bank = table.game.cash("bank")
    table.do(IssueShares(2))
    assert table.money("SFA", "bank") == (185, bank - 180)
    assert table.price("SFA") == 78  # 90, 86, 78
    assert table.holding("SFA", "pool") == [10, 10]
    assert table.holding("SFA", "SFA") == [10, 10, 20]


@pytest.mark.clause("1849-10.8.1")
def test_both_activities_are_optional_and_no_more_is_issued_than_there_is() -> None:
    table = akragas(cash=90, Bruno=[20, 10, 10, 10, 10, 10], pool=[10])
    table.may(Pass())
    table.may_not(IssueShares(1), "1849-10.8.1")
    table.may_not(IssueShares(0), "1849-10.8.1")
    assert table.game.decision.choices[0] == RedeemShare()


@pytest.mark.clause("1849-10.8.2")
def test_no_issue_in_the_first_turn_and_never_more_than_half_in_the_pool() -> None:
    table = akragas(operated=False)
    table.may_not(IssueShares(1), "1849-10.8.2", saying="first operating turn")
    table = akragas(pool=[10, 10, 10])
    table.may_not(IssueShares(3), "1849-10.8.2", saying="60%")
    table.do(IssueShares(2))
    assert table.pool("SFA") == 50


@pytest.mark.clause("1849-R41")
def test_buying_back_is_allowed_in_the_first_turn_already() -> None:
    table = akragas(cash=90, operated=False, pool=[10])
    table.do(RedeemShare())
    assert table.pool("SFA") == 0


@pytest.mark.clause("1849-10.8.3")
def test_one_certificate_is_bought_back_at_the_value_which_stays() -> None:
    table = akragas(cash=100, pool=[10, 10])
    bank = table.game.cash("bank")
    table.do(RedeemShare())
    assert table.money("SFA", "bank") == (10, bank + 90)
    assert table.holding("SFA", "SFA") == [10, 10, 10, 10, 10, 20]
    assert table.price("SFA") == 90
    table.cash(SFA=200).may_not(RedeemShare(), "1849-10.0.3")  # one a turn: its financial step is over


@pytest.mark.clause("1849-10.8.3")
def test_buying_back_takes_the_whole_price_and_a_certificate_in_the_pool() -> None:
    akragas(cash=80, pool=[10, 10]).may_not(RedeemShare(), "1849-10.8.3", saying="costs 90")
    akragas(cash=100).may_not(RedeemShare(), "1849-10.8.3", saying="no certificate")


@pytest.mark.clause("1849-10.8.4")
def test_a_corporation_does_one_of_the_two_in_a_turn() -> None:
    table = akragas(cash=300, pool=[10])
    table.do(IssueShares(1))
    assert table.game.decision.for_corporation == "SFA"
    table.may_not(RedeemShare(), "1849-10.0.3")
    table.may_not(IssueShares(1), "1849-10.0.3")
    table = akragas(cash=300, pool=[10])
    table.do(RedeemShare())
    assert table.game.decision.for_corporation == "SFA"
    table.may_not(IssueShares(1), "1849-10.0.3")


@pytest.mark.clause("1849-10.8.5")
def test_the_last_certificate_is_bought_back_when_no_other_is_in_the_pool() -> None:
    table = akragas(cash=200, pool=[20, 10])
    table.do(RedeemShare())
    assert table.money("SFA") == (110,)
    assert table.holding("SFA", "pool") == [20]
    table = akragas(cash=200, pool=[20])
    table.do(RedeemShare())
    assert table.money("SFA") == (20,)
    assert table.holding("SFA", "pool") == []
    akragas(cash=170, pool=[20]).may_not(RedeemShare(), "1849-10.8.3", saying="costs 180")


@pytest.mark.clause("1849-10.8.5")
def test_the_last_certificate_is_issued_with_or_after_the_others() -> None:
    treasury: Any = {"Bruno": [10] * 4}  # leaves two regular certificates and the last one
    table = akragas(**treasury)
    table.do(IssueShares(2))
    assert table.holding("SFA", "pool") == [10, 10]
    table = akragas(**treasury)
    table.do(IssueShares(3))
    assert table.holding("SFA", "pool") == [10, 10, 20]
    assert table.money("SFA") == (4 * 90,)
    assert table.price("SFA") == 57  # four rows: 86, 78, 68, 57
    table = akragas(Bruno=[10] * 3, Carla=[10] * 3)
    table.do(IssueShares(1))
    assert table.holding("SFA", "pool") == [20]
    assert table.money("SFA") == (180,)
    akragas(Bruno=[10] * 2, pool=[10] * 4).may_not(IssueShares(1), "1849-10.8.2", saying="60%")


@pytest.mark.clause("1849-10.8.1", "1849-11.0.1")
def test_an_issue_can_close_the_corporation() -> None:
    table = akragas(at=(8, 0), cash=5)
    bank = table.game.cash("bank")
    table.do(IssueShares(1))
    assert not table.game.is_started("SFA")
    assert table.money("SFA", "bank") == (0, bank + 5)
