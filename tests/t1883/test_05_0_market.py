"""Section 5.0: the certificates, the market grid, the pool and its limit, and how markers move and are ranked."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import BuyTrain, DiscardTrain, Dividend, IssueShares, SellShares, Start
from ferrovia.engine.flow.phases import Discard
from tests.t1883.table import Table


@pytest.mark.clause("1883-5.0.1")
def test_the_presidents_certificate_is_two_tenths_at_twice_the_price_and_eight_tenths_remain() -> None:
    table = Table().cash(Ada=500).stock_round("Ada")
    table.do(Start("SV", 85))
    assert table.money("Ada", "SV") == (500 - 170, 170)
    assert table.holding("SV", "Ada") == [20]
    assert table.holding("SV", "offer") == [10] * 8


@pytest.mark.clause("1883-5.0.2")
def test_nothing_more_of_a_corporation_comes_to_a_pool_that_holds_half_of_it() -> None:
    table = Table().start("SV", "Ada", stock={"Bruno": 1, "pool": 5}).stock_round("Bruno")
    table.may_not(SellShares("SV", (10,)), "1883-5.2.3")
    table.operate("SV", "issue").may_not(IssueShares(1), "1883-6.9.1", "60%")


@pytest.mark.clause("1883-5.0.2")
def test_a_pool_of_four_tenths_takes_one_more_sale_or_one_more_issue() -> None:
    table = Table().start("SV", "Ada", stock={"Bruno": 1, "pool": 4}).stock_round("Bruno")
    table.may(SellShares("SV", (10,)))
    table.operate("SV", "issue").may(IssueShares(1))


@pytest.mark.clause("1883-5.0.3")
@pytest.mark.parametrize(
    ("top", "prices"),
    [
        ((3, 6), [80, 75, 70, 65]),
        ((3, 7), [85, 80, 75, 70, 70]),
        ((3, 8), [90, 85, 80, 80]),
        ((3, 9), [100, 90, 90]),
    ],
)
def test_the_four_columns_of_the_examples_fall_as_printed(top: Cell, prices: list[int]) -> None:
    """Read off a marker that falls by a share at a time; at the foot of its column it stays."""
    table = Table().start("SV", "Ada", at=top, stock={"Bruno": len(prices) - 1}).stock_round("Bruno")
    seen = [table.price("SV")]
    for _ in prices[1:]:
        table.do(SellShares("SV", (10,)))
        seen.append(table.price("SV"))
    assert seen == prices


@pytest.mark.clause("1883-5.0.4")
def test_a_train_given_up_lies_in_the_pool_for_sale_beside_the_next_of_the_bank() -> None:
    table = Table().phase("5").start("SV", "Ada", cash=1000).start("FBV", "Ada", at=85, cash=1000)
    table.trains("FBV", "4", "4", "4").trains("SV")
    table.operate("SV", "trains").game.push(Discard("FBV"))
    table.go_on().do(DiscardTrain("4"))
    assert table.game.trains("pool") == ("4",)
    cost = {name: table.title.box.trains[name].cost for name in ("4", "5")}
    table.may(BuyTrain("4", "pool", cost["4"]), BuyTrain("5", "bank", cost["5"]))
    table.do(BuyTrain("4", "pool", cost["4"]))
    assert table.game.trains("SV") == ("4",)
    assert table.game.trains("pool") == ()


# Moves and ranks


@pytest.mark.clause("1883-R15")
@pytest.mark.parametrize(
    ("choice", "start", "end"),
    [
        ("withhold", (3, 0), (4, 0)),  # left edge: down
        ("withhold", (3, 5), (3, 4)),
        ("pay", (3, 19), (2, 19)),  # right edge: up
        ("pay", (4, 9), (3, 9)),  # where a shorter row ends: up
        ("pay", (5, 8), (4, 8)),
        ("pay", (0, 19), (0, 19)),  # the corner
        ("pay", (3, 5), (3, 6)),
    ],
)
def test_at_the_sides_of_the_market_a_run_moves_the_marker_down_or_up(choice: str, start: Cell, end: Cell) -> None:
    table = Table().start("SV", "Ada", at=start, par=65).operate("SV", "dividend").turn_is(revenue=400)
    table.do(Dividend(choice))  # type: ignore[arg-type]
    assert table.game.cell("SV") == end


@pytest.mark.clause("1883-R15")
def test_at_the_foot_of_a_column_a_sale_moves_nothing() -> None:
    table = Table().start("SV", "Ada", at=(8, 5), stock={"Bruno": 2}).stock_round("Bruno")
    table.do(SellShares("SV", (10, 10)))
    assert table.game.cell("SV") == (8, 5)


@pytest.mark.clause("1883-R16")
def test_the_dearest_operates_first_then_the_one_further_right_then_the_top_of_the_stack() -> None:
    table = Table().start("FSF", at=(3, 7)).start("SAFRE", at=(4, 8)).start("SV", at=(2, 6)).start("FBV", at=(4, 8))
    table.start("FMV", at=(3, 10))
    order = [name for name in table.game.market_order() if name != "CCFR"]
    assert order == ["FMV", "SAFRE", "FBV", "FSF", "SV"]  # 110; then 85 four times: columns 8, 8, 7, 6


@pytest.mark.clause("1883-R16")
def test_the_order_is_looked_at_anew_after_each_turn() -> None:
    """FSF, at 90, runs; meanwhile FBV fell below SV, which then comes first."""
    table = Table().start("FSF", at=(3, 8)).start("FBV", at=(3, 7)).start("SV", at=(4, 7)).members()
    table.trains("FSF", "2").trains("FBV", "2").trains("SV", "2").operate("FSF", "private")
    table.game.put_on_market("FBV", (5, 7))
    table.go_on()
    assert table.game.decision.for_corporation == "SV"
    table.pass_on(lambda: table.game.decision.for_corporation not in ("SV", ""))
    assert table.game.decision.for_corporation == "FBV"
