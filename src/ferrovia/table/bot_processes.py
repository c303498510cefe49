"""Processes that choose for computer players, so that no page waits for a thought.

A process that dies or thinks too long is replaced by a new one; whatever was asked of it can be asked again.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import NamedTuple

import msgspec

from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import plain

THOUGHT = 1.0  # seconds in which whoever searches answers with the best found so far
STARTED = 180.0  # seconds in which a process must have come up, on a machine with other things to do
_READY = b""  # what a process says when it has
_TRIES = 2  # a process may be killed while it thinks; a thought that kills it again is at fault itself


class BotTask(NamedTuple):
    """What a computer player may know when it chooses."""

    kind: str
    seed: str
    settings: bytes
    state: bytes


class NoChoice(Exception):
    """A computer player does not know what to do; why."""


def bot_task(game: Game, kind: str, table_key: str) -> BotTask:
    """The question for whoever must choose now: a fork in which all that is hidden was drawn anew."""
    player = game.top.decider(game)
    fork = game.fork_for(player)
    state = msgspec.json.encode(fork.state, enc_hook=plain)
    return BotTask(kind, f"{table_key} {player}", msgspec.json.encode(fork.settings), state)


def thought(asked: BotTask) -> bytes:
    """What a computer player wants to do, as JSON."""
    from ferrovia.bots.registry import bot
    from ferrovia.titles.registry import title_of

    known = msgspec.json.decode(asked.settings, type=Settings)
    game = Game.restore(title_of(known), known, msgspec.json.decode(asked.state), [])
    return msgspec.json.encode(bot(asked.kind, Chance(asked.seed), THOUGHT).choose(game))


class BotProcess:
    """One process, used by one thread."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._is_ready = False

    def start(self) -> Connection:
        """The way to a process that lives; a new one says when it is ready for questions."""
        if self._process is not None and self._process.is_alive() and self._pipe is not None:
            return self._pipe
        self.stop()
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._is_ready = False
        self._process = spawn.Process(target=_think, args=(theirs,), name="bot", daemon=True)
        self._process.start()
        theirs.close()
        return self._pipe

    def answer(self, asked: BotTask, seconds: float) -> bytes:
        """A thought, or `Speechless` where there is none within these seconds; coming up is no part of thinking."""
        why = ""
        for _ in range(_TRIES):
            try:
                pipe = self.start()
                if not self._is_ready:
                    if not pipe.poll(STARTED):
                        why = f"Its process did not come up within {STARTED:g} seconds."
                        break
                    self._is_ready = pipe.recv() == _READY
                pipe.send(asked)
                if not pipe.poll(seconds):
                    why = f"It thought for more than {seconds:g} seconds."
                    break
                done, told = pipe.recv()
            except (EOFError, OSError):
                why = "Its process came to an end."
                self.stop()
                continue
            if not done:
                raise NoChoice(told.decode())
            return bytes(told)
        self.stop()
        raise NoChoice(why)

    def stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None  # at once: whoever ends a server may stop it while its thread does so too
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()


def _think(pipe: Connection) -> None:
    """The life of such a process: it ends with the server, which holds the other end."""
    import ferrovia.bots.registry  # noqa: F401  # most of what a first thought would have to wait for

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is told, and tells us
    with suppress(EOFError, OSError):
        pipe.send(_READY)
        while True:
            asked = pipe.recv()
            pipe.send(_answered(asked))


def _answered(asked: BotTask) -> tuple[bool, bytes]:
    """Whether there is a thought, and which; or else why not."""
    try:
        return True, thought(asked)
    except Exception:  # whatever goes wrong in a thought is for the server to tell
        return False, traceback.format_exc().encode()
