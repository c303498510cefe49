"""Section 9.7: prices at the end of a stock round."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Pass, Start
from tests.t1849.table import Table

SOLD_OUT = {"Ada": [10, 10], "Bruno": [10, 10], "Carla": [10, 10, 20]}
IN_THE_POOL = {"pool": [10]}
IN_THE_TREASURY = {"Ada": [10] * 4, "Bruno": [10, 10]}  # the last certificate


def all_pass(table: Table) -> Table:
    table.privates().stock_round("Ada").do(*[Pass()] * len(table.players))
    assert table.game.state.round.kind == "operating"
    return table


@pytest.mark.clause("1849-9.7.1")
@pytest.mark.parametrize("pool", [[10], [10, 10, 10], [20]])
def test_stock_in_the_pool_costs_one_row(pool: list[int]) -> None:
    table = all_pass(Table().start("CTL", "Ada", at=100, stock={"pool": pool}))
    assert table.game.cell("CTL") == (4, 5)
    assert table.price("CTL") == 95


@pytest.mark.clause("1849-9.7.1")
def test_at_the_foot_of_its_column_a_token_stays() -> None:
    table = all_pass(Table().start("SFA", "Ada", at=(8, 5), stock=IN_THE_POOL).start("CTL", "Ada", at=(8, 5)))
    assert table.stack((8, 5)) == ["SFA", "CTL"]  # nor does it go under another


@pytest.mark.clause("1849-9.7.1")
def test_stock_in_the_pool_outweighs_an_empty_treasury() -> None:
    stock = {"Ada": [10, 10], "Bruno": [10, 10], "Carla": [10, 20], "pool": [10]}
    assert all_pass(Table().start("CTL", "Ada", at=100, stock=stock)).price("CTL") == 95


@pytest.mark.clause("1849-9.7.2")
@pytest.mark.parametrize(
    ("phase", "start", "end", "price"),
    [
        ("4", (2, 8), (1, 8), 158),
        ("4", (0, 8), (0, 8), 182),
        ("12", (3, 13), (3, 13), 230),
        ("16", (3, 13), (2, 13), 242),
        ("12", (3, 12), (2, 12), 218),
    ],
)
def test_a_sold_out_corporation_rises_a_row(phase: str, start: Cell, end: Cell, price: int) -> None:
    table = all_pass(Table().phase(phase).start("RCS", "Ada", at=start, stock=SOLD_OUT))
    assert table.game.cell("RCS") == end
    assert table.price("RCS") == price


@pytest.mark.clause("1849-9.7.3")
@pytest.mark.parametrize("stock", [{}, IN_THE_TREASURY])
def test_stock_in_the_treasury_keeps_the_price(stock: dict[str, list[int]]) -> None:
    table = all_pass(Table().start("ATA", "Ada", at=(3, 4), stock=stock))
    assert table.price("ATA") == 90
    assert table.game.cell("ATA") == (3, 4)


@pytest.mark.clause("1849-9.7.4")
@pytest.mark.parametrize("first", ["CTL", "SFA"])
def test_the_dearer_moves_first_and_lies_on_top(first: str) -> None:
    table = Table()
    for corporation in (first, "CTL" if first == "SFA" else "SFA"):  # whichever came to the market first
        cell, stock = ((2, 5), IN_THE_POOL) if corporation == "CTL" else ((4, 5), SOLD_OUT)
        table.start(corporation, "Ada", at=cell, stock=stock)
    all_pass(table)
    assert table.stack((3, 5)) == ["CTL", "SFA"]
    assert table.game.decision.for_corporation == "CTL"  # which operates first


@pytest.mark.clause("1849-9.7.4")
def test_a_stack_that_drops_together_keeps_its_order() -> None:
    table = Table()
    for corporation in ("SFA", "RCS", "CTL"):
        table.start(corporation, "Ada", at=100, stock=IN_THE_POOL)
    assert all_pass(table).stack((4, 5)) == ["SFA", "RCS", "CTL"]


@pytest.mark.clause("1849-R13")
def test_each_corporation_moves_once_in_the_order_before_the_first_move() -> None:
    table = Table().start("RCS", "Ada", at=(3, 5), stock=IN_THE_POOL)  # 100
    table.start("CTL", "Ada", at=(5, 6), stock=IN_THE_POOL)  # 96
    table.start("SFA", "Ada", at=(4, 5), stock=SOLD_OUT)  # 95
    all_pass(table)
    # RCS drops past CTL to 95 and is not looked at again; SFA rises to 100, where nobody is left.
    assert [table.game.cell(name) for name in ("RCS", "CTL", "SFA")] == [(4, 5), (6, 6), (3, 5)]
    assert table.game.market_order() == ("SFA", "RCS", "CTL")


@pytest.mark.clause("1849-9.7.5")
def test_the_drop_at_the_end_of_a_round_can_close_a_corporation() -> None:
    table = Table().start("SFA", "Ada", at=(8, 0), stock={"pool": [10], "Bruno": [10]}, cash=80).start("RCS", "Bruno")
    bank = table.privates().cash(Ada=300).game.cash("bank")
    all_pass(table)
    assert not table.game.is_started("SFA")
    assert table.money("bank") == (bank + 80,)
    assert set(table.game.holders("SFA")) == {"SFA"}
    assert table.game.decision.for_corporation == "RCS"  # the operating round goes on without it
    table.own_is(line=()).operating_rounds_over()
    assert table.decider == "Ada"
    table.may(Start("SFA", 68))


@pytest.mark.clause("1849-9.7.5")
def test_the_other_tokens_still_move_after_one_has_closed() -> None:
    table = Table().start("RCS", "Ada", at=(8, 0), stock=IN_THE_POOL).start("SFA", "Ada", at=(9, 1), stock=SOLD_OUT)
    table.start("CTL", "Ada", at=(9, 2), stock=IN_THE_POOL)
    all_pass(table)
    assert [table.game.is_started(name) for name in ("RCS", "SFA", "CTL")] == [False, True, True]
    assert (table.game.cell("SFA"), table.game.cell("CTL")) == ((8, 1), (9, 2))
