"""Playing a game file again, from its settings and moves alone: the work of a process that knows no database."""

from __future__ import annotations

import signal
import traceback
from multiprocessing.connection import Connection

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.save import Move, Record, plain_state, read, written
from ferrovia.formats.shared_seed import faults as faults_of_numbers
from ferrovia.saying.message import Message
from ferrovia.table.stored_messages import StoredMessage
from ferrovia.titles.registry import title_of


class ReplayResult(msgspec.Struct):
    """How playing again came out: the file made anew, or what was wrong."""

    data: bytes = b""
    fault: StoredMessage | None = None
    bug: str = ""  # what went wrong on our side


def played_again(data: bytes) -> ReplayResult:
    """A file with all that came of its moves, made from its settings and moves alone."""
    given = read(data, "")
    try:
        game = Game(title_of(given.settings), given.settings)
    except Refusal as refusal:
        return ReplayResult(fault=StoredMessage.of(Message("The game cannot be set up: {why}", why=refusal.message)))
    if given.shared_seed is not None:
        for fault in faults_of_numbers(given.shared_seed, given.settings):
            return ReplayResult(fault=StoredMessage.of(fault))
    record = msgspec.structs.replace(Record.of(game, [game.hash()]), shared_seed=given.shared_seed)
    for number, action in enumerate(given.actions, 1):
        if record.hashes[-1] != given.hashes[number - 1]:
            break
        try:
            by = "" if game.over else game.player_of(action)
            events = game.apply(action)
        except Refusal as refusal:
            text = "Action {number} is not allowed: {why} [{rule}]"
            return ReplayResult(
                fault=StoredMessage.of(Message(text, number=number, why=refusal.message, rule=refusal.rule))
            )
        state = plain_state(game)
        record = record.with_move(Move.of(action, by, events, record.state, state), state)
    count = len(record.actions)
    if record.hashes[-1] != given.hashes[count]:
        text = "After action {number} the state is not the one in the file, which has the hash {hash}."
        if not count:
            text = "After the set-up the state is not the one in the file, which has the hash {hash}."
        return ReplayResult(fault=StoredMessage.of(Message(text, number=count, hash=given.hashes[count][:16])))
    return ReplayResult(data=written(record))


def replay(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is told, and ends us
    try:
        told = played_again(pipe.recv_bytes())
    except Exception:  # a fault of ours, which the server has to tell
        told = ReplayResult(bug=traceback.format_exc())
    pipe.send_bytes(msgspec.msgpack.encode(told))
