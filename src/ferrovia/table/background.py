"""What goes on beside answering: computer players, standing orders, those who are late, notices, tidying, news.

On SQLite one process serves, and does all of it itself. On PostgreSQL servers and workers share it as jobs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from django.db import DatabaseError, close_old_connections, connection

from ferrovia.table import metrics, tidying, timeouts
from ferrovia.table.bot_queue import BotQueue, waiting_for_computers
from ferrovia.table.clocks.visits import note_server
from ferrovia.table.databases import let_go_when_still
from ferrovia.table.last_seen import SEEN
from ferrovia.table.notices import running
from ferrovia.table.order_runner import OrderRunner
from ferrovia.table.shared_clock import set_by_database
from ferrovia.table.tables import Tables

BEAT = 5.0  # seconds between two counts for the metrics
PATIENCE = 3.0  # seconds for what is under way when all is over


class Worker(Protocol):
    """Something with threads of its own, which sees to the tables that have changed."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


@asynccontextmanager
async def at_work(tables: Tables) -> AsyncIterator[None]:
    """While a server or a worker runs."""
    let_go_when_still()
    await asyncio.to_thread(_set_clock)
    await asyncio.to_thread(_begin)
    for hub in (tables.hub, tables.own.hub):
        hub.attach(asyncio.get_running_loop())
    workers, watching = _shared(tables) if connection.vendor == "postgresql" else _alone(tables)
    workers.append(SEEN)
    for worker in workers:
        await asyncio.to_thread(worker.start)
    tasks = [asyncio.create_task(each) for each in (timeouts.watch(tables), _count(tables), *watching)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for worker in workers:
            await asyncio.to_thread(worker.stop)
        await asyncio.wait(tasks, timeout=PATIENCE)


async def _count(tables: Tables) -> None:
    """What there is, for the metrics, and what time it is; a database that is away for a while is asked again."""
    while True:
        metrics.VIEWERS.set(tables.hub.viewers)
        with suppress(DatabaseError):
            metrics.WAITING.set(await asyncio.to_thread(_waiting))
            await asyncio.to_thread(_set_clock)
        await asyncio.sleep(BEAT)


def _set_clock() -> None:
    close_old_connections()
    set_by_database()


def _begin() -> None:
    """What no server was there for is nobody's time; where the database is busy now, it is counted."""
    close_old_connections()
    with suppress(DatabaseError):
        note_server(is_first=True)


def _waiting() -> int:
    close_old_connections()
    return waiting_for_computers().count()


def _alone(tables: Tables) -> tuple[list[Worker], list[Coroutine[None, None, None]]]:
    sending = running.watch(running.here(tables))
    return [BotQueue(tables), OrderRunner(tables)], [tidying.watch(tidying.tidy_up), sending]


def _shared(tables: Tables) -> tuple[list[Worker], list[Coroutine[None, None, None]]]:
    from ferrovia.table import news
    from ferrovia.table.jobs import JobQueue, put_up_notices, put_up_tidying

    queue = JobQueue(tables, BotQueue(tables))
    watching = [tidying.watch(put_up_tidying), running.watch(put_up_notices)]
    return [queue], [queue.work(), news.hear(tables), *watching]
