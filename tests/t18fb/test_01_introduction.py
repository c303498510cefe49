"""Section 1: money, the shape of a game, who decides, what is counted and what is seen."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, BuyTrain, Decline, LayTile
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.events import DealMade
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb.actions import OfferPrivate, TakeConcession
from tests.t18fb.random_game import every_position
from tests.t18fb.table import Table

# Money


@pytest.mark.clause("18FB-1.1")
def test_money_is_shown_in_ducati() -> None:
    table = Table()
    assert table.title.name == "18FB"
    assert table.title.voice("en")("{cash:money}", cash=1250) == "D1250"


@pytest.mark.clause("18FB-1.1")
def test_every_purse_holds_whole_ducati_throughout_a_game() -> None:
    positions = every_position()
    assert positions[-1].over
    for game in positions:
        deposits = [concession.deposit for concession in game.state.own.concessions.values()]
        assert {type(amount) for amount in (*game.state.cash.values(), *deposits)} == {int}
        assert sum(deposits) == game.cash("deposits")


# Rounds


@pytest.mark.clause("18FB-1.1.1")
def test_one_political_round_then_stock_and_operating_rounds_and_a_regional_round_once_in_the_turn_of_ph5() -> None:
    table = Table().political_round()
    rounds = table.pass_on(until=lambda: table.step == "stock")
    table.do(TakeConcession("LTF", 100))
    rounds += table.pass_on(until=lambda: str(table.game.state.round) == "SR 3")
    table.phase("PH4").sold_out("PH4").line_done("LTF").cash(LTF=1000)
    rounds += table.pass_on(until=lambda: table.step == "trains")
    table.do(BuyTrain("PH5", "bank", 520))
    rounds += table.pass_on(until=lambda: str(table.game.state.round) == "OR 4.1")
    table.cash(bank=1)
    table.game.pay("bank", "Ada", 1)
    rounds += table.pass_on(until=lambda: False)
    assert list(dict.fromkeys(rounds)) == [
        "POLITICAL", "SR 1", "OR 1.1", "OR 1.2", "SR 2", "OR 2.1", "OR 2.2", "SR 3", "OR 3.1", "REGIONAL", "OR 3.2",
        "SR 4", "OR 4.1", "OR 4.2",
    ]  # fmt: skip
    assert rounds.count("REGIONAL") == rounds.count("POLITICAL") == 1
    places = view_for(table.game)["ranking"]
    assert {entry["player"] for entry in places} == set(table.players)


# Presidents


@pytest.mark.clause("18FB-1.1.2")
def test_only_the_president_decides_for_a_company() -> None:
    table = Table().start("LdA", "Bruno", stock={"Ada": 1}).operate("LdA")
    tile = LayTile("F31", "57", 0)
    table.may_not(tile, "18FB-1.1.2", by="Ada")
    table.game.apply(tile, by="Bruno")
    assert table.game.layout.tiles["F31"] == ("57", 0)


# Wealth


@pytest.mark.clause("18FB-1.1.3")
def test_what_companies_own_counts_for_nobody() -> None:
    table = Table().start("NN", "Ada", at=100, cash=900).trains("NN", "PH1")
    table.start("FB", "Bruno", at=120, stock={"NN": 1}).cash(Ada=50)
    assert table.holding("FB", "NN") == [10]
    assert table.title.calendar.worth(table.game, "Ada") == 250


# What is seen


@pytest.mark.clause("18FB-1.2.1")
def test_cash_treasuries_trains_and_papers_lie_open_for_everybody() -> None:
    table = Table().start("NN", "Ada", cash=220).trains("NN", "PH1", "PH2").start("LdA", "Bruno", stock={"Ada": 1})
    table.cards(Bayard="Ada").cash(Ada=340)
    view = view_for(table.game, "Carla")
    ada = view["players"]["Ada"]
    assert ada["cash"] == 340
    assert ada["certificates"]["LdA"] == [10]
    assert ada["certificates"]["NN"][0] == 20
    assert (ada["presidencies"], ada["privates"]) == (["NN"], ["Bayard"])
    assert view["corporations"]["NN"]["cash"] == 220
    assert view["corporations"]["NN"]["trains"] == ["PH1", "PH2"]


@pytest.mark.clause("18FB-1.2.1", "18FB-1.2.3")
def test_nothing_is_shown_to_one_player_and_not_to_another() -> None:
    for game in every_position()[::40]:
        assert all(view_for(game, player) == view_for(game, None) for player in game.state.seats)


@pytest.mark.clause("18FB-1.2.2")
def test_a_train_sold_between_companies_is_told_to_all() -> None:
    table = Table().start("FB", "Ada", cash=100).start("NN", "Bruno", at=90, cash=100).trains("NN", "PH1")
    table.operate("FB", "trains")
    table.do(BuyTrain("PH1", "NN", 40))
    told = table.do(Accept())
    assert DealMade(thing="train", name="PH1", buyer="FB", seller="NN", price=40) in told
    assert table.money("FB", "NN") == (60, 140)


@pytest.mark.clause("18FB-1.2.3")
def test_a_card_sold_against_a_promise_binds_nobody() -> None:
    """Bruno may do all that he could have done with his ducato and without the card, and more."""
    table = Table().cards(Melisurgo="Ada").cash(Bruno=700).start("FC", "Carla", stock={"Bruno": 2}).stock_round("Bruno")
    without = table.game.fork()
    without.pay("Bruno", "bank", 1)
    table.do(OfferPrivate("Melisurgo", "Bruno", 1))
    assert table.decider == "Bruno"
    table.may(Accept(), Decline())
    table.do(Accept())
    assert (table.game.state.privates["Melisurgo"], table.money("Bruno")) == ("Bruno", (699,))
    assert table.game.decision.choices == without.decision.choices
    assert len(without.decision.choices) > 10
    mine = [entry.choice for entry in table.game.decision.interjections if entry.player == "Bruno"]
    assert any(isinstance(choice, Range) and choice.action == OfferPrivate("Melisurgo", "Ada", 0) for choice in mine)
