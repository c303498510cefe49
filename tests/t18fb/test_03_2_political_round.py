"""Section 3.2: the political cards are auctioned, and the order of play follows the cash left."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyShare, BuyTrain, Pass, UsePrivate
from ferrovia.engine.flow.events import OperatingRoundBegins, PrivateRevenue
from ferrovia.titles.t18fb.actions import OfferPrivate, PutUp
from tests.t18fb.table import Table

COMPANY = {"Valadous": "LdA", "L'Ala": "FB", "Bayard": "NN", "Albano": "FP"}
COST = {
    "Melisurgo": 50, "Riseis": 75, "Falcon": 75, "Delahante": 100, "Valadous": 125, "L'Ala": 150, "Bayard": 175,
    "Albano": 200,
}  # fmt: skip


def up(card: str, players: int = 4, **cash: int) -> Table:
    """Ada has put a card up, and speaks first."""
    table = Table(players).political_round().cash(**cash)
    table.do(PutUp(card))
    return table


def won(table: Table, card: str, price: int) -> None:
    """Whose turn it is puts a card up and gets it."""
    table.do(PutUp(card), Bid(card, price))
    table.pass_on(until=lambda: table.step != "bidding")


# Putting up and bidding


@pytest.mark.clause("18FB-3.2.1")
def test_any_card_may_be_put_up_and_who_does_speaks_first() -> None:
    table = Table().political_round()
    assert (table.step, table.decider, table.game.state.priority) == ("lot", "Ada", "Ada")
    table.may_not(PutUp("Albano"), "18FB-3.2.1", by="Bruno")
    table.do(PutUp("Albano"))
    assert (table.step, table.decider) == ("bidding", "Ada")
    table.do(Pass())
    assert table.decider == "Bruno"
    table.may(Bid("Albano", 200))
    table.may_not(Bid("Melisurgo", 50), "18FB-3.2.2")


@pytest.mark.clause("18FB-3.2.1")
def test_a_card_is_put_up_only_once() -> None:
    table = Table().political_round()
    won(table, "Melisurgo", 50)
    table.may_not(PutUp("Melisurgo"), "18FB-3.2.1")
    table.may(*(PutUp(card) for card in COST if card != "Melisurgo"))


@pytest.mark.clause("18FB-3.2.2")
def test_bids_go_round_until_one_is_left_who_pays_at_once() -> None:
    table = up("Delahante", players=3)
    table.do(Bid("Delahante", 100), Bid("Delahante", 105), Pass(), Bid("Delahante", 110))
    assert table.decider == "Bruno"  # Carla has passed
    table.may_not(Bid("Delahante", 115), "18FB-3.2.2", by="Carla")
    table.do(Pass())
    assert table.game.state.privates["Delahante"] == "Ada"
    assert table.money("Ada", "bank") == (890, 9110)
    assert table.step == "lot"


@pytest.mark.clause("18FB-3.2.2")
def test_the_last_one_left_need_not_have_spoken_before() -> None:
    """Ada, Bruno and Carla pass: Dora gets the card at her first bid, with nobody left to raise."""
    table = up("Falcon")
    table.do(Pass(), Pass(), Pass(), Bid("Falcon", 75))
    assert (table.game.state.privates["Falcon"], table.money("Dora")) == ("Dora", (675,))


@pytest.mark.clause("18FB-3.2.3")
def test_the_player_after_who_put_a_card_up_is_next_whoever_won_it() -> None:
    table = up("Riseis")
    table.do(Pass(), Pass(), Bid("Riseis", 75), Pass())
    assert table.game.state.privates["Riseis"] == "Carla"
    assert (table.step, table.decider) == ("lot", "Bruno")
    won(table, "Falcon", 75)
    assert (table.step, table.decider) == ("lot", "Carla")


@pytest.mark.clause("18FB-3.2.4")
def test_the_round_is_over_when_all_eight_have_been_up_once_sold_or_not() -> None:
    table = Table().political_round()
    for number, card in enumerate(COST):
        assert str(table.game.state.round) == "POLITICAL"
        if number % 2:
            won(table, card, COST[card])
        else:
            table.do(PutUp(card), *(Pass() for _ in table.players))
    assert (str(table.game.state.round), table.step) == ("SR 1", "stock")
    assert list(table.game.state.privates.values()).count("bank") == 4


@pytest.mark.clause("18FB-3.2.5", "18FB-R05")
def test_the_first_bid_is_the_printed_cost_or_more() -> None:
    table = up("Valadous")
    table.may_not(Bid("Valadous", 120), "18FB-3.2.5")
    table.may(Bid("Valadous", 125), Bid("Valadous", 140))
    melisurgo = up("Melisurgo")
    melisurgo.do(Bid("Melisurgo", 50))
    melisurgo.may_not(Bid("Melisurgo", 50), "18FB-3.2.6")
    melisurgo.may(Bid("Melisurgo", 55))


@pytest.mark.clause("18FB-3.2.6")
def test_a_raise_is_five_more_or_a_multiple_of_it() -> None:
    table = up("Melisurgo")
    table.may_not(Bid("Melisurgo", 58), "18FB-3.2.6")
    table.do(Bid("Melisurgo", 60))
    for price in (62, 60, 55, 66):
        table.may_not(Bid("Melisurgo", price), "18FB-3.2.6")
    table.may(Bid("Melisurgo", 65), Bid("Melisurgo", 80))


@pytest.mark.clause("18FB-3.2.7")
def test_nobody_bids_more_than_they_have() -> None:
    table = up("Valadous", Ada=180)
    table.may_not(Bid("Valadous", 185), "18FB-3.2.7")
    table.may(Bid("Valadous", 180))
    odd = up("Valadous", Ada=183)
    odd.may_not(Bid("Valadous", 185), "18FB-3.2.7")
    odd.may(Bid("Valadous", 180))


@pytest.mark.clause("18FB-3.2.7")
def test_money_of_a_standing_bid_is_set_aside() -> None:
    """Ada's bid of 150 stands: of her 180 only 30 can buy a card that Bruno offers meanwhile."""
    table = Table().political_round().cards(Melisurgo="Bruno").cash(Ada=180)
    table.do(PutUp("Valadous"), Bid("Valadous", 150))
    assert table.money("Ada") == (180,)
    table.may_not(OfferPrivate("Melisurgo", "Ada", 31), "18FB-3.3.6.3")
    table.may(OfferPrivate("Melisurgo", "Ada", 30))
    table.do(Bid("Valadous", 155))  # overbid, her money is free again
    table.may(OfferPrivate("Melisurgo", "Ada", 180))


@pytest.mark.clause("18FB-3.2.7")
def test_who_cannot_afford_the_next_bid_is_passed_over() -> None:
    table = up("Albano", Bruno=195)
    table.do(Bid("Albano", 200))
    assert table.decider == "Carla"


@pytest.mark.clause("18FB-3.2.8")
def test_who_has_passed_is_out_of_this_auction_but_not_of_the_next() -> None:
    table = up("Riseis", players=3)
    table.do(Bid("Riseis", 75), Pass(), Bid("Riseis", 80), Bid("Riseis", 85))
    assert table.decider == "Carla"  # not Bruno
    table.may_not(Bid("Riseis", 90), "18FB-3.2.2", by="Bruno")
    table.do(Pass())
    assert table.game.state.privates["Riseis"] == "Ada"
    assert table.decider == "Bruno"
    table.do(PutUp("Falcon"))
    table.may(Bid("Falcon", 75))


# What becomes of card and money


@pytest.mark.clause("18FB-3.2.9")
def test_a_card_nobody_wants_lies_in_the_pool_and_is_bought_for_its_cost_as_the_action_of_a_stock_turn() -> None:
    table = up("Falcon")
    table.do(Pass(), Pass(), Pass(), Pass())
    table.pass_on(until=lambda: table.step == "stock")
    assert (table.game.state.privates["Falcon"], table.decider) == ("bank", "Ada")
    table.start("FC", "Bruno", stock={"Ada": 2}).stock_round("Ada", turn=1)
    for price in (70, 80):
        table.may_not(BuyPrivate("Falcon", price), "18FB-3.3.6.2")
    table.do(BuyPrivate("Falcon", 75))
    assert (table.game.state.privates["Falcon"], table.money("Ada")) == ("Ada", (675,))
    assert table.decider == "Bruno"  # that was her turn, though she could sell and buy


@pytest.mark.clause("18FB-3.2.10")
@pytest.mark.parametrize("card", COST)
def test_what_is_paid_above_the_cost_goes_to_the_company_of_four_cards(card: str) -> None:
    """Each is won for 40 above its cost; no company is started yet."""
    table = up(card)
    table.do(Bid(card, COST[card] + 40))
    table.pass_on(until=lambda: table.step != "bidding")
    above = 40 if card in COMPANY else 0
    assert table.money("bank", "Ada") == (9000 + COST[card] + 40 - above, 750 - COST[card] - 40)
    if card in COMPANY:
        assert table.money(COMPANY[card]) == (40,)
        assert not table.game.is_started(COMPANY[card])
    assert sum(table.money(*table.title.box.corporations)) == above


# The new order


@pytest.mark.clause("18FB-3.2.11")
def test_most_cash_sits_first_and_has_the_priority() -> None:
    table = Table(3).political_round().cash(Ada=300, Bruno=420, Carla=380)
    table.pass_on(until=lambda: table.step == "stock")
    assert table.game.state.seats == ("Bruno", "Carla", "Ada")
    assert table.game.state.priority == table.decider == "Bruno"


@pytest.mark.clause("18FB-3.2.12")
def test_players_with_the_same_cash_keep_their_order() -> None:
    table = Table().political_round().cash(Ada=300, Bruno=400, Carla=400, Dora=300)
    table.pass_on(until=lambda: table.step == "stock")
    assert table.game.state.seats == ("Bruno", "Carla", "Ada", "Dora")


# Rulings


@pytest.mark.clause("18FB-R06")
def test_a_card_must_be_put_up_and_after_a_vain_auction_too_the_next_player_chooses() -> None:
    table = Table().political_round()
    table.may_not(Pass(), "18FB-3.2.1")
    table.do(PutUp("Melisurgo"), *(Pass() for _ in table.players))
    assert (table.step, table.decider) == ("lot", "Bruno")


@pytest.mark.clause("18FB-R06")
def test_the_same_in_the_regional_round() -> None:
    table = Table().phase("PH5").start("FB", "Ada").own_is(regional_round="due")
    table.game.state.priority = "Carla"
    table.operating_rounds_over()
    assert (table.step, table.decider) == ("lot", "Carla")
    table.may_not(Pass(), "18FB-3.6.2.2")
    table.do(PutUp("FG"), *(Pass() for _ in table.players))
    assert (table.step, table.decider) == ("lot", "Dora")
    table.do(PutUp("FA"), Pass(), Bid("FA", 100), Pass(), Pass())
    assert (table.step, table.decider) == ("lot", "Ada")


@pytest.mark.clause("18FB-R07")
def test_an_unsold_card_keeps_its_share_beside_it_pays_nobody_and_has_no_power() -> None:
    table = Table().start("NN", "Ada", cash=500)
    assert table.game.state.privates["Bayard"] == "bank"
    assert table.holding("NN", "card") == [10]
    table.may_not(BuyShare("NN", "pool"), "18FB-3.3.4.1")
    told = table.end_round()
    assert OperatingRoundBegins(2, 1) in told
    assert not any(isinstance(event, PrivateRevenue) for event in told)  # no income
    table.may_not(UsePrivate("Bayard"), "18FB-2.7.2")
    table.may_not(UsePrivate("Melisurgo"), "18FB-2.7.2")


@pytest.mark.clause("18FB-R07")
def test_who_buys_it_pays_the_bank_and_gets_the_share() -> None:
    table = Table().cash(Ada=600).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(BuyPrivate("Bayard", 175))
    assert table.money("Ada", "bank", "NN") == (425, bank + 175, 0)
    assert (table.holding("NN", "Ada"), table.holding("NN", "card")) == ([10], [])


@pytest.mark.clause("18FB-R07")
@pytest.mark.parametrize("singles", [2, 7])
def test_when_ph5_begins_the_card_goes_and_the_share_joins_the_offer(singles: int) -> None:
    """Also where all other shares are sold: no company has moved its rest to the pool by then."""
    table = Table().phase("PH4").sold_out("PH4").start("NN", "Ada", cash=600, stock={"Bruno": singles})
    offered = table.game.percent("NN", "offer")
    table.operate("NN", "trains").do(BuyTrain("PH5", "bank", 520))
    assert table.game.state.privates == {}
    assert (table.holding("NN", "card"), table.pool("NN")) == ([], 0)
    assert table.game.percent("NN", "offer") == offered + 10
