"""1849, 10.5.3: all is paid or all is kept, and the price answers."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Dividend, Pass
from tests.t1849.table import Table


def after_a_run(revenue: int, at: int | Cell = 100, phase: str = "10", **start: Any) -> Table:
    """CTL has run, and its president chooses."""
    table = Table().phase(phase).start("CTL", at=at, **start).trains("CTL", "10H")
    return table.operate("CTL", "dividend").turn_is(revenue=revenue)


@pytest.mark.clause("1849-10.5.3.1")
def test_the_run_is_paid_or_kept_whole() -> None:
    table = after_a_run(160, stock={"Bruno": [10]})
    table.may_not(Dividend("half"), "1849-10.5.3.1")
    table.may_not(Pass(), "1849-10.5.3.1")
    assert table.game.decision.choices == (Dividend("pay"), Dividend("withhold"))
    bruno = table.game.cash("Bruno")
    table.do(Dividend("pay"))
    assert table.game.cash("Bruno") == bruno + 16


@pytest.mark.clause("1849-10.5.3.2")
def test_each_share_gets_a_tenth_the_treasury_too_and_the_pools_stays_in_the_bank() -> None:
    table = after_a_run(160, stock={"Ada": [20], "Bruno": [10, 10], "pool": [10]}, cash=5)
    before = table.money("Ada", "Bruno", "CTL", "bank")
    table.do(Dividend("pay"))
    assert table.money("Ada", "Bruno", "CTL", "bank") == tuple(
        then + change for then, change in zip(before, (64, 32, 48, -144), strict=True)
    )


@pytest.mark.clause("1849-10.5.3.3")
def test_example_50_with_half_in_one_hand_20_in_the_treasury_and_30_in_the_pool() -> None:
    table = after_a_run(50, stock={"Ada": [20, 10], "pool": [10, 10, 10]})
    before = table.money("Ada", "CTL", "bank")
    table.do(Dividend("pay"))
    ada, ctl, bank = (now - then for now, then in zip(table.money("Ada", "CTL", "bank"), before, strict=True))
    assert (ada, ctl, bank) == (25, 10, -35)


@pytest.mark.clause("1849-10.5.3.4")
@pytest.mark.parametrize(
    ("at", "phase", "total", "after"),
    [
        (100, "10", 100, 111),  # equal is enough
        (100, "10", 340, 111),  # and more does no more
        ((3, 12), "10", 210, 230),
        ((3, 13), "10", 230, 230),  # above it lies the blue zone
        ((3, 13), "16", 230, 242),
        ((2, 12), "10", 220, 240),  # right of it lies the blue zone: up instead
        ((2, 12), "16", 220, 242),
        ((4, 12), "10", 200, 208),  # the end of its row: up
        ((0, 12), "10", 280, 276),  # neither right nor up
    ],
)
def test_a_dividend_of_at_least_the_value_moves_the_price_right(
    at: int | Cell, phase: str, total: int, after: int
) -> None:
    table = after_a_run(total, at=at, phase=phase)
    table.do(Dividend("pay"))
    assert table.price("CTL") == after


@pytest.mark.clause("1849-10.5.3.4")
def test_a_token_that_cannot_move_keeps_its_place_in_the_stack() -> None:
    table = Table().phase("10").start("CTL", at=(3, 13)).start("ATA", at=(3, 13)).trains("CTL", "10H")
    table.operate("CTL", "dividend").turn_is(revenue=230).do(Dividend("pay"))
    assert table.stack((3, 13)) == ["CTL", "ATA"]


@pytest.mark.clause("1849-10.5.3.5")
@pytest.mark.parametrize(("total", "after"), [(140, 144), (150, 159)])
def test_example_at_144_only_144_or_more_moves_the_price(total: int, after: int) -> None:
    table = after_a_run(total, at=144)
    table.do(Dividend("pay"))
    assert table.price("CTL") == after


@pytest.mark.clause("1849-10.5.3.6")
def test_a_smaller_dividend_leaves_the_token_where_it_lies() -> None:
    table = Table().start("CTL").start("ATA").trains("CTL", "4H").operate("CTL", "dividend").turn_is(revenue=90)
    cell = table.game.cell("CTL")
    table.do(Dividend("pay"))
    assert table.price("CTL") == 100
    assert table.stack(cell) == ["CTL", "ATA"]


@pytest.mark.clause("1849-10.5.3.7")
@pytest.mark.parametrize(("at", "after"), [(100, 90), ((3, 0), 52)])
def test_what_is_kept_goes_to_the_treasury_and_the_price_left(at: int | Cell, after: int) -> None:
    table = after_a_run(120, at=at, cash=30, stock={"Bruno": [10]})
    bank, bruno = table.money("bank", "Bruno")
    table.do(Dividend("withhold"))
    assert table.money("CTL", "bank", "Bruno") == (150, bank - 120, bruno)
    assert table.price("CTL") == after
    assert table.game.state.earnings["CTL"] == 120


@pytest.mark.clause("1849-10.5.3.4", "1849-10.5.3.7")
def test_a_moved_token_goes_under_those_on_its_new_space() -> None:
    for choice, cell in ((Dividend("pay"), (3, 6)), (Dividend("withhold"), (3, 4))):
        table = Table().start("ATA", at=cell).start("CTL").trains("CTL", "4H")
        table.operate("CTL", "dividend").turn_is(revenue=100)
        table.do(choice)
        assert table.stack(cell) == ["ATA", "CTL"]
