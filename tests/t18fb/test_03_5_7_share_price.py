"""18FB, 3.5.7: the price moves once a turn, after the dividend and before trains are bought."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyShare, BuyTrain, Dividend
from ferrovia.engine.flow.state import BANK
from tests.t18fb.table import Table


def earning(revenue: int) -> Table:
    table = Table().start("FST", president="Dora", at=60, earned=False)
    table.start("FB", at=(3, 3), cash=500, stock={"pool": 2}).line_done("FB").trains("FB", "PH1")
    return table.operate("FB", "dividend").turn_is(revenue=revenue)


@pytest.mark.clause("18FB-3.5.7.1")
def test_the_price_moves_after_the_dividend_and_before_trains_and_not_again() -> None:
    table = earning(120)
    assert table.price("FB") == 100
    table.do(Dividend("pay"))
    assert (table.step, table.price("FB"), table.cell("FB")) == ("trains", 110, (3, 4))
    table.do(BuyTrain("PH1", BANK, 80))
    assert table.price("FB") == 110
    table.pass_on(lambda: table.step == "finance")
    table.do(BuyShare("FB", "pool"))
    assert table.turn.corporation == "FST"
    assert (table.price("FB"), table.cell("FB")) == (110, (3, 4))


@pytest.mark.clause("18FB-3.5.7.1")
@pytest.mark.parametrize(
    ("revenue", "choice", "price"),
    [(100, "pay", 110), (90, "pay", 100), (190, "half", 110), (180, "half", 100), (200, "withhold", 90)],
)
def test_which_way_the_price_moves(revenue: int, choice: str, price: int) -> None:
    """At D100: right for D100 or more paid, full or half; nowhere for less; left for nothing."""
    table = earning(revenue)
    table.do(Dividend(choice))  # type: ignore[arg-type]
    assert table.price("FB") == price
