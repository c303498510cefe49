"""Why a player of mild good sense does what it does, in one sentence."""

from __future__ import annotations

from ferrovia.bots.purse import Purse
from ferrovia.bots.surveyor import goals_of
from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.t18fb import actions as southern
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1883 import actions as emilian


def reason(game: Game, action: Action) -> Message:
    """What speaks for an action that was chosen here."""
    decision = game.decision
    purse = Purse(game, decision.player, decision.for_corporation)
    match action:
        case do.Pass():
            return _waiting(decision.step)
        case do.LayTile() | do.PlaceToken() | southern.BuildLine() | emilian.PlaceCoach() | emilian.PlaceAnchor():
            return _building(game, purse, action)
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
        case do.Bankrupt() | sicilian.LeaveGame():
            return Message("There is no other way.")
    return _money(game, purse, action) or Message("It looks as good as anything else.")


def _waiting(step: str) -> Message:
    match step:
        case "auction":
            return Message("Money that is not spent now can be spent on something better.")
        case "stock":
            return Message("Nothing on sale is worth the money now.")
    return Message("Nothing more is worth doing here.")


def _building(game: Game, purse: Purse, action: Action) -> Message:
    goals = goals_of(game, purse.corporation) if purse.corporation else frozenset()
    match action:
        case southern.BuildLine(route=route) if route[-1] in goals:
            return Message(
                "The line comes to a place that {corporation} is bound to reach.", corporation=purse.corporation
            )
        case do.LayTile() if goals:
            return Message(
                "Track is wanted towards a place that {corporation} is bound to reach.", corporation=purse.corporation
            )
        case do.LayTile():
            return Message("Of all tiles this one promises a good deal of track and stops for its cost.")
        case do.PlaceToken() | southern.BuildLine():
            return Message("A token in one more city keeps the way open and earns more.")
    return Message("It adds to what a round earns.")


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
        case southern.TakeConcession() | emilian.BuyConcession():
            return Message("The line is short enough to be built.")
        case do.IssueShares() | sicilian.IssueBond():
            return Message("{corporation} lacks money for a train.", corporation=purse.corporation)
        case do.RedeemShare() | sicilian.RepayBond():
            return Message("The treasury has more than it needs.")
        case sicilian.BuyEToken():
            return Message("There is money for an electric train too.")
        case do.Bid() | do.BuyPrivate() | sicilian.BuyToken():
            return Message("It is worth the price.")
        case southern.OfferPrivate():
            return Message("The money is needed for a train.")
        case do.UsePrivate():
            return Message("What is owned should be used.")
        case emilian.BuySupport():
            return Message("Political support helps when the next event strikes.")
    return None


def _stock(game: Game, purse: Purse, action: Action, name: str) -> Message:
    earned = game.state.earnings.get(name, 0)
    if isinstance(action, do.SellShares):
        if earned:
            return Message("The money is needed more than the stock.")
        return Message("{corporation} earns nothing.", corporation=name)
    if game.president(name) == purse.player and not game.trains(name):
        return Message("{corporation} needs the money for its first train.", corporation=name)
    if earned:
        return Message("{corporation} earned {revenue:money} in its last run.", corporation=name, revenue=earned)
    return Message("{corporation} may earn well before long.", corporation=name)
