"""Several servers of one PostgreSQL, each a process of its own, with a game on it."""

from __future__ import annotations

import http.client
import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import PIPE, STDOUT
from time import sleep
from typing import Any

from ferrovia.table.serving import listen
from tests.hosting.host import ROOT, refused, surroundings
from tests.web.live.serving import LAY, WHOLE, Served

KEY = "a secret that all servers of the tests share"
# A server that asks nobody where its tables stand: what it knows it was told.
_SERVE = """
from ferrovia.table import live
live.LOOK = 3600.0
from ferrovia.__main__ import run
run()
"""

# Said before it: the clock of its machine is an hour ahead.
AHEAD = """
import time
from datetime import timedelta
from django.utils import timezone
from procrastinate import utils
seconds, now, utcnow = time.time, timezone.now, utils.utcnow
time.time = lambda: seconds() + 3600
timezone.now = lambda: now() + timedelta(hours=1)
utils.utcnow = lambda: utcnow() + timedelta(hours=1)
"""


class Servers:
    """A database with a table, and as many servers as anybody wants; of a folder with SQLite only one at a time."""

    def __init__(self, url: str, folder: Path, before: str = "") -> None:
        self.url, self._folder = url, folder
        self.is_postgres = url.startswith("postgres://")
        self.table: dict[str, str] = self.lay(before + LAY)

    def lay(self, script: str) -> Any:
        """Lay something into the database; what is to be known of it."""
        where = {"FERROVIA_DATABASE": self.url, "FERROVIA_VAR": str(self._folder / "lay")}
        env = surroundings(FERROVIA_SECRET=KEY, **(where if self.is_postgres else {"FERROVIA_VAR": self.url}))
        said = subprocess.run(
            [sys.executable, "-c", script], env=env, cwd=ROOT, capture_output=True, text=True, check=True, timeout=WHOLE
        )
        return json.loads(said.stdout)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        if not self.is_postgres:
            with closing(sqlite3.connect(Path(self.url) / "table.sqlite3", timeout=WHOLE)) as kept:
                return kept.execute(query).fetchall()
        import psycopg

        for _ in range(WHOLE):
            try:
                with psycopg.connect(self.url, autocommit=True) as database:
                    return database.execute(query.encode()).fetchall()
            except psycopg.OperationalError:  # it is being started again
                sleep(1)
        raise TimeoutError("The database does not come back.")

    def moves(self) -> int:
        """How many moves the table has."""
        [(number,)] = self.rows("SELECT number FROM table_table")
        return int(number)

    def goes_on(self, moves: int = 5) -> None:
        """Wait until computer players have made so many moves more."""
        wanted = self.moves() + moves
        while self.moves() < wanted:
            assert self.rows("SELECT over FROM table_table") == [(False,)]
            sleep(0.05)

    @contextmanager
    def served(
        self, name: str, *options: str, before: str = "", **more: str
    ) -> Iterator[tuple[Served, subprocess.Popen[str]]]:
        """A server with a folder of its own; what is to be done `before` it starts is a program."""
        with listen("127.0.0.1", 0, 1) as free:
            port = free.getsockname()[1]
        words = ("serve", "--no-open", "--port", str(port), *options)
        with self.running(name, *words, before=before, **more) as (process, said):
            assert f":{port}/" in said
            yield Served(port, self._folder.name, **self.table), process

    @contextmanager
    def running(
        self, name: str, *words: str, before: str = "", within: str = "", url: str = "", **more: str
    ) -> Iterator[tuple[subprocess.Popen[str], str]]:
        """A command that runs until it is told to stop, with the first thing it said.

        Another command may start it `within` something, from where the database has another address.
        """
        command = [*within.split(), sys.executable, "-c", before + _SERVE, *words, "--database", url or self.url]
        var = {"FERROVIA_VAR": str(self._folder / name)} if self.is_postgres else {}
        env = surroundings(CI="1", **var, **{"FERROVIA_SECRET": KEY, **more})
        with subprocess.Popen(command, env=env, cwd=ROOT, stdout=PIPE, stderr=STDOUT, text=True) as process:
            try:
                assert process.stdout is not None
                yield process, process.stdout.readline()
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=WHOLE)
            finally:
                process.kill()

    def refused(self, name: str, **more: str) -> str:
        """The one sentence of a server that does not start."""
        return refused("serve", "--no-open", "--database", self.url, FERROVIA_VAR=str(self._folder / name), **more)


@contextmanager
def stream(server: Served) -> Iterator[Iterator[int]]:
    """Where the table stands, as a server tells whoever looks on."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WHOLE)
    line.request("GET", f"/t/{server.key}/events", headers={"Cookie": server.cookie})
    answer = line.getresponse()
    assert answer.status == 200
    try:
        yield (int(told[5:]) for told in iter(answer.readline, b"") if told.startswith(b"data:"))
    finally:
        line.close()
