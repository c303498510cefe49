"""Telling everybody: a table that changed says so to whoever looks at it, over an open stream of events.

The stream only says where the table stands; each page then asks for its own part of it. Streams are plain ASGI, beside
Django: thousands of idle viewers cost little. Every message says all there is to know, so that none can be missed.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

HEARTBEAT = 15.0  # seconds; proxies close what is silent for longer, and a page that hears nothing comes again
RETRY = (1000, 3000)  # milliseconds until a browser comes back by itself: not all in one moment
LOOK = 2.0  # seconds between two looks for what other processes have changed


class Viewer:
    """One open stream: where its table stands, as far as it was told, and whether there is more to tell."""

    __slots__ = ("left", "person", "standing", "woken")

    def __init__(self) -> None:
        self.person: int | None = None  # who looks; None for a stranger
        self.woken = asyncio.Event()
        self.standing = -1
        self.left = False

    def tell(self, standing: int) -> None:
        if standing > self.standing:
            self.standing = standing
            self.woken.set()

    def leave(self) -> None:
        self.left = True
        self.woken.set()

    async def messages(self) -> AsyncIterator[str]:
        """What the stream says, until its viewer leaves."""
        yield f"retry: {random.randint(*RETRY)}\n"
        while not self.left:
            self.woken.clear()
            yield f"data: {self.standing}\n\n"
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self.woken.wait()


class Hub:
    """Who looks at which table. Told from any thread; the streams live in the server's loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._viewers: dict[str, set[Viewer]] = defaultdict(set)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def tell(self, key: str, standing: int) -> None:
        """A table stands elsewhere; without a server running nobody is there to be told."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, key, standing)

    def _wake(self, key: str, standing: int) -> None:
        for viewer in self._viewers.get(key, ()):
            viewer.tell(standing)

    def nudge(self, key: str) -> None:
        """Somebody has come or gone: pages that show who is there hear of it, though the table stands where it did."""
        for viewer in self._viewers.get(key, ()):
            viewer.woken.set()

    def is_watched(self, key: str) -> bool:
        return key in self._viewers

    def watching(self, key: str) -> int:
        """How many pages show a table."""
        return len(self._viewers.get(key, ()))

    def present(self, key: str) -> frozenset[int]:
        """The people who have a page of a table open, here and now."""
        viewers = tuple(self._viewers.get(key, ()))
        return frozenset(viewer.person for viewer in viewers if viewer.person is not None)

    @contextmanager
    def viewer(self, key: str) -> Iterator[Viewer]:
        """Somebody who is told from now on: whoever then asks where the table stands misses nothing."""
        viewer = Viewer()
        self._viewers[key].add(viewer)
        try:
            yield viewer
        finally:
            self._viewers[key].discard(viewer)
            if not self._viewers[key]:
                del self._viewers[key]

    async def stream(self, viewer: Viewer, send: Send, receive: Receive) -> None:
        """One viewer's stream, until they leave."""
        gone = asyncio.create_task(_left(receive, viewer))
        try:
            async for text in viewer.messages():
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        finally:
            gone.cancel()

    async def look(self, standings: Callable[[list[str]], dict[str, int]]) -> None:
        """Ask again and again where the watched tables stand: another process may have changed them."""
        while True:
            await asyncio.sleep(LOOK)
            watched = list(self._viewers)
            if watched:
                for key, standing in (await asyncio.to_thread(standings, watched)).items():
                    self._wake(key, standing)

    def close(self) -> None:
        """The server stops: every stream ends, and its page comes again by itself."""
        for viewers in self._viewers.values():
            for viewer in viewers:
                viewer.leave()


async def _left(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.leave()
