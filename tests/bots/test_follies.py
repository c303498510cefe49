"""Follies that the sensible bot once committed: it may blunder, but nobody who sits with it should have to laugh."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import (
    Accept,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    IssueShares,
    LayTile,
    Pass,
)
from ferrovia.engine.flow.offers import Offer
from ferrovia.titles.registry import title
from ferrovia.titles.t18fb.actions import OfferPrivate, TakeConcession
from ferrovia.titles.t1849.actions import BuyToken
from ferrovia.titles.t1883.actions import BuyConcession
from tests.bots.asking import chosen
from tests.t18fb.table import Table as SouthernTable
from tests.t1849.table import Table
from tests.t1883.table import Table as EmilianTable
from tests.walks import new_game

# Offers


def test_a_card_is_not_bought_at_any_price() -> None:
    table = SouthernTable().cards(Bayard="Ada").cash(Bruno=1000).stock_round("Carla")
    table.do(OfferPrivate("Bayard", "Bruno", 619))  # its face value is 175
    assert chosen(table.game) == {Decline(): 60}


def test_a_card_is_bought_at_a_fair_price_but_not_with_the_last_money() -> None:
    table = SouthernTable().cards(Bayard="Ada").cash(Bruno=1000).stock_round("Carla")
    table.do(OfferPrivate("Bayard", "Bruno", 175))
    assert chosen(table.game)[Accept()] > 45
    assert chosen(table.cash(Bruno=200).game) == {Decline(): 60}


def test_a_card_is_offered_at_about_its_face_value_and_only_for_want_of_money() -> None:
    table = SouthernTable().cards(Bayard="Ada").cash(Ada=50, Bruno=2000, Carla=2000, Dora=2000)
    assert not any(isinstance(action, OfferPrivate) for action in chosen(table.stock_round("Ada").game, 300))
    table.start("FB", "Ada", at=80).line_done("FB").stock_round("Ada")  # in operation, without train and money
    asked = [action.price for action in chosen(table.game, 300) if isinstance(action, OfferPrivate)]
    assert asked
    assert all(150 <= price <= 240 for price in asked)


def test_a_train_just_bought_for_600_is_not_sold_at_486() -> None:
    table = EmilianTable().phase("6").start("SV", "Ada", stock={"Bruno": 3}, cash=500)
    table.start("FBV", "Bruno").trains("FBV", "4", "6").operate("SV", "trains")
    table.game.push(Offer("train", "6", "SV", "FBV", 486))
    assert chosen(table.game) == {Decline(): 60}


def test_nobody_is_asked_twice_in_a_turn() -> None:
    table = Table().phase("8").start("RCS", "Ada", cash=340).start("CTL", "Bruno", at=68)
    table.trains("CTL", "6H", "8H").operate("RCS", "trains")
    assert any(isinstance(action, BuyTrain) for action in chosen(table.game, 300))  # a new one costs 350
    table.do(BuyTrain("8H", "CTL", 280), Decline())
    assert chosen(table.game, 300) == {Pass(): 300}


def test_a_token_is_not_offered_for_twice_in_a_turn() -> None:
    table = Table(options=("buy_station_tokens",)).phase("6").lay("C5 651 5", "D4 682 1", "E3 714 0", "F2 78 2")
    table.start("IFT", president="Bruno", at=144).tokens("IFT", "C5").start("RCS", president="Carla", at=68)
    table.start("CTL", cash=700).trains("CTL", "8H").operate("CTL", "buy_token")
    assert any(isinstance(action, BuyToken) for action in chosen(table.game, 300))
    table.do(BuyToken("C5", "IFT", 60), Decline())
    assert chosen(table.game, 300) == {Pass(): 300}


# Private companies and concessions


def test_private_companies_find_their_buyers() -> None:
    taken = chosen(new_game(title("1849"), 1, 3))
    assert taken[BuyPrivate("SCE", 20)] > 30


def test_a_concession_is_taken_by_who_is_near_it() -> None:
    """From Ferrara by Bondeno and Suzzara to Parma it is nine hexes; Casalecchio is at FBV's door, far from SV."""
    table = EmilianTable().start("SV", "Ada", cash=900).trains("SV", "3", "3").start("FBV", "Ada", cash=900)
    table.trains("FBV", "3", "3").cash(Ada=0).stock_round("Ada")
    taken = chosen(table.game, 300)
    assert taken[BuyConcession("1", "FBV")] > 0
    assert not taken[BuyConcession("1", "SV")]
    assert not any(taken[BuyConcession("2", name)] for name in ("SV", "FBV"))


def test_the_shorter_line_is_begun_more_often() -> None:
    """FB has one hex between home and destination, SFTF four."""
    taken = chosen(SouthernTable().cash(Ada=1000).stock_round("Ada").game, 400)
    begun = [action.corporation for action in taken.elements() if isinstance(action, TakeConcession)]
    assert begun.count("FB") > begun.count("SFTF")


# Trains and track


def test_a_company_that_cannot_run_buys_no_train() -> None:
    table = SouthernTable().start("LTF", "Ada", cash=600).operate("LTF", "trains")
    assert any(isinstance(choice, BuyTrain) for choice in table.game.decision.choices)
    assert not any(isinstance(action, BuyTrain) for action in chosen(table.game, 200))


def test_one_route_gets_one_train() -> None:
    table = Table().start("RCS", cash=900).trains("RCS", "4H").operate("RCS", "trains")
    assert BuyTrain("4H", "bank", 100) in table.game.decision.choices
    assert chosen(table.game, 200) == {Pass(): 200}


def test_the_money_for_the_first_train_is_not_spent_on_a_tile() -> None:
    table = Table().start("CTL", cash=110).operate("CTL", "track")  # a train costs 100
    dear = [choice for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    assert any(title("1849").box.board.hexes[lay.hex].cost > 10 for lay in dear)
    for action in chosen(table.game, 300):
        after = table.game.fork()
        after.apply(action)
        assert after.cash("CTL") >= 100


@pytest.mark.parametrize("cell", [(7, 0), (8, 0)])
def test_no_stock_is_issued_towards_the_end_of_a_corporation(cell: tuple[int, int]) -> None:
    table = Table().start("RCS", at=cell, cash=10, stock={"Ada": [10]}).operate("RCS", "finance")
    assert any(isinstance(choice, IssueShares) for choice in table.game.decision.choices)
    assert not any(isinstance(action, IssueShares) for action in chosen(table.game, 300))


# Stock


def test_who_has_money_buys_good_stock_from_the_pool() -> None:
    table = Table().phase("6").start("RCS", "Bruno", stock={"pool": [10, 10]}, cash=300).trains("RCS", "8H")
    table.game.note_earnings("RCS", 120)
    table.cash(Ada=1500).stock_round("Ada")
    taken = chosen(table.game, 200)
    assert taken[Pass()] < 20
    assert taken[BuyShare("RCS", "pool")] + taken[BuyShare("RCS", "treasury")] > 100
