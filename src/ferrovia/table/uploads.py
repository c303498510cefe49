"""Game files from elsewhere: only settings and moves are believed, and played again move by move.

What else such a file says, its states and what came of its moves, is made anew: so nothing forged comes to a table. A
game is played again in a process of its own, as thoughts are, and given up where that takes too long.
"""

from __future__ import annotations

import multiprocessing
from threading import BoundedSemaphore

import msgspec

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble, check_depth
from ferrovia.formats.save import Record, read
from ferrovia.saying.message import Message
from ferrovia.table.names import checked
from ferrovia.table.replay_worker import ReplayResult, replay

MOST_BYTES = 2_000_000  # a long game takes half a megabyte
MOST_MOVES = 4000  # a long game has a thousand
LONGEST = 60.0  # seconds to play one again; a long game takes a few
AT_ONCE = 2

_room = BoundedSemaphore(AT_ONCE)


class Busy(Exception):
    """So many files are being read already that another must wait."""


def read_game(data: bytes, name: str) -> Record:
    """The game in a file of somebody's, as it was played here again; raises `FileTrouble` that names it, or `Busy`.

    Whatever else is raised is a fault of ours.
    """
    asked = sound(data, name)
    if not _room.acquire(blocking=False):
        raise Busy
    try:
        told = _elsewhere(asked)
    finally:
        _room.release()
    if told is None:
        raise FileTrouble("{path} takes too long to play again.", path=name)
    if told.bug:
        raise RuntimeError(f"A fault of the program, not of the file that it played again:\n{told.bug}")
    if told.fault is not None:
        raise FileTrouble("{path} is damaged: {fault}", path=name, fault=told.fault.message)
    return read(told.data, name)


def check_size(size: int, name: str) -> None:
    """Whether so many bytes can be a game; raises `FileTrouble`."""
    if not size:
        raise FileTrouble("{path} is empty.", path=name)
    if size > MOST_BYTES:
        text = "{path} is too large: it has {size} bytes, and at most {most} are read."
        raise FileTrouble(text, path=name, size=size, most=MOST_BYTES)


def sound(data: bytes, name: str) -> bytes:
    """The file as far as it can be told without playing: of settings, moves and hashes; raises `FileTrouble`."""
    check_size(len(data), name)
    record = read(data, name)
    check_depth(data, name)
    if len(record.actions) > MOST_MOVES:
        text = "{path} is too long: it has {count} moves, and at most {most} are played again."
        raise FileTrouble(text, path=name, count=len(record.actions), most=MOST_MOVES)
    for player in record.settings.players:
        try:
            same = checked(player) == player
        except Refusal as refusal:
            raise FileTrouble("{path} cannot be opened: {why}", path=name, why=refusal.message) from refusal
        if not same:
            why = Message("{player} is no name as names are written here.", player=player)
            raise FileTrouble("{path} cannot be opened: {why}", path=name, why=why)
    return data


def _elsewhere(data: bytes) -> ReplayResult | None:
    """The same in a process of its own; None where that takes too long or its process comes to an end."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=replay, args=(theirs,), name="replaying", daemon=True)
    process.start()
    theirs.close()
    try:
        ours.send_bytes(data)
        return msgspec.msgpack.decode(ours.recv_bytes(), type=ReplayResult) if ours.poll(LONGEST) else None
    except (EOFError, OSError):
        return None
    finally:
        ours.close()
        process.kill()
        process.join()
