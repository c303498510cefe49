"""Who sends what is due: in the one process of SQLite this task itself, on PostgreSQL a job that any server takes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from django.db import close_old_connections

from ferrovia.table.notices.digests import write_digests
from ferrovia.table.notices.dispatch import anything_due, deliver
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import Tables

LOOK = 1.0  # seconds between two looks at what is due
MORNINGS = 60  # looks between two looks at who has a digest

_log = logging.getLogger(__name__)


def deliver_all(tables: Tables) -> None:
    """Send all that is due by now."""
    while deliver(tables.hub.present):
        pass


def here(tables: Tables) -> Callable[[], object]:
    """What is due is sent by this process."""
    return partial(deliver_all, tables)


async def watch(send: Callable[[], object], seconds: float = LOOK) -> None:
    """Look again and again whether anything is due; a database that is away for a while is asked again."""
    looks = 0
    while True:
        try:
            await asyncio.to_thread(_looked, send, looks % MORNINGS == 0)
        except Exception:
            _log.exception("Nobody could send notices.")
        looks += 1
        await asyncio.sleep(seconds)


def _looked(send: Callable[[], object], is_morning: bool) -> None:
    close_old_connections()
    try:
        now = time_now()
        if is_morning:
            write_digests(now)
        if anything_due(now):
            send()
    finally:
        close_old_connections()
