"""What a player sees about money: one's own, the treasury's, and what the next train costs."""

from __future__ import annotations

from functools import cached_property

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.trains import TrainStep

PHASES_AHEAD = 2  # a train that falls within so many phases is as good as gone


def buys_trains(game: Game, corporation: str) -> bool:
    """Whether trains are ever bought for a corporation: some earn without."""
    return any(isinstance(step, TrainStep) for step in game.title.operating.steps_of(game, corporation))


class Purse:
    """The means of a player, and of the corporation for which they choose now, if any."""

    def __init__(self, game: Game, player: str, corporation: str, doomed: frozenset[str] | None = None) -> None:
        self._game = game
        self._known_doomed = doomed  # trains that will be gone before long, for those who know better
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
        return self._next_price(self.corporation)

    def _next_price(self, corporation: str) -> int:
        game = self._game
        on_sale = (*game.title.trains.on_sale(game), *game.trains(POOL))
        costs = (game.title.box.trains[train].cost for train in on_sale if self._is_for(corporation, train))
        return min(costs, default=0)

    def _is_for(self, corporation: str, train: str) -> bool:
        if not self.meets_duty(train):
            return False
        return not corporation or self._game.title.trains.refusal(self._game, corporation, train, BANK) is None

    def meets_duty(self, train: str) -> bool:
        return self._game.title.box.trains[train].meets_duty

    @cached_property
    def _doomed(self) -> frozenset[str]:
        if self._known_doomed is not None:
            return self._known_doomed
        phases = list(self._game.title.box.phases)
        ahead = phases[phases.index(self._game.state.phase) + 1 :][:PHASES_AHEAD]
        return frozenset(train for phase in ahead for train in self._game.title.box.phases[phase].eliminates)

    def is_doomed(self, train: str) -> bool:
        """Whether a train will be gone before long."""
        return train in self._doomed

    @cached_property
    def needs_train(self) -> bool:
        """Whether the corporation could run trains and has none, or none that lasts."""
        return bool(self.corporation) and self._is_needy(self.corporation)

    @cached_property
    def has_train(self) -> bool:
        """Whether the corporation has a train to do its duty with, lasting or not."""
        return any(self.meets_duty(train) for train in self._game.trains(self.corporation))

    def _is_needy(self, corporation: str) -> bool:
        if not self._game.title.runs.may_run(self._game, corporation):
            return False
        trains = self._game.trains(corporation)
        return not any(self.meets_duty(train) and not self.is_doomed(train) for train in trains)

    @property
    def affords_train(self) -> bool:
        return self.cash >= self.next_price

    @cached_property
    def shortfall(self) -> int:
        """What the player's corporations lack for the trains they need."""
        game = self._game
        own = [name for name, _, _ in game.state.market if game.president(name) == self.player and self._is_needy(name)]
        return sum(max(0, self._next_price(name) - game.cash(name)) for name in own)

    @property
    def has_needy(self) -> bool:
        """Whether the player presides over a corporation that needs a train and cannot pay for it."""
        return self.shortfall > 0

    def can_spare(self, amount: int) -> bool:
        """Whether the treasury can pay and still buy the train it needs."""
        return self.cash - amount >= (self.next_price if self.needs_train else 0)
