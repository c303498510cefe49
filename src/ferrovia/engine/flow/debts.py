"""Debts: a player owes money and must pay at once, selling stock if need be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.flow.actions import Action, Bankrupt, SellShares
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.events import DebtPaid
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.ruin import choices_in_need, ruin_refusal
from ferrovia.engine.flow.shares import Raising, Sale, plan_sale, sell_to_raise, with_sale
from ferrovia.engine.flow.stock import StockRound
from ferrovia.saying.message import term


class Owing(Emergency, frozen=True):
    """A debt is owed by the player: it does not end with the corporation it is owed for."""

    def _is_void(self, game: Game) -> bool:
        return False


class Debt(Frame, frozen=True, tag="debt"):
    """A player raises money until the debt is paid; `corporation` is the one it is owed for, if any."""

    player: str
    amount: int
    payee: str
    corporation: str = ""
    raising: Raising | None = None  # what was sold for it

    word = "debt"
    label = term("debt")
    asks = Prompt(term("Raise {amount:money}"), term("{player} raises {amount:money}"))

    def decider(self, game: Game) -> str:
        return self.player

    def purse(self, game: Game) -> int:
        """What the player has to pay with."""
        return game.cash(self.player)

    def need(self, game: Game) -> Emergency:
        """What is missing, and what may be sold for it."""
        return Owing(self.corporation, self.player, self.amount, self.amount - self.purse(game))

    def proceed(self, game: Game) -> bool:
        if self.player in game.state.gone:
            game.pop()
            return True
        if self.purse(game) < self.amount:
            return False
        game.pop()
        game.pay(self.player, self.payee, self.amount)
        game.tell(DebtPaid(player=self.player, amount=self.amount, payee=self.payee))
        return True

    def choices(self, game: Game) -> Iterator[Action]:
        yield from choices_in_need(game, self.player, self.need)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, SellShares | Bankrupt):
            return not_now(action, self.called(game))
        refusal = self.need(game).refusal(game, action)
        if refusal is None and isinstance(action, Bankrupt):
            return ruin_refusal(game, self.player, self.need)
        return refusal

    def play(self, game: Game, action: Action) -> None:
        if isinstance(action, SellShares):
            plan = plan_sale(game, self.player, action.corporation, action.certificates)
            assert isinstance(plan, Sale)
            self._sell(game, plan)
        else:
            game.pop()
            game.title.trains.bankrupt(game, self.corporation, self.player)

    def _sell(self, game: Game, sale: Sale) -> None:
        raising = with_sale(game, self.raising, sale)
        debt = msgspec.structs.replace(self, raising=raising)
        game.amend(lambda frame: debt if frame is self else _interrupted(frame, sale))
        sell_to_raise(game, sale, raising)


def _interrupted(frame: Frame, sale: Sale) -> Frame:
    """What waits below, after a sale for a debt."""
    if isinstance(frame, StockRound):
        return frame.with_forced_sale(sale.seller, sale.corporation)
    if isinstance(frame, OperatingTurn | Debt) and frame.raising is not None:
        return msgspec.structs.replace(frame, raising=frame.raising.completed())
    return frame
