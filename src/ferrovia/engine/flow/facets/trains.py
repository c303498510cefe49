"""Trains: which are on sale, who must own one, and what becomes of who cannot pay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ferrovia.engine.flow.refusal import Refusal

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class TrainRules(ABC):
    """What the bank sells, and the duty to own a train."""

    # In an emergency:
    sales_must_suffice: bool = False  # whether a president sells nothing when all sales together could not suffice
    president_must_stay: bool = True  # whether of the operating corporation only so much as leaves them its president

    @abstractmethod
    def on_sale(self, game: Game) -> tuple[str, ...]:
        """The classes the bank sells now."""

    def refusal(self, game: Game, buyer: str, train: str, source: str) -> Refusal | None:
        """Why a corporation may not buy a train for now, besides price, limit and order."""
        return None

    def bought(self, game: Game, corporation: str) -> None:
        """A corporation has got a train, from wherever."""

    @abstractmethod
    def must_own(self, game: Game, corporation: str) -> bool:
        """Whether a corporation must own a train."""

    @abstractmethod
    def bankrupt(self, game: Game, corporation: str, player: str) -> None:
        """The president could not raise the money for a train that must be bought."""
