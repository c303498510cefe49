"""A machine that is cut off from the database: a network namespace whose only wire is pulled and put back."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import sleep
from urllib.parse import urlsplit

import pytest

from tests.hosting.host import done
from tests.hosting.postgres import NONE, cluster, programs
from tests.hosting.servers import KEY, Servers, stream

NEAR, FAR = "10.213.7.1", "10.213.7.2"  # the two ends of the wire, which nobody else can reach
TIMES = 3

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(programs() is None, reason=NONE),
    pytest.mark.skipif(
        os.geteuid() != 0 or not shutil.which("ip"),
        reason="A network namespace is made by root, by ip: apt-get install iproute2.",
    ),
]


class Wire:
    """A namespace with one wire to this machine."""

    def __init__(self) -> None:
        self.name, self._end = f"ferrovia{os.getpid()}", f"fv{os.getpid()}"
        self.within = f"ip netns exec {self.name}"

    def put_back(self) -> None:
        _ip("link", "set", self._end, "up")

    def pull(self) -> None:
        _ip("link", "set", self._end, "down")

    def lay(self) -> None:
        _ip("netns", "add", self.name)
        _ip("link", "add", self._end, "type", "veth", "peer", "name", "far", "netns", self.name)
        _ip("addr", "add", f"{NEAR}/30", "dev", self._end)
        self.put_back()
        for words in (("addr", "add", f"{FAR}/30", "dev", "far"), ("link", "set", "far", "up")):
            _ip("-n", self.name, *words)

    def take_away(self) -> None:
        for words in (("netns", "del", self.name), ("link", "del", self._end)):
            subprocess.run(["ip", *words], capture_output=True)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire()
    try:
        try:
            made.lay()
        except subprocess.CalledProcessError as error:
            pytest.skip(f"No namespace can be made here: {error.stderr.decode().strip()}")
        yield made
    finally:
        made.take_away()


@contextmanager
def passed_on(port: int) -> Iterator[int]:
    """A port at the near end of the wire that leads to the database, which listens to this machine alone."""
    with closing(socket.create_server((NEAR, 0))) as door:

        def let_in() -> None:
            with suppress(OSError):
                while True:
                    guest, _ = door.accept()
                    inside = socket.create_connection(("127.0.0.1", port))
                    for one, other in ((guest, inside), (inside, guest)):
                        Thread(target=_copied, args=(one, other), daemon=True).start()

        Thread(target=let_in, daemon=True).start()
        yield door.getsockname()[1]


def _copied(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError), other:
        while data := one.recv(65536):
            other.sendall(data)


def test_computer_players_go_on_elsewhere_while_their_machine_is_cut_off(wire: Wire, tmp_path: Path) -> None:
    """Again and again, so that the machine has the job at some time; when it is back it works as before."""
    with cluster() as started:
        servers = Servers(started.database(), tmp_path)
        place = urlsplit(servers.url)
        with passed_on(started.port) as port, servers.served("near") as (near, _):
            url = f"postgres://{place.username}@{NEAR}:{port}{place.path}"
            with servers.running("far", "worker", within=wire.within, url=url), stream(near):
                servers.rows("UPDATE table_seat SET kind = 'bot', person_id = NULL, bot = 'sensible' RETURNING id")
                for _ in range(TIMES):
                    _until_working(servers, 2)
                    servers.goes_on()
                    wire.pull()
                    _until_working(servers, 1)
                    servers.goes_on()
                    wire.put_back()
                _until_working(servers, 2)
                servers.goes_on()
        moves = servers.moves()
        assert servers.rows("SELECT count(*), min(number), max(number) FROM table_moverow") == [(moves, 1, moves)]
        assert "All is sound: 1 game" in done("verify", "--all", "--database", servers.url, FERROVIA_SECRET=KEY)


def _until_working(servers: Servers, number: int) -> None:
    """Until so many machines have given a sign of life lately."""
    alive = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '3 seconds'"
    while servers.rows(alive) != [(number,)]:
        sleep(0.1)
