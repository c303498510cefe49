"""Why a player of mild good sense does what it does, in one sentence."""

from __future__ import annotations

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.stock import StockRound
from ferrovia.saying.message import Message
from ferrovia.titles.distances import goals_of
from ferrovia.titles.purse import Purse, buys_trains
from ferrovia.titles.registry import judgement


def reason(game: Game, action: Action) -> Message:
    """What speaks for an action that was chosen here."""
    decision = game.decision
    purse = Purse(game, decision.player, decision.for_corporation)
    known = judgement(game.title).first_sight.reason(game, purse, action)
    return known if known is not None else _usual(game, purse, action)


def _usual(game: Game, purse: Purse, action: Action) -> Message:
    match action:
        case do.Pass():
            return _waiting(game)
        case do.LayTile():
            return _tile(game, purse)
        case do.PlaceToken():
            return Message("A token in one more city keeps the way open and earns more.")
        case do.RunTrains():
            return Message("These runs earn most.")
        case do.Dividend(choice=choice):
            return _dividend(purse, choice)
        case do.BuyTrain():
            return _train(purse)
        case do.DiscardTrain():
            return Message("This train is missed least.")
        case do.Accept():
            return Message("The terms are good.")
        case do.Decline():
            return Message("The terms are not good enough.")
        case do.Bankrupt():
            return Message("There is no other way.")
    return _money(game, purse, action) or Message("It looks as good as anything else.")


def _waiting(game: Game) -> Message:
    match game.top:
        case Auction():
            return Message("Money that is not spent now can be spent on something better.")
        case StockRound():
            return Message("Nothing on sale is worth the money now.")
    return Message("Nothing more is worth doing here.")


def _tile(game: Game, purse: Purse) -> Message:
    if purse.corporation and goals_of(game, purse.corporation):
        text = "Track is wanted towards a place that {corporation} is bound to reach."
        return Message(text, corporation=purse.corporation)
    return Message("Of all tiles this one promises a good deal of track and stops for its cost.")


def _dividend(purse: Purse, choice: str) -> Message:
    match choice:
        case "withhold" if purse.needs_train:
            return Message("{corporation} saves for a train.", corporation=purse.corporation)
        case "withhold":
            return Message("The treasury can do with the money.")
        case "half":
            return Message("Shareholders and treasury both get something.")
        case "pay":
            return Message("Shareholders like to be paid.")
    return Message("It brings the most money at once.")


def _train(purse: Purse) -> Message:
    corporation = purse.corporation
    if not purse.has_train:
        return Message("{corporation} has no train.", corporation=corporation)
    if purse.needs_train:
        return Message("The trains of {corporation} will be gone before long.", corporation=corporation)
    return Message("{corporation} has money and track for another train.", corporation=corporation)


def _money(game: Game, purse: Purse, action: Action) -> Message | None:
    match action:
        case do.BuyShare(corporation=name) | do.SellShares(corporation=name):
            return _stock(game, purse, action, name)
        case do.Start():
            return Message("At this price the first train can be paid for.")
        case do.IssueShares():
            return Message("{corporation} lacks money for a train.", corporation=purse.corporation)
        case do.RedeemShare():
            return Message("The treasury has more than it needs.")
        case do.Bid() | do.BuyPrivate():
            return Message("It is worth the price.")
        case do.UsePrivate():
            return Message("What is owned should be used.")
    return None


def _stock(game: Game, purse: Purse, action: Action, name: str) -> Message:
    earned = game.state.earnings.get(name, 0)
    if isinstance(action, do.SellShares):
        if earned:
            return Message("The money is needed more than the stock.")
        return Message("{corporation} earns nothing.", corporation=name)
    if game.president(name) == purse.player and not game.trains(name) and buys_trains(game, name):
        return Message("{corporation} needs the money for its first train.", corporation=name)
    if earned:
        return Message("{corporation} earned {revenue:money} in its last run.", corporation=name, revenue=earned)
    return Message("{corporation} may earn well before long.", corporation=name)
