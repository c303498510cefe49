"""Section 8.0: three special entities, which otherwise follow the general rules."""

from typing import Literal

import pytest

from ferrovia.engine.flow.actions import Dividend, IssueShares, LayTile
from tests.t1883.table import Table


@pytest.mark.clause("1883-8.0.1")
def test_sarsa_pays_moves_and_issues_like_any_corporation_but_lays_no_tile() -> None:
    table = Table().start("SARSA", "Ada", at=65, stock={"Ada": 2, "Bruno": 1, "pool": 1})
    table.own_is(coaching=True, coaches=("3", "80", "12", "13", "2", "22", "23", "24")).cash(Ada=0, Bruno=0)
    table.operate("SARSA").may_not(LayTile("4", "9", 0), "1883-8.2.4")
    table.comes_to("SARSA", "dividend").do(Dividend("pay"))  # 60 at a price of 65
    assert table.money("Ada", "Bruno", "SARSA") == (24, 6, 6)
    assert table.price("SARSA") == 65
    table.do(IssueShares(2))
    assert table.price("SARSA") == 55
    assert table.money("SARSA") == (6 + 2 * 55,)


@pytest.mark.clause("1883-8.0.1")
@pytest.mark.parametrize(("choice", "price"), [("pay", 70), ("withhold", 60)])
def test_the_price_of_sarsa_answers_its_run(choice: Literal["pay", "withhold"], price: int) -> None:
    table = Table().start("SARSA", "Ada", at=65).own_is(coaching=True, coaches=("3", "80"))
    table.operate("SARSA", "dividend").turn_is(revenue=70).do(Dividend(choice))
    assert table.price("SARSA") == price
