"""Debts: a player owes money and must pay at once, selling stock if need be."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, Bankrupt, SellShares
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Sale, plan_sale, sell


class Debt(Frame, frozen=True, tag="debt"):
    """A player raises money until the debt is paid; `corporation` is the one it is owed for, if any."""

    player: str
    amount: int
    payee: str
    corporation: str = ""

    def step(self, game: Game) -> str:
        return "debt"

    def decider(self, game: Game) -> str:
        return self.player

    def need(self, game: Game) -> Emergency:
        """What is missing, and what may be sold for it."""
        return Emergency(self.corporation, self.player, self.amount, self.amount - game.cash(self.player))

    def proceed(self, game: Game) -> bool:
        if self.player in game.state.gone:
            game.pop()
            return True
        if game.cash(self.player) < self.amount:
            return False
        game.pop()
        game.pay(self.player, self.payee, self.amount)
        game.log("{player} pays {amount}.", player=self.player, amount=self.amount)
        return True

    def choices(self, game: Game) -> Iterator[Action]:
        yield from self.need(game).choices(game)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, SellShares | Bankrupt):
            return not_now(action, self.step(game))
        return self.need(game).refusal(game, action)

    def play(self, game: Game, action: Action) -> None:
        if isinstance(action, SellShares):
            plan = plan_sale(game, self.player, action.corporation, action.certificates)
            assert isinstance(plan, Sale)
            sell(game, plan)
        else:
            game.pop()
            game.title.bankrupt(game, self.corporation, self.player)
