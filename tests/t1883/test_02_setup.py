"""Section 2: seats, money, certificates, cards, trains and private companies before the first decision."""

from __future__ import annotations

from collections import Counter

import pytest

from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.actions import BuySupport
from ferrovia.titles.t1883.components import event_table
from tests.t1883.table import Table

THREE = ("Ann", "Bob", "Cy")


def new_game(seed: str, seats: tuple[str, ...] = ()) -> Game:
    return Game(TITLE, Settings("1883", THREE, seed, (), {"seats": seats} if seats else {}))


@pytest.mark.clause("1883-2.0.1")
def test_only_seats_and_the_event_deck_are_left_to_chance() -> None:
    assert new_game("a").snapshot() == new_game("a").snapshot()
    games = [new_game(seed).snapshot() for seed in "abcdefgh"]
    assert len({tuple(game["seats"]) for game in games}) > 1
    assert len({tuple(game["own"]["deck"]) for game in games}) > 1
    seated = [new_game(seed, THREE).snapshot() for seed in "abcdefgh"]
    for game in seated:
        assert sorted(game["own"].pop("deck")) == sorted(games[0]["own"]["deck"])
        assert game == seated[0]


@pytest.mark.clause("1883-2.1.1", "1883-2.1.2")
def test_turns_follow_the_position_cards_from_the_first_which_has_the_priority() -> None:
    """Ann draws 3, Bob 1, Cy 2."""
    game = new_game("a", ("Bob", "Cy", "Ann"))
    assert game.state.priority == "Bob"
    turns = []
    for _ in range(4):
        turns.append(game.decision.player)
        game.apply(Pass())
    assert turns == ["Bob", "Cy", "Ann", "Bob"]


@pytest.mark.clause("1883-2.1.1")
def test_everybody_has_one_seat() -> None:
    for seed in "abcd":
        assert sorted(new_game(seed).state.seats) == sorted(THREE)
    with pytest.raises(Refusal):
        new_game("a", ("Ann", "Ann", "Bob"))


@pytest.mark.clause("1883-2.2.1", "1883-2.2.1.1", "1883-R02")
@pytest.mark.parametrize(("players", "cash", "bank"), [(2, 800, 9400), (3, 550, 9350), (4, 400, 9400)])
def test_start_cash_comes_out_of_the_eleven_thousand(players: int, cash: int, bank: int) -> None:
    table = Table(players)
    assert table.money(*table.players) == (cash,) * players
    assert table.money("bank") == (bank,)
    assert sum(table.game.state.cash.values()) == 11000


@pytest.mark.clause("1883-2.2.1.2")
def test_everybody_has_one_card_of_support_so_the_next_costs_ten() -> None:
    table = Table().privates()
    assert table.own.support == {"Ada": 1, "Bruno": 1, "Carla": 1, "Dora": 1}
    table.stock_round("Ada", turn=1).do(BuySupport())
    assert table.money("Ada") == (390,)


@pytest.mark.clause("1883-2.2.1.3")
@pytest.mark.parametrize(("players", "left"), [(2, 6), (3, 5), (4, 4)])
def test_everybody_has_a_share_of_the_cooperative(players: int, left: int) -> None:
    table = Table(players)
    assert [table.holding("CCFR", player) for player in table.players] == [[10]] * players
    assert table.holding("CCFR", "offer") == [20] + [10] * left
    assert table.money(*table.players)[0] * players == 11000 - table.money("bank")[0]  # free


@pytest.mark.clause("1883-R01")
def test_the_free_share_of_the_cooperative_counts_against_the_limit() -> None:
    table = Table().privates()
    assert [table.game.certificate_count(player) for player in table.players] == [1, 1, 1, 1]


@pytest.mark.clause("1883-2.3.1")
def test_all_other_stock_lies_in_the_initial_offers_the_presidency_first() -> None:
    table = Table()
    for corporation in table.title.box.corporations:
        if corporation != "CCFR":
            assert table.holding(corporation, "offer") == [20, 10, 10, 10, 10, 10, 10, 10, 10]
            assert not table.game.is_started(corporation)
    assert table.game.percent("SV", "offer") == 100
    assert table.pool("SV") == 0


@pytest.mark.clause("1883-2.3.2")
def test_the_draw_pile_holds_the_twelve_cards_of_the_first_era() -> None:
    deck = Table().own.deck
    assert len(deck) == 12
    assert {event_table(card)["deck"] for card in deck} == {1}


@pytest.mark.clause("1883-2.3.3")
def test_all_eight_concessions_are_unsold() -> None:
    concessions = Table().own.concessions
    assert sorted(concessions) == list("12345678")
    assert {(concession.owner, concession.counter) for concession in concessions.values()} == {("", 0)}


@pytest.mark.clause("1883-2.4.1")
def test_trains_lie_in_one_stack_and_the_2g_beside_it() -> None:
    table = Table()
    stack = [train for train in table.game.trains("bank") if train != "2G"]
    assert list(dict.fromkeys(stack)) == ["2", "3", "3bis", "4", "5", "6", "7", "8"]
    assert stack == sorted(stack, key=list(table.title.box.trains).index)
    assert table.title.trains.on_sale(table.game) == ("2", "2G")
    assert Counter(table.game.trains("CCFR")) == {"2": 2, "2G": 2}
    table.sold_out("2")
    assert table.title.trains.on_sale(table.game) == ("3", "2G")


@pytest.mark.clause("1883-2.5.1")
def test_the_private_companies_lie_in_the_order_of_their_value() -> None:
    table = Table()
    assert list(table.game.state.privates) == ["TCB", "FRV", "CNP", "TMM", "FCV", "FSF-P"]
    values = [table.title.box.privates[name].face_value for name in table.game.state.privates]
    assert values == [20, 40, 60, 80, 100, 150]
