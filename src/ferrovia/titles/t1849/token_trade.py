"""Section 14.1: a corporation buys the space of another one's station token, with the consent of its president."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer, declined_refusal, least_offer, propose
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.actions import BuyToken
from ferrovia.titles.t1849.setup import BUY_STATION_TOKENS
from ferrovia.titles.t1849.sicily import sicily
from ferrovia.titles.t1849.variants import waits_for

LEAST_PRICE: int = components.variant(BUY_STATION_TOKENS)["minimum_price"]


def _home(game: Game, corporation: str) -> str:
    homes = game.corporation(corporation).homes
    return homes[0] if len(homes) == 1 else sicily(game).garibaldi_home


class TokenTradeStep(TurnStep):
    """One token a turn, besides the one that was placed; a declined offer may be followed by a better one."""

    id = word = "buy_token"
    label = term("token purchase")
    asks = Prompt(term("Buy a token for {corporation}?"), term("{player} may buy a token for {corporation}"))
    station = term("Tokens")
    actions = (BuyToken,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Range]:
        if self._buyer_refusal(game, turn.corporation) is not None:
            return
        most = game.cash(turn.corporation)
        for seller, stops in game.state.stations.items():
            for stop in stops:
                least = least_offer(game, turn, hex_of(stop), seller, LEAST_PRICE)
                offer = BuyToken(hex_of(stop), seller, least)
                if least <= most and self.refusal(game, turn, offer) is None:
                    yield Range(offer, least, most)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, BuyToken)
        return (
            self._buyer_refusal(game, turn.corporation)
            or self._token_refusal(game, turn.corporation, action)
            or self._price_refusal(game, turn, action)
        )

    def _buyer_refusal(self, game: Game, buyer: str) -> Refusal | None:
        if first := waits_for(game, BUY_STATION_TOKENS):
            return Refusal("1849-14.1.1", "Station tokens are bought from phase {first} on.", first=first)
        if not game.state.tokens[buyer]:
            return Refusal("1849-R37", "{buyer} has no station token left to place.", buyer=buyer)
        return None

    def _token_refusal(self, game: Game, buyer: str, action: BuyToken) -> Refusal | None:
        names = {"buyer": buyer, "seller": action.seller, "hex": action.hex}
        stops = game.state.stations.get(action.seller, ())
        stop = next((stop for stop in stops if hex_of(stop) == action.hex), None)
        if action.seller == buyer:
            return Refusal("1849-14.1.1", "{buyer} cannot buy its own token.", **names)
        if stop is None:
            return Refusal("1849-14.1.1", "{seller} has no token on {hex}.", **names)
        if action.hex == _home(game, action.seller):
            return Refusal("1849-14.1.3", "{hex} is the home of {seller}: that token is not for sale.", **names)
        if len(stops) == 1:
            return Refusal("1849-R37", "{seller} cannot sell its only token on the map.", **names)
        if any(hex_of(own) == action.hex for own in game.state.stations[buyer]):
            return Refusal("1849-R37", "{buyer} already has a token on {hex}.", **names)
        if stop not in game.reach(buyer).paths:
            return Refusal("1849-14.1.1", "{buyer} has no route to {hex}.", **names)
        return None

    def _price_refusal(self, game: Game, turn: OperatingTurn, action: BuyToken) -> Refusal | None:
        if action.price < LEAST_PRICE:
            text = "A station token costs at least {minimum:money}."
            return Refusal("1849-14.1.1", text, minimum=LEAST_PRICE)
        declined = declined_refusal(game, turn, action.hex, action.seller, action.price)
        if declined:
            return declined
        cash = game.cash(turn.corporation)
        if action.price > cash:
            return Refusal("1849-R37", "{buyer} has only {cash:money} to offer.", buyer=turn.corporation, cash=cash)
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, BuyToken)
        propose(game, Offer("token", action.hex, turn.corporation, action.seller, action.price))
