"""Computer players: tables whose turn is theirs stand in a line, and they move one after another at a pace to follow.

Nothing is kept that a restart could lose: what must be thought of is read from the tables. A table that takes long
holds up no other, because one thread leaves such tables alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from heapq import heappop, heappush
from threading import Condition, Thread

from django.db import close_old_connections, connection
from django.db.models import Exists, OuterRef, QuerySet

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.sitting.storage import Overtaken
from ferrovia.table.bot_processes import BotProcess, NoChoice, bot_task
from ferrovia.table.clocks.visits import awake, is_asleep
from ferrovia.table.models import Seat, Table
from ferrovia.table.moves import changed, play
from ferrovia.table.storage import MoveRequest
from ferrovia.table.tables import Tables

# Seconds between a move and the next one of a computer player, where somebody looks on
PACE = float(os.environ.get("FERROVIA_PACE", "") or 0.6)
HASTE = 0.05  # the same where nobody does
PATIENCE = PACE / 0.3  # the same where somebody who looks on may do something out of turn
LONGEST = 30.0  # seconds for one thought
SLOW = 2.0  # a table whose last thought took longer waits in a line of its own
PROCESSES = 2
AGAIN = 5.0  # seconds until a table is looked at again that could not be

_log = logging.getLogger(__name__)


def waiting_for_computers() -> QuerySet[Table]:
    """The tables at which a computer player is to move."""
    moving = Seat.objects.filter(table=OuterRef("pk"), bot__gt="", player=OuterRef("decider"))
    return awake(Table.objects.filter(Exists(moving), over=False, asked_at__isnull=False).exclude(start_hash=""))


class BotQueue:
    """The lines of tables that wait for a computer player, and who serves them."""

    def __init__(
        self,
        tables: Tables,
        processes: int = PROCESSES,
        pace: float = PACE,
        patience: float = PATIENCE,
        longest: float = LONGEST,
    ) -> None:
        self._tables = tables
        self._processes = [BotProcess() for _ in range(processes)]
        self._pace, self._patience, self._longest = pace, patience, longest
        self._lines: tuple[list[tuple[float, int]], list[tuple[float, int]]] = ([], [])  # the quick, the slow
        self._on_line: set[int] = set()
        self._busy: set[int] = set()
        self._again: set[int] = set()  # changed while they were thought of
        self._slow: set[int] = set()
        self._changed: dict[int, float] = {}  # when
        self._served: dict[int, Callable[[], None]] = {}  # who waits until a table's computer players have moved
        self._turn = Condition()
        self._threads: list[Thread] = []
        self._is_open = False

    def start(self, listens: bool = True) -> None:
        """Begin, with every table that may have been left while a computer player was to move.

        Who does not listen moves only where that is asked for: see `served`.
        """
        self._is_open = True
        self._threads = [
            Thread(target=self._run, args=(place,), name=f"thinking {place}", daemon=True)
            for place in range(len(self._processes))
        ]
        for thread in self._threads:
            thread.start()
        if not listens:
            return
        self._tables.listen(self.look_at)
        for table_id in waiting_for_computers().values_list("pk", flat=True):
            self.look_at(table_id)

    def stop(self) -> None:
        self._tables.stop_listening(self.look_at)
        with self._turn:
            self._is_open = False
            self._turn.notify_all()
            left, self._served = self._served, {}
        for done in left.values():
            done()
        for process, thread in zip(self._processes, self._threads, strict=True):
            thread.join(1.0)
            process.stop()
        self._threads = []

    def look_at(self, table_id: int) -> None:
        """A table has changed: see whether a computer player is to move there."""
        with self._turn:
            if not self._is_open:
                return
            self._changed[table_id] = time.monotonic()
            if table_id in self._busy:
                self._again.add(table_id)
            elif table_id not in self._on_line:
                self._line_up(table_id, time.monotonic())

    async def served(self, table_id: int) -> None:
        """Let the computer players of a table move until a person must."""
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def tell() -> None:
            loop.call_soon_threadsafe(done.set)

        with self._turn:
            if not self._is_open:
                return
            self._served[table_id] = tell
        try:
            self.look_at(table_id)
            await done.wait()
        finally:
            with self._turn:
                self._served.pop(table_id, None)

    def is_serving(self, table_id: int) -> bool:
        with self._turn:
            return table_id in self._served

    def look_again(self, table_id: int) -> None:
        """A table has changed: see again, if its computer players move here."""
        if self.is_serving(table_id):
            self.look_at(table_id)

    # The lines

    def _line_up(self, table_id: int, due: float) -> None:
        self._on_line.add(table_id)
        heappush(self._lines[table_id in self._slow], (due, table_id))
        self._turn.notify_all()

    def _next(self, place: int) -> int | None:
        """The next table for a thread; the first of several takes no slow ones. None when all is over."""
        lines = self._lines[:1] if place == 0 and len(self._processes) > 1 else self._lines
        with self._turn:
            while self._is_open:
                first = min((line for line in lines if line), key=lambda line: line[0], default=None)
                if first is not None and first[0][0] <= time.monotonic():
                    _, table_id = heappop(first)
                    self._on_line.discard(table_id)
                    self._busy.add(table_id)
                    return table_id
                self._turn.wait(first[0][0] - time.monotonic() if first is not None else None)
            return None

    def _done(self, table_id: int, due: float | None) -> None:
        """A table was seen to; `due` is when it must be seen to again, if that is known."""
        with self._turn:
            self._busy.discard(table_id)
            if table_id in self._again:
                due = time.monotonic()
            self._again.discard(table_id)
            if due is not None:
                self._line_up(table_id, due)
            else:
                self._changed.pop(table_id, None)
                if table_id in self._served:
                    self._served.pop(table_id)()

    def _run(self, place: int) -> None:
        if place == 0:
            self._processes[0].start()
        while (table_id := self._next(place)) is not None:
            close_old_connections()
            due: float | None
            try:
                due = self._see_to(table_id, self._processes[place])
            except Exception:
                if self._is_open:
                    _log.exception("The computer players of table %s could not be asked.", table_id)
                due = time.monotonic() + AGAIN
            self._done(table_id, due)
        connection.close()

    # Moving

    def _see_to(self, table_id: int, process: BotProcess) -> float | None:
        """Let a computer player move, if it is time; when to look again, or None where nobody has to move."""
        table = Table.objects.filter(pk=table_id).first()
        if table is None or not table.has_started or table.over:
            return None
        if not self._tables.hub.is_watched(table.key) and not table.seats.filter(bot="").exists():
            return None  # it waits for its people: a game over weeks is not over in minutes
        if is_asleep(table):
            return None  # nobody who plays has looked for days
        game = self._tables.now(table).game
        if game.over or self._tables.stuck(table_id, game.state.number):
            return None
        bots = dict(table.seats.exclude(bot="").values_list("player", "bot"))
        player = game.top.decider(game)
        if player not in bots:
            return None
        due = self._changed.get(table_id, 0.0) + self._wait(table, game, set(bots))
        if due > time.monotonic():
            return due
        self._move(table, game, player, bots[player], process)
        return time.monotonic()  # behind all who have waited meanwhile, so that no table starves another

    def _wait(self, table: Table, game: Game, bots: set[str]) -> float:
        """How long after the last change a computer player moves."""
        if not self._tables.hub.is_watched(table.key):
            return min(HASTE, self._pace)
        if any(each.player not in bots for each in game.decision.interjections):
            return max(self._pace, self._patience)
        return self._pace

    def _move(self, table: Table, game: Game, player: str, kind: str, process: BotProcess) -> None:
        number, begin = game.state.number, time.monotonic()
        try:
            action = process.answer(bot_task(game, kind, table.key), self._longest)
            self._slow.discard(table.pk)
            if time.monotonic() - begin > SLOW:
                self._slow.add(table.pk)
            play(self._tables, table, action, player, number, MoveRequest(bot=(player, kind)))
        except Overtaken:
            return
        except (NoChoice, Refusal, ValueError) as error:
            if not self._is_open:
                return
            _log.error("Table %s, %s after %s moves: %s", table.key, player, number, error)
            self._tables.note_stuck(table.pk, number, player)
            changed(self._tables, table)
