"""What a computer player is."""

from __future__ import annotations

from typing import Protocol

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game


class Bot(Protocol):
    """Chooses for one player.

    A bot reads what lies open on the table: `game.decision` and the public part of the state, never the seed.
    Asked twice at the same position it answers the same, so that a game can be left and taken up again.
    """

    def choose(self, game: Game) -> Action:
        """One of the legal choices of `game.decision`."""
        ...
