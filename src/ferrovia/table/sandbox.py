"""Sandbox: a fork of a game that one person plays for all seats, with legal moves only and for nobody else to see.

What its owner cannot know is drawn anew before anything is stored, so that no sheet holds the seed, a hand or a deck
of the real game. It is kept as a sitting keeps its game, a line for each move, and goes back the same way.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from ferrovia.bots.registry import bot
from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings, StoredSettings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.differences import Plain
from ferrovia.formats.past import PastLines
from ferrovia.formats.save import Move, Record, earlier, plain_state, resume
from ferrovia.formats.sentences import sentence
from ferrovia.sitting.moment import Moment
from ferrovia.table.models import Person, Table
from ferrovia.table.private_data import SANDBOX, drop, keep, stored
from ferrovia.table.stored_messages import StoredMessage
from ferrovia.titles.registry import title_of

MOST_TRIED = 400  # moves in one sandbox
GUESSER = "keen"
MOST_GUESSED = 40  # moves of others that are guessed at once
GUESS_SECONDS = 2.0  # then the owner is answered, and may ask again


class SandboxMove(msgspec.Struct, frozen=True):
    """One move of a sandbox, with its words as they were when it was made."""

    by: str
    corporation: str
    action: msgspec.Raw
    words: StoredMessage
    hash: str
    past: str


class Sandbox(msgspec.Struct):
    """A sandbox as it is kept."""

    base: int  # after how many moves of the table it begins
    settings: Settings  # of the fork: its seed is not the table's
    start_hash: str
    state: Plain
    moves: list[SandboxMove] = []

    def moment(self) -> Moment:
        """Where it stands. The table's own moves are not in it: empty ones stand for them, so that numbers agree."""
        known = title_of(self.settings)
        record = Record(
            settings=self.settings,
            commitment="",
            actions=[*[Pass()] * self.base, *(read_action(known, bytes(each.action)) for each in self.moves)],
            hashes=[*[""] * self.base, self.start_hash, *(each.hash for each in self.moves)],
            state=self.state,
            past=PastLines(added=tuple(each.past.encode() for each in self.moves)),
        )
        return Moment(resume(record), record)


class _StoredSandbox(Sandbox):
    settings: StoredSettings


def new_sandbox(game: Game, viewer: str | None) -> Sandbox:
    """A sandbox from a position of a game that is not over, with the eyes of a viewer."""
    fork = game.fork_for(viewer)
    return Sandbox(fork.state.number, fork.settings, fork.hash(), plain_state(fork))


def sandbox_of(table: Table, person: Person | None) -> Sandbox | None:
    return stored(table, person, SANDBOX, _StoredSandbox)


def keep_sandbox(table: Table, person: Person, sandbox: Sandbox) -> None:
    keep(table, person, SANDBOX, sandbox)


def drop_sandbox(table: Table, person: Person | None) -> None:
    drop(table, person, SANDBOX)


def with_move(sandbox: Sandbox, action: Action, after: int | None = None) -> Sandbox:
    """The sandbox after one more move, for whoever may make it; raises `Refusal`."""
    if len(sandbox.moves) >= MOST_TRIED:
        raise Refusal("sandbox", "A sandbox holds {most} moves: take some back, or begin another.", most=MOST_TRIED)
    game = sandbox.moment().game
    refusal = game.why_not(action, after=after)
    if refusal is not None:
        raise refusal
    by, words = game.player_of(action), sentence(game, action)
    corporation = game.top.corporation_of(game) if by == game.top.decider(game) else ""
    before = sandbox.state
    events = game.apply(action)
    state = plain_state(game)
    move = Move.of(action, by, events, before, state)
    made = SandboxMove(
        by,
        corporation,
        msgspec.Raw(msgspec.json.encode(action)),
        StoredMessage.of(words),
        move.hash,
        move.past.decode(),
    )
    return msgspec.structs.replace(sandbox, state=state, moves=[*sandbox.moves, made])


def with_others_guessed(sandbox: Sandbox, players: Sequence[str], *, runs: bool = True) -> Sandbox:
    """The sandbox at the next decision of its owner, with the others played as a computer player would.

    Without `runs` it halts where trains run: a computer player would show the best ones.
    """
    guess = bot(GUESSER, Chance(sandbox.settings.seed))
    until = time.monotonic() + GUESS_SECONDS
    for _ in range(MOST_GUESSED):
        game = sandbox.moment().game
        if game.over or game.top.decider(game) in players or time.monotonic() > until:
            break
        if not runs and game.decision.lists_runs:
            break
        sandbox = with_move(sandbox, guess.choose(game))
    return sandbox


def without_last_move(sandbox: Sandbox) -> Sandbox:
    """Without its last move; here a die may be thrown again, for it is not the table's."""
    if not sandbox.moves:
        return sandbox
    moment = sandbox.moment()
    record = earlier(moment.record, moment.number - 1)
    return msgspec.structs.replace(sandbox, state=record.state, moves=sandbox.moves[:-1])
