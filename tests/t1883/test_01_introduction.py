"""Section 1: players, the shape of a game, its ends and its score."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import BuyPrivate, BuyTrain, Dividend, Pass, Start
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.view import ranking
from ferrovia.titles.t1883 import TITLE
from tests.t1883.table import Table

NAMES = ("Ada", "Bruno", "Carla", "Dora", "Ezio")


@pytest.mark.clause("1883-1.0.1")
@pytest.mark.parametrize("players", [1, 5])
def test_one_is_too_few_and_five_are_too_many(players: int) -> None:
    with pytest.raises(Refusal) as raised:
        Game(TITLE, Settings("1883", NAMES[:players], "a seed"))
    assert raised.value.rule == "1883-1.0.1"


@pytest.mark.clause("1883-1.0.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_three_or_four_play(players: int) -> None:
    game = Game(TITLE, Settings("1883", NAMES[:players], "a seed"))
    assert sorted(game.players) == sorted(NAMES[:players])
    assert game.decision.choices


def distribute(table: Table) -> None:
    """Every private company goes for its price to whom it is offered first."""
    for private, price in (("TCB", 20), ("FRV", 40), ("CNP", 60), ("TMM", 80), ("FCV", 100), ("FSF-P", 150)):
        table.do(BuyPrivate(private, price))
    table.do(Start("FSF", 65))


@pytest.mark.clause("1883-1.1.1")
def test_the_distribution_then_stock_rounds_and_operating_rounds_by_turns() -> None:
    table = Table()
    assert str(table.game.state.round) == "AUCTION"
    distribute(table)
    table.own_is(deck=())
    rounds = table.pass_on(until=lambda: table.game.state.round.turn == 3)
    assert rounds == ["SR 1", "OR 1.1", "SR 2", "OR 2.1", "SR 3"]
    assert table.game.state.phase == "1"


@pytest.mark.clause("1883-1.1.2")
def test_nothing_a_president_may_do_moves_money_between_purse_and_treasury() -> None:
    table = Table().privates().start("SV", "Ada", cash=300).cash(Ada=10).operate("SV")
    steps = set()
    while (turn := table.game.find(OperatingTurn)) is not None and turn.corporation == "SV":
        steps.add(table.step)
        for choice in table.game.decision.choices:
            after = table.game.fork()
            after.apply(choice)
            assert after.cash("Ada") == 10, choice
        table.do(Pass())
    assert steps >= {"track", "trains"}


@pytest.mark.clause("1883-1.1.2")
def test_the_president_adds_nothing_to_a_purchase_that_is_not_forced() -> None:
    """SV needs no train without a route; with 70 it cannot buy one of 80, though Ada has 400."""
    table = Table().privates().start("SV", "Ada", cash=70).operate("SV", "trains")
    table.may_not(BuyTrain("2", "bank", 80), "1883-6.3.3")
    table.lay("37 5 4")  # a way to Suzzara: now it must own a train, and she adds the 10
    table.do(BuyTrain("2", "bank", 80))
    assert table.money("Ada", "SV") == (390, 0)


@pytest.mark.clause("1883-1.1.2")
def test_a_run_is_never_paid_to_the_president() -> None:
    table = Table().privates().start("SV", "Ada", cash=300).operate("SV", "dividend").turn_is(revenue=100)
    table.may_not(Dividend("loot"), "1883-6.7.1")
    table.do(Dividend("withhold"))
    assert table.money("Ada", "SV") == (400, 400)


@pytest.mark.clause("1883-1.1.3")
def test_the_last_train_the_last_share_and_the_last_concession_do_not_end_the_game() -> None:
    all_of_it = {"Ada": 4, "Bruno": 4}
    table = Table().privates().own_is(concessions={}, deck=()).phase("8").start("FBV", "Ada", cash=800, stock=all_of_it)
    table.start("SV", "Bruno", stock={"Bruno": 4, "Carla": 4}).trains("SV", "8", "8").own_is(concessions={})
    table.cash(bank=500).operate("FBV", "trains")
    table.do(BuyTrain("8", "bank", 600))
    assert not table.game.title.trains.on_sale(table.game)
    assert table.pass_on(until=lambda: table.game.state.round.turn == 3)[-1] == "SR 3"
    assert not table.game.over


@pytest.mark.clause("1883-1.1.3")
def test_the_three_ends_of_the_game() -> None:
    broken = Table().privates().operate("CCFR")
    broken.game.pay("bank", "Ada", broken.game.cash("bank"))
    broken.operating_rounds_over()
    at_the_top = Table().privates().start("SARSA", at=(0, 18)).operate("SARSA")
    at_the_top.game.move("SARSA", Direction.RIGHT)
    alone = Table(players=2).privates().operate("CCFR")
    alone.game.title.trains.bankrupt(alone.game, "", "Ada")
    assert [table.game.over for table in (broken, at_the_top, alone)] == [True, True, True]
    at_the_top.may_not(Pass(), "1883-9.0.4")


@pytest.mark.clause("1883-1.2.1")
def test_the_score_is_cash_and_shares_at_their_price() -> None:
    """230 + 4 x 90 + 75 = 665: the president's certificate counts twice."""
    table = Table().privates().members("Bruno").start("SV", "Ada", at=(3, 8), stock={"Ada": 2})
    table.start("FBV", "Bruno", at=(3, 5), stock={"Ada": 1, "Carla": 1}).cash(Ada=230)
    assert (table.price("SV"), table.price("FBV")) == (90, 75)
    assert table.title.calendar.worth(table.game, "Ada") == 665


@pytest.mark.clause("1883-1.2.2")
def test_a_treasury_counts_for_nobody() -> None:
    table = Table(players=2).privates().members().start("SV", "Ada", cash=2000).start("FBV", "Bruno", cash=0)
    table.cash(Ada=800, Bruno=810)
    assert [table.title.calendar.worth(table.game, player) for player in ("Ada", "Bruno")] == [1000, 1010]
    table.game.end("1883-9.0.2", "the bank has run out of money")
    assert ranking(table.game) == [("Bruno", 1010), ("Ada", 1000)]
