"""What a player sees about money: one's own, the treasury's, and what the next train costs."""

from __future__ import annotations

from functools import cached_property

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK

PHASES_AHEAD = 2  # a train that falls within so many phases is as good as gone


class Purse:
    """The means of a player, and of the corporation for which they choose now, if any."""

    def __init__(self, game: Game, player: str, corporation: str) -> None:
        self._game = game
        self.player = player
        self.corporation = corporation

    @property
    def own_cash(self) -> int:
        return self._game.cash(self.player)

    @property
    def cash(self) -> int:
        return self._game.cash(self.corporation) if self.corporation else self.own_cash

    @cached_property
    def next_price(self) -> int:
        """What the cheapest train costs that a corporation could buy and would keep for a while."""
        game = self._game
        on_sale = [train for train in (*game.title.trains.on_sale(game), *game.trains(POOL)) if self._is_for_us(train)]
        return min((game.title.box.trains[train].cost for train in on_sale), default=0)

    def _is_for_us(self, train: str) -> bool:
        if not self.meets_duty(train):
            return False
        return (
            not self.corporation or self._game.title.trains.refusal(self._game, self.corporation, train, BANK) is None
        )

    def meets_duty(self, train: str) -> bool:
        return self._game.title.box.trains[train].meets_duty

    @cached_property
    def _doomed(self) -> frozenset[str]:
        phases = list(self._game.title.box.phases)
        ahead = phases[phases.index(self._game.state.phase) + 1 :][:PHASES_AHEAD]
        return frozenset(train for phase in ahead for train in self._game.title.box.phases[phase].eliminates)

    def is_doomed(self, train: str) -> bool:
        """Whether a train will be gone before long."""
        return train in self._doomed

    @cached_property
    def needs_train(self) -> bool:
        """Whether the corporation has no train, or none that lasts."""
        return bool(self.corporation) and self._is_needy(self.corporation)

    def _is_needy(self, corporation: str) -> bool:
        trains = self._game.trains(corporation)
        return not any(self.meets_duty(train) and not self.is_doomed(train) for train in trains)

    @property
    def affords_train(self) -> bool:
        return self.cash >= self.next_price

    @cached_property
    def has_needy(self) -> bool:
        """Whether the player presides over a corporation that needs a train and cannot pay for it."""
        game = self._game
        return any(
            game.president(name) == self.player and self._is_needy(name) and game.cash(name) < self.next_price
            for name, _, _ in game.state.market
        )

    def can_spare(self, amount: int) -> bool:
        """Whether the treasury can pay and still buy the train it needs."""
        return self.cash - amount >= (self.next_price if self.needs_train else 0)
