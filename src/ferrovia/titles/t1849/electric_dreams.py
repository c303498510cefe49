"""Section 14.3: Electric Dreams. An E token from the bank is the right to own E trains."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.emergency import Emergency, emergency
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.trains import TrainStep, bank_trains
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.actions import BuyEToken
from ferrovia.titles.t1849.events import ETokenBought
from ferrovia.titles.t1849.setup import ELECTRIC_DREAMS
from ferrovia.titles.t1849.sicily import keep, sicily

E_TRAIN: str = components.variant(ELECTRIC_DREAMS)["train"]
E_TOKENS: int = components.variant(ELECTRIC_DREAMS)["tokens"]
# The major cities, which count double for an E train (1849-14.3.7).
DOUBLED = frozenset(stop_id(hex_id) for hex_id in components.train(E_TRAIN)["doubles"])


def has_e_token(game: Game, corporation: str) -> bool:
    return corporation in sicily(game).e_tokens


def e_token_price(game: Game) -> int | None:
    """What the next E token costs in this phase; None before they are for sale."""
    terms = components.variant(ELECTRIC_DREAMS)
    prices = terms["later_token_price" if sicily(game).e_tokens_sold else "first_token_price"]
    price: int | None = prices.get(f"phase_{game.state.phase}")
    return price


def train_refusal(game: Game, buyer: str, train: str) -> Refusal | None:
    """An E train, wherever it comes from, is only for the owner of an E token."""
    if train != E_TRAIN or ELECTRIC_DREAMS not in game.settings.options or has_e_token(game, buyer):
        return None
    return Refusal("1849-14.3.5", "{buyer} has no E token, so it may not own an E train.", buyer=buyer)


class ETokenStep(TurnStep):
    """Just before trains are bought, with treasury money alone."""

    id = word = "e_token"
    label = term("E token")
    asks = Prompt(term("Buy an E token for {corporation}?"), term("{player} may buy an E token for {corporation}"))
    station = term("E token")
    actions = (BuyEToken,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        if self.refusal(game, turn, BuyEToken()) is None:
            yield BuyEToken()

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        names = {"buyer": turn.corporation, "cash": game.cash(turn.corporation)}
        price = e_token_price(game)
        if price is None:
            return Refusal("1849-14.3.2", "E tokens are for sale once the 12H is sold.")
        if has_e_token(game, turn.corporation):
            return Refusal("1849-14.3.4", "{buyer} already has an E token.", **names)
        if sicily(game).e_tokens_sold >= E_TOKENS:
            return Refusal("1849-14.3.2", "All E tokens are sold.")
        if game.cash(turn.corporation) < price:
            return Refusal(
                "1849-14.3.3", "An E token costs {price:money}; {buyer} has only {cash:money}.", price=price, **names
            )
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        price = e_token_price(game)
        assert price is not None
        own = sicily(game)
        game.pay(turn.corporation, BANK, price)
        keep(game, e_tokens=(*own.e_tokens, turn.corporation), e_tokens_sold=own.e_tokens_sold + 1)
        game.tell(ETokenBought(corporation=turn.corporation, price=price))
        turn.next_step(game)


class ElectricTrainStep(TrainStep):
    """10.6 and 10.7; E trains count only for those that may own one (1849-R40)."""

    def need(self, game: Game, turn: OperatingTurn) -> Emergency | None:
        return emergency(game, turn, self._on_sale(game, turn))

    def _on_sale(self, game: Game, turn: OperatingTurn) -> tuple[str, ...]:
        return tuple(train for train, _ in bank_trains(game) if train_refusal(game, turn.corporation, train) is None)

    def _has_duty(self, game: Game, turn: OperatingTurn) -> bool:
        return bool(self._on_sale(game, turn)) and super()._has_duty(game, turn)
