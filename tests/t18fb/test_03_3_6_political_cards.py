"""Section 3.3.6: political cards out of the Bank Pool, and between players at any moment."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, BuyPrivate, BuyShare, BuyTrain, Decline, Pass, UsePrivate
from ferrovia.engine.flow.decision import Range
from ferrovia.titles.t18fb.actions import OfferPrivate, PutUp
from tests.t18fb.table import Table

BAYARD = BuyPrivate("Bayard", 175)


@pytest.mark.clause("18FB-3.3.6.1")
def test_a_card_of_the_pool_costs_its_printed_price_and_brings_its_share() -> None:
    table = Table().cash(Ada=200).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(BAYARD)
    assert table.game.state.privates["Bayard"] == "Ada"
    assert table.holding("NN", "Ada") == [10]
    assert table.money("Ada", "bank", "NN") == (25, bank + 175, 0)


@pytest.mark.clause("18FB-3.3.6.1")
def test_only_cards_in_the_pool_are_bought_so_and_only_for_ready_money() -> None:
    table = Table().cards(Falcon="Bruno").cash(Ada=174).stock_round("Ada")
    table.may_not(BuyPrivate("Falcon", 75), "18FB-3.3.6.1")
    table.may_not(BAYARD, "18FB-3.3.6.1")
    table.cash(Ada=175).may(BAYARD)


@pytest.mark.clause("18FB-3.3.6.2")
@pytest.mark.parametrize("price", [225, 180, 170, 0])
def test_nobody_pays_more_or_less_than_the_printed_cost(price: int) -> None:
    table = Table().cash(Ada=500).stock_round("Ada")
    table.may_not(BuyPrivate("Bayard", price), "18FB-3.3.6.2")
    assert table.money("NN") == (0,)


@pytest.mark.clause("18FB-R83")
def test_the_share_of_a_card_must_find_room_within_the_limits() -> None:
    table = Table().start("NN", "Ada", stock={"Ada": 3}).cash(Ada=500).stock_round("Ada")
    table.may(BAYARD)  # to 60%
    table = Table().start("NN", "Ada", stock={"Ada": 4}).cash(Ada=500).stock_round("Ada")
    table.may_not(BAYARD, "18FB-2.3.4")
    table.may(BuyPrivate("L'Ala", 150), BuyPrivate("Falcon", 75))


@pytest.mark.clause("18FB-R83")
def test_a_card_with_a_share_is_a_certificate_more_and_one_without_is_not() -> None:
    table = Table(players=6).start("LTF", "Bruno", stock={"Ada": 6}).start("FST", "Bruno", stock={"Ada": 6})
    table.start("SFTF", "Bruno", stock={"Ada": 1}).cash(Ada=500).stock_round("Ada")
    table.may_not(BAYARD, "18FB-2.3.2")
    table.may(BuyPrivate("Falcon", 75))


@pytest.mark.clause("18FB-R83")
def test_the_share_of_a_card_is_not_bought_so_an_earlier_sale_does_not_bar_it() -> None:
    table = Table().start("NN", "Bruno").cash(Ada=500).stock_round("Ada", sold=(("Ada", "NN"),))
    table.may_not(BuyShare("NN", "offer"), "18FB-3.3.1.3")
    table.do(BAYARD)
    assert table.holding("NN", "Ada") == [10]


# Between players


@pytest.mark.clause("18FB-3.3.6.3")
def test_a_card_is_sold_in_the_middle_of_an_operating_turn() -> None:
    table = Table().cards(Valadous="Ada").start("NN", "Carla").cash(Ada=100, Bruno=100).operate("NN")
    offer = OfferPrivate("Valadous", "Bruno", 60)
    table.may_not(offer, "18FB-3.3.6.3", by="Dora")
    table.may_not(OfferPrivate(["Valadous"], "Bruno", 60), "malformed")  # type: ignore[arg-type]
    table.may_not(UsePrivate(["Valadous"]), "malformed")  # type: ignore[arg-type]
    table.do(offer)
    assert table.decider == "Bruno"
    table.may_not(Pass(), "18FB-3.3.6.3")
    table.may_not(Accept(), "18FB-1.1.2", by="Ada")
    table.do(Accept())
    assert table.game.state.privates["Valadous"] == "Bruno"
    assert table.money("Ada", "Bruno") == (160, 40)
    assert table.holding("LdA", "Ada") == [10]  # the share that came with it stays
    assert (table.decider, table.step) == ("Carla", "track")


@pytest.mark.clause("18FB-3.3.6.3")
def test_without_consent_nothing_is_sold() -> None:
    table = Table().cards(Valadous="Ada").start("NN", "Carla").cash(Ada=100, Bruno=100).operate("NN")
    table.do(OfferPrivate("Valadous", "Bruno", 60), Decline())
    assert table.game.state.privates["Valadous"] == "Ada"
    assert table.money("Ada", "Bruno") == (100, 100)


@pytest.mark.clause("18FB-3.3.6.3")
def test_any_price_the_buyer_can_pay_is_good_and_a_company_is_no_buyer() -> None:
    table = Table().cards(Valadous="Ada").start("NN", "Carla", cash=500).cash(Bruno=100).operate("NN")
    table.may(OfferPrivate("Valadous", "Bruno", 0), OfferPrivate("Valadous", "Bruno", 100))
    table.may_not(OfferPrivate("Valadous", "Bruno", 101), "18FB-3.3.6.3")
    table.may_not(OfferPrivate("Valadous", "Bruno", -5), "18FB-3.3.6.3")
    table.may_not(OfferPrivate("Valadous", "Ada", 5), "18FB-3.3.6.3")
    table.may_not(OfferPrivate("Valadous", "NN", 50), "18FB-2.7.1")
    table.may_not(OfferPrivate("Falcon", "Bruno", 50), "18FB-3.3.6.3")  # it lies in the bank pool


@pytest.mark.clause("18FB-R08", "18FB-3.3.6.3")
def test_cards_change_hands_even_in_the_political_round_between_two_bids() -> None:
    table = Table().political_round()
    table.do(PutUp("Melisurgo"))
    table.pass_on(lambda: table.step == "lot")  # nobody wants it
    assert table.game.state.privates["Melisurgo"] == "bank"
    table.cards(Melisurgo="Carla").do(OfferPrivate("Melisurgo", "Dora", 20), Accept())
    assert table.game.state.privates["Melisurgo"] == "Dora"


@pytest.mark.clause("18FB-R08")
def test_one_offer_of_a_card_waits_for_its_answer_before_the_next() -> None:
    table = Table().cards(Valadous="Ada", Falcon="Carla").stock_round("Dora")
    table.do(OfferPrivate("Valadous", "Bruno", 60))
    table.may_not(OfferPrivate("Falcon", "Bruno", 60), "18FB-3.3.6.3")


# Offers that were declined


@pytest.mark.clause("18FB-R75", "18FB-R93")
def test_a_card_declined_is_offered_again_only_for_less_in_the_same_round() -> None:
    table = Table(players=3).cards(Valadous="Ada").start("LTF", "Carla").stock_round("Carla")
    table.do(OfferPrivate("Valadous", "Bruno", 60), Decline())
    table.may_not(OfferPrivate("Valadous", "Bruno", 60), "18FB-R75")
    table.may_not(OfferPrivate("Valadous", "Bruno", 61), "18FB-R75")
    table.may_not(OfferPrivate("Valadous", "Bruno", 55), "18FB-R93", saying="ask for at most 54")
    table.may(OfferPrivate("Valadous", "Bruno", 54), OfferPrivate("Valadous", "Carla", 60))
    table.do(OfferPrivate("Valadous", "Bruno", 5), Decline())
    (span,) = (
        each.choice
        for each in table.game.decision.interjections
        if isinstance(each.choice, Range) and each.choice.action == OfferPrivate("Valadous", "Bruno", 0)
    )
    assert (span.low, span.high) == (0, 4)
    table.do(OfferPrivate("Valadous", "Bruno", 0), Decline())
    table.may_not(OfferPrivate("Valadous", "Bruno", 0), "18FB-R75", saying="even for nothing")
    table.do(Pass())
    table.may_not(OfferPrivate("Valadous", "Bruno", 60), "18FB-R75")  # another turn, the same round
    table.do(Pass(), Pass())
    assert table.game.state.round.kind == "operating"
    for following in ("OR 2.2", "SR 3"):
        table.do(OfferPrivate("Valadous", "Bruno", 60), Decline())
        table.pass_on(lambda now=following: str(table.game.state.round) == now)  # type: ignore[misc]
    table.may(OfferPrivate("Valadous", "Bruno", 60))


@pytest.mark.clause("18FB-R75")
def test_a_new_owner_is_bound_by_what_was_declined_in_the_round() -> None:
    table = Table(players=3).cards(Valadous="Ada").stock_round("Carla")
    table.do(OfferPrivate("Valadous", "Bruno", 60), Decline(), OfferPrivate("Valadous", "Carla", 60), Accept())
    table.may_not(OfferPrivate("Valadous", "Bruno", 60), "18FB-R75")
    table.may(OfferPrivate("Valadous", "Bruno", 54), OfferPrivate("Valadous", "Ada", 60))


@pytest.mark.clause("18FB-R75", "18FB-R93")
def test_an_offer_for_a_train_that_was_declined_is_made_again_only_for_more_in_the_same_turn() -> None:
    table = Table().start("LTF", "Ada", at=90, cash=300).line_done("LTF").start("FB", "Bruno", at=80)
    table.trains("LTF", "PH1").trains("FB", "PH1", "PH2").operate("LTF", "trains")
    table.do(BuyTrain("PH2", "FB", 50), Decline())
    table.may_not(BuyTrain("PH2", "FB", 50), "18FB-R75")
    table.may_not(BuyTrain("PH2", "FB", 49), "18FB-R75")
    table.may_not(BuyTrain("PH2", "FB", 54), "18FB-R93", saying="offer at least 55")
    table.may(BuyTrain("PH2", "FB", 55), BuyTrain("PH1", "FB", 50))
    table.operate("LTF", "trains", number=2).may(BuyTrain("PH2", "FB", 50))
