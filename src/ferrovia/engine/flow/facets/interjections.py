"""Interjections: what players may do at any moment of the game, whoever's turn it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.refusal import Refusal

if TYPE_CHECKING:
    from ferrovia.engine.flow.decision import Interjection
    from ferrovia.engine.flow.game import Game


class InterjectionRules(ABC):
    """What waits for nobody's turn; a title without it has no such facet."""

    actions: tuple[type[Action], ...]

    @abstractmethod
    def listed(self, game: Game) -> Sequence[Interjection]:
        """All that any player may do now."""

    @abstractmethod
    def refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        """Why something that players may do at any moment cannot be done now; None for all other actions."""

    @abstractmethod
    def play(self, game: Game, player: str, action: Action) -> None:
        """Do it."""

    def rescue_refusal(self, player: str) -> Refusal | None:
        """Why somebody may not go bankrupt whom one of these would save; None where they are no remedy."""
        return None


class NoInterjections(InterjectionRules):
    """In most titles everybody waits for their turn."""

    actions = ()

    def listed(self, game: Game) -> Sequence[Interjection]:
        return ()

    def refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        return None

    def play(self, game: Game, player: str, action: Action) -> None:
        raise LookupError("There are no interjections in this game.")
