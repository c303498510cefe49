"""Section 3: how rounds follow one another, the opening phase, and who operates."""

import pytest

from ferrovia.engine.flow.actions import (
    Action,
    BuyPrivate,
    BuyTrain,
    Dividend,
    IssueShares,
    LayTile,
    PlaceToken,
    Run,
    RunTrains,
    Start,
)
from tests.t1849.table import Table


def sell_the_privates(table: Table) -> None:
    for name, price in (("SCE", 20), ("SIGI", 45), ("CNM", 75), ("SMS", 110), ("RSA", 150)):
        table.do(BuyPrivate(name, price))
    table.do(Start("RCS", 68))


@pytest.mark.clause("1849-3.0.1")
def test_trade_in_stock_follows_directly_on_the_last_private() -> None:
    table = Table()
    sell_the_privates(table)
    assert str(table.game.state.round) == "SR 1"
    assert table.money("Ada", "Bruno", "Carla", "Dora") == (205, 330, 300, 265)  # no revenue has been paid


@pytest.mark.clause("1849-3.0.1")
def test_stock_rounds_and_operating_rounds_alternate() -> None:
    table = Table()
    sell_the_privates(table)
    rounds = [str(table.game.state.round)]
    for _ in range(4):
        table.end_round()
        rounds.append(str(table.game.state.round))
    assert rounds == ["SR 1", "OR 1.1", "SR 2", "OR 2.1", "SR 3"]


@pytest.mark.clause("1849-3.0.1", "1849-6.0.3")
def test_in_phase_6_two_operating_rounds_stand_between_stock_rounds() -> None:
    table = Table().phase("6").start("RCS").stock_round(turn=3)
    rounds = []
    for _ in range(4):
        table.end_round()
        rounds.append(str(table.game.state.round))
    assert rounds == ["OR 3.1", "OR 3.2", "SR 4", "OR 4.1"]


@pytest.mark.clause("1849-3.0.2")
def test_the_game_opens_in_phase_4_which_lasts_until_the_first_6h() -> None:
    table = Table()
    assert table.game.state.phase == "4"
    sell_the_privates(table)
    assert table.game.state.phase == "4"
    table.start("CTL", at=100, cash=600).operate("CTL", "trains")
    for _ in range(4):
        table.do(BuyTrain("4H", "bank", 100))
        assert table.game.state.phase == "4"
    table.trains("CTL", "4H").operate("CTL", "trains").do(BuyTrain("6H", "bank", 200))
    assert table.game.state.phase == "6"


STEPS: list[tuple[str, Action]] = [
    ("track", LayTile("G1", "58", 3)),
    ("token", PlaceToken("C1")),
    ("run", RunTrains((Run("4H", ("E1", "C1")),))),
    ("dividend", Dividend("pay")),
    ("trains", BuyTrain("4H", "bank", 100)),
    ("finance", IssueShares(1)),
]


@pytest.mark.clause("1849-3.0.3")
@pytest.mark.parametrize(("step", "action"), STEPS)
def test_only_the_president_acts_for_a_corporation(step: str, action: Action) -> None:
    table = Table().start("CTL", "Ada", stock={"Bruno": [10]}, cash=200).trains("CTL", "4H").operate("CTL", step)
    if step == "dividend":
        table.turn_is(revenue=40)
    for other in ("Bruno", "Carla"):
        table.may_not(action, "1849-3.0.3", by=other)
    table.may(action)
    table.game.apply(action, by="Ada")
