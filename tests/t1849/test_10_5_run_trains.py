"""1849, 10.5: running trains is a duty, and standing still costs."""

from __future__ import annotations

from typing import Literal

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Dividend, Pass, RunTrains
from tests.t1849.table import Table, routes


@pytest.mark.clause("1849-10.5.1")
def test_a_corporation_with_a_train_and_a_route_must_run() -> None:
    table = Table().start("CTL").trains("CTL", "4H").operate("CTL", "run")
    table.may_not(RunTrains(()), "1849-10.5.1")
    table.may_not(Pass(), "1849-10.5.1")
    assert table.decider == "Ada"  # the president runs them
    table.do(routes(("4H", "C1 E1")))
    assert table.game.decision.choices == (Dividend("pay"), Dividend("withhold"))


@pytest.mark.clause("1849-10.5.1")
@pytest.mark.parametrize(("choice", "to"), [("pay", "Ada"), ("withhold", "CTL")])
def test_the_bank_pays_the_run_whoever_gets_it(choice: Literal["pay", "withhold"], to: str) -> None:
    table = Table().start("CTL", stock={"Ada": [10] * 4, "Bruno": [20, 10, 10]}).trains("CTL", "4H")
    table.operate("CTL", "run").do(routes(("4H", "C1 E1")))
    bank, before = table.money("bank", to)
    table.do(Dividend(choice))
    assert table.money("bank", to) == (bank - 40, before + (24 if to == "Ada" else 40))


@pytest.mark.clause("1849-10.5.2")
@pytest.mark.parametrize(
    ("at", "after"),
    [((3, 4), 80), ((2, 0), 54), ((1, 0), 57)],  # 90 goes left; at the left edge 57 goes down, as does 63
)
def test_a_corporation_without_a_train_earns_nothing_and_falls_back(at: Cell, after: int) -> None:
    table = Table().start("ATA", at=at, cash=50).operate("ATA", "run").go_on()
    assert table.price("ATA") == after
    assert table.game.state.earnings["ATA"] == 0
    assert table.money("ATA") == (50,)


@pytest.mark.clause("1849-10.5.2")
def test_trains_without_a_route_earn_nothing_either() -> None:
    """Siracusa's narrow track leads nowhere yet."""
    table = Table().start("ATA", at=(3, 4)).trains("ATA", "4H").operate("ATA", "run").go_on()
    assert table.price("ATA") == 80
    assert table.step != "dividend"
