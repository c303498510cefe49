"""What political cards are worth to a player, and when keen sells one."""

import pytest

from ferrovia.bots.keen.player import KeenBot
from ferrovia.engine.flow.actions import Accept, Action, Decline
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import cards
from ferrovia.titles.t18fb.actions import OfferPrivate
from ferrovia.titles.t18fb.political import CardOffer
from tests.t18fb.table import Table


def chosen(game: Game) -> Action:
    return KeenBot(Chance("any")).choose(game)


def test_a_card_loses_its_worth_towards_unification() -> None:
    """3.6.6: it is discarded for nothing."""
    worths = [cards.worth(Table().phase(phase).cards(Riseis="Ada").game, "Ada", "Riseis") for phase in ("PH1", "PH4")]
    assert worths[0] > worths[1] > 0


def test_a_card_of_the_pool_is_worth_its_share_too() -> None:
    table = Table()
    assert (
        cards.worth(table.game, "Ada", "Valadous") - cards.worth(table.cards(Valadous="Ada").game, "Ada", "Valadous")
        >= 50
    )


def test_melisurgo_is_worth_more_to_who_builds() -> None:
    table = Table().cards(Melisurgo="Ada").start("FSC", "Bruno", cash=400)
    assert cards.worth(table.game, "Bruno", "Melisurgo") > cards.worth(table.game, "Ada", "Melisurgo")
    table.line_done("FSC")
    assert cards.worth(table.game, "Bruno", "Melisurgo") == cards.worth(table.game, "Ada", "Melisurgo")


def test_a_card_goes_to_who_has_a_use_for_it() -> None:
    table = Table().cards(Melisurgo="Ada").start("FSC", "Bruno", stock={"Bruno": 2}, cash=400).cash(Bruno=400, Ada=20)
    table.phase("PH2").stock_round("Ada")
    mine = cards.worth(table.game, "Ada", "Melisurgo")
    offer = chosen(table.game)
    assert isinstance(offer, OfferPrivate)
    assert (offer.private, offer.to) == ("Melisurgo", "Bruno")
    assert mine < offer.price <= cards.most_paid(table.game, "Bruno", "Melisurgo")
    table.do(offer)
    assert chosen(table.game) == Accept()


def test_nobody_is_offered_a_card_again_who_does_not_want_it() -> None:
    table = Table().cards(Melisurgo="Ada").start("FSC", "Bruno", stock={"Bruno": 2}, cash=400).cash(Bruno=400, Ada=20)
    table.phase("PH2").stock_round("Ada")
    table.do(chosen(table.game), Decline())
    assert not isinstance(chosen(table.game), OfferPrivate)


def test_who_needs_a_train_sells_a_card_for_less_than_it_is_worth() -> None:
    table = Table().cards(Riseis="Ada").start("FSC", "Ada", cash=0).line_done("FSC", final=False)
    table.cash(Ada=10, Bruno=500).phase("PH2").stock_round("Ada")
    assert cards.lacks_train(table.game, "Ada")
    offer = chosen(table.game)
    assert isinstance(offer, OfferPrivate)
    assert offer.price < cards.worth(table.game, "Ada", "Riseis")
    assert not isinstance(chosen(table.trains("FSC", "PH2").game), OfferPrivate)


@pytest.mark.parametrize(("cash", "answer"), [(500, Accept()), (100, Decline())])
def test_nobody_gives_most_of_their_money_for_a_card(cash: int, answer: Action) -> None:
    table = Table().cards(Riseis="Bruno").cash(Ada=cash)
    table.game.push(CardOffer("Riseis", "Bruno", "Ada", 80))
    assert chosen(table.game) == answer
