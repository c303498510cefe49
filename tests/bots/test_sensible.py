"""The sensible bot: legal, repeatable, and without the follies that end random games early."""

from collections import Counter

import pytest

from ferrovia.bots.play import bot_game, play_out
from ferrovia.bots.sensible import SensibleBot
from ferrovia.engine.flow.actions import Accept, Bid, BuyPrivate, BuyTrain, Decline, Dividend
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.titles.registry import title
from ferrovia.titles.t1849.actions import LeaveGame, TakeLoan
from ferrovia.titles.t1849.closing import LoanOrLeave
from tests.bots.asking import chosen
from tests.t1849.table import Table
from tests.walks import new_game


@pytest.mark.parametrize(("name", "late"), [("1849", {"12", "16"}), ("1883", {"5", "6", "7", "8"})])
def test_games_come_to_their_late_phases(name: str, late: set[str]) -> None:
    game = play_out(*bot_game(name, ["sensible"] * 3, "a seed"))
    assert game.state.phase in late


@pytest.mark.parametrize("name", ["1849", "1883"])
def test_every_choice_is_legal_and_the_same_when_asked_again(name: str) -> None:
    game, bots = bot_game(name, ["sensible"] * 3, "another seed")
    for _ in range(200):
        action = bots[game.decision.player].choose(game)
        assert SensibleBot(Chance(f"{game.settings.seed}/player {_place(game)}")).choose(game.fork()) == action
        assert game.why_not(action) is None
        game.apply(action)


def _place(game: Game) -> int:
    return game.settings.players.index(game.decision.player)


def test_the_seed_of_the_game_is_not_looked_at() -> None:
    twins = [new_game(title("1849"), 1, 3) for _ in range(2)]
    twins[1].settings = twins[1].settings.__class__("1849", twins[0].settings.players, "a seed nobody has seen")
    assert chosen(twins[0]) == chosen(twins[1])


def test_private_companies_are_not_overbid_for() -> None:
    game = new_game(title("1849"), 1, 3)
    taken = chosen(game, 200)
    assert all(
        action.price == 5 + title("1849").box.privates[action.private].face_value
        for action in taken
        if isinstance(action, Bid)
    )
    assert 0 < sum(taken[action] for action in taken if isinstance(action, Bid)) < 60
    assert taken[BuyPrivate("SCE", 20)] > 0


def test_a_loan_is_better_than_leaving() -> None:
    table = Table()
    table.game.push(LoanOrLeave("Ada"))
    assert chosen(table.game) == {TakeLoan(): 60}
    assert LeaveGame() in table.game.decision.choices


def test_trains_run_and_shareholders_are_paid_while_the_trains_last() -> None:
    table = Table().phase("10").start("RCS", cash=900).trains("RCS", "10H").operate("RCS", "dividend")
    table.turn_is(revenue=120)
    assert chosen(table.game)[Dividend("pay")] > 45
    table.trains("RCS", "8H").cash(RCS=100)
    assert 10 < chosen(table.game)[Dividend("withhold")] < 50


def test_a_corporation_without_a_train_buys_one() -> None:
    table = Table().start("RCS", cash=300).operate("RCS", "trains")
    assert chosen(table.game)[BuyTrain("4H", "bank", 100)] > 45


@pytest.mark.parametrize(("price", "answer"), [(20, Accept()), (30, Accept()), (10, Decline())])
def test_an_offer_is_taken_at_the_printed_price(price: int, answer: Accept | Decline) -> None:
    table = Table().phase("6").start("RCS", "Bruno", cash=300).privates(SCE="Ada").operate("RCS")
    table.game.push(Offer("private", "SCE", "RCS", "Ada", price))
    assert chosen(table.game)[answer] > 45


def test_more_is_bought_than_sold() -> None:
    game = play_out(*bot_game("1849", ["sensible"] * 4, "a seed"))
    kinds = Counter(type(action).__name__ for action in game.actions)
    assert kinds["BuyShare"] > kinds["SellShares"] > 0
    assert kinds["RunTrains"] > 20
