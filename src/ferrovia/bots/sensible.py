"""A player of mild good sense: no plans, but no follies either, so that games get as far as games among people.

It weighs what `game.decision` lists: first the kinds of action against each other, each at its best choice, then
the choices of the chosen kind. Only what lies open on the table is looked at, and nothing is tried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ferrovia.bots.purse import Purse
from ferrovia.bots.surveyor import promise
from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t18fb import actions as southern
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1883 import actions as emilian

T = TypeVar("T")

# How much a player is drawn to a kind of action that no rule below weighs; 0: only if there is nothing else.
USUAL: dict[type[Action], int] = {
    do.Bankrupt: 0,
    sicilian.LeaveGame: 0,
    do.RunTrains: 1000,
    do.LayTile: 40,
    emilian.PlaceCoach: 40,
    emilian.PlaceAnchor: 40,
    do.UsePrivate: 6,
    emilian.BuySupport: 8,
    emilian.BuyConcession: 2,
    southern.Acquire: 15,
}
USUAL_OTHERWISE = 10
IDLE = {"auction": 30, "stock": 24}  # what passing weighs in a step
IDLE_OTHERWISE = 4
SELDOM = 1
ELECTRIFICATION = 1100  # about what an E token and an E train cost together
TOKEN_WORTH = 80  # about what a station token in a city is worth to who has it
WITHIN_SIGHT = 2  # a train is so near if this many runs would pay for it


class SensibleBot:
    """Chooses by weight; asked twice at the same position it answers the same."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, game: Game) -> Action:
        chance = self._chance.apart(game.state.number)
        decision = game.decision
        purse = Purse(game, decision.player, decision.for_corporation)
        kinds: dict[type[Action], list[tuple[Action, int]]] = {}
        for choice in decision:
            action, weight = self._weighed(game, purse, choice, chance)
            kinds.setdefault(type(action), []).append((action, weight))
        for interjection in decision.interjections:
            if interjection.player == decision.player:
                action, weight = self._weighed(game, purse, interjection.choice, chance)
                kinds.setdefault(type(action), []).append((action, min(weight, SELDOM)))
        of_kind = _drawn([(group, max(weight for _, weight in group)) for group in kinds.values()], chance)
        return _drawn(of_kind, chance)

    def _weighed(self, game: Game, purse: Purse, choice: Choice, chance: Chance) -> tuple[Action, int]:
        """A choice with its price, and how much speaks for it."""
        if isinstance(choice, Range):
            return self._priced(game, purse, choice, chance)
        return choice, self._weight(game, purse, choice)

    def _weight(self, game: Game, purse: Purse, action: Action) -> int:
        match action:
            case do.Pass():
                return IDLE.get(game.top.step(game), IDLE_OTHERWISE)
            case do.LayTile():
                return promise(game, purse.corporation, action)
            case do.PlaceToken():
                cost = game.title.tokens.cost(game, purse.corporation)
                return 20 if purse.can_spare(cost) else SELDOM
            case do.Dividend(choice=choice):
                return self._dividend(game, purse, choice)
            case do.BuyTrain(train=train, price=price):
                return self._train(purse, train, price)
            case do.DiscardTrain(train=train):
                return 1 + 2000 // game.title.box.trains[train].cost
            case do.Start(price=price):
                return self._start(game, purse, price)
            case southern.TakeConcession(price=price):
                return self._concession(game, purse, price)
            case southern.BuildLine(route=route):
                return 200 if route[-1] in game.title.seen.goals(game, purse.corporation) else 12
            case do.BuyShare(corporation=corporation):
                return self._share(game, purse, corporation)
            case do.SellShares(corporation=corporation):
                return SELDOM if game.president(corporation) == purse.player else 5
            case do.IssueShares(count=count):
                return 12 // count**2 if purse.needs_train and not purse.affords_train else SELDOM
            case do.RedeemShare():
                return SELDOM
            case sicilian.IssueBond():
                return 12 if purse.needs_train and not purse.affords_train else 0
            case sicilian.RepayBond():
                return 12 if not purse.needs_train else 0
            case sicilian.BuyEToken():
                return self._e_token(game, purse)
            case do.Accept():
                return self._accept(game, purse)
            case do.Answer(choice=name) if name in game.title.box.corporations:
                return USUAL_OTHERWISE if game.president(name) == purse.player else SELDOM
        return USUAL.get(type(action), USUAL_OTHERWISE)

    # Trains and their money

    def _dividend(self, game: Game, purse: Purse, choice: str) -> int:
        """Shareholders are paid, unless the corporation saves for a train that comes within sight."""
        if choice != "withhold":
            return 10 if choice == "pay" else SELDOM
        turn = game.top
        revenue = turn.revenue if isinstance(turn, OperatingTurn) else 0
        if not purse.needs_train or purse.affords_train:
            return SELDOM
        return 20 if purse.cash + WITHIN_SIGHT * revenue >= purse.next_price else 3

    def _train(self, purse: Purse, train: str, price: int) -> int:
        """The first train is wanted at once, the next before the last one is gone, others with money to spare."""
        if not purse.meets_duty(train):
            return 8 if purse.can_spare(price) else SELDOM
        if purse.needs_train:
            return 60
        return 6 if purse.cash >= price + purse.next_price // 2 else SELDOM

    def _e_token(self, game: Game, purse: Purse) -> int:
        """The right to electric trains is good for who can buy such a train at once."""
        limit = game.phase.train_limit
        has_room = limit is None or game.trains_in_limit(purse.corporation) < limit
        return 12 if has_room and purse.cash >= ELECTRIFICATION else 0

    # Stock

    def _start(self, game: Game, purse: Purse, price: int) -> int:
        """A value is good if its president can add to the first certificate, and the treasury can buy a train."""
        if game.top.step(game) == "stock" and (purse.own_cash < 3 * price or purse.has_needy):
            return SELDOM
        return 8 + price // 2 if 4 * price >= purse.next_price else 2 * SELDOM

    def _concession(self, game: Game, purse: Purse, price: int) -> int:
        """A line is begun by who has little else to build, at a value that leaves the company some money."""
        if not price:
            return 60
        building = sum(game.president(name) == purse.player for name, _, _ in game.state.market)
        return 2 + price // (4 * (1 + 2 * building)) if purse.own_cash >= 3 * price else SELDOM

    def _share(self, game: Game, purse: Purse, corporation: str) -> int:
        """Stock that pays is liked; so is that of an own corporation that needs the money."""
        if game.president(corporation) == purse.player:
            return 80
        if purse.has_needy:
            return SELDOM
        return 48 if game.state.earnings.get(corporation, 0) else 16

    # Prices

    def _priced(self, game: Game, purse: Purse, span: Range, chance: Chance) -> tuple[Action, int]:
        match span.action:
            case do.Bid(private=private):
                card = game.title.box.privates.get(private)
                face = card.face_value if card is not None else span.low
                weight = 3 if span.low <= min(face * 5 // 4, purse.own_cash // 2) else 0
                return span.at(span.low), weight
            case do.BuyPrivate(private=private):
                price = _between(span, (span.low + span.high) // 2, chance)
                return span.at(price), SELDOM if purse.can_spare(2 * price) else 0
            case sicilian.BuyToken():
                price = _between(span, min(TOKEN_WORTH, span.high), chance)
                return span.at(price), SELDOM if purse.can_spare(2 * price) else 0
            case do.BuyTrain(train=train, source=seller):
                cost = game.title.box.trains[train].cost
                weight = self._used_train(game, purse, train, seller) if 4 * span.high >= 3 * cost else 0
                return span.at(_between(span, cost, chance)), weight
        return span.at(_between(span, (span.low + span.high) // 2, chance)), USUAL_OTHERWISE

    def _used_train(self, game: Game, purse: Purse, train: str, seller: str) -> int:
        """A train of another corporation helps who cannot pay for a new one; nobody gives away the last."""
        if len(game.trains(seller)) < 2 or not purse.needs_train or purse.is_doomed(train):
            return 0
        return SELDOM if purse.affords_train else 12

    def _accept(self, game: Game, purse: Purse) -> int:
        """An offer is good at the printed price; a little less will do among those who share an interest."""
        offer = game.top
        if not isinstance(offer, Offer):
            return 2 * USUAL_OTHERWISE
        match offer.thing:
            case "private":
                worth = game.title.box.privates[offer.name].face_value
            case "train":
                worth = game.title.box.trains[offer.name].cost * (2 if len(game.trains(offer.seller)) < 2 else 1)
            case "token":
                worth = TOKEN_WORTH
        shared = game.percent(offer.buyer, purse.player) > game.share(offer.buyer)
        return 90 if offer.price >= worth * (3 if shared else 4) // 4 else SELDOM


def _between(span: Range, middle: int, chance: Chance) -> int:
    """A price about the middle of a range."""
    spread = max(1, (span.high - span.low) // span.step // 8)
    steps = (middle - span.low) // span.step + chance.below(2 * spread + 1) - spread
    return span.low + span.step * min(max(steps, 0), (span.high - span.low) // span.step)


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
