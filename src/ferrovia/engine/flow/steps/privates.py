"""Private companies that the operating corporation buys from players, at any moment of its turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ferrovia.engine.flow.actions import Action, BuyPrivate
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer, declined_refusal, least_offer, propose
from ferrovia.engine.flow.operating import OperatingTurn, Power, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term


def for_sale(game: Game, turn: OperatingTurn) -> Iterator[Range]:
    """What the corporation may offer for, and how much."""
    for private, owner in game.state.privates.items():
        prices = game.title.privates.prices(game, turn.corporation, private)
        if prices is None or owner not in game.state.seats:
            continue
        least = least_offer(game, turn, private, owner, prices[0])
        most = min(prices[1], game.cash(turn.corporation))
        if least <= most:
            yield Range(BuyPrivate(private, least), least, most)


def offer_refusal(game: Game, turn: OperatingTurn, action: BuyPrivate) -> Refusal | None:
    """Why the corporation may not offer that for a private company."""
    names = {"private": action.private, "corporation": turn.corporation, "price": action.price}
    owner = game.state.privates.get(action.private)
    if owner is None:
        return Refusal("private.closed", "{private} is not a private company in play.", **names)
    if owner not in game.state.seats:
        text = "{private} belongs to {owner} and is not for sale."
        if owner == BANK:
            text = "{private} still belongs to the bank and is not for sale."
        return Refusal("private.owned", text, owner=owner, **names)
    prices = game.title.privates.prices(game, turn.corporation, action.private)
    if prices is None:
        return Refusal("private.never", "Corporations cannot buy {private} now.", **names)
    least, most = prices
    if not least <= action.price <= most:
        text = "{private} can be bought for {least:money} to {most:money}, not for {price:money}."
        return Refusal("private.price", text, least=least, most=most, **names)
    cash = game.cash(turn.corporation)
    if action.price > cash:
        return Refusal("turn.no_credit", "{corporation} has only {cash:money} to offer.", cash=cash, **names)
    return declined_refusal(game, turn, action.private, owner, action.price)


def offer(game: Game, turn: OperatingTurn, action: BuyPrivate) -> None:
    owner = game.state.privates[action.private]
    propose(game, Offer("private", action.private, turn.corporation, owner, action.price))


class PrivatePurchase(Power):
    """Private companies are bought at any moment of the turn."""

    actions = (BuyPrivate,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        return for_sale(game, turn)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, BuyPrivate)
        return offer_refusal(game, turn, action)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, BuyPrivate)
        offer(game, turn, action)


class PrivateStep(TurnStep):
    """The last chance of a turn to buy private companies."""

    id = word = "private"
    label = term("private companies")
    asks = Prompt(
        term("Private companies for {corporation}?"), term("{player} may buy private companies for {corporation}")
    )
    station = term("Privates")
    actions = ()

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        return iter(())  # the purchases are among the powers of the turn

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return next(for_sale(game, turn), None) is None
