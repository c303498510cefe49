"""Jobs on PostgreSQL, where many servers have one database: each table's computer players move at one of them.

Procrastinate keeps the jobs: any server or worker takes one, none takes one that another has, and the job of one that
died, was stopped or is cut off is taken again. A job says only which table is to be looked at: what is to be done is
read from the table, so a job too many does nothing, and one that was lost is found missing and put up again. Tidying up
is a job too: one server does it for all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

from django.db import close_old_connections, connection
from django.db.models import Exists, OuterRef, Q
from procrastinate import App, JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.tasks import Task

from ferrovia.table.bot_queue import BotQueue, waiting_for_computers
from ferrovia.table.models import PrivateData, Seat, Table
from ferrovia.table.notices.running import deliver_all
from ferrovia.table.order_runner import RestingOrders, carry_out
from ferrovia.table.private_data import ORDERS
from ferrovia.table.tables import TABLES, Tables
from ferrovia.table.tidying import tidy_up

AT_ONCE = 500  # tables at which computer players of one server move: most of the time they wait for their turn
BEAT = 1.0  # seconds between two signs of life of a server
DEAD = 3.0  # seconds without one after which its jobs are others'
LOOK = 0.5  # seconds between two looks for such jobs, and for tables that nobody has put up
AGAIN = 2.0  # seconds until a database that was away is asked again
PATIENCE = 2.0  # seconds for what is under way when a server stops
WAITING = ("todo", "doing")

_log = logging.getLogger(__name__)


@app.task(name="bots", pass_context=True)
async def bots(context: JobContext, table: int) -> None:
    """Computer players move at a table until a person must."""
    await context.additional_context["bots"].served(table)


@app.task(name="orders", pass_context=True)
def orders(context: JobContext, table: int) -> None:
    """What somebody's standing order asks for now is played; what goes wrong is tried again."""
    try:
        carry_out(TABLES, table)
    except Exception:
        context.additional_context["resting"].forget(table)
        raise


@app.task(name="notices")
def notices() -> None:
    """Notices that are due are sent."""
    deliver_all(TABLES)


@app.task(name="tidying")
def tidying() -> None:
    """What nobody will ask for again goes."""
    tidy_up()


def put_up(task: Task[..., Any, Any], **given: int) -> None:
    """A job, mostly for a table; where one waits already, that one will do. The next begins when the last is done."""
    name = " ".join((task.name, *map(str, given.values())))
    try:
        task.configure(lock=name, queueing_lock=name).defer(**given)
    except AlreadyEnqueued:
        return


def put_up_tidying() -> None:
    put_up(tidying)


def put_up_notices() -> None:
    put_up(notices)


def left_out(watched: list[str]) -> list[int]:
    """Tables at which a computer player is to move and nobody knows: their server died before it could say so.

    At some of them nobody plays: there it moves only while somebody looks on.
    """
    people = Exists(Seat.objects.filter(table=OuterRef("pk"), bot=""))
    waiting = waiting_for_computers().filter(people | Q(key__in=watched))
    found = set(waiting.values_list("pk", flat=True))
    if not found:
        return []
    known = ProcrastinateJob.objects.filter(status__in=WAITING, task_name=bots.name).values_list("args", flat=True)
    return sorted(found - {args["table"] for args in known})


class JobQueue:
    """Puts up what is to be done at the tables that this server has changed, and does its share of all."""

    def __init__(self, tables: Tables, moving: BotQueue) -> None:
        self._tables, self._moving = tables, moving
        self._resting = RestingOrders()
        self._changed: SimpleQueue[int | None] = SimpleQueue()  # None: all is over
        self._thread: Thread | None = None

    def start(self) -> None:
        self._moving.start(listens=False)
        self._thread = Thread(target=self._run, name="jobs", daemon=True)
        self._thread.start()
        self._tables.listen(self.look_at)
        self._tables.listen_elsewhere(self._moving.look_again)
        ordered = Table.objects.filter(private_data__kind=ORDERS, over=False).exclude(start_hash="")
        for table_id in ordered.values_list("pk", flat=True).distinct():
            self.look_at(table_id)

    def stop(self) -> None:
        self._tables.stop_listening(self.look_at)
        self._tables.stop_listening(self._moving.look_again)
        self._changed.put(None)
        if self._thread is not None:
            self._thread.join(1.0)
        self._moving.stop()

    def look_at(self, table_id: int) -> None:
        """A table has changed at this server: what follows is put up, outside the request of whoever changed it."""
        self._moving.look_again(table_id)
        self._changed.put(table_id)

    def _run(self) -> None:
        while (table_id := self._changed.get()) is not None:
            close_old_connections()
            try:
                self._put_up(table_id)
            except Exception:  # whoever looks for what was left out will find it
                _log.warning("What follows at table %s was not put up.", table_id, exc_info=True)
        connection.close()

    def _put_up(self, table_id: int) -> None:
        if not self._moving.is_serving(table_id) and waiting_for_computers().filter(pk=table_id).exists():
            put_up(bots, table=table_id)
        if PrivateData.objects.filter(table=table_id, kind=ORDERS).exists():
            put_up(orders, table=table_id)

    async def work(self) -> None:
        """Take jobs as long as the server runs; a database that is away for a while is asked again."""
        while True:
            try:
                # A group waits for both: what the worker had begun is put down before its connections are closed.
                async with _opened() as here, asyncio.TaskGroup() as both:
                    both.create_task(_worked(here, self._moving, self._resting))
                    both.create_task(_take_over(here, self._tables, self._resting))
            except* Exception as errors:
                _log.warning("No jobs can be taken: %s", str(errors.exceptions[0]).partition("\n")[0])
            await asyncio.sleep(AGAIN)


async def _worked(here: App, moving: BotQueue, resting: RestingOrders) -> None:
    await here.run_worker_async(
        concurrency=AT_ONCE,
        delete_jobs="always",
        update_heartbeat_interval=BEAT,
        stalled_worker_timeout=DEAD,
        shutdown_graceful_timeout=PATIENCE,
        fetch_job_polling_interval=AGAIN,
        additional_context={"bots": moving, "resting": resting},
        install_signal_handlers=False,
    )


@asynccontextmanager
async def _opened() -> AsyncIterator[App]:
    """The jobs over connections of their own, beside those of the threads.

    A pool that is cancelled while it connects tries again for ever, and nothing stops the process: so its opening is
    never cancelled, and whatever became of it, it is closed.
    """
    assert isinstance(app.connector, DjangoConnector)
    here = app.with_connector(app.connector.get_worker_connector())
    try:
        await asyncio.shield(asyncio.ensure_future(here.open_async()))
        yield here
    finally:
        await here.close_async()


async def _take_over(here: App, tables: Tables, resting: RestingOrders) -> None:
    """What a dead server had begun goes on elsewhere, and what it never put up is put up."""
    while True:
        await asyncio.sleep(LOOK)
        for job in await here.job_manager.get_stalled_jobs(seconds_since_heartbeat=DEAD):
            await _taken_over(here, job)
        await asyncio.to_thread(_put_up_left_out, tables.hub.watched, resting)


async def _taken_over(here: App, job: Job) -> None:
    """The job of a dead server goes, and one is put up in its place unless another waits.

    To try the same job again would not do: beside one that waits it has no place, and when it is due would be told by
    the clock of this server, which may be wrong.
    """
    with suppress(ConnectorException):  # somebody else was faster
        await here.job_manager.finish_job(job, Status.FAILED, delete_job=True)
    task = here.tasks.get(job.task_name)
    if task is not None:
        await asyncio.to_thread(_put_up_again, task, job.task_kwargs)


def _put_up_again(task: Task[..., Any, Any], given: dict[str, Any]) -> None:
    close_old_connections()
    put_up(task, **given)


def _put_up_left_out(watched: list[str], resting: RestingOrders) -> None:
    close_old_connections()
    for table_id in left_out(watched):
        put_up(bots, table=table_id)
    for table_id in resting.left_out(DEAD):
        put_up(orders, table=table_id)
