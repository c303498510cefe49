"""What is asked, in a few words: for the banner, the title of the window, lists of tables, the terminal."""

from __future__ import annotations

from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message


def prompt(game: Game) -> Message:
    """The question, for whoever must choose."""
    return Message(game.top.prompt(game).question, **game.top.named(game))


def deed(game: Game) -> Message:
    """What the one who must choose is doing, for the others."""
    return Message(game.top.prompt(game).deed, **game.top.named(game))
