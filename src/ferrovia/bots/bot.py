"""What a computer player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Protocol

from ferrovia.bots.thought import Thought
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Decision
from ferrovia.engine.flow.game import Game


class Bot(Protocol):
    """Chooses for one player.

    A bot is never given the game itself but a fork for its player (`Game.fork_for`), in which all that is hidden
    was drawn anew. It may try out there whatever it likes. Asked twice at the same position it answers the same,
    so that a game can be left and taken up again.
    """

    def choose(self, game: Game) -> Action:
        """One of the legal choices of `game.decision`."""
        ...

    def think(self, game: Game) -> Thought:
        """The same choice, and why in one sentence."""
        ...


class Blind(ABC):
    """A player who looks at nothing but the list of choices, and is given nothing else."""

    @abstractmethod
    def pick(self, decision: Decision, number: int) -> Action:
        """One of the legal choices after a number of actions."""

    def choose(self, game: Game) -> Action:
        return self.pick(game.decision, game.state.number)


def chosen(game: Game, bots: Mapping[str, Bot]) -> Action:
    """What the computer player whose turn it is wants to do in a game."""
    decision = game.decision  # listed once, for the game and its fork
    bot = bots[decision.player]
    if isinstance(bot, Blind):
        return bot.pick(decision, game.state.number)
    return bot.choose(game.fork_for(decision.player))
