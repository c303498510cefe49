"""A table for tests of any title: a position laid out in a few lines, then what may and may not be done in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import msgspec
import pytest

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Action, Pass, Run, RunTrains
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK, OUT, Round
from ferrovia.engine.flow.stock import StockRound
from ferrovia.engine.flow.title import Title
from tests.books import Books

PLAYERS = ("Ada", "Bruno", "Carla", "Dora", "Ezio")


class AnyTable:
    """A game in a position made by hand. Whatever is laid out is taken from where it was, so nothing is lost."""

    title: Title
    game: Game
    players: tuple[str, ...]

    # Laying out

    def own_is(self, **facts: Any) -> Self:
        """Set facts of the title's own state, e.g. `own_is(messina_in_ruins=True)`."""
        self.game.state.own = msgspec.structs.replace(self.game.state.own, **facts)
        return self._again()

    def cash(self, **purses: int) -> Self:
        """What players, corporations or the bank hold; the bank gives or takes the difference (for the bank, nobody:
        then the rest goes to the last player)."""
        cash = dict(self.game.state.cash)
        for purse, amount in purses.items():
            other = self.players[-1] if purse == BANK else BANK
            cash[other] -= amount - cash[purse]
            cash[purse] = amount
        self.game.state.cash = cash
        return self._again()

    def privates(self, **owners: str) -> Self:
        """Who owns each private company; those not named are closed."""
        self.game.state.privates = dict(owners)
        return self._again()

    def trains(self, owner: str, *classes: str) -> Self:
        """What trains a corporation or the pool has; the cards come from the bank, else from those gone."""
        trains = {place: list(cards) for place, cards in self.game.state.trains.items()}
        trains.setdefault(owner, [])
        trains[OUT] += trains[owner]
        trains[owner] = []
        for name in classes:
            place = BANK if name in trains[BANK] else OUT
            trains[place].remove(name)
            trains[owner].append(name)
        self.game.state.trains = {place: tuple(cards) for place, cards in trains.items()}
        return self._again()

    def sold_out(self, *classes: str) -> Self:
        """No train of these classes is left in the bank."""
        state = self.game.state
        left = tuple(train for train in state.trains[BANK] if train not in classes)
        gone = tuple(train for train in state.trains[BANK] if train in classes)
        state.trains = {**state.trains, BANK: left, OUT: (*state.trains[OUT], *gone)}
        return self._again()

    def tokens(self, corporation: str, *hexes: str) -> Self:
        """Place station tokens of a started corporation."""
        for hex_id in hexes:
            self.game.place_token(corporation, stop_id(hex_id))
        return self._again()

    def lay(self, *tiles: str) -> Self:
        """Lay tiles, each written as hex, tile, rotation: `lay("C5 651 5", "B4 7 5")`."""
        for text in tiles:
            hex_id, tile, rotation = text.split()
            self.game.place_tile(hex_id, tile, int(rotation))
        return self._again()

    def stock_round(self, player: str = "Ada", turn: int = 2, **turn_so_far: Any) -> Self:
        """A stock round in which it is a player's turn."""
        self.game.state.round = Round("stock", turn)
        self.game.state.agenda = (StockRound(player, **turn_so_far),)
        self.game.state.priority = player
        return self._again()

    def operate(self, corporation: str, step: str = "", number: int = 1, of: int = 1, turn: int = 2) -> Self:
        """An operating round in which a corporation is at a step of its turn; those dearer have had theirs."""
        order = self.game.market_order()
        steps = [turn_step.word for turn_step in self.title.operating.steps_of(self.game, corporation)]
        self.game.state.round = Round("operating", turn, number, of)
        done = order[: order.index(corporation) + 1]
        self.game.state.agenda = (OperatingRound(done), OperatingTurn(corporation, at=steps.index(step) if step else 0))
        return self._again()

    def operating_rounds_over(self) -> Self:
        """The rest of the operating rounds goes by, and the next stock round begins."""
        turn = self.game.state.round.turn
        self.game.state.round = Round("operating", turn, 1, 1)
        self.game.state.agenda = (OperatingRound(self.game.market_order()),)
        self.game._settle()
        return self._again()

    def turn_is(self, **facts: Any) -> Self:
        """Set facts of the operating turn, e.g. `turn_is(revenue=160)`."""
        turn = self.game.top
        assert isinstance(turn, OperatingTurn)
        self.game.change(msgspec.structs.replace(turn, **facts))
        return self._again()

    def go_on(self) -> Self:
        """Let the game pass over what needs no choice, as it does after every action."""
        self.game._settle()
        return self._again()

    def _again(self) -> Self:
        self.game._decision = None
        return self

    # Playing

    def do(self, *actions: Action) -> list[Event]:
        """Play actions, each of which must be listed; nothing may be lost by them, and nothing moved in silence."""
        events: list[Event] = []
        for action in actions:
            self.may(action)
            books = Books(self.game)
            told = self.game.apply(action)
            assert faults(self.game) == []
            assert books.after(told).faults(self.game) == [], [str(event) for event in told]
            events += told
        return events

    def end_round(self) -> list[Event]:
        """Everybody passes until the round is over."""
        events: list[Event] = []
        now = self.game.state.round
        while self.game.state.round == now:
            events += self.do(Pass())
        return events

    def pass_on(self, until: Callable[[], bool]) -> list[str]:
        """Do as little as is allowed until something is so or the game is over; the rounds it went through."""
        rounds = [str(self.game.state.round)]
        for _ in range(200):
            if self.game.over or until():
                return list(dict.fromkeys(rounds))
            choices = self.game.decision.choices
            self.do(Pass() if Pass() in choices else choices[0])
            if not self.game.over:
                rounds.append(str(self.game.state.round))
        raise AssertionError(f"After 200 actions it is still not so: {rounds[-1]}, {self.game.decision}.")

    def may(self, *actions: Action) -> None:
        """Each action is legal now, and listed."""
        for action in actions:
            refusal = self.game.why_not(action)
            assert refusal is None, f"{action} is refused: {refusal}"
            listed = self.game.decision.allows(action) or (
                isinstance(action, RunTrains) and self.game.decision.lists_runs
            )
            assert listed, f"{action} is accepted but not listed."

    def may_not(
        self, action: Any, clause: str, saying: str = "", by: str | None = None, after: int | None = None
    ) -> None:
        """An action is refused by a clause, is not listed (unless it only comes from the wrong player, `by`, or too
        late, `after`), and changes nothing."""
        before, played = self.game.hash(), list(self.game.actions)
        with pytest.raises(Refusal) as raised:
            self.game.apply(action, by=by, after=after)
        refusal = raised.value
        assert refusal.rule == clause, f"{action} is refused by {refusal.rule}, not {clause}: {refusal.sentence}"
        assert saying in refusal.sentence, refusal.sentence
        assert refusal.sentence.endswith(".")
        if clause not in ("stale", "malformed") and by in (None, self.decider):  # 10.0 equals 10, but is no per cent
            assert not self.game.decision.allows(action)
        assert (self.game.hash(), self.game.actions) == (before, played)

    # Looking

    def money(self, *purses: str) -> tuple[int, ...]:
        return tuple(self.game.cash(purse) for purse in purses)

    def holding(self, corporation: str, holder: str) -> list[int]:
        """The sizes somebody holds, the president's certificate as "P" would be 20 too: see `president`."""
        sizes = zip(self.game.sizes(corporation), self.game.holders(corporation), strict=True)
        return [size for size, owner in sizes if owner == holder]

    def price(self, corporation: str) -> int:
        return self.game.price(corporation)

    def stack(self, cell: Cell) -> list[str]:
        return [marker[0] for marker in self.game.state.market if marker[1:] == cell]

    def pool(self, corporation: str) -> int:
        return self.game.percent(corporation, POOL)

    @property
    def turn(self) -> OperatingTurn:
        """The operating turn in progress."""
        turn = self.game.find(OperatingTurn)
        assert turn is not None
        return turn

    @property
    def step(self) -> str:
        return self.game.decision.step

    @property
    def decider(self) -> str:
        return self.game.decision.player


def routes(*runs: tuple[str, str]) -> RunTrains:
    """Trains and their ways: `routes(("4H", "D4 B4 C5"), ("4H", "C5 D6 E7"))`."""
    return RunTrains(tuple(Run(train, tuple(way.split())) for train, way in runs))
