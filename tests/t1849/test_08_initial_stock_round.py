"""Section 8: the five private companies are sold, by turns, bids and auctions."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate, BuyShare, Pass, Start
from ferrovia.engine.flow.auction import Auction
from tests.t1849.table import Table

EVERYBODY_PASSES = (Pass(),) * 4


def sold(table: Table) -> dict[str, str]:
    """Who has bought what so far."""
    return {private: owner for private, owner in table.game.state.privates.items() if owner != "bank"}


# Turns


@pytest.mark.clause("1849-8.0.1")
def test_no_stock_is_sold_before_the_last_private_company() -> None:
    table = Table()
    for action in (Start("RCS", 100), BuyShare("RCS", "treasury"), BuyShare("RCS", "pool")):
        table.may_not(action, "1849-8.0.1")
    table.do(
        BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75), BuyPrivate("SMS", 110), *EVERYBODY_PASSES
    )
    table.may_not(Start("RCS", 68), "1849-8.0.1")  # RSA is unsold, in a second initial round


@pytest.mark.clause("1849-8.0.2")
def test_the_priority_holder_is_first_and_turns_go_clockwise() -> None:
    table = Table()
    assert (table.decider, table.game.state.priority) == ("Ada", "Ada")
    table.may_not(Pass(), "1849-8.0.2", by="Bruno")
    turns = []
    for action in (Bid("SIGI", 50), Pass(), Bid("SMS", 115), Pass(), Pass()):
        turns.append(table.decider)
        table.do(action)
    assert turns == ["Ada", "Bruno", "Carla", "Dora", "Ada"]


@pytest.mark.clause("1849-8.0.3")
def test_the_cheapest_company_is_bought_for_its_face_value() -> None:
    table = Table()
    table.may_not(BuyPrivate("SIGI", 45), "1849-8.0.3", "Only SCE")
    table.may_not(BuyPrivate("SCE", 19), "1849-8.0.3", "at 20")
    table.may_not(BuyPrivate("SCE", 21), "1849-8.0.3", "at 20")
    table.do(BuyPrivate("SCE", 20))
    assert table.money("Ada", "bank") == (355, 6260 + 20)
    assert sold(table) == {"SCE": "Ada"}
    table.may_not(BuyPrivate("SCE", 20), "1849-8.0.3")
    table.may(BuyPrivate("SIGI", 45))


@pytest.mark.clause("1849-8.0.4")
def test_only_later_companies_can_be_bid_on() -> None:
    table = Table()
    table.may_not(Bid("SCE", 25), "1849-8.0.4")
    table.do(Bid("SIGI", 50))
    assert table.money("Ada") == (375,)
    assert table.decider == "Bruno"
    table.do(BuyPrivate("SCE", 20))
    table.may_not(Bid("SCE", 100), "1849-8.0.4")  # sold
    table.may_not(Bid("SIGI", 100), "1849-8.0.4")  # sold by its one bid


@pytest.mark.clause("1849-8.0.5")
def test_who_has_passed_may_act_again() -> None:
    table = Table()
    table.do(Pass(), BuyPrivate("SCE", 20), Pass(), Pass())
    assert table.decider == "Ada"
    table.may(BuyPrivate("SIGI", 45), Bid("CNM", 80), Pass())


# Bids


@pytest.mark.clause("1849-8.0.6")
@pytest.mark.parametrize(("private", "least"), [("SIGI", 50), ("CNM", 80), ("SMS", 115), ("RSA", 155)])
def test_the_first_bid_is_five_above_face_value(private: str, least: int) -> None:
    table = Table()
    table.may_not(Bid(private, least - 1), "1849-8.0.6", f"at least {least}")
    table.may(Bid(private, least), Bid(private, least + 1))


@pytest.mark.clause("1849-8.0.7")
def test_a_later_bid_is_five_above_the_highest() -> None:
    table = Table()
    table.do(Bid("SMS", 115))
    table.may_not(Bid("SMS", 119), "1849-8.0.7", "at least 120")
    table.may(Bid("SMS", 120))
    table.do(Bid("SMS", 122))
    table.may_not(Bid("SMS", 126), "1849-8.0.7", "at least 127")
    table.may(Bid("SMS", 127))


@pytest.mark.clause("1849-8.0.8")
def test_the_money_of_a_bid_is_set_aside() -> None:
    table = Table(players=3)
    table.do(Bid("RSA", 300), Pass(), Pass())
    table.may_not(Bid("SMS", 205), "1849-8.0.8", "at most 200")
    table.do(Bid("SMS", 200), Pass(), Pass())
    assert table.money("Ada") == (500,)
    table.may_not(BuyPrivate("SCE", 20), "1849-8.0.8")
    table.may_not(Bid("SIGI", 50), "1849-8.0.8")


@pytest.mark.clause("1849-8.0.9")
def test_many_bid_on_one_company_and_one_bids_on_many() -> None:
    table = Table()
    table.do(Bid("SMS", 115), Bid("SMS", 120), Bid("SMS", 125), Pass(), Bid("CNM", 80))
    # All stand: CNM goes to Ada for 80, and the three others meet for SMS.
    table.do(BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45))
    assert sold(table) == {"SCE": "Bruno", "SIGI": "Carla", "CNM": "Ada"}
    assert table.step == "contest"
    deciders = []
    for _ in range(2):
        deciders.append(table.decider)
        table.do(Pass())
    assert deciders == ["Ada", "Bruno"]
    assert sold(table)["SMS"] == "Carla"


@pytest.mark.clause("1849-R04")
def test_a_new_bid_takes_the_place_of_the_own_one() -> None:
    table = Table(players=3)
    table.do(Bid("RSA", 300), Pass(), Pass())
    table.may_not(Bid("RSA", 304), "1849-8.0.7", "at least 305")  # it must beat even one's own
    table.may_not(Bid("RSA", 501), "1849-8.0.8", "at most 500")
    table.do(Bid("RSA", 481), Pass(), Pass())  # only the 181 more are set aside
    table.may_not(BuyPrivate("SCE", 20), "1849-8.0.8", "has 19")
    table.may_not(Bid("SIGI", 50), "1849-8.0.8", "at most 19")


@pytest.mark.clause("1849-R04")
def test_bids_are_whole_lire_and_outlive_a_failed_round() -> None:
    table = Table()
    table.do(Bid("SIGI", 53), *EVERYBODY_PASSES)
    table.may(BuyPrivate("SCE", 15))
    table.may_not(Bid("SIGI", 57), "1849-8.0.7", "at least 58")
    table.do(BuyPrivate("SCE", 15))
    assert sold(table) == {"SCE": "Ada", "SIGI": "Ada"}
    assert table.money("Ada") == (375 - 53 - 15,)


# Settling bids


@pytest.mark.clause("1849-8.0.10")
def test_a_single_bid_buys_at_once() -> None:
    table = Table()
    table.do(BuyPrivate("SCE", 20), Pass(), Bid("CNM", 85), Pass())
    table.do(BuyPrivate("SIGI", 45))
    assert sold(table)["CNM"] == "Carla"
    assert table.money("Carla") == (375 - 85,)
    assert table.decider == "Bruno"  # no turn was used


@pytest.mark.clause("1849-8.0.11")
def test_only_bidders_take_part_in_the_auction() -> None:
    table = Table()
    table.do(Bid("SMS", 115), Bid("SMS", 120), BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75))
    assert (table.step, table.decider) == ("contest", "Ada")
    assert table.game.cash("Carla") > table.game.cash("Ada")
    table.may_not(Bid("SMS", 125), "1849-8.0.11", by="Carla")
    table.may_not(Bid("RSA", 155), "1849-8.0.11")  # and only SMS is bid on
    table.do(Bid("SMS", 125))
    assert table.decider == "Bruno"
    table.do(Pass())
    assert sold(table)["SMS"] == "Ada"


def three_bids_on_sms() -> Table:
    """Ada 115, Bruno 120, Carla 125; Dora has bought the company before it."""
    table = Table()
    table.do(
        *(BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), Pass(), Pass()),
        *(Bid("SMS", 115), Bid("SMS", 120), Bid("SMS", 125), BuyPrivate("CNM", 75)),
    )
    return table


@pytest.mark.clause("1849-8.0.12")
def test_the_lowest_bidder_raises_or_drops_out() -> None:
    table = three_bids_on_sms()
    assert table.decider == "Ada"
    table.may_not(Bid("SMS", 129), "1849-8.0.12", "at least 130")
    table.may_not(BuyPrivate("SMS", 110), "1849-8.0.12")
    table.do(Bid("SMS", 130))
    auction = table.game.find(Auction)
    assert auction is not None
    assert auction.set_aside("Ada") == 130  # the money set aside grows with the bid
    assert table.decider == "Bruno"
    table.may_not(Bid("SMS", 134), "1849-8.0.12", "at least 135")
    table.may_not(Bid("SMS", 331), "1849-8.0.8", "at most 330")  # he has bought SIGI
    table.do(Bid("SMS", 135))
    assert table.decider == "Carla"
    table.do(Bid("SMS", 140))
    assert table.decider == "Ada"
    table.do(Pass())
    assert table.decider == "Bruno"


@pytest.mark.clause("1849-8.0.13", "1849-8.0.14")
def test_the_last_bidder_pays_their_bid_and_the_others_have_their_money_back() -> None:
    table = three_bids_on_sms()
    before = table.money("Ada", "Bruno", "Carla", "bank")
    table.do(Bid("SMS", 130), Pass(), Pass())
    assert sold(table)["SMS"] == "Ada"
    assert table.money("Ada", "Bruno", "Carla", "bank") == (before[0] - 130, before[1], before[2], before[3] + 130)
    assert table.decider == "Ada"  # to the left of Dora, who bought CNM
    table.cash(Bruno=150).do(Pass())  # with the 120 still set aside he could not pay this:
    table.may(BuyPrivate("RSA", 150))


@pytest.mark.clause("1849-8.0.14")
def test_a_loser_has_the_money_back_in_time_for_the_next_auction() -> None:
    table = Table()
    table.do(Bid("SMS", 115), Bid("SMS", 120), Pass(), Pass(), Bid("RSA", 155), Bid("RSA", 160))
    table.do(BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), Pass(), Pass(), BuyPrivate("CNM", 75))
    table.do(Pass())  # Ada leaves SMS to Bruno
    assert (sold(table)["SMS"], table.decider) == ("Bruno", "Ada")
    table.may_not(Bid("RSA", 376), "1849-8.0.8")
    table.may(Bid("RSA", 375))  # all she has, the 115 among it


@pytest.mark.clause("1849-8.0.15")
def test_bids_are_settled_in_a_chain() -> None:
    table = Table()
    table.do(Bid("CNM", 80), Bid("SMS", 115), Bid("RSA", 155), BuyPrivate("SCE", 20))
    table.do(BuyPrivate("SIGI", 45))
    assert sold(table) == {"SCE": "Dora", "SIGI": "Ada", "CNM": "Ada", "SMS": "Bruno", "RSA": "Carla"}
    assert table.money("Ada", "Bruno", "Carla") == (375 - 45 - 80, 375 - 115, 375 - 155)
    assert (table.decider, table.step) == ("Carla", "rsa_start")  # nobody had a turn in between
    table.do(Start("RCS", 68))
    assert (str(table.game.state.round), table.decider) == ("SR 1", "Bruno")


@pytest.mark.clause("1849-8.0.15")
def test_the_chain_stops_at_a_company_without_bids() -> None:
    table = Table()
    table.do(Pass(), Bid("SIGI", 50), Bid("SMS", 115), BuyPrivate("SCE", 20))
    assert sold(table) == {"SCE": "Dora", "SIGI": "Bruno"}
    assert table.decider == "Ada"
    table.may(BuyPrivate("CNM", 75))


@pytest.mark.clause("1849-8.0.16")
def test_after_a_chain_it_goes_on_to_the_left_of_who_bought_at_the_asking_price() -> None:
    table = Table()
    table.do(Pass(), Bid("SMS", 115), Bid("CNM", 80), BuyPrivate("SCE", 20))
    table.do(BuyPrivate("SIGI", 45))
    assert sold(table) == {"SCE": "Dora", "SIGI": "Ada", "CNM": "Carla", "SMS": "Bruno"}
    assert table.decider == "Bruno"


# Companies that nobody buys


@pytest.mark.clause("1849-8.0.17")
def test_the_first_company_gets_cheaper_while_nobody_buys_it() -> None:
    table = Table()
    for price in (20, 15, 10, 5):
        assert table.decider == "Ada"
        table.may(BuyPrivate("SCE", price))
        table.may_not(BuyPrivate("SCE", price + 5), "1849-8.0.3")
        table.may(Bid("SIGI", 50))
        table.may_not(Bid("SIGI", 49), "1849-8.0.6")
        if price > 5:
            table.do(*EVERYBODY_PASSES)
    assert table.money(*table.players) == (375,) * 4  # no revenue was paid
    table.do(BuyPrivate("SCE", 5))
    table.may_not(BuyPrivate("SIGI", 30), "1849-8.0.3", "at 45")
    table.do(*EVERYBODY_PASSES)  # now the round ends, and SCE brings its 5
    assert table.money("Ada") == (375,)


@pytest.mark.clause("1849-8.0.17")
def test_a_bid_among_the_passes_is_no_circle_of_passes() -> None:
    table = Table()
    table.do(Pass(), Pass(), Pass(), Bid("SIGI", 50), Pass(), Pass(), Pass())
    table.may(BuyPrivate("SCE", 20))
    table.do(Pass())
    table.may(BuyPrivate("SCE", 15))


@pytest.mark.clause("1849-8.0.18", "1849-R05")
def test_the_first_company_goes_for_nothing_to_whom_it_was_offered_first() -> None:
    table = Table()
    table.do(Bid("SIGI", 50), *EVERYBODY_PASSES, *EVERYBODY_PASSES, *EVERYBODY_PASSES)
    assert table.decider == "Ada"
    table.may(BuyPrivate("SCE", 5))
    table.do(*EVERYBODY_PASSES)
    assert sold(table) == {"SCE": "Ada", "SIGI": "Ada"}
    assert table.money("Ada", "bank") == (325, 6260 + 50)
    assert table.decider == "Bruno"  # it counts as a purchase


@pytest.mark.clause("1849-8.0.18")
def test_a_bid_at_five_does_not_change_who_was_offered_it_first() -> None:
    table = Table()
    table.do(*EVERYBODY_PASSES, *EVERYBODY_PASSES, *EVERYBODY_PASSES)
    table.do(Pass(), Bid("CNM", 80), Pass(), Pass(), Pass(), Pass())
    assert sold(table) == {"SCE": "Ada"}
    assert table.decider == "Bruno"


@pytest.mark.clause("1849-R05", "1849-8.0.17")
@pytest.mark.parametrize("bidder", ["Ada", "Bruno", "Carla", "Dora"])
def test_a_repeated_round_begins_with_the_holder_of_the_priority_whoever_passed_last(bidder: str) -> None:
    table = Table()
    while table.decider != bidder:
        table.do(Pass())
    table.do(Bid("SIGI", 50), *EVERYBODY_PASSES)
    table.may(BuyPrivate("SCE", 15))
    assert (table.decider, table.game.state.priority) == ("Ada", "Ada")


@pytest.mark.clause("1849-R05")
def test_a_company_sold_below_its_face_value_settles_turn_and_priority_too() -> None:
    table = Table()
    table.do(Bid("SIGI", 50), Bid("CNM", 80), Bid("SMS", 115), Bid("RSA", 155), *EVERYBODY_PASSES)
    assert table.decider == "Ada"
    table.do(Pass(), BuyPrivate("SCE", 15))
    assert sold(table) == {"SCE": "Bruno", "SIGI": "Ada", "CNM": "Bruno", "SMS": "Carla", "RSA": "Dora"}
    table.do(Start("RCS", 100))
    assert (table.decider, table.game.state.priority) == ("Carla", "Carla")


@pytest.mark.clause("1849-8.0.19")
def test_a_later_company_unsold_ends_the_round_with_revenue() -> None:
    table = Table()
    table.do(Pass(), Pass(), BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75))
    table.do(BuyPrivate("SMS", 110))
    before = table.money("Carla", "Dora", "Ada", "Bruno", "bank")
    table.do(*EVERYBODY_PASSES)
    after = table.money("Carla", "Dora", "Ada", "Bruno", "bank")
    assert [now - then for now, then in zip(after, before, strict=True)] == [5, 10, 15, 20, -50]
    assert (table.decider, table.game.state.priority) == ("Carla", "Carla")
    assert table.game.state.round.kind == "auction"
    table.may_not(BuyPrivate("RSA", 145), "1849-8.0.3")
    table.may(BuyPrivate("RSA", 150))


@pytest.mark.clause("1849-8.0.19")
def test_the_priority_goes_on_from_the_last_turn_not_from_the_last_purchase() -> None:
    table = Table()
    table.do(BuyPrivate("SCE", 20), Pass(), Bid("SMS", 115), *EVERYBODY_PASSES)
    assert (table.decider, table.game.state.priority) == ("Dora", "Dora")
    assert table.money("Ada") == (375 - 20 + 5,)


# The rulebook's example


def rulebook_example() -> Table:
    table = Table()
    table.do(Bid("SMS", 115), Bid("SMS", 120), Bid("CNM", 80))
    table.do(BuyPrivate("SCE", 20))
    table.may_not(Bid("CNM", 261), "1849-8.0.8", "at most 260")
    table.do(BuyPrivate("SIGI", 45))
    return table


@pytest.mark.clause("1849-8.0.20")
def test_worked_example_player_1_passes() -> None:
    table = rulebook_example()
    assert sold(table) == {"SCE": "Dora", "SIGI": "Ada", "CNM": "Carla"}
    assert table.money("Carla") == (295,)
    assert table.decider == "Ada"
    table.may_not(Bid("SMS", 124), "1849-8.0.12", "at least 125")
    table.may(Bid("SMS", 125))
    table.do(Pass())
    assert sold(table)["SMS"] == "Bruno"
    assert table.money("Ada", "Bruno", "Carla", "Dora") == (330, 255, 295, 355)
    assert table.decider == "Bruno"
    table.may(BuyPrivate("RSA", 150))


@pytest.mark.clause("1849-8.0.21")
@pytest.mark.parametrize(
    ("bidding", "owner", "ada", "bruno"),
    [
        ((Bid("SMS", 125), Bid("SMS", 130), Pass()), "Bruno", 330, 245),
        ((Bid("SMS", 125), Pass()), "Ada", 205, 375),
    ],
)
def test_worked_example_whoever_wins(bidding: tuple[Action, ...], owner: str, ada: int, bruno: int) -> None:
    table = rulebook_example()
    table.do(*bidding)
    assert sold(table)["SMS"] == owner
    assert table.money("Ada", "Bruno") == (ada, bruno)
    assert table.decider == "Bruno"
    table.may(BuyPrivate("RSA", 150))
