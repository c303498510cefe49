"""The server's application: streams of events by themselves, everything else plain synchronous Django in threads."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ferrovia.table.settings")

from django.core.wsgi import get_wsgi_application

_django = get_wsgi_application()  # before what follows, which needs its models

from ferrovia.table.background import at_work
from ferrovia.table.bodies import Gone, UnreadTrouble, whole
from ferrovia.table.connection_limits import REQUESTS, STREAMS, Tally, counted_as
from ferrovia.table.live import Hub, Receive, Scope, Send
from ferrovia.table.metrics import REFUSED
from ferrovia.table.own_streams import moment_of, stream_key
from ferrovia.table.safety import POLICY
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import is_for_us, looker_of, person_of, standings, voice_for

_EVENTS = re.compile(r"^/t/([\w-]{1,40})/events$")
_OWN_EVENTS = "/events/me"
_SAFE = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_HEADERS = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no"), *_SAFE]
_TEXT = [(b"content-type", b"text/plain; charset=utf-8"), *_SAFE]
_AGAIN = b"20"  # seconds until somebody who was refused may try again
THREADS = 8

# An answer is taken from its thread as fast as it is made, however slowly its reader takes it from us.
_pages: Any = WSGIMiddleware(cast(Any, _django), workers=THREADS, send_queue_size=0)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    found = _EVENTS.match(scope["path"])
    is_stream = found is not None and scope["method"] in ("GET", "HEAD")
    address = counted_as(scope["client"][0]) if scope.get("client") else None
    try:
        if found is not None and is_stream:
            with _held(STREAMS, address):
                await _events(found[1], scope, receive, send)
        elif scope["path"] == _OWN_EVENTS and scope["method"] in ("GET", "HEAD"):
            with _held(STREAMS, address):
                await _own_events(scope, receive, send)
        else:
            async with whole(scope, receive, address) as (request, body):
                with _held(REQUESTS, address):
                    await _pages(request, body, send)
    except UnreadTrouble as trouble:
        await _refused(scope, send, trouble)
    except Gone:
        return


@contextmanager
def _held(tally: Tally, address: str | None) -> Iterator[None]:
    with tally.one(address) as is_held:
        if not is_held:
            raise UnreadTrouble("Too many pages are open from your address: nothing was done.", status=429)
        yield


async def _refused(scope: Scope, send: Send, why: UnreadTrouble) -> None:
    """A sentence for who is refused before Django is asked; what they still send is not waited for."""
    REFUSED.labels(why.status).inc()
    headers = [*_TEXT, (b"retry-after", _AGAIN), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": why.status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{voice_for(scope)(why)}\n".encode()})


async def _lifespan(receive: Receive, send: Send) -> None:
    await receive()
    async with at_work(TABLES):
        looking = [asyncio.create_task(_look(TABLES.hub, standings))]
        looking.append(asyncio.create_task(_look(TABLES.own.hub, TABLES.own.standings)))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in looking:
            task.cancel()
    await send({"type": "lifespan.shutdown.complete"})


async def _look(hub: Hub, standings: Callable[[list[str]], dict[str, int]]) -> None:
    """Look for changes by other processes; a database that is away for a while is asked again."""
    while True:
        try:
            await hub.look(standings)
        except Exception:
            logging.getLogger(__name__).exception("The tables could not be looked at.")


async def _events(key: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A stream for whoever may see the table; the answer is the same for one that is not there."""
    if not is_for_us(scope):
        raise UnreadTrouble("This server has another name.", status=400)
    with TABLES.hub.viewer(key) as viewer:
        looker = await asyncio.to_thread(looker_of, scope, key)
        if looker is None:
            await send({"type": "http.response.start", "status": 404, "headers": _TEXT})
            await send({"type": "http.response.body", "body": b""})
            return
        is_first = TABLES.hub.let_in(key, viewer, looker.person)
        viewer.tell(int(looker.standing))
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        if looker.is_lobby:
            TABLES.hub.nudge(key)
        elif is_first:
            await asyncio.to_thread(TABLES.wake, looker.table)  # where nobody plays, computers wait for who looks on
        if scope["method"] == "GET":
            await TABLES.hub.stream(viewer, send, receive)
    if looker.is_lobby:
        TABLES.hub.nudge(key)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _own_events(scope: Scope, receive: Receive, send: Send) -> None:
    """A stream for whoever is at home: something has changed at a table of theirs. Strangers have none."""
    if not is_for_us(scope):
        raise UnreadTrouble("This server has another name.", status=400)
    person = await asyncio.to_thread(person_of, scope)
    if person is None:
        await send({"type": "http.response.start", "status": 404, "headers": _TEXT})
        await send({"type": "http.response.body", "body": b""})
        return
    with TABLES.own.hub.viewer(stream_key(person)) as viewer:
        viewer.tell(moment_of(time_now()))
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        if scope["method"] == "GET":
            await TABLES.own.hub.stream(viewer, send, receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})
