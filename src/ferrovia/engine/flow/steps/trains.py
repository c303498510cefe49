"""The train step: buy trains from the bank, the pool or other corporations, and the duty to own one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Action, Bankrupt, BuyTrain, IssueShares, SellShares
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.emergency import Emergency, emergency
from ferrovia.engine.flow.events import PresidentAdded, TrainBought
from ferrovia.engine.flow.frame import not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer, declined_refusal, least_offer, propose
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.phases import class_sold
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.ruin import choices_in_need, ruin_refusal
from ferrovia.engine.flow.shares import Sale, plan_sale
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.wording import out_of
from ferrovia.saying.message import term


def bank_trains(game: Game) -> list[tuple[str, str]]:
    """What bank and pool sell now: (class, source)."""
    on_sale = [(train, BANK) for train in game.title.trains.on_sale(game)]
    return on_sale + [(train, POOL) for train in dict.fromkeys(game.trains(POOL))]


class TrainStep(TurnStep):
    """Trains are bought one at a time, within the limit; a corporation that has a route must own one."""

    id = word = "trains"
    label = term("trains")
    asks = Prompt(term("Buy trains for {corporation}"), term("{player} buys trains for {corporation}"))
    compels = Prompt(term("{corporation} must buy a train"), term("{player} must buy a train for {corporation}"))
    station = term("Trains")
    leaving = term("No train")
    actions = (BuyTrain, SellShares, Bankrupt, IssueShares)  # the last only to be told why not

    def prompt(self, game: Game, turn: OperatingTurn) -> Prompt:
        return self.asks if self.pass_refusal(game, turn) is None else self.compels

    # What may be bought

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Choice]:
        yield from self._purchases(game, turn)
        yield from choices_in_need(game, game.president(turn.corporation), partial(self.need, turn=turn))

    def _purchases(self, game: Game, turn: OperatingTurn) -> Iterator[Choice]:
        for train, source in bank_trains(game):
            action = BuyTrain(train, source, game.title.box.trains[train].cost)
            if self._buy_refusal(game, turn, action) is None:
                yield action
        if self._may_deal(game, turn):
            yield from self._offers(game, turn)

    def _may_deal(self, game: Game, turn: OperatingTurn) -> bool:
        """Whether trains of other corporations are for sale: not once the president has begun to raise money."""
        return not turn.emergency

    def need(self, game: Game, turn: OperatingTurn) -> Emergency | None:
        """The emergency in which the corporation is, if it is in one."""
        return emergency(game, turn)

    def _offers(self, game: Game, turn: OperatingTurn) -> Iterator[Range]:
        most = game.cash(turn.corporation)
        for seller in game.state.certificates:
            if seller != turn.corporation:
                for train in dict.fromkeys(game.trains(seller)):
                    least = least_offer(game, turn, train, seller, 1)
                    offer = BuyTrain(train, seller, least)
                    if least <= most and self._buy_refusal(game, turn, offer) is None:
                        yield Range(offer, least, most)

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        if next(self._purchases(game, turn), None) is not None or self._has_duty(game, turn):
            return False
        need = self.need(game, turn)
        return need is None or next(need.choices(game), None) is None

    def _has_duty(self, game: Game, turn: OperatingTurn) -> bool:
        """Whether the corporation must own a train, has none, and one is to be had."""
        corporation = turn.corporation
        cards = game.title.box.trains
        return (
            not any(cards[train].meets_duty for train in game.trains(corporation))
            and any(cards[train].meets_duty for train, _ in bank_trains(game))
            and game.title.trains.must_own(game, corporation)
        )

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        if not self._has_duty(game, turn):
            return None
        return Refusal(
            "train.duty", "{corporation} has a route and no train: it must buy one.", corporation=turn.corporation
        )

    # Why not

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, BuyTrain):
            return self._buy_refusal(game, turn, action)
        need = self.need(game, turn)
        if need is None:
            if isinstance(action, IssueShares):
                return not_now(action, self.label)
            return Refusal(
                "emergency.when",
                "{corporation} does not have to raise money for a train now.",
                corporation=turn.corporation,
            )
        refusal = need.refusal(game, action)
        if refusal is None and isinstance(action, Bankrupt):
            return ruin_refusal(game, game.president(turn.corporation), partial(self.need, turn=turn))
        return refusal

    def _buy_refusal(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> Refusal | None:
        buyer, limit = turn.corporation, game.phase.train_limit
        is_full = limit is not None and game.trains_in_limit(buyer) >= limit
        card = game.title.box.trains.get(action.train)
        if is_full and (card is None or card.counts_for_limit):
            return Refusal(
                "train.limit",
                "{buyer} owns {count} {count:train|trains}; the limit is {limit}.",
                buyer=buyer,
                count=game.trains_in_limit(buyer),
                limit=limit,
            )
        barred = game.title.trains.refusal(game, buyer, action.train, action.source)
        if barred:
            return barred
        if action.source in (BANK, POOL):
            return self._bank_refusal(game, turn, action)
        return self._offer_refusal(game, turn, action)

    def _bank_refusal(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> Refusal | None:
        on_sale = game.title.trains.on_sale(game) if action.source == BANK else game.trains(POOL)
        if action.train not in on_sale:
            text = "No {train} can be bought {source} now."
            return Refusal("train.order", text, train=action.train, source=out_of(action.source))
        cost = game.title.box.trains[action.train].cost
        if action.price != cost:
            return Refusal("train.price", "{train:A} costs {cost:money}.", train=action.train, cost=cost)
        cash = game.cash(turn.corporation)
        if cash >= cost:
            return None
        need = self.need(game, turn)
        if need is None:
            return Refusal(
                "turn.no_credit",
                "{train:A} costs {cost:money}; {buyer} has {cash:money}.",
                train=action.train,
                cost=cost,
                buyer=turn.corporation,
                cash=cash,
            )
        return need.purchase_refusal(game, action)

    def _offer_refusal(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> Refusal | None:
        seller, buyer = action.source, turn.corporation
        names = {"seller": seller, "train": action.train, "buyer": buyer}
        if seller == buyer or seller not in game.title.box.corporations or action.train not in game.trains(seller):
            return Refusal("train.seller", "{seller} has no {train} to sell to {buyer}.", **names)
        if not self._may_deal(game, turn):
            return Refusal(
                "emergency.cheapest", "No train of another corporation may be bought with the president's help."
            )
        if action.price < 1:
            return Refusal("train.between", "A train of another corporation costs at least {least:money}.", least=1)
        declined = declined_refusal(game, turn, action.train, seller, action.price)
        if declined:
            return declined
        if action.price > game.cash(buyer):
            return Refusal("train.between", "{buyer} has only {cash:money} to offer.", cash=game.cash(buyer), **names)
        return None

    # What it does

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        match action:
            case BuyTrain(source=source) if source in (BANK, POOL):
                self._buy(game, turn, action)
            case BuyTrain(train=train, source=seller, price=price):
                propose(game, Offer("train", train, turn.corporation, seller, price))
            case SellShares(corporation=corporation, certificates=certificates):
                sale = plan_sale(game, game.president(turn.corporation), corporation, certificates)
                assert isinstance(sale, Sale)
                need = self.need(game, turn)
                turn.raise_money(game, sale)
                if need is not None and game.title.corporations.is_open(game, turn.corporation):
                    self._give_up(game, sale.seller, need)
            case Bankrupt():
                game.title.trains.bankrupt(game, turn.corporation, game.president(turn.corporation))

    def _give_up(self, game: Game, seller: str, need: Emergency) -> None:
        """A president who has given up the corporation with the last sale leaves it the money for the train."""
        if game.president(need.corporation) != seller:
            _add(game, seller, need.corporation, need.price - game.cash(need.corporation))

    def _buy(self, game: Game, turn: OperatingTurn, action: BuyTrain) -> None:
        buyer = turn.corporation
        short = action.price - game.cash(buyer)
        if short > 0:
            _add(game, game.president(buyer), buyer, short)
        game.pay(buyer, BANK, action.price)
        game.give_train(action.train, action.source, buyer)
        game.tell(TrainBought(buyer, action.train, action.source, action.price))
        turn.note(game, emergency=False, raising=None)
        game.title.trains.bought(game, buyer)
        if action.source == BANK:
            class_sold(game, action.train, buyer)


def _add(game: Game, president: str, corporation: str, amount: int) -> None:
    game.pay(president, corporation, amount)
    game.tell(PresidentAdded(president=president, amount=amount, corporation=corporation))
