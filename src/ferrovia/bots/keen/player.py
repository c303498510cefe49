"""The keen player: weighs every choice in money, and takes the best."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.bots.keen import deals, stock, track, trains
from ferrovia.bots.keen.outlook import Outlook, Weighed
from ferrovia.bots.thought import Thought
from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Decision, Range
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.judgement import Verdict

WHIM = 0.05  # between choices that are alike a little chance decides
RUIN = -1_000_000


class KeenBot:
    """Chooses what brings most money, more or less; asked twice at the same position it answers the same."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, game: Game) -> Action:
        return self.think(game).action

    def think(self, game: Game) -> Thought:
        decision = game.decision
        if _is_forced(decision):
            return Thought(decision.choices[0], Message("There is no other choice."))
        outlook = Outlook(game, decision.player, decision.for_corporation)
        chance = self._chance.apart(game.state.number)
        options = [
            (verdict.money + WHIM * chance.below(1000) / 1000, action, verdict.why)
            for action, verdict in weighed(outlook, decision)
        ]
        _, action, why = max(options, key=lambda entry: entry[0])
        return Thought(action, why)


def _is_forced(decision: Decision) -> bool:
    is_only = len(decision.choices) == 1 and not decision.ranges and not decision.interjections
    return is_only and not decision.lists_runs


def weighed(outlook: Outlook, decision: Decision) -> Iterator[Weighed]:
    """All choices with what they are worth; of tiles only those that look best."""
    tiles = []
    for choice in decision:
        if isinstance(choice, do.LayTile):
            tiles.append(choice)
        elif isinstance(choice, Range):
            yield _priced(outlook, choice)
        else:
            yield choice, _verdict(outlook, choice)
    if tiles:
        yield from track.tiles(outlook, tiles)
    for interjection in decision.interjections:
        if interjection.player == outlook.player:
            yield from _interjected(outlook, interjection.choice)


def _priced(outlook: Outlook, span: Range) -> Weighed:
    known = outlook.judgement.priced(outlook.game, outlook.player, outlook.corporation, span)
    if known is None:
        return deals.priced(outlook, span)
    price, verdict = known
    return span.at(price), verdict


def _interjected(outlook: Outlook, choice: Action | Range) -> Iterator[Weighed]:
    """What may be done at any moment is done only where the title knows what for."""
    if isinstance(choice, Range):
        known = outlook.judgement.priced(outlook.game, outlook.player, outlook.corporation, choice)
        if known is not None:
            yield choice.at(known[0]), known[1]
        return
    verdict = outlook.judgement.worth(outlook.game, outlook.player, outlook.corporation, choice)
    if verdict is not None:
        yield choice, verdict


def _verdict(outlook: Outlook, action: Action) -> Verdict:
    known = outlook.judgement.worth(outlook.game, outlook.player, outlook.corporation, action)
    return known if known is not None else _usual(outlook, action)


def _usual(outlook: Outlook, action: Action) -> Verdict:
    match action:
        case do.Pass() | do.Decline():
            return Verdict(0, Message("Nothing else is worth its price."))
        case do.RunTrains():
            return Verdict(1000, Message("These are the best runs."))
        case do.Dividend(choice=choice):
            return trains.dividend(outlook, choice)
        case do.PlaceToken():
            return track.token(outlook, action)
        case do.ChooseHome():
            return track.home(outlook, action)
        case do.BuyTrain():
            return trains.purchase(outlook, action)
        case do.DiscardTrain():
            return trains.discard(outlook, action)
        case do.IssueShares():
            return trains.issue(outlook, action)
        case do.RedeemShare():
            return trains.redeem(outlook)
        case do.Start():
            return stock.start(outlook, action)
        case do.BuyShare():
            return stock.purchase(outlook, action)
        case do.SellShares():
            return stock.sale(outlook, action)
        case do.BuyPrivate():
            return deals.bought_private(outlook, action)
        case do.Accept():
            return deals.accepted(outlook)
        case do.Bankrupt():
            return Verdict(RUIN, Message("There is no other way."))
    return Verdict(1, Message("It may be of use."))
