"""Many browsers in one process, for a load: each has a table open, hears its stream, and fetches what is new.

They ask as `live.js` does: one request at a time, and none while a move of their own is under way, whose answer says
the same. Nothing is shown, so that the load takes little of the processors that the server is measured on.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode

from ferrovia.bench.visitors import FRESH, SECRET, found_in, what_it_shows

_STANDING = re.compile(rb'data-standing="(\d+)"')
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
_IS_PACKED = re.compile(rb"\r\ncontent-encoding: gzip\r\n", re.IGNORECASE)
_GZIP = 16 + zlib.MAX_WBITS
_LONGEST = 1 << 22  # bytes of a head or of a line, far beyond what is sent


class Answer(NamedTuple):
    """What came over the wire."""

    status: int
    body: bytes


class Line:
    """A connection that stays open from one request to the next."""

    def __init__(self, port: int, cookie: str, home: str) -> None:
        self._port = port
        self._head = (
            f"Host: 127.0.0.1\r\nCookie: {cookie}; csrftoken={SECRET}\r\nX-CSRFToken: {SECRET}\r\n"
            f"X-Forwarded-For: {home}\r\nAccept-Encoding: gzip\r\n"
        )
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._asked_last = 0.0

    async def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, body: str = "") -> Answer:
        """The whole of an answer."""
        if perf_counter() - self._asked_last > FRESH:
            self.close()  # the server may be closing it too
        if self._open is None:
            self._open = await asyncio.open_connection("127.0.0.1", self._port, limit=_LONGEST)
        reader, writer = self._open
        told = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        writer.write(f"{method} {path} HTTP/1.1\r\n{self._head}{told}{length}\r\n{body}".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        found = _LENGTH.search(head)
        data = await reader.readexactly(int(found[1]) if found else 0)
        self._asked_last = perf_counter()
        return Answer(int(head[9:12]), zlib.decompress(data, _GZIP) if _IS_PACKED.search(head) else data)

    async def listen(self, path: str) -> asyncio.StreamReader:
        """A stream of events, on this line alone."""
        self._open = reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=_LONGEST)
        writer.write(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())
        return reader

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
        self._open = None


class Browser:
    """Somebody's page of a table."""

    def __init__(self, port: int, path: str, cookie: str, home: str) -> None:
        self._path = path
        self._asking, self._hearing = Line(port, cookie, home), Line(port, cookie, home)
        self._shown: Mapping[str, str] = {}
        self._standing = self._latest = -1
        self._is_busy = False
        self._changed = asyncio.Event()
        self._waiting: list[tuple[int, asyncio.Future[float]]] = []  # who wants to know when it shows what
        self._tasks: list[asyncio.Task[None]] = []
        self.refused = 0  # answers that were none

    async def open(self) -> None:
        """Load the page, then hear of what happens."""
        self._show(await self._asking.ask("GET", self._path))
        heard = asyncio.Event()
        self._tasks = [asyncio.create_task(self._hear(heard)), asyncio.create_task(self._keep_up())]
        await heard.wait()

    def _show(self, got: Answer) -> None:
        if got.status != 200:
            self.refused += 1
            return
        self._shown = what_it_shows(got.body)
        self._standing = int(found_in(_STANDING, got.body))
        self._changed.set()
        for standing, seen in self._waiting:
            if standing <= self._standing and not seen.done():
                seen.set_result(perf_counter())
        self._waiting = [each for each in self._waiting if not each[1].done()]

    async def _hear(self, heard: asyncio.Event) -> None:
        reader = await self._hearing.listen(f"{self._path}/events")
        async for line in reader:
            if line.startswith(b"data: "):
                self._latest = int(line[6:])
                heard.set()
                self._changed.set()

    async def _keep_up(self) -> None:
        """Fetch what is new, as soon as nothing else is under way."""
        while True:
            self._changed.clear()
            if self._latest > self._standing and not self._is_busy:
                self._show(await self._asking.ask("GET", f"{self._path}/now", {"HX-Request": "true", **self._shown}))
            else:
                await self._changed.wait()

    async def move(self, form: Mapping[str, str]) -> bool:
        """Make a move; whether it was made."""
        self._is_busy = True
        headers = {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded", **self._shown}
        try:
            got = await self._asking.ask("POST", f"{self._path}/act", headers, urlencode(form))
        finally:
            self._is_busy = False
        self._show(got)
        return got.status == 200

    @property
    def standing(self) -> int:
        """Where its table stands, as the page shows it."""
        return self._standing

    def shows(self, standing: int) -> asyncio.Future[float]:
        """When the page shows that the table stands there, or further on."""
        seen: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        if self._standing >= standing:
            seen.set_result(perf_counter())
        else:
            self._waiting.append((standing, seen))
        return seen

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        self._asking.close()
        self._hearing.close()
