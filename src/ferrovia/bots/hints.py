"""A hint: what a computer player would do in somebody's place, and why."""

from __future__ import annotations

from ferrovia.bots.registry import bot
from ferrovia.bots.thought import Thought
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Message

ADVISER = "keen"


def hint(game: Game, adviser: str = ADVISER) -> Thought:
    """What a computer player would do for whoever must decide; it knows no more than they do."""
    return bot(adviser, Chance("hint")).think(game.fork_for(game.decision.player))


def told(game: Game, thought: Thought) -> Message:
    """A thought in words."""
    return Message("I would choose: {choice}. {why}", choice=sentence(game, thought.action), why=thought.why)
