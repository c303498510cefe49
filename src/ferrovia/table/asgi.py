"""The server's application: streams of events by themselves, everything else plain synchronous Django in threads."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from typing import Any, cast

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ferrovia.table.settings")

from django.core.wsgi import get_wsgi_application

from ferrovia.table.late import watch
from ferrovia.table.live import HUB, Receive, Scope, Send
from ferrovia.table.safety import POLICY
from ferrovia.table.thinking import THINKING

_EVENTS = re.compile(r"^/t/([\w-]{1,40})/events$")
_SAFE = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_HEADERS = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no"), *_SAFE]
_NOTHING = [(b"content-type", b"text/plain"), *_SAFE]
THREADS = 8

_pages: Any = WSGIMiddleware(cast(Any, get_wsgi_application()), workers=THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    found = _EVENTS.match(scope["path"])
    if found is None or scope["method"] not in ("GET", "HEAD"):
        await _pages(scope, receive, send)
    else:
        await _events(found[1], scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    tasks: list[asyncio.Task[None]] = []
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            HUB.attach(asyncio.get_running_loop())
            await asyncio.to_thread(THINKING.start)
            tasks = [asyncio.create_task(_look()), asyncio.create_task(watch())]
            await send({"type": "lifespan.startup.complete"})
        else:
            for task in tasks:
                task.cancel()
            await asyncio.to_thread(THINKING.stop)
            await send({"type": "lifespan.shutdown.complete"})
            return


async def _look() -> None:
    """Look for changes by other processes; a database that is away for a while is asked again."""
    from ferrovia.table.views.access import standings

    while True:
        try:
            await HUB.look(standings)
        except Exception:
            logging.getLogger(__name__).exception("The tables could not be looked at.")


async def _events(key: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A stream for whoever may see the table; the answer is the same for one that is not there."""
    from ferrovia.table.views.access import standing_for

    with HUB.viewer(key) as viewer:
        standing = await asyncio.to_thread(standing_for, scope, key)
        if standing is None:
            await send({"type": "http.response.start", "status": 404, "headers": _NOTHING})
            await send({"type": "http.response.body", "body": b""})
            return
        viewer.tell(int(standing))
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await HUB.stream(viewer, send, receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})
