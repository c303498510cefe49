"""The calendar: what phases bring, how rounds follow one another, and what players are worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class CalendarRules(ABC):
    """What follows what, until the end."""

    def settle(self, game: Game) -> None:
        """See to what happens by itself as soon as it can, whatever made it possible."""

    @abstractmethod
    def phase_event(self, game: Game, event: str) -> None:
        """Something happens with the first train of a new phase."""

    @abstractmethod
    def stock_round_over(self, game: Game) -> None:
        """All players have passed."""

    @abstractmethod
    def operating_round_over(self, game: Game) -> None:
        """All corporations have operated."""

    @abstractmethod
    def worth(self, game: Game, player: str) -> int:
        """What a player is worth now, as the end would count it."""
