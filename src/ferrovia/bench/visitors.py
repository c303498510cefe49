"""Visitors of a served table, for measuring: who asks for pages, and who listens to streams."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import re
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from threading import Thread
from time import perf_counter
from typing import Any, TypeVar
from urllib.parse import urlencode

from ferrovia.bench.figures import Aimed, Figures

T = TypeVar("T")

# What an answer says of what the page shows now, and the headers in which the page says so with its next request.
BOARD = re.compile(rb'data-board="([^"]+)"')
LOG = re.compile(rb'data-log="([^"]+)"')
PARTS = re.compile(rb'data-parts="([^"]+)"')
_NUMBER = re.compile(rb'data-number="(\d+)"')
_PATIENCE = 60.0
FRESH = 20.0  # seconds within which a connection is used again
_TRIVIAL = 5  # views for each measure of something else
SECRET = "b" * 32  # that a browser's cookie and its forms share


def raise_limit() -> None:
    """Every stream is an open file."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def wait_for(port: int) -> None:
    """Until the server answers."""
    until = perf_counter() + _PATIENCE
    while perf_counter() < until:
        with suppress(OSError):
            Visitor(port, "").get("/readyz")
            return
        time.sleep(0.05)
    raise TimeoutError("The server did not come up.")


@dataclass(frozen=True)
class Got:
    """An answer: how it came over the wire, and what was in it."""

    status: int
    size: int
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


class Visitor:
    """One who asks over a connection that stays open."""

    def __init__(self, port: int, cookie: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        self._cookie = cookie
        self._asked_last = 0.0

    def get(self, path: str, *, packed: bool = False, shown: Mapping[str, str] | None = None) -> Got:
        """A page, or what is new to one that shows something already."""
        headers = {"Cookie": self._cookie}
        if packed:
            headers["Accept-Encoding"] = "gzip"
        if shown is not None:
            headers |= {"HX-Request": "true", **shown}
        return self._asked("GET", path, headers)

    def _asked(self, method: str, path: str, headers: dict[str, str], body: str | None = None) -> Got:
        if perf_counter() - self._asked_last > FRESH:
            self._connection.close()  # the server may be closing it too; the next request opens it again
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        data = answer.read()
        self._asked_last = perf_counter()
        plain = gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data
        return Got(answer.status, len(data), plain)

    def post(self, path: str, form: dict[str, str], shown: Mapping[str, str]) -> Got:
        headers = {
            "HX-Request": "true",
            **shown,
            "Cookie": f"{self._cookie}; csrftoken={SECRET}",
            "X-CSRFToken": SECRET,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return self._asked("POST", path, headers, urlencode(form))

    def timed(self, path: str) -> float:
        """The seconds until all of an answer is there."""
        begin = perf_counter()
        got = self.get(path)
        taken = perf_counter() - begin
        assert got.status == 200, got.status
        return taken


class Beside:
    """Something that is measured beside a trivial view, now the one and now the other: both meet the same weather."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._trivial: list[float] = []
        self._seconds: list[float] = []

    def note(self, seconds: float) -> None:
        self._seconds.append(seconds)
        self._trivial += [self._visitor.timed("/readyz") for _ in range(_TRIVIAL)]

    @property
    def times_trivial(self) -> float:
        return round(median(self._seconds) / median(self._trivial), 1)

    def figures(self, under: float) -> Figures:
        seconds, trivial = median(self._seconds), median(self._trivial)
        return {
            "times_trivial": Aimed(self.times_trivial, under),
            "ms": round(seconds * 1000, 1),
            "trivial_ms": round(trivial * 1000, 1),
        }


@dataclass
class Seen:
    """When each viewer had their part of the page, and how large the largest of them was."""

    at: list[float]
    size: int
    packed: int


class Streams:
    """Viewers, each with an open stream; those who fetch ask for their part of the page when they are told to."""

    def __init__(self, port: int, viewers: Sequence[tuple[str, str]], *, fetching: bool = True) -> None:
        self._port = port
        self.leave_out = ""  # the cookie of the one who moves: the answer to a move is all that its page needs
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._fetched: asyncio.Queue[tuple[int, float, int, int]] = asyncio.Queue()
        self._open: list[asyncio.Task[None]] = []
        self._call(self._start(viewers, fetching))

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(_PATIENCE)

    async def _start(self, viewers: Sequence[tuple[str, str]], fetching: bool) -> None:
        ready = [self._loop.create_future() for _ in viewers]
        for place, ((path, cookie), told) in enumerate(zip(viewers, ready, strict=True)):
            home = f"10.0.{place // 250}.{place % 250}"  # each has an address of their own, as behind a proxy
            self._open.append(asyncio.create_task(self._watch(path, cookie, home, told, fetching)))
        await asyncio.gather(*ready)

    async def _watch(self, path: str, cookie: str, home: str, ready: asyncio.Future[None], fetching: bool) -> None:
        visitor = Visitor(self._port, cookie)
        shown: Mapping[str, str] = {}
        if fetching:
            shown = what_it_shows((await asyncio.to_thread(visitor.get, path)).body)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            request = f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
            writer.write(f"{request}X-Forwarded-For: {home}\r\n\r\n".encode())
            async for line in reader:
                if not line.startswith(b"data: "):
                    continue
                if not ready.done():
                    ready.set_result(None)
                elif fetching and cookie != self.leave_out:
                    got, done = await asyncio.to_thread(_fetched, visitor, f"{path}/now", shown)
                    shown = what_it_shows(got.body)
                    packed = len(gzip.compress(got.body, 6))
                    await self._fetched.put((int(found_in(_NUMBER, got.body)), done, got.size, packed))
        finally:
            writer.close()

    def have_fetched(self, number: int, viewers: int) -> Seen:
        """When so many viewers show the game after a number of moves."""
        return self._call(self._have_fetched(number, viewers))

    async def _have_fetched(self, number: int, viewers: int) -> Seen:
        seen = Seen([], 0, 0)
        while len(seen.at) < viewers:
            stands_at, done, size, packed = await self._fetched.get()
            if stands_at == number:
                seen.at.append(done)
                seen.size, seen.packed = max(seen.size, size), max(seen.packed, packed)
        return seen

    def close(self) -> None:
        self._call(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stop(self) -> None:
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


def _fetched(visitor: Visitor, path: str, shown: Mapping[str, str]) -> tuple[Got, float]:
    return visitor.get(path, shown=shown), perf_counter()


def what_it_shows(body: bytes) -> dict[str, str]:
    """What a page tells of itself with its next request."""
    shown = {"Ferrovia-Board": found_in(BOARD, body), "Ferrovia-Log": found_in(LOG, body)}
    parts = PARTS.search(body)  # which a whole page does not tell
    return shown if parts is None else {**shown, "Ferrovia-Parts": parts[1].decode()}


def found_in(what: re.Pattern[bytes], body: bytes) -> str:
    found = what.search(body)
    assert found is not None
    return found[1].decode()
