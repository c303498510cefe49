"""How many moves a second a server bears: tables full of players and viewers, and a rate that is raised step by step.

On each kind of database the server is measured with the processes it may have. What the server, the database and the
load itself take of the processors is told apart, and beside it what an empty answer takes in the same run.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from ferrovia.bench import postgres
from ferrovia.bench.browsers import Browser, Line
from ferrovia.bench.figures import Aimed, Figures, Rows
from ferrovia.bench.games import LATE, PLAYERS, Turn, cookie_of, going_on, lay, lay_many, played, whole_length
from ferrovia.bench.processes import megabytes, processor_seconds, tree
from ferrovia.bench.rates import Step, knee, next_rate, percentile
from ferrovia.bench.visitors import raise_limit, wait_for
from ferrovia.formats.save import Record
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES

if TYPE_CHECKING:
    from ferrovia.table.models import Person

# What is aimed at: milliseconds of processor time a move, megabytes.
A_MOVE, MEMORY = 10, 1500
FIRST = 8.0  # moves a second to begin with
FEWEST = 100  # moves of a step: fewer say nothing of the slowest hundredth
TURNS = 60  # moves that are ready for each table
WARM = 2  # moves at each of so many tables before anything is measured: a server is slow for a moment after its start
EMPTY = 400  # empty answers that are asked for, one after another
OPENING = 8  # pages that are opened at a time
PATIENCE = 60.0  # seconds until a move that nobody sees counts as lost


class Size(NamedTuple):
    """How much is measured."""

    tables: int
    seconds: float  # of a step
    steps: int  # at most
    fewest: int = FEWEST  # moves of a step


@dataclass(frozen=True)
class House:
    """Where games are kept, and how many processes serve them."""

    name: Message
    database: str  # of PostgreSQL; empty for SQLite in a folder
    database_pid: int | None
    workers: int


def load(fixture: Path, tables: int = 1000, seconds: float = 6.0, steps: int = 12, fewest: int = FEWEST) -> Rows:
    """Every kind of database with as many processes as it may have here."""
    records = {name: played(name, int(whole_length(name) * LATE)) for name in TITLES}
    size = Size(tables, seconds, steps, fewest)
    rows = _measured(House(Message("SQLite, one process"), "", None, 1), size, records)
    programs = postgres.programs()
    if programs is None:
        return rows | {Message("PostgreSQL"): {"skipped": Message("PostgreSQL's server is not installed here.")}}
    with postgres.cluster(programs) as cluster:
        for name, workers in ((Message("PostgreSQL, one process"), 1), (Message("PostgreSQL, two processes"), 2)):
            rows |= _measured(House(name, cluster.database(), cluster.pid, workers), size, records)
    return rows


def _measured(house: House, size: Size, records: dict[str, Record]) -> Rows:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return {house.name: pool.submit(measured, house, size, records).result()}


def measured(house: House, size: Size, records: dict[str, Record]) -> Figures:
    """One of them, in a process and a database of its own."""
    raise_limit()
    with TemporaryDirectory(prefix="ferrovia-") as folder:
        os.environ |= {"FERROVIA_VAR": folder, "DJANGO_SETTINGS_MODULE": "ferrovia.table.settings"}
        if house.database:
            os.environ["FERROVIA_DATABASE"] = house.database
        from ferrovia.table.serving import prepare

        prepare()
        laid = _lay(size.tables, records)
        with _serving(house, folder) as (port, pid):
            return asyncio.run(Load(house, size, laid, port, pid).figures())


class Laid(NamedTuple):
    """A table as it was laid: where it is, who plays there, and how the game goes on."""

    path: str
    number: int
    cookies: dict[str, str]
    turns: list[Turn]


def _lay(tables: int, records: dict[str, Record]) -> list[Laid]:
    """Tables of all titles, each with people of its own: nobody moves faster than people may."""
    from django.db import connections

    from ferrovia.table.models import Person

    people = Person.objects.bulk_create(
        [Person(name=player) for _ in range(tables) for player in PLAYERS], batch_size=500
    )
    seated = [people[place : place + len(PLAYERS)] for place in range(0, len(people), len(PLAYERS))]
    laid: list[Laid] = []
    for start, record in enumerate(records.values()):
        turns, theirs = going_on(record, TURNS), seated[start :: len(records)]
        if theirs:
            first = lay(record, theirs[0])
            made = [first, *(lay_many(first, theirs[1:]) if theirs[1:] else [])]
            for table, sitting in zip(made, theirs, strict=True):
                laid.append(Laid(f"/t/{table.key}", table.number, _cookies(sitting), turns))
    connections.close_all()
    random.Random("load").shuffle(laid)
    return laid


def _cookies(people: list[Person]) -> dict[str, str]:
    return {person.name: cookie_of(person) for person in people}


@contextmanager
def _serving(house: House, folder: str) -> Iterator[tuple[int, int]]:
    """The server in a process of its own: where it listens, and which it is."""
    from ferrovia.table.serving import listen

    with listen("127.0.0.1", 8100, 500) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-P", "-m", "ferrovia", "serve", "--no-open", "--port", str(port)]
    command += ["--database", house.database or folder, "--workers", str(house.workers)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(port)
            yield port, server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


class Table:
    """A table with its players' pages and that of somebody who looks on."""

    def __init__(self, place: int, laid: Laid, port: int) -> None:
        self._laid = laid
        cookies = {**laid.cookies, "": "theme=day"}
        self.browsers = {
            player: Browser(port, laid.path, cookie, f"10.{place // 250}.{place % 250}.{seat}")
            for seat, (player, cookie) in enumerate(cookies.items(), 1)
        }
        self.made = 0  # moves

    @property
    def is_played_out(self) -> bool:
        return self.made == len(self._laid.turns)

    async def move(self, clicked: float) -> tuple[float, float] | None:
        """The next move: seconds from the click to the mover's page and to the last of the others'; None if refused."""
        turn = self._laid.turns[self.made]
        mover, after = self.browsers[turn.player], self._laid.number + self.made
        standing = mover.standing + 1
        others = [browser.shows(standing) for player, browser in self.browsers.items() if player != turn.player]
        form = {"action": turn.action, "after": str(after), "key": f"{self._laid.path} {after}"}
        if not await mover.move(form):
            return None
        answered = perf_counter()
        async with asyncio.timeout(PATIENCE):
            shown = max(await asyncio.gather(*others))
        self.made += 1
        return answered - clicked, shown - clicked


class Load:
    """A server with people at all of its tables."""

    def __init__(self, house: House, size: Size, laid: list[Laid], port: int, pid: int) -> None:
        self._house, self._size, self._port, self._pid = house, size, port, pid
        self._before = self._memory
        self._tables = [Table(place, each, port) for place, each in enumerate(laid)]
        self._chance = random.Random("load")

    @property
    def _memory(self) -> float:
        return round(sum(map(megabytes, tree(self._pid))), 1)

    @property
    def _spent(self) -> tuple[float, float, float]:
        """Processor time so far, of the server, the database and the load."""
        database = self._house.database_pid
        return processor_seconds(self._pid), processor_seconds(database) if database else 0.0, process_time()

    async def figures(self) -> Figures:
        async with self._opened() as viewers:
            idle = await self._idle()
            with_viewers = self._memory
            free: asyncio.Queue[Table] = asyncio.Queue()  # tables at which nobody moves now
            for table in self._tables:
                free.put_nowait(table)
            await asyncio.gather(*(self._warm_up(free) for _ in range(min(OPENING, len(self._tables)))))
            empty = await self._empty()
            steps: list[Step] = []
            while len(steps) < self._size.steps and (rate := next_rate(steps, FIRST)) is not None:
                if free.qsize() < len(self._tables) / 2:
                    break  # too few games are left
                steps.append(await self._step(free, rate))
            empty = min(empty, await self._empty())
        return {
            "tables": len(self._tables),
            "viewers": viewers,
            **told(steps, empty),
            "idle_ms_a_second": round(idle * 1000, 1),
            "MB_before": self._before,
            "MB_with_viewers": with_viewers,
            "MB": Aimed(self._memory, MEMORY),
        }

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[int]:
        browsers = [browser for table in self._tables for browser in table.browsers.values()]
        waiting = iter(browsers)

        async def opening() -> None:
            for browser in waiting:
                await browser.open()

        await asyncio.gather(*(opening() for _ in range(OPENING)))
        try:
            yield len(browsers)
        finally:
            await asyncio.gather(*(browser.close() for browser in browsers))

    async def _warm_up(self, free: asyncio.Queue[Table]) -> None:
        for _ in range(WARM):
            table = await free.get()
            if await table.move(perf_counter()) is not None:
                free.put_nowait(table)

    async def _idle(self) -> float:
        """Seconds of processor time that a second takes in which everybody looks on and nobody moves."""
        before, begin = processor_seconds(self._pid), perf_counter()
        await asyncio.sleep(self._size.seconds)
        return (processor_seconds(self._pid) - before) / (perf_counter() - begin)

    async def _empty(self) -> float:
        """Seconds of the server's processor time for an empty answer."""
        line, before = Line(self._port, "", "10.255.0.1"), processor_seconds(self._pid)
        for _ in range(EMPTY):
            await line.ask("GET", "/healthz")
        line.close()
        return (processor_seconds(self._pid) - before) / EMPTY

    async def _step(self, free: asyncio.Queue[Table], rate: float) -> Step:
        """Moves at this rate, each at a moment of its own, whatever became of those before."""
        made: list[tuple[float, float] | None] = []
        moving: set[asyncio.Task[None]] = set()

        async def move(table: Table, clicked: float) -> None:
            made.append(found := await table.move(clicked))
            if found is not None and not table.is_played_out:
                free.put_nowait(table)

        count = max(self._size.fewest, round(rate * self._size.seconds))
        before, begin = self._spent, perf_counter()
        click = begin
        for _ in range(count):
            click += self._chance.expovariate(rate)
            await asyncio.sleep(click - perf_counter())
            task = asyncio.create_task(move(await free.get(), click))
            moving.add(task)
            task.add_done_callback(moving.discard)
        await asyncio.gather(*moving)
        seconds, after = perf_counter() - begin, self._spent
        times = [each for each in made if each is not None]
        server, database, load = (now - then for now, then in zip(after, before, strict=True))
        answered, shown = zip(*times, strict=True) if times else ((PATIENCE,), (PATIENCE,))
        return Step(rate, seconds, answered, shown, server, database, load, len(made) - len(times))


def told(steps: list[Step], empty: float) -> Figures:
    """The curve, its bend, and what a move takes there."""
    best = knee(steps)
    least = min(steps, key=lambda step: step.milliseconds(step.server))
    figures: Figures = {
        "knee": round(best.asked, 1) if best else 0.0,
        "server_ms_a_move": Aimed(round(least.milliseconds(least.server), 1), A_MOVE),
        "database_ms_a_move": round(least.milliseconds(least.database), 1),
        "load_ms_a_move": round(least.milliseconds(least.load), 1),
        "empty_ms": round(empty * 1000, 2),
        "times_empty": round(least.server / len(least.shown) / empty, 1) if empty else 0.0,
    }
    for step in sorted(steps, key=lambda step: step.asked):
        figures[Message("at {rate} moves a second", rate=round(step.asked, 1))] = _row(step)
    return figures


def _row(step: Step) -> Figures:
    return {
        "asked": round(step.asked, 1),
        "done": round(step.done, 1),
        "moves": len(step.shown),
        "refused": step.refused,
        "answer_ms": _spread(step.answered),
        "shown_ms": _spread(step.shown),
        "server_ms_a_move": round(step.milliseconds(step.server), 1),
        "load_ms_a_move": round(step.milliseconds(step.load), 1),
        "cores": round((step.server + step.database + step.load) / step.seconds, 2),
    }


def _spread(seconds: Sequence[float]) -> Figures:
    return {"median": round(percentile(seconds, 0.5) * 1000, 1), "p99": round(percentile(seconds, 0.99) * 1000, 1)}
