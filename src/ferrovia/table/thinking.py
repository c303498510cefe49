"""Computer players: they think in processes of their own and move one after another, at a pace that people can follow.

A table whose turn is a computer player's is put on the line; it comes off when a person is to choose. Nothing is kept
that a restart could lose: what must be thought of is read from the tables.
"""

from __future__ import annotations

import logging
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from heapq import heappop, heappush
from threading import Condition, Thread
from typing import Any

import msgspec

from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import plain

PACE = 0.5  # seconds between two moves of computer players at one table
WORKERS = 1


def thought(kind: str, seed: str, settings: bytes, state: bytes) -> bytes:
    """What a computer player wants to do, as JSON: called in another process, with what its player may know."""
    from ferrovia.bots.registry import bot
    from ferrovia.titles.registry import title

    known = msgspec.json.decode(settings, type=Settings)
    game = Game.restore(title(known.title), known, msgspec.json.decode(state), [])
    return msgspec.json.encode(bot(kind, Chance(seed)).choose(game))


def asked(game: Game, kind: str, table_key: str) -> tuple[str, str, bytes, bytes]:
    """The question for whoever must choose now: a fork in which all that is hidden was drawn anew."""
    player = game.top.decider(game)
    fork = game.fork_for(player)
    state = msgspec.json.encode(fork.state, enc_hook=plain)
    return kind, f"{table_key} {player}", msgspec.json.encode(fork.settings), state


class Thinking:
    """The line of tables that wait for a computer player, and the processes that think."""

    def __init__(self, workers: int = WORKERS, pace: float = PACE) -> None:
        self._workers, self._pace = workers, pace
        self._pool: ProcessPoolExecutor | None = None
        self._line: list[tuple[float, int]] = []
        self._waiting: set[int] = set()
        self._turn = Condition()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin, with every table that was left while a computer player was to move."""
        self._pool = ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"))
        self._thread = Thread(target=self._run, name="thinking", daemon=True)
        self._thread.start()
        from ferrovia.table.models import Table

        for table_id in Table.objects.filter(over=False).exclude(settings=None).values_list("pk", flat=True):
            self.look_at(table_id)

    def look_at(self, table_id: int, after: float = 0.0) -> None:
        """A table has changed: see whether a computer player is to move there."""
        with self._turn:
            if self._thread is not None and table_id not in self._waiting:
                self._waiting.add(table_id)
                heappush(self._line, (time.monotonic() + after, table_id))
                self._turn.notify()

    def _run(self) -> None:
        from django.db import close_old_connections

        while True:
            table_id = self._next()
            close_old_connections()
            self._think(table_id)

    def _next(self) -> int:
        with self._turn:
            while not self._line or self._line[0][0] > time.monotonic():
                self._turn.wait(self._line[0][0] - time.monotonic() if self._line else None)
            return heappop(self._line)[1]

    def _think(self, table_id: int) -> None:
        from ferrovia.table.models import Table
        from ferrovia.table.sittings import SITTINGS

        table = Table.objects.get(pk=table_id)
        game = SITTINGS.of(table).game
        seat = None if game.over else table.seats.filter(player=game.top.decider(game)).exclude(bot="").first()
        if seat is None or self._pool is None:
            with self._turn:
                self._waiting.discard(table_id)
            self._carry_out(table_id)
            return
        future = self._pool.submit(thought, *asked(game, seat.bot, table.key))
        future.add_done_callback(self._then(table_id, seat.player, game.state.number))

    def _carry_out(self, table_id: int) -> None:
        """A person is to choose: they may have left an order for this moment."""
        from ferrovia.table.orders import carry_out

        try:
            carry_out(table_id)
        except Exception:  # an order that goes wrong must not stop the line
            logging.getLogger(__name__).exception("An order at table %s failed.", table_id)

    def _then(self, table_id: int, player: str, number: int) -> Callable[[Future[bytes]], Any]:
        def move(future: Future[bytes]) -> None:
            from django.db import close_old_connections

            from ferrovia.table.moves import play

            close_old_connections()
            try:
                play(table_id, future.result(), player, number)
            finally:
                with self._turn:
                    self._waiting.discard(table_id)
                self.look_at(table_id, self._pace)
                close_old_connections()

        return move


THINKING = Thinking()
