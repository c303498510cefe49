"""What a player of mild good sense bids, offers, asks and accepts: for everything a floor or a ceiling."""

from __future__ import annotations

from ferrovia.bots.surveyor import has_room
from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate, BuyTrain
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.titles.first_sight import SELDOM, TOKEN_WORTH, USUAL, price_about, was_declined
from ferrovia.titles.purse import Purse
from ferrovia.titles.registry import judgement

AGREED = 90  # what accepting weighs where the price is right


def priced(game: Game, purse: Purse, span: Range, chance: Chance) -> tuple[Action, int]:
    """A choice with the price that is named for it, and how much speaks for it."""
    known = judgement(game.title).first_sight.price(game, purse, span, chance)
    if known is not None:
        price, weight = known
        return span.at(price), weight
    match span.action:
        case Bid(private=private):
            return span.at(span.low), 3 if span.low <= _highest_bid(game, purse, private) else 0
        case BuyPrivate(private=private) if private not in game.state.privates:
            return span.at(span.low), USUAL if 4 * span.low <= purse.own_cash else 0
        case BuyPrivate(private=private):
            return _private(game, purse, span, private, chance)
        case BuyTrain(train=train, source=seller):
            cost = game.title.box.trains[train].cost
            price = price_about(span, cost * 9 // 10, chance)
            weight = _used_train(game, purse, train, seller) if 4 * cost >= 4 * price >= 3 * cost else 0
            return span.at(price), weight
    return span.at(price_about(span, (span.low + span.high) // 2, chance)), USUAL


def auction_weight(game: Game, purse: Purse, private: str, price: int) -> int:
    """A private company is taken at its face value, unless it takes most of one's money."""
    card = game.title.box.privates.get(private)
    if card is None or price > card.face_value or 2 * price > purse.own_cash:
        return USUAL // 2
    return 4 * USUAL if isinstance(game.top, Auction) else USUAL


def accept_weight(game: Game, purse: Purse) -> int:
    """An offer is good at the printed price."""
    offer = game.top
    if isinstance(offer, Offer):
        return AGREED if offer.price >= _least_taken(game, purse, offer) else 0
    for asked in game.title.seen.offers(game):
        if asked["buyer"] == purse.player and asked["name"] in game.title.box.privates:
            return AGREED if asked["price"] <= _most_paid(game, purse, asked["name"]) else 0
    return 2 * USUAL


def _least_taken(game: Game, purse: Purse, offer: Offer) -> int:
    match offer.thing:
        case "private":
            return game.title.box.privates[offer.name].face_value * 3 // 4
        case "token":
            return TOKEN_WORTH
    cost, trains = game.title.box.trains[offer.name].cost, game.trains(offer.seller)
    lasting = [train for train in trains if purse.meets_duty(train) and not purse.is_doomed(train)]
    if len(trains) < 2 or lasting == [offer.name]:
        return 2 * cost
    is_spare = purse.is_doomed(offer.name) or not has_room(game, offer.seller, len(trains))
    return cost * 3 // 4 if is_spare else cost


def _most_paid(game: Game, purse: Purse, card: str) -> int:
    """A little over the printed price, and never half of one's money."""
    return min(game.title.box.privates[card].face_value * 5 // 4, (purse.own_cash - purse.shortfall) // 2)


def _highest_bid(game: Game, purse: Purse, private: str) -> int:
    if private in game.title.box.privates:
        return min(game.title.box.privates[private].face_value * 5 // 4, purse.own_cash // 2)
    return purse.own_cash // 4


def _private(game: Game, purse: Purse, span: Range, private: str, chance: Chance) -> tuple[Action, int]:
    """A president's own private company goes into the treasury for all it can spare, another's for its face value."""
    owner, face = game.state.privates[private], game.title.box.privates[private].face_value
    if owner == purse.player:
        return span.at(span.high), USUAL if purse.can_spare(span.high) and span.high >= face else 0
    price = price_about(span, face, chance)
    asks = purse.can_spare(2 * price) and not was_declined(game, private, owner)
    return span.at(price), SELDOM if asks else 0


def _used_train(game: Game, purse: Purse, train: str, seller: str) -> int:
    """A train of another corporation helps one who cannot pay for a new one; nobody gives away the last."""
    if len(game.trains(seller)) < 2 or not purse.needs_train or purse.is_doomed(train):
        return 0
    if purse.affords_train or was_declined(game, train, seller):
        return 0
    return 12
