"""A player of mild good sense: no plans, but no follies either, so that games get as far as games among people.

It weighs what `game.decision` lists: first the kinds of action against each other, each at its best choice, then
the choices of the chosen kind. Only what lies open on the table is looked at, and nothing is tried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ferrovia.bots.dealing import accept_weight, auction_weight, priced
from ferrovia.bots.investing import sale_weight, share_weight, start_weight
from ferrovia.bots.reasons import reason
from ferrovia.bots.surveyor import has_room, promise, tile_cost
from ferrovia.bots.thought import Thought
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.first_sight import SELDOM, USUAL
from ferrovia.titles.purse import Purse
from ferrovia.titles.registry import judgement

T = TypeVar("T")

# How much a player is drawn to a kind of action that no rule below weighs; 0: only if there is nothing else.
WEIGHTS: dict[type[Action], int] = {
    do.Bankrupt: 0,
    do.RunTrains: 1000,
    do.UsePrivate: 6,
}
IDLE = {Auction.word: 12, StockRound.word: 24}  # what passing weighs in a step
IDLE_OTHERWISE = 4
FAR = 1000  # as far as a train without limit runs
WITHIN_SIGHT = 2  # a train is so near if this many runs would pay for it


class SensibleBot:
    """Chooses by weight; asked twice at the same position it answers the same."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def think(self, game: Game) -> Thought:
        action = self.choose(game)
        return Thought(action, reason(game, action))

    def choose(self, game: Game) -> Action:
        chance = self._chance.apart(game.state.number)
        decision = game.decision
        purse = Purse(game, decision.player, decision.for_corporation)
        kinds: dict[type[Action], list[tuple[Action, int]]] = {}
        for choice in decision:
            action, weight = _weighed(game, purse, choice, chance)
            kinds.setdefault(type(action), []).append((action, weight))
        for interjection in decision.interjections:
            if interjection.player == decision.player:
                action, weight = _weighed(game, purse, interjection.choice, chance)
                kinds.setdefault(type(action), []).append((action, min(weight, SELDOM)))
        groups = [(group, max(weight for _, weight in group)) for group in kinds.values()]
        # The better the best that could be done, the less speaks for doing nothing.
        idle = max(IDLE_OTHERWISE, IDLE.get(decision.step, 0) - max(weight for _, weight in groups) // 2)
        weights = [(group, idle if isinstance(group[0][0], do.Pass) else weight) for group, weight in groups]
        return _drawn(_drawn(weights, chance), chance)


def _weighed(game: Game, purse: Purse, choice: Choice, chance: Chance) -> tuple[Action, int]:
    """A choice with its price, and how much speaks for it."""
    if isinstance(choice, Range):
        return priced(game, purse, choice, chance)
    known = judgement(game.title).first_sight.weight(game, purse, choice)
    return choice, known if known is not None else _usual(game, purse, choice)


def _usual(game: Game, purse: Purse, action: Action) -> int:
    match action:
        case do.Pass():
            return SELDOM  # weighed against all the rest in the end
        case do.LayTile():
            return _tile(game, purse, action)
        case do.PlaceToken():
            return 20 if purse.can_spare(game.title.tokens.cost(game, purse.corporation)) else 0
        case do.Dividend(choice=choice):
            return _dividend(game, purse, choice)
        case do.BuyTrain(train=train, price=price):
            return _train(game, purse, train, price)
        case do.DiscardTrain(train=train):
            return 1 + 2000 // game.title.box.trains[train].cost
        case do.BuyPrivate(private=private, price=price):
            return auction_weight(game, purse, private, price)
        case do.Start():
            return start_weight(game, purse, action)
        case do.BuyShare():
            return share_weight(game, purse, action)
        case do.SellShares():
            return sale_weight(game, purse, action)
        case do.IssueShares(count=count):
            return _issue(game, purse, count)
        case do.RedeemShare():
            return SELDOM if purse.can_spare(purse.next_price) else 0
        case do.Accept():
            return accept_weight(game, purse)
        case do.Answer(choice=name) if name in game.title.box.corporations:
            return USUAL if game.president(name) == purse.player else SELDOM
    return WEIGHTS.get(type(action), USUAL)


# Track and trains, and their money


def _tile(game: Game, purse: Purse, action: do.LayTile) -> int:
    """A tile is laid for what it promises, but never with the money for the train."""
    cost = tile_cost(game, purse.corporation, action)
    if cost and not purse.can_spare(cost):
        return 0 if purse.affords_train else SELDOM
    return promise(game, purse.corporation, action)


def _dividend(game: Game, purse: Purse, choice: str) -> int:
    """Shareholders are paid, unless the corporation saves for a train that comes within sight."""
    if choice != "withhold":
        return 10 if choice == "pay" else SELDOM
    turn = game.top
    revenue = turn.revenue if isinstance(turn, OperatingTurn) else 0
    if not purse.needs_train or purse.affords_train:
        return SELDOM
    return 20 if purse.cash + WITHIN_SIGHT * revenue >= purse.next_price else 3


def _train(game: Game, purse: Purse, train: str, price: int) -> int:
    """The first train is wanted at once, the next before the last one is gone, others with money and room to run."""
    if not game.title.runs.may_run(game, purse.corporation):
        return 0
    if not purse.meets_duty(train):
        return 8 if purse.can_spare(price) else 0
    if not purse.has_train or (purse.needs_train and not purse.is_doomed(train)):
        return 60
    if _runs_farther(game, purse, train) and not purse.is_doomed(train):
        return 12
    if not has_room(game, purse.corporation, len(game.trains(purse.corporation)) + 1):
        return 0
    return 6 if purse.cash >= price + purse.next_price // 2 else 0


def _runs_farther(game: Game, purse: Purse, train: str) -> bool:
    """Whether a train runs farther than those at hand, and there is somewhere to run to."""
    cards, trains = game.title.box.trains, game.trains(purse.corporation)
    farthest = max(cards[each].limit or FAR for each in trains)
    return (cards[train].limit or FAR) > farthest and has_room(game, purse.corporation, len(trains))


def _issue(game: Game, purse: Purse, count: int) -> int:
    """Stock is issued for a train that cannot be paid otherwise, and never where the price comes near its end."""
    if not purse.needs_train or purse.affords_train:
        return 0
    cell = game.cell(purse.corporation)
    below = game.title.market.moved(game, cell, Direction.DOWN, count + 1)
    market = game.title.box.market
    if below in market.zone("closed") or 2 * market.price(below) < market.price(cell):
        return 0
    return 12 // count**2


def _drawn(weighed: Sequence[tuple[T, int]], chance: Chance) -> T:
    """One of several by weight; if nothing speaks for any of them, any."""
    total = sum(weight for _, weight in weighed)
    if not total:
        return weighed[chance.below(len(weighed))][0]
    left = chance.below(total)
    for thing, weight in weighed:
        left -= weight
        if left < 0:
            return thing
    raise AssertionError("The weights changed while they were summed up.")
