"""Corporations: how they are started, who presides over them, and whether they are in business."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.refusal import Refusal

if TYPE_CHECKING:
    from ferrovia.engine.flow.actions import Start
    from ferrovia.engine.flow.game import Game


class CorporationRules(ABC):
    """How a corporation comes into business, and who decides for it."""

    certificates_at_start: int = 0  # how many may be added to the president's one in the same turn

    @abstractmethod
    def may_start(self, game: Game) -> Iterable[str]:
        """The corporations that can be started now."""

    @abstractmethod
    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        """Why a player may not start a corporation at a share value."""

    @abstractmethod
    def start(self, game: Game, player: str, action: Start) -> None:
        """Open the corporation for its new president."""

    def is_open(self, game: Game, corporation: str) -> bool:
        """Whether a corporation is in business; in most titles that is to have a price."""
        return game.is_started(corporation)

    def president(self, game: Game, corporation: str) -> str:
        """The player who decides for a corporation."""
        return game.holders(corporation)[PRESIDENT]

    def takeover_margin(self, game: Game) -> int:
        """By how many per cent somebody must exceed the president's holding to become president."""
        return 1

    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        """A corporation has a new president."""
