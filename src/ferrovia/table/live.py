"""Telling everybody: a table that changed says so to whoever looks at it, over an open stream of events.

The stream only says where the table stands; each page then asks for its own part of it. Streams are plain ASGI, beside
Django: thousands of idle viewers cost little.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

HEARTBEAT = 15.0  # seconds; proxies close what is silent for longer
RETRY = 1500  # milliseconds until a browser comes back by itself


class Hub:
    """Who looks at which table. Told from any thread; the streams live in the server's loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._viewers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._changes: dict[str, str] = {}

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def tell(self, key: str, standing: str) -> None:
        """A table stands elsewhere; without a server running nobody is there to be told."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, key, standing)

    def _wake(self, key: str, standing: str) -> None:
        if key in self._viewers:
            self._changes[key] = standing
            for viewer in self._viewers[key]:
                viewer.set()

    async def stream(self, key: str, standing: str, send: Send, receive: Receive) -> None:
        """One viewer's stream, until they leave."""
        woken = asyncio.Event()
        self._viewers[key].add(woken)
        gone = asyncio.create_task(_left(receive))
        try:
            await _say(send, f"retry: {RETRY}\ndata: {standing}\n\n")
            while not gone.done():
                waiting = asyncio.create_task(woken.wait())
                await asyncio.wait({waiting, gone}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
                if woken.is_set():
                    woken.clear()
                    await _say(send, f"data: {self._changes.get(key, standing)}\n\n")
                else:
                    waiting.cancel()
                    await _say(send, ": still here\n\n")
        finally:
            gone.cancel()
            self._viewers[key].discard(woken)
            if not self._viewers[key]:
                del self._viewers[key]
                self._changes.pop(key, None)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _say(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


HUB = Hub()
