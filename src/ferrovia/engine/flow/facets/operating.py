"""Operating turns: who has one and when, its steps, and what may be done at any moment of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.refusal import Refusal

if TYPE_CHECKING:
    from ferrovia.engine.flow.decision import Choice
    from ferrovia.engine.flow.game import Game
    from ferrovia.engine.flow.operating import OperatingTurn, TurnStep


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


class OperatingRules(ABC):
    """How corporations take their turns."""

    powers: tuple[Power, ...] = ()

    @property
    @abstractmethod
    def steps(self) -> Sequence[TurnStep]:
        """The steps of an operating turn, in order."""

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        """The steps of a corporation's turn."""
        return self.steps

    def order(self, game: Game) -> Sequence[str]:
        """The corporations that operate, in the order of their turns as things stand."""
        return game.market_order()

    def turn_begins(self, game: Game, corporation: str) -> None:
        """A corporation's operating turn is about to begin."""

    def turn_over(self, game: Game, corporation: str) -> None:
        """A corporation's operating turn has ended."""

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """Who gets the dividend on stock that somebody holds; None: the bank keeps it."""
        return None if holder == POOL else holder
