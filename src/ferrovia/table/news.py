"""News from other servers of the same database: which tables stand elsewhere, and who looks at them where.

PostgreSQL carries them (LISTEN and NOTIFY). That a table stands elsewhere is told by a trigger, with the change itself
or not at all; who looks on is announced by each server and believed for a while. News may be lost while a connection is
broken: whoever listens again asks where its tables stand, and `Hub.look` asks now and then in any case.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import connection

from ferrovia.table.live import Hub
from ferrovia.table.secret_keys import name_of
from ferrovia.table.tables import Tables

if TYPE_CHECKING:
    from psycopg import AsyncConnection

CHANGED, WATCHED = "ferrovia_tables", "ferrovia_viewers"  # the channels
AGAIN = 1.0  # seconds until a connection is tried again
ANNOUNCED = 10.0  # seconds between two announcements of who looks on here
BELIEVED = 25.0  # seconds for which such an announcement holds
AT_ONCE = 60  # tables in one notice, which has at most 8,000 bytes
# Whoever is cut off notices it within half a minute.
ALIVE: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}

SERVER = secrets.token_hex(8)  # the name of this process among others

_log = logging.getLogger(__name__)


class Change(NamedTuple):
    """A table that stands elsewhere, as the trigger tells it."""

    table: int
    key: str
    standing: int
    has_started: bool


class Watched(msgspec.Struct, frozen=True):
    """Who looks at which tables at one server: by table those who are known, strangers count as nobody."""

    server: str
    tables: dict[str, list[int]]
    left: list[str] = []  # at which nobody looks any more


def read_change(text: str) -> Change:
    table, key, standing, started = text.split(" ")
    return Change(int(table), key, int(standing), started == "1")


def announcements(hub: Hub, keys: set[str] | None = None) -> list[bytes]:
    """Who looks on here, at these tables or at all of them, in as many notices as it takes."""
    here = hub.here()
    asked = sorted(here if keys is None else keys)
    return [
        msgspec.json.encode(
            Watched(
                SERVER,
                {key: here[key] for key in asked[start : start + AT_ONCE] if key in here},
                [key for key in asked[start : start + AT_ONCE] if key not in here],
            )
        )
        for start in range(0, len(asked), AT_ONCE)
    ]


async def hear(tables: Tables) -> None:
    """Hear what other servers have to say, as long as this one runs."""
    await asyncio.gather(_heard(tables), _announced(tables.hub))


async def _heard(tables: Tables) -> None:
    while True:
        try:
            async with await _connected() as line:
                await line.execute(f"LISTEN {CHANGED}".encode())
                await line.execute(f"LISTEN {WATCHED}".encode())
                tables.hub.look_now()
                async for notice in line.notifies():
                    _told(tables, notice.channel, notice.payload)
        except _broken() as error:
            _log.warning("News of other servers are missed: %s", str(error).partition("\n")[0])
        await asyncio.sleep(AGAIN)


def _told(tables: Tables, channel: str, text: str) -> None:
    if channel == CHANGED:
        change = read_change(text)
        tables.hear(change.table, change.key, change.standing, change.has_started)
        return
    told = msgspec.json.decode(text, type=Watched)
    if told.server != SERVER:
        tables.hub.hear(told.server, told.tables, told.left, BELIEVED)


async def _announced(hub: Hub) -> None:
    """Say who looks on here: at once where that changes, and all of it now and then."""
    while True:
        try:
            async with await _connected() as line:
                keys: set[str] | None = None
                while True:
                    for text in announcements(hub, keys):
                        await line.execute("SELECT pg_notify(%s, %s)", [WATCHED, text.decode()])
                    keys = await hub.comings_and_goings(ANNOUNCED)
        except _broken() as error:
            _log.warning("Other servers are not told who looks on here: %s", str(error).partition("\n")[0])
        await asyncio.sleep(AGAIN)


async def _connected() -> AsyncConnection:
    """A connection of its own, beside those of the threads."""
    from psycopg import AsyncConnection

    told = connection.settings_dict
    address: dict[str, Any] = {
        "dbname": told["NAME"],
        "user": told["USER"],
        "password": told["PASSWORD"],
        "host": told["HOST"],
        "port": told["PORT"],
    }
    given = {name: value for name, value in address.items() if value}
    name = name_of([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])
    return await AsyncConnection.connect(**given, **told["OPTIONS"], **ALIVE, application_name=name, autocommit=True)


def _broken() -> type[Exception]:
    from psycopg import Error

    return Error
