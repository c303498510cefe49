"""What private companies, offers and bids are worth: a floor and a ceiling for every price."""

from __future__ import annotations

from ferrovia.bots.keen import room, trains
from ferrovia.bots.keen.outlook import Outlook, Weighed
from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyTrain
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.first_sight import TOKEN_WORTH
from ferrovia.titles.judgement import Verdict

WANTED = 5.0
UNWANTED = -5.0
NEVER = -900.0
DECLINED = -2_000_000.0  # worse than ruin: nobody is asked who has said no, or will
LAST_TRAIN = 2  # an only train is worth so many times its price to those who have to own one
RAISE = 3  # a bid goes up by such a part of what it could
SECOND_HAND = 0.5  # of its price, for a train that nobody needs and its owner may be glad to be rid of
LEAST = 0.25  # one who has less to offer need not ask
USED = 0.8  # of its price for a train that is sold on


def bought_private(outlook: Outlook, action: BuyPrivate) -> Verdict:
    """The company that the bank offers at its asking price."""
    worth = outlook.judgement.private_worth(outlook.game, outlook.player, action.private)
    names = {"private": action.private, "worth": worth}
    if action.price > outlook.purse.own_cash - outlook.judgement.reserve(outlook.game, action.private):
        return Verdict(UNWANTED, Message("{player} needs the money for a corporation.", player=outlook.player))
    return Verdict(worth - action.price, Message("{private} is worth about {worth:money}.", **names))


def priced(outlook: Outlook, span: Range) -> Weighed:
    """A choice with a price to name, at the price that seems right."""
    match span.action:
        case Bid():
            return _bid(outlook, span)
        case BuyPrivate():
            return _private(outlook, span)
        case BuyTrain():
            return _train(outlook, span)
    return span.at(span.low), Verdict(-1, Message("There is nothing better to do."))


def _bid(outlook: Outlook, span: Range) -> Weighed:
    """A bid somewhat above the least, so that an auction does not drag on, and never above the worth."""
    action = span.action
    assert isinstance(action, Bid)
    worth = outlook.judgement.private_worth(outlook.game, outlook.player, action.private)
    names = {"private": action.private, "worth": worth}
    most = min(worth, span.high - outlook.judgement.reserve(outlook.game, action.private))
    if span.low > most:
        return span.at(span.low), Verdict(UNWANTED, Message("{private} has become too dear.", **names))
    price = span.low + (most - span.low) // RAISE // span.step * span.step
    return span.at(price), Verdict((worth - price) / 2, Message("{private} is worth about {worth:money}.", **names))


def _private(outlook: Outlook, span: Range) -> Weighed:
    """A corporation buys the private companies of its own president for as much as it may."""
    action, game = span.action, outlook.game
    assert isinstance(action, BuyPrivate)
    is_own = game.state.privates.get(action.private) == outlook.player
    names = {"private": action.private, "corporation": outlook.corporation, "player": outlook.player}
    is_worth_it = span.high >= game.title.box.privates[action.private].face_value
    if is_own and is_worth_it and outlook.purse.can_spare(span.high):
        text = "{player} is paid for {private} out of the treasury of {corporation}."
        return span.at(span.high), Verdict(0.4 * span.high, Message(text, **names))
    # Whoever is asked for something for next to nothing says no, and could be asked again for a little more for ever.
    money = UNWANTED if is_own else DECLINED
    return span.at(span.low), Verdict(money, Message("{corporation} has no use for {private}.", **names))


def _train(outlook: Outlook, span: Range) -> Weighed:
    """A train of another corporation where the bank's are too dear: at about its printed price for those in
    need of one, for less where its owner needs the room.
    """
    action, game, purse = span.action, outlook.game, outlook.purse
    assert isinstance(action, BuyTrain)
    cost = game.title.box.trains[action.train].cost
    turn = game.find(OperatingTurn)
    names = {"train": action.train, "corporation": outlook.corporation, "seller": action.source}
    if game.president(action.source) == outlook.player:
        return span.at(span.low), room.moved(outlook, action)
    if turn is not None and turn.declined:
        return span.at(span.low), Verdict(DECLINED, Message("{seller} has no wish to sell.", **names))
    is_short = outlook.needs_train and not purse.is_doomed(action.train)
    fair, least = (1.0, USED) if is_short else (SECOND_HAND, LEAST)
    price = min(span.high, max(span.low, round(fair * cost)))
    price = span.low + span.step * ((price - span.low) // span.step)
    is_hopeless = purse.affords_train or len(game.trains(action.source)) < 2 or price < least * cost
    if is_hopeless or not (is_short or room.is_wanted(game, action.source)):
        return span.at(price), Verdict(NEVER, Message("{corporation} has no use for that train.", **names))
    money = trains.worth(outlook, action.train, trains.gained(outlook, action.train)) - trains.TREASURY * price
    return span.at(price), Verdict(money, Message("{seller} has more trains than it needs.", **names))


def accepted(outlook: Outlook) -> Verdict:
    """An offer is good from its floor on: what the thing is worth to its owner."""
    offer, game = outlook.game.top, outlook.game
    if not isinstance(offer, Offer):
        return Verdict(WANTED, Message("Both sides gain by it."))
    floor = _floor(outlook, offer)
    names = {"floor": round(floor), "price": offer.price}
    owned = game.percent(offer.seller, outlook.player) if offer.seller in game.state.certificates else 0
    if game.percent(offer.buyer, outlook.player) > owned:
        floor *= USED
    if offer.price >= floor:
        return Verdict(WANTED, Message("{price:money} is a good price.", **names))
    return Verdict(UNWANTED, Message("It is worth at least {floor:money}.", **names))


def _floor(outlook: Outlook, offer: Offer) -> float:
    """What somebody must offer for a thing."""
    game = outlook.game
    match offer.thing:
        case "private":
            return 0.9 * outlook.judgement.private_worth(game, outlook.player, offer.name)
        case "train":
            cost = game.title.box.trains[offer.name].cost
            if len(game.trains(offer.seller)) < 2:
                return LAST_TRAIN * cost
            if room.is_wanted(game, offer.seller):
                return room.floor(outlook, offer.seller, offer.name)
            lost = outlook.earnings(game, offer.seller) - outlook.earnings(game, offer.seller, less=offer.name)
            rounds = trains.DOOMED_ROUNDS if outlook.purse.is_doomed(offer.name) else outlook.rounds_left
            return max(USED * cost, float(lost * rounds))
        case "token":
            return TOKEN_WORTH
