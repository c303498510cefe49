"""18FB, 3.5.6: full and half dividends, withholding, and who is paid."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Dividend, Pass
from tests.t18fb.table import Table


def earning(revenue: int, stock: dict[str, int] | None = None, at: int | tuple[int, int] = 100) -> Table:
    """FB, led by Ada and definitive, has earned this much; FST of Dora operates after it."""
    table = Table().start("FST", president="Dora", at=60, earned=False)
    table.start("FB", at=at, stock=stock).line_done("FB").trains("FB", "PH1")
    return table.operate("FB", "dividend").turn_is(revenue=revenue)


@pytest.mark.clause("18FB-3.5.6.1")
def test_full_half_or_nothing() -> None:
    table = earning(100)
    assert set(table.game.decision.choices) == {Dividend("pay"), Dividend("half"), Dividend("withhold")}
    table.may_not(Pass(), "18FB-3.5.6.1")
    table.may_not(Dividend("loot"), "18FB-3.5.6.1")


@pytest.mark.clause("18FB-3.5.6.1")
def test_a_frozen_company_has_no_choice() -> None:
    table = Table().start("FST", president="Dora", at=60, earned=False).start("FB", concession="").lay("I30 14 0")
    table.trains("FB", "PH1").markers(FB=1).operate("FB", "earnings").go_on()
    assert table.turn.corporation == "FST"
    assert table.game.state.earnings["FB"] == 40
    assert table.money("Ada", "FB") == (754, 20 + 14)  # half of 40, 7 shares in the offer


@pytest.mark.clause("18FB-3.5.6.1")
def test_a_leasing_company_withholds() -> None:
    table = earning(100).own_is(leases={"FB": 650}).operate("FB", "dividend").turn_is(revenue=100).go_on()
    assert table.step != "dividend"
    assert table.money("Ada", "FB") == (750, 100)


@pytest.mark.clause("18FB-3.5.6.2")
def test_a_full_dividend_is_shared_over_ten_shares() -> None:
    table = earning(130, stock={"Ada": 1, "Bruno": 2})
    table.do(Dividend("pay"))
    assert table.money("Ada", "Bruno") == (750 + 39, 750 + 26)


@pytest.mark.clause("18FB-3.5.6.3", "18FB-3.5.6.4", "18FB-R31")
@pytest.mark.parametrize(
    ("revenue", "each", "kept"), [(130, 7, 60), (140, 7, 70), (10, 1, 0), (70, 4, 30), (20, 1, 10)]
)
def test_a_half_dividend_is_rounded_up_for_the_shareholders(revenue: int, each: int, kept: int) -> None:
    """Ada 30%, Bruno 10%, two shares in the treasury, one beside a card, three in the offer."""
    table = earning(revenue, stock={"Ada": 1, "Bruno": 1, "FB": 2})
    table.do(Dividend("half"))
    assert table.money("Ada", "Bruno", "FB") == (750 + 3 * each, 750 + each, kept + (2 + 3) * each)


@pytest.mark.clause("18FB-R31")
def test_earnings_that_are_no_multiple_of_ten_are_rounded_down_for_each_holder() -> None:
    table = earning(125, stock={"Ada": 1, "Bruno": 1})
    table.do(Dividend("pay"))
    assert table.money("Ada", "Bruno") == (750 + 37, 750 + 12)


@pytest.mark.clause("18FB-R31")
def test_the_owner_of_a_regional_is_its_only_shareholder() -> None:
    """Capua 30 and four markers: 70 are split into 40 and 30."""
    table = Table().phase("PH5").lay("F31 14 0").regionals(FA="Ada").markers(FA=4).trains("FA", "PH5R")
    table.operate("FA", "earnings").go_on()
    assert table.game.state.earnings["FA"] == 70
    assert table.money("Ada", "FA") == (790, 30)


@pytest.mark.clause("18FB-3.5.6.5")
def test_the_pool_is_paid_nothing() -> None:
    table = earning(100, stock={"pool": 2}).cards(LAla="Bruno").operate("FB", "dividend").turn_is(revenue=100)
    bank = table.game.cash("bank")
    table.do(Dividend("pay"))
    assert table.game.cash("bank") == bank - 80


@pytest.mark.clause("18FB-3.5.6.6")
def test_offer_and_treasury_pay_the_company() -> None:
    """Five shares in the offer and one in the treasury: 60; two each of Ada and of Bruno, one of them by his card."""
    table = earning(100, stock={"FB": 1, "Bruno": 1}).cards(LAla="Bruno").operate("FB", "dividend")
    table.turn_is(revenue=100).do(Dividend("pay"))
    assert table.money("FB", "Ada", "Bruno") == (60, 770, 770)


@pytest.mark.clause("18FB-3.5.6.7")
def test_an_investing_company_is_paid() -> None:
    table = earning(130, stock={"NN": 1})
    table.do(Dividend("pay"))
    assert table.money("NN") == (13,)


@pytest.mark.clause("18FB-3.5.6.8")
def test_what_is_withheld_goes_to_the_treasury() -> None:
    table = earning(130, stock={"Ada": 1, "Bruno": 2, "NN": 1})
    table.do(Dividend("withhold"))
    assert table.money("FB", "Ada", "Bruno", "NN") == (130, 750, 750, 0)
