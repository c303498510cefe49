"""An export of 1849 becomes a game of ours, played action by action under our rules, as far as they allow."""

from __future__ import annotations

from functools import partial

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.titles.eighteenxx import Imported, ImportTrouble
from ferrovia.titles.t1849.eighteenxx.following import Follower
from ferrovia.titles.t1849.eighteenxx.hints import is_hint
from ferrovia.titles.t1849.eighteenxx.papers import PaperTrouble
from ferrovia.titles.t1849.eighteenxx.pieces import PieceTrouble
from ferrovia.titles.t1849.eighteenxx.reading import Export, Move, live_actions, with_automatic
from ferrovia.titles.t1849.eighteenxx.shapes import check_shape
from ferrovia.titles.t1849.eighteenxx.trace import Tracer
from ferrovia.titles.t1849.eighteenxx.troubles import MoveTrouble
from ferrovia.titles.t1849.title import TITLE

_MOST_LOOKED_AT = 100  # no turn has more actions
_MOST_WORDS = 200  # of an action that is told in a sentence


def read_export(data: Move, traced: bool) -> Imported:
    """Replay an export of 1849; raises `ImportTrouble` with one sentence where it contradicts itself."""
    export = Export.read(data)
    try:
        game = Game(TITLE, export.settings())
    except Refusal as refusal:
        raise ImportTrouble("The settings of the export are refused: {why}", why=refusal.message) from refusal
    moves = [move for move in live_actions(export.actions, chat=True) if move["type"] != "message" or is_hint(move)]
    flat = [(place, action) for place, move in enumerate(moves) for action in with_automatic(move)]
    for place, action in flat:
        check_shape(moves[place]["id"], action)
    follower = Follower(game)
    tracer = Tracer(follower, export.seed, export.options) if traced else None
    for number, (place, action) in enumerate(flat):
        kept = follower.game.fork()
        later = [following for _, following in flat[number + 1 : number + 1 + _MOST_LOOKED_AT]]
        try:
            follower.play(action, later, partial(_before, tracer, action))
            is_last = number + 1 == len(flat) or flat[number + 1][0] != place
            if tracer is not None and is_last and action["type"] != "message":
                tracer.after(moves[place])
        except (Refusal, MoveTrouble, PaperTrouble, PieceTrouble) as error:
            return Imported(kept, tracer.lines if tracer else [], _departure(moves[place], action, error))
    follower.game.watcher = None
    return Imported(follower.game, tracer.lines if tracer else [])


def _before(tracer: Tracer | None, action: Move) -> None:
    if tracer is not None:
        tracer.before(action)


def _departure(move: Move, action: Move, error: Exception) -> Message:
    """Which action cannot be followed, what the site did, and what our rules say."""
    besides = ("id", "type", "entity", "entity_type", "created_at", "user", "auto_actions", "skip")
    fields = {name: value for name, value in action.items() if name not in besides}
    done = msgspec.json.encode(fields).decode()
    return Message(
        "Action {number} ({kind} by {entity}, {done}) cannot be followed: {why}",
        number=move["id"],
        kind=str(action["type"])[:40],
        entity=str(action["entity"])[:40],
        done=done if len(done) <= _MOST_WORDS else done[:_MOST_WORDS] + "...",
        why=_why(error),
    )


def _why(error: Exception) -> Message:
    if isinstance(error, Refusal):
        return Message("{sentence} [{rule}]", sentence=error.message, rule=error.rule)
    assert isinstance(error, MoveTrouble | PaperTrouble | PieceTrouble)
    return error.message
