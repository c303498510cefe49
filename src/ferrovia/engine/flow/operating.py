"""The operating round: each corporation in market order takes its turn, step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

import msgspec

from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.events import TurnBegins
from ferrovia.engine.flow.frame import Frame, Procedure, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Raising, Sale, sell_to_raise, with_sale


class OperatingRound(Procedure, frozen=True, tag="operating_round"):
    """Corporations operate once each; the next is the first in market order that has not."""

    done: tuple[str, ...] = ()

    def proceed(self, game: Game) -> bool:
        waiting = next((name for name in game.title.operating.order(game) if name not in self.done), None)
        if waiting is None:
            game.pop()
            game.title.calendar.operating_round_over(game)
        else:
            game.change(OperatingRound((*self.done, waiting)))
            game.push(OperatingTurn(waiting))
            game.tell(TurnBegins(corporation=waiting))
            game.title.operating.turn_begins(game, waiting)
        return True


class OperatingTurn(Frame, frozen=True, tag="operating_turn"):
    """A corporation's turn at one of its steps, with what earlier steps left behind."""

    corporation: str
    at: int = 0  # the number of its step
    power: str = ""  # the private company whose power takes the place of steps
    hex: str = ""  # where this turn's tile was laid, if a later step asks
    laid: tuple[tuple[str, str], ...] = ()  # (hex, what the title notes of it), where a turn has several tiles
    revenue: int = 0
    emergency: bool = False  # the president has begun to raise money
    raising: Raising | None = None  # and what was sold for it
    declined: tuple[tuple[str, str, int], ...] = ()  # offers that were turned down: thing, owner, price

    def step_id(self, game: Game) -> str:
        return self.step_of(game).id

    def step(self, game: Game) -> str:
        return self.step_of(game).word

    def called(self, game: Game) -> str:
        return self.step_of(game).label

    def prompt(self, game: Game) -> Prompt:
        return self.step_of(game).prompt(game, self)

    def step_of(self, game: Game) -> TurnStep:
        return game.title.operating.steps_of(game, self.corporation)[self.at]

    def decider(self, game: Game) -> str:
        return game.president(self.corporation)

    def corporation_of(self, game: Game) -> str:
        return self.corporation

    def choices(self, game: Game) -> Iterator[Choice]:
        step = self.step_of(game)
        yield from step.choices(game, self)
        yield from self.powers(game)
        if step.pass_refusal(game, self) is None:
            yield Pass()

    def powers(self, game: Game) -> Iterator[Choice]:
        """What may be done at any moment of the turn."""
        for power in game.title.operating.powers:
            yield from power.choices(game, self)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        step = self.step_of(game)
        if isinstance(action, Pass):
            return step.pass_refusal(game, self)
        power = _power(game, action)
        if power is not None:
            return power.refusal(game, self, action)
        if isinstance(action, step.actions):
            return step.refusal(game, self, action)
        return not_now(action, step.label)

    def play(self, game: Game, action: Action) -> None:
        step = self.step_of(game)
        if isinstance(action, Pass):
            self.next_step(game)
            step.passed(game, self)
        elif power := _power(game, action):
            power.play(game, self, action)
        else:
            step.play(game, self, action)

    def next_step(self, game: Game) -> OperatingTurn:
        """Go on to the step after this one."""
        turn = msgspec.structs.replace(self, at=self.at + 1)
        game.change(turn)
        return turn

    def note(self, game: Game, **facts: object) -> OperatingTurn:
        """Keep a fact for the rest of the turn."""
        turn = msgspec.structs.replace(self, **facts)
        game.change(turn)
        return turn

    def raise_money(self, game: Game, sale: Sale) -> None:
        """The president sells stock for the corporation."""
        turn = self.note(game, emergency=True, raising=with_sale(game, self.raising, sale))
        assert turn.raising is not None
        sell_to_raise(game, sale, turn.raising)

    def proceed(self, game: Game) -> bool:
        """Leave a step in which nothing can be done; end the turn after the last."""
        if not game.title.corporations.is_open(game, self.corporation):
            game.pop()  # it closed in the middle of its turn
            game.title.operating.turn_over(game, self.corporation)
            return True
        steps = game.title.operating.steps_of(game, self.corporation)
        if self.at >= len(steps):
            game.pop()
            game.note_operated(self.corporation)
            game.title.operating.turn_over(game, self.corporation)
            return True
        step = steps[self.at]
        if step.is_idle(game, self):
            self.next_step(game)
            step.passed(game, self)
            return True
        return False


def _power(game: Game, action: Action) -> Power | None:
    """What the title allows at any moment of a turn that an action would do."""
    for power in game.title.operating.powers:
        if isinstance(action, power.actions):
            return power
    return None


class Power(ABC):
    """Something that the operating corporation may do at any moment of its turn."""

    actions: tuple[type[Action], ...]

    @abstractmethod
    def choices(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        """What may be done now."""

    @abstractmethod
    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        """Why it may not."""

    @abstractmethod
    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        """Do it."""


class TurnStep:
    """A step of an operating turn: what may be done in it, and when it is left."""

    id: str
    word: str  # by which programs know it: published, so it never changes
    label: str  # as players call it
    asks: Prompt
    station: str = ""  # its short name on the line of a turn; the label, where it has none
    leaving: str = ""  # what passing is called in it, such as "No track"
    is_rare: bool = False  # hardly anybody stops there: it is a station for those who do
    actions: tuple[type[Action], ...]

    def prompt(self, game: Game, turn: OperatingTurn) -> Prompt:
        """What is asked, and what others see; `asks`, where it is always the same."""
        return self.asks

    @classmethod
    def unsaid(cls) -> list[str]:
        """What the step does not say of itself."""
        said = ("id", "word", "label", *(("asks",) if cls.prompt is TurnStep.prompt else ()))
        return [part for part in said if not hasattr(cls, part)]

    def choices(self, game: Game, turn: OperatingTurn) -> Iterable[Choice]:
        """The legal choices of the step, without passing."""
        raise NotImplementedError

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        raise NotImplementedError

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        raise NotImplementedError

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        """Whether there is nothing to do in it, so that it is passed over."""
        return next(iter(self.choices(game, turn)), None) is None

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        """Why the step may not be left as it is."""
        return None

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        """The step was left without doing it, or without doing more."""
