"""The server's application: streams of events by themselves, everything else plain synchronous Django in threads."""

from __future__ import annotations

import asyncio
import os
import re
from typing import Any, cast

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ferrovia.table.settings")

from django.core.wsgi import get_wsgi_application

from ferrovia.table.live import HUB, Receive, Scope, Send
from ferrovia.table.thinking import THINKING

_EVENTS = re.compile(r"^/t/([\w-]{1,40})/events$")
THREADS = 8

_pages: Any = WSGIMiddleware(cast(Any, get_wsgi_application()), workers=THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    found = _EVENTS.match(scope["path"])
    if found is None:
        await _pages(scope, receive, send)
    else:
        await _events(found[1], scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            HUB.attach(asyncio.get_running_loop())
            await asyncio.to_thread(THINKING.start)
            await send({"type": "lifespan.startup.complete"})
        else:
            await send({"type": "lifespan.shutdown.complete"})
            return


async def _events(key: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A stream for whoever may see the table; the answer is the same for one that is not there."""
    from ferrovia.table.views.access import standing_for

    standing = await asyncio.to_thread(standing_for, scope, key)
    if standing is None:
        await send({"type": "http.response.start", "status": 404, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": b""})
        return
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await HUB.stream(key, standing, send, receive)
