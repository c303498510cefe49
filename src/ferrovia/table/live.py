"""Telling everybody: a table that changed says so to whoever looks at it, over an open stream of events.

The stream only says where the table stands; each page then asks for its own part of it. Streams are plain ASGI, beside
Django: thousands of idle viewers cost little. Every message says all there is to know, so that none can be missed.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ferrovia.table.metrics import TOLD

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

HEARTBEAT = 15.0  # seconds; proxies close what is silent for longer, and a page that hears nothing comes again
RETRY = (1000, 3000)  # milliseconds until a browser comes back by itself: not all in one moment
LOOK = 2.0  # seconds between two looks for what other processes have changed


class Viewer:
    """One open stream: where its table stands, as far as it was told, and whether there is more to tell."""

    __slots__ = ("left", "person", "since", "standing", "woken")

    def __init__(self) -> None:
        self.person: int | None = None  # who looks; None for a stranger
        self.woken = asyncio.Event()
        self.standing = -1
        self.left = False
        self.since: float | None = None  # when there began to be something to tell

    def tell(self, standing: int) -> None:
        if standing > self.standing:
            self.standing = standing
            self.since = self.since or time.perf_counter()
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
        self._viewers: dict[str, set[Viewer]] = defaultdict(set)  # who is told
        self._let_in: dict[str, set[Viewer]] = defaultdict(set)  # those of them who are known to be allowed to look on
        self._elsewhere: dict[str, dict[str, tuple[float, list[int]]]] = {}  # by table and server; until when, who
        self._moved: set[str] = set()  # tables at which somebody has come or gone since it was last asked
        self._moving = asyncio.Event()
        self.is_closing = False  # the server stops: nobody should be sent here any more
        self._due = asyncio.Event()

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
        return key in self._let_in or bool(self._believed(key))

    @property
    def has_viewers(self) -> bool:
        """Whether anybody is told by this server at all."""
        return bool(self._viewers)

    @property
    def watched(self) -> list[str]:
        """The tables that pages of this server show."""
        return list(self._let_in)

    @property
    def viewers(self) -> int:
        """How many pages of this server show any table."""
        return sum(map(len, tuple(self._let_in.values())))

    def watching(self, key: str) -> int:
        """How many pages of this server show a table."""
        return len(self._let_in.get(key, ()))

    def present(self, key: str) -> frozenset[int]:
        """The people who have a page of a table open, at whichever server."""
        viewers = tuple(self._let_in.get(key, ()))
        here = {viewer.person for viewer in viewers if viewer.person is not None}
        return frozenset(here.union(*self._believed(key)))

    # Other servers

    def here(self) -> dict[str, list[int]]:
        """The tables that are looked at on this server, with the people who are known."""
        return {
            key: sorted({viewer.person for viewer in viewers if viewer.person is not None})
            for key, viewers in self._let_in.items()
        }

    async def comings_and_goings(self, seconds: float) -> set[str] | None:
        """The tables at which somebody has come or gone, as soon as there are any; None after so long without."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._moving.wait()
        self._moving.clear()
        moved, self._moved = self._moved, set()
        return moved or None

    def hear(self, server: str, tables: dict[str, list[int]], left: list[str], seconds: float) -> None:
        """Another server says who looks on there, which is believed for a while."""
        until = time.monotonic() + seconds
        for key in (*tables, *left):
            before = self.present(key)
            others = self._elsewhere.setdefault(key, {})
            if key in tables:
                others[server] = until, tables[key]
            else:
                others.pop(server, None)
            if not others:
                del self._elsewhere[key]
            if self.present(key) != before:
                self.nudge(key)

    def _believed(self, key: str) -> list[list[int]]:
        now, told = time.monotonic(), tuple(self._elsewhere.get(key, {}).values())
        return [people for until, people in told if until > now]

    def _note(self, key: str) -> None:
        self._moved.add(key)
        self._moving.set()

    @contextmanager
    def viewer(self, key: str) -> Iterator[Viewer]:
        """Somebody who is told from now on: whoever then asks where the table stands misses nothing."""
        viewer = Viewer()
        self._viewers[key].add(viewer)
        try:
            yield viewer
        finally:
            _without(self._viewers, key, viewer)
            if viewer in self._let_in.get(key, ()):
                _without(self._let_in, key, viewer)
                self._note(key)

    def let_in(self, key: str, viewer: Viewer, person: int | None) -> bool:
        """A viewer may see the table: from now on they look on. Whether they are the first to do so here.

        Of several who come at once one is the first, whoever is let in before the others.
        """
        is_first = key not in self._let_in
        viewer.person = person
        self._let_in[key].add(viewer)
        self._note(key)
        return is_first

    async def stream(self, viewer: Viewer, send: Send, receive: Receive) -> None:
        """One viewer's stream, until they leave."""
        gone = asyncio.create_task(_left(receive, viewer))
        try:
            async for text in viewer.messages():
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
                if viewer.since is not None and text.startswith("data"):
                    TOLD.observe(time.perf_counter() - viewer.since)
                    viewer.since = None
        finally:
            gone.cancel()

    async def look(self, standings: Callable[[list[str]], dict[str, int]]) -> None:
        """Ask again and again where the watched tables stand: another process may have changed them."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._due.wait()
            self._due.clear()
            self._forget()
            watched = list(self._viewers)
            if watched:
                for key, standing in (await asyncio.to_thread(standings, watched)).items():
                    self._wake(key, standing)

    def look_now(self) -> None:
        """Something may have been missed: ask at once."""
        self._due.set()

    def _forget(self) -> None:
        """What other servers said long ago and never said again."""
        for key in [key for key in self._elsewhere if not self._believed(key)]:
            del self._elsewhere[key]
            self.nudge(key)

    def close(self) -> None:
        """The server stops: every stream ends, and its page comes again by itself, to another server if it can."""
        self.is_closing = True
        for viewers in self._viewers.values():
            for viewer in viewers:
                viewer.leave()


def _without(viewers: dict[str, set[Viewer]], key: str, viewer: Viewer) -> None:
    viewers[key].discard(viewer)
    if not viewers[key]:
        del viewers[key]


async def _left(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.leave()
