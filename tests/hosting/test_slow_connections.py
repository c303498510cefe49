"""Thousands of slow connections: heads and bodies that never end, streams that nobody reads. People play on."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import pytest

from ferrovia.bench.visitors import raise_limit
from tests.hosting.killing import Slot, played
from tests.hosting.servers import Servers
from tests.web.live.serving import WHOLE, Served
from tests.web.live.test_half_requests import BODY, CHUNKS, HEAD

FOR_LONG = "head_seconds=3600,body_seconds=3600,idle_seconds=3600"
ROUNDS = 3  # in which everybody's table goes on


def _stream(server: Served, number: int) -> bytes:
    """Of somebody behind an address of their own, who reads nothing of it."""
    address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
    head = f"GET /t/{server.key}/events HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
    return f"{head}Cookie: {server.cookie}\r\n\r\n".encode()


@contextmanager
def slow_connections(server: Served, number: int) -> Iterator[list[socket.socket]]:
    """A quarter each of half heads, half bodies, endless ones, and idle streams."""
    kinds: list[Callable[[int], bytes]] = [
        lambda _: HEAD,
        lambda _: BODY,
        lambda _: CHUNKS,
        lambda place: _stream(server, place),
    ]
    raise_limit()
    with ExitStack() as stack:
        opened = []
        for place in range(number):
            made = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=WHOLE))
            made.sendall(kinds[place % len(kinds)](place))
            opened.append(made)
        yield opened


@pytest.mark.parametrize(
    ("number", "people"), [(300, 2), pytest.param(10_000, 20, marks=pytest.mark.soak)], ids=["few", "many"]
)
def test_people_play_on_beside_slow_connections(tmp_path: Path, number: int, people: int) -> None:
    servers = Servers(str(tmp_path / "house"), tmp_path)
    slot = Slot(servers, "one", FERROVIA_LIMITS=FOR_LONG)
    with played(servers, [slot], *["1849"] * people) as play:
        before = len(play.told.seconds)
        for _ in range(ROUNDS):
            play.goes_on()
        usual = play.told.seconds[before:]
        assert slot.server is not None
        with slow_connections(slot.server, number) as slow:
            before = len(play.told.seconds)
            begin = time.perf_counter()
            for _ in range(ROUNDS):
                play.goes_on()
            beside = play.told.seconds[before:]
            slow[-1].settimeout(WHOLE)
            assert slow[-1].recv(12) == b"HTTP/1.1 200"  # the last stream is one
        sys.stdout.write(
            f"{number} slow connections, {people} people: {len(usual)} moves of people took {median(usual):.2f} s"
            f" without them, {len(beside)} {median(beside):.2f} s beside them ({time.perf_counter() - begin:.0f} s)\n"
        )
