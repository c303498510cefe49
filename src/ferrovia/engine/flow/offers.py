"""Offers: a deal waits for the consent of the other side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import Accept, Action, Decline
from ferrovia.engine.flow.events import DealMade, OfferDeclined, OfferMade
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term

_OFFERED = term("{player} is offered {price:money} for {place}")
_PROMPTS = {  # by what is offered for
    "train": Prompt(term("Sell the {name} of {seller} to {buyer} for {price:money}?"), _OFFERED),
    "private": Prompt(term("Sell {name} to {buyer} for {price:money}?"), _OFFERED),
    "token": Prompt(term("Sell the token on {place} to {buyer} for {price:money}?"), _OFFERED),
}


class Offer(Frame, frozen=True, tag="offer"):
    """The operating corporation offers money for a train, a private company or a token's space; its owner answers."""

    thing: Literal["train", "private", "token"]
    name: str  # of a token: its hex
    buyer: str
    seller: str
    price: int

    is_offer = True
    word = "offer"
    label = term("offer")

    def prompt(self, game: Game) -> Prompt:
        return _PROMPTS[self.thing]

    def named(self, game: Game) -> dict[str, Any]:
        place = game.title.box.board.place(self.name) if self.thing == "token" else self.name
        return {**super().named(game), "place": place}

    def decider(self, game: Game) -> str:
        return side(game, self.seller)

    def choices(self, game: Game) -> Iterator[Action]:
        yield Accept()
        yield Decline()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        return None if isinstance(action, Accept | Decline) else not_now(action, self.called(game))

    def play(self, game: Game, action: Action) -> None:
        game.pop()
        if isinstance(action, Accept):
            deal(game, self)
            return
        turn = game.find(OperatingTurn)
        assert turn is not None
        game.change(msgspec.structs.replace(turn, declined=(*turn.declined, (self.name, self.seller, self.price))))
        game.tell(OfferDeclined(self.thing, self.name, self.buyer, self.seller, self.price))


def side(game: Game, owner: str) -> str:
    """The player who decides for an owner."""
    return owner if owner in game.state.seats else game.president(owner)


def propose(game: Game, offer: Offer) -> None:
    """Make an offer; where one person decides for both sides it is a deal at once."""
    if side(game, offer.buyer) == side(game, offer.seller):
        deal(game, offer)
    else:
        game.push(offer)
        game.tell(OfferMade(offer.thing, offer.name, offer.buyer, offer.seller, offer.price))


def deal(game: Game, offer: Offer) -> None:
    """Money and thing change hands."""
    game.pay(offer.buyer, offer.seller, offer.price)
    game.tell(DealMade(offer.thing, offer.name, offer.buyer, offer.seller, offer.price))
    match offer.thing:
        case "train":
            game.give_train(offer.name, offer.seller, offer.buyer)
            game.title.trains.bought(game, offer.buyer)
        case "private":
            game.give_private(offer.name, offer.buyer)
        case "token":
            stop = next(stop for stop in game.state.stations[offer.seller] if hex_of(stop) == offer.name)
            game.take_token(offer.seller, stop)
            game.place_token(offer.buyer, stop)
            game.title.tokens.bought(game, offer.buyer)
            game.title.track.changed(game)


def least_offer(game: Game, turn: OperatingTurn, name: str, seller: str, least: int) -> int:
    """The least that may be offered: by a real raise more than what was turned down in this turn."""
    return max([least, *(bettered(game, price) for price in _declined(turn, name, seller))])


def bettered(game: Game, price: int) -> int:
    """The least that betters a price which was turned down."""
    return max(price + 1, -(-price * (100 + game.settings.least_raise) // 100))


def lowered(game: Game, price: int) -> int:
    """The most that may be asked of a buyer who would not pay a price; less than nothing: no more asking."""
    return min(price - 1, price * (100 - game.settings.least_raise) // 100)


def declined_refusal(game: Game, turn: OperatingTurn, name: str, seller: str, price: int) -> Refusal | None:
    """Why an offer is not better enough than those that were turned down in this turn."""
    least = least_offer(game, turn, name, seller, price)
    if price >= least:
        return None
    word = "offer.declined" if price <= max(_declined(turn, name, seller)) else "offer.raise"
    return Refusal(word, "{seller} has already declined: offer at least {least:money}.", seller=seller, least=least)


def _declined(turn: OperatingTurn, name: str, seller: str) -> list[int]:
    return [price for thing, owner, price in turn.declined if (thing, owner) == (name, seller)]
