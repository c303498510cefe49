"""Section 6.9: a corporation sells shares of its Initial Offers to the pool."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import IssueShares, Pass
from tests.t1883.table import Table


@pytest.mark.clause("1883-6.9.1")
def test_any_number_of_the_initial_offers_as_far_as_the_pool_has_room() -> None:
    table = Table().start("SV", "Ada", stock={"Bruno": 1, "pool": 3}).operate("SV", "issue")
    assert table.holding("SV", "offer") == [10] * 4
    table.may(IssueShares(1), IssueShares(2), Pass())
    table.may_not(IssueShares(3), "1883-6.9.1", "60%")
    table.may_not(IssueShares(0), "1883-6.9.1")
    table.do(IssueShares(2))
    assert table.pool("SV") == 50
    assert table.holding("SV", "offer") == [10] * 2


@pytest.mark.clause("1883-6.9.1")
def test_no_more_than_the_initial_offers_have() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 4, "Bruno": 3}).operate("SV", "issue")
    table.may_not(IssueShares(2), "1883-6.9.1", "has 1")
    table.may(IssueShares(1))


@pytest.mark.clause("1883-6.9.1")
def test_it_is_the_step_after_the_trains() -> None:
    table = Table().phase("2").start("SV", "Ada", cash=0).trains("SV", "3").operate("SV", "trains")
    table.may_not(IssueShares(1), "1883-6.3.2")
    table.operate("SV", "track").may_not(IssueShares(1), "1883-6.3.2")
    table.operate("SV", "issue").may(IssueShares(1))


@pytest.mark.clause("1883-6.9.2")
def test_the_price_falls_first_and_the_new_price_is_paid() -> None:
    table = Table().start("SV", "Ada", at=(3, 7), cash=10).operate("SV", "issue")
    bank = table.game.cash("bank")
    table.do(IssueShares(2))
    assert table.price("SV") == 75
    assert table.money("SV", "bank") == (160, bank - 150)


@pytest.mark.clause("1883-6.9.3")
@pytest.mark.parametrize(
    ("corporation", "at", "before", "issued", "after", "received"),
    [
        ("SAFRE", (3, 7), 85, 3, 70, 210),
        ("FMMSF", (3, 8), 90, 1, 85, 85),
        ("SV", (4, 9), 90, 3, 90, 270),
    ],
)
def test_the_example_of_three_issues(
    corporation: str, at: tuple[int, int], before: int, issued: int, after: int, received: int
) -> None:
    table = Table().start(corporation, "Ada", at=at).operate(corporation, "issue")
    assert table.price(corporation) == before
    table.do(IssueShares(issued))
    assert (table.price(corporation), table.game.cash(corporation)) == (after, received)
