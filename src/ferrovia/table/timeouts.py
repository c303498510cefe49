"""Timeouts: where the law of a table says so, a computer player moves for late players, whoever looks or not.

One task of the server asks the database now and then; a table at which nobody is late costs nothing. Nothing is kept
in memory, so that a restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging

from django.db import close_old_connections
from django.db.models import Exists, OuterRef

from ferrovia.table.law import SHORTEST
from ferrovia.table.models import Seat, SeatKind, Table
from ferrovia.table.moves import changed
from ferrovia.table.seating import relieve
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import Tables

LOOK = 20.0  # seconds between two looks at the clock

_log = logging.getLogger(__name__)


async def watch(tables: Tables, seconds: float = LOOK) -> None:
    """Look again and again; a database that is away for a while is asked again."""
    while True:
        try:
            await asyncio.to_thread(_looked, tables)
        except Exception:
            _log.exception("Nobody could see who is late.")
        await asyncio.sleep(seconds)


def _looked(tables: Tables) -> None:
    close_old_connections()
    try:
        relieve_all(tables)
    finally:
        close_old_connections()


def relieve_all(tables: Tables) -> int:
    """Let computer players move for all who are late; at how many tables."""
    person = Seat.objects.filter(table=OuterRef("pk"), player=OuterRef("decider"), kind=SeatKind.PERSON, bot="")
    since = time_now() - SHORTEST
    waiting = Table.objects.filter(Exists(person), over=False, asked_at__lt=since, law__stand_in="late")
    relieved = [table for table in waiting if relieve(table)]
    for table in relieved:
        changed(tables, table)
    return len(relieved)
