"""Operating turns: who has one and when, its steps, and what may be done at any moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.operating import Power, TurnStep
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.engine.flow.steps.privates import PrivatePurchase, PrivateStep
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.engine.flow.steps.trains import TrainStep

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game

__all__ = ["OperatingRules", "Power"]


class OperatingRules:
    """How corporations take their turns."""

    # The steps of an operating turn, in order, and what may be done at any moment of it.
    steps: Sequence[TurnStep] = (TrackStep(), TokenStep(), RunStep(), DividendStep(), TrainStep(), PrivateStep())
    powers: tuple[Power, ...] = (PrivatePurchase(),)
    other_steps: Sequence[TurnStep] = ()  # those of single corporations, or of variants

    def steps_of(self, game: Game, corporation: str) -> Sequence[TurnStep]:
        """The steps of a corporation's turn."""
        return self.steps

    def order(self, game: Game) -> Sequence[str]:
        """The corporations that operate, in the order of their turns as things stand."""
        corporations = game.title.corporations
        return [name for name in game.market_order() if corporations.has_floated(game, name)]

    def turn_begins(self, game: Game, corporation: str) -> None:
        """A corporation's operating turn is about to begin."""

    def turn_over(self, game: Game, corporation: str) -> None:
        """A corporation's operating turn has ended."""

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """Who gets the dividend on stock that somebody holds; None: the bank keeps it."""
        return None if holder in (POOL, OFFER) else holder
