"""A position as a player sees it who has to choose: means, trains to be had, and what could be earned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ferrovia.bots.timetable import life, timetable
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.judgement import Verdict
from ferrovia.titles.purse import Purse
from ferrovia.titles.registry import judgement

SOON = 6.0  # operating rounds in which a train is as good as gone

Weighed = tuple[Action, Verdict]


class Outlook:
    """What one player makes of a position."""

    def __init__(self, game: Game, player: str, corporation: str) -> None:
        self.game = game
        self.player = player
        self.corporation = corporation
        self.judgement = judgement(game.title)
        self.purse = self.purse_of(corporation)
        self.stock_values: dict[str, float] = {}  # what a share brings, of each corporation that was asked about

    def purse_of(self, corporation: str) -> Purse:
        """The means of a corporation."""
        return Purse(self.game, self.player, corporation, self.doomed)

    @cached_property
    def doomed(self) -> frozenset[str]:
        """Trains that will be gone before long, and before the end."""
        soon = min(SOON, self.rounds_left)
        return frozenset(train for train, rounds in timetable(self.game).gone.items() if rounds < soon)

    @cached_property
    def rounds_left(self) -> float:
        return self.judgement.rounds_left(self.game)

    @property
    def is_stock_round(self) -> bool:
        return self.game.state.round.kind == "stock"

    @cached_property
    def needs_train(self) -> bool:
        """Whether the corporation could run a train and has none that lasts."""
        return self.purse.needs_train and self.judgement.runs_trains(self.game, self.corporation)

    @cached_property
    def has_running_train(self) -> bool:
        return any(self.purse.meets_duty(train) for train in self.game.trains(self.corporation))

    @cached_property
    def has_run(self) -> bool:
        """Whether there is a route for the trains of the corporation."""
        turn = self.game.find(OperatingTurn)
        return bool(turn and turn.revenue) or self.earnings(self.game, self.corporation) > 0

    @cached_property
    def next_train(self) -> str:
        """The cheapest train that the bank would sell the corporation; nothing where there is none."""
        game, cards = self.game, self.game.title.box.trains
        on_sale = [
            train
            for train in (*game.title.trains.on_sale(game), *dict.fromkeys(game.trains(POOL)))
            if cards[train].meets_duty and game.title.trains.refusal(game, self.corporation, train, BANK) is None
        ]
        return min(on_sale, key=lambda train: cards[train].cost, default="")

    @cached_property
    def first_price(self) -> int:
        """What a new corporation pays for its first train: for one that lasts, if those for sale do not."""
        game, cards = self.game, self.game.title.box.trains
        lasting = [
            cards[train].cost
            for train in (*game.trains(BANK), *game.trains(POOL))
            if cards[train].meets_duty and life(game, train) >= self.judgement.first_train_lasts
        ]
        return max(self.purse.next_price, min(lasting, default=0))

    @property
    def has_room(self) -> bool:
        """Whether the corporation may own one train more."""
        limit = self.game.phase.train_limit
        return limit is None or self.game.trains_in_limit(self.corporation) < limit

    @cached_property
    def to_come(self) -> tuple[str, ...]:
        """The train with which the corporation reckons besides its own: the next, if it has room."""
        is_wanted = not self.has_running_train or (self.has_room and self.purse.needs_train)
        return (self.next_train,) if self.next_train and is_wanted else ()

    def earnings(self, game: Game, corporation: str, more: Sequence[str] = (), less: str = "") -> int:
        """What a corporation would earn in a position, with some trains more or one less."""
        trains = list(game.trains(corporation))
        if less:
            trains.remove(less)
        other = game.fork()
        other.suppose_trains(corporation, (*trains, *more))
        return game.title.runs.best(other, corporation).revenue

    @cached_property
    def network_now(self) -> int:
        return self.network(self.game)

    def network(self, game: Game) -> int:
        """What the corporation's network is worth in a round, with the train that is to come."""
        known = self.judgement.network(game, self.corporation)
        return known if known is not None else self.earnings(game, self.corporation, self.to_come)

    def presided(self) -> Iterator[str]:
        """The corporations of which the player is president."""
        game = self.game
        return (name for name, _, _ in game.state.market if game.president(name) == self.player)
