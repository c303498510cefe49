"""What follows from a choice beyond its words: prices, presidents, deadlines, routes; for want of a picture of it."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, LayTile, Pass, RunTrains
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message

# What moves no price by itself, or only by what comes after it.
_QUIET = (LayTile, Pass, RunTrains)


def consequences(game: Game, choice: Choice) -> Iterator[Message]:
    """The ends of a sentence about a choice of whoever must decide; none where its words tell everything."""
    if not isinstance(choice, Range):
        yield from _at_once(game, choice)
    terms = game.title.seen.terms(game, choice.action if isinstance(choice, Range) else choice)
    if terms is not None:
        yield terms


def _at_once(game: Game, action: Action) -> Iterator[Message]:
    """The prices and presidents that the action itself changes; what a die or a card would do is not told."""
    if isinstance(action, _QUIET):
        return
    then = at_once(game.fork(), action)
    if then is None or then.state.draws != game.state.draws:
        return
    for name in game.state.certificates:
        if game.is_started(name) and then.is_started(name) and game.price(name) != then.price(name):
            text = "{corporation} falls from {before:money} to {after:money}"
            if then.price(name) > game.price(name):
                text = "{corporation} rises from {before:money} to {after:money}"
            yield Message(text, corporation=name, before=game.price(name), after=then.price(name))
    for name in game.state.certificates:
        if game.is_started(name) and then.is_started(name) and game.president(name) != then.president(name):
            if then.president(name):
                text = "{player} becomes president of {corporation}"
                yield Message(text, player=then.president(name), corporation=name)


def at_once(fork: Game, action: Action) -> Game | None:
    """A fork after an action of its decision alone: nothing goes on by itself after it. None where it is no such."""
    fork.events = []
    try:
        fork.top.play(fork, action)
    except (Refusal, AssertionError, LookupError):
        return None
    return fork
