"""The head of section 3: sets of operating rounds, and the two rounds that come once."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyTrain, Dividend
from tests.t18fb.table import Table


def with_train(number: int) -> Table:
    """FB at its dividend in the first or second operating round of the second turn; NN follows it."""
    table = Table().phase("PH5").start("FB", "Ada", at=(1, 9), cash=100).start("NN", "Bruno", cash=700)
    table.trains("FB", "PH4").trains("NN", "PH4").operate("FB", "dividend", number=number)
    return table.turn_is(revenue=100)


@pytest.mark.clause("18FB-3.1")
def test_a_set_of_operating_rounds_is_played_to_its_end_though_the_bank_is_broken_in_the_first() -> None:
    table = with_train(1).cash(bank=100)
    table.do(Dividend("withhold"))
    assert table.money("bank") == (0,)
    operated: set[tuple[str, str]] = set()

    def look() -> bool:
        operated.add((str(table.game.state.round), table.game.decision.for_corporation))
        return False

    table.pass_on(until=look)
    assert operated >= {("OR 2.1", "FB"), ("OR 2.1", "NN"), ("OR 2.2", "FB"), ("OR 2.2", "NN")}
    assert {where for where, _ in operated} == {"OR 2.1", "OR 2.2"}


@pytest.mark.clause("18FB-3.1")
def test_with_money_in_the_bank_a_stock_round_follows_the_set() -> None:
    table = with_train(1)
    rounds = table.pass_on(until=lambda: table.game.state.round.turn == 3)
    assert rounds == ["OR 2.1", "OR 2.2", "SR 3"]


def unification(number: int) -> Table:
    """FB buys the first PH5 train in an operating round of turn 4."""
    table = (
        Table().phase("PH4").sold_out("PH4").start("FB", "Ada", cash=600).line_done("FB").start("NN", "Bruno", at=60)
    )
    table.operate("FB", "trains", number=number, turn=4).do(BuyTrain("PH5", "bank", 520))
    return table


@pytest.mark.clause("18FB-3.2")
@pytest.mark.parametrize(
    ("number", "rounds"),
    [
        (2, ["OR 4.2", "REGIONAL", "SR 5", "OR 5.1", "OR 5.2", "SR 6"]),
        (1, ["OR 4.1", "REGIONAL", "OR 4.2", "SR 5", "OR 5.1", "OR 5.2", "SR 6"]),
    ],
)
def test_the_regional_round_follows_the_round_of_the_first_ph5_train_and_never_comes_again(
    number: int, rounds: list[str]
) -> None:
    table = unification(number)
    seen = [""]

    def look() -> bool:
        now = str(table.game.state.round)
        if now != seen[-1]:
            seen.append(now)
        return now == "SR 6"

    table.pass_on(until=look)
    assert seen[1:] == rounds


@pytest.mark.clause("18FB-3.2")
def test_the_political_round_comes_once_at_the_start() -> None:
    table = Table().political_round()
    rounds = table.pass_on(until=lambda: table.game.state.round.turn == 1 and table.step == "stock")
    assert rounds == ["POLITICAL", "SR 1"]
    table.start("FB")
    later = table.pass_on(until=lambda: table.game.state.round.turn == 3)
    assert later == ["SR 1", "OR 1.1", "OR 1.2", "SR 2", "OR 2.1", "OR 2.2", "SR 3"]
