"""A server that really runs, with a game on it, for tests that speak to it over the network of this machine."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from subprocess import PIPE, STDOUT
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import pytest

from ferrovia.table.serving import listen

WHOLE = 240  # seconds after which something hangs, however busy the machine is
SECRET = "b" * 32  # that a browser's cookie and its forms share
LAY = """
import json
from ferrovia.table.serving import prepare
prepare()
from ferrovia.table.cookies import GUEST, guest_cookie
from tests.web.live.players import choice
from ferrovia.table.models import Table
from ferrovia.table.tables import TABLES
from ferrovia.table.waiting_for import waiting_columns
from tests.web.positions import laid_out, played
table = laid_out(played("1849", moves=30))
Table.objects.update(**waiting_columns(TABLES.now(table).game))
table.seats.update(person=table.host)
print(json.dumps({"key": table.key, "cookie": f"{GUEST}={guest_cookie(table.host)}", "action": choice(table)}))
"""


@dataclass(frozen=True)
class Served:
    """Where the server is, and a table at it with 30 moves, all seats of which one person has."""

    port: int
    folder: str
    key: str
    cookie: str
    action: str  # that may be played now

    def asked(
        self, method: str, path: str, form: dict[str, str] | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """An answer, its body read, over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WHOLE)
        sent = {"Cookie": f"{self.cookie}; csrftoken={SECRET}", "X-CSRFToken": SECRET}
        sent |= {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, urlencode(form) if form is not None else None, sent)
        answer = connection.getresponse()
        answer.text = answer.read().decode()  # type: ignore[attr-defined]
        connection.close()
        return answer

    def number(self) -> int:
        """How many moves the table has, as its page says."""
        found = re.search(r'data-number="(\d+)"', self.asked("GET", f"/t/{self.key}").text)  # type: ignore[attr-defined]
        assert found is not None
        return int(found[1])


class House:
    """A folder with the database of a server, laid once; each server starts with a copy of it."""

    def __init__(self, folder: Path) -> None:
        self.laid = folder / "laid"
        self.laid.mkdir()
        surroundings = {**os.environ, "FERROVIA_VAR": str(self.laid)}
        laying = [sys.executable, "-c", LAY]
        said = subprocess.run(laying, env=surroundings, capture_output=True, text=True, check=True, timeout=WHOLE)
        self.table: dict[str, str] = json.loads(said.stdout)

    @contextmanager
    def served(self, limits: str = "", told: list[str] | None = None, **surroundings: str) -> Iterator[Served]:
        """A server until it is no longer needed; then it must stop when it is told to, and have said nothing.

        Whoever expects it to say something gives a list for its lines.
        """
        with TemporaryDirectory(prefix="ferrovia-") as folder, listen("127.0.0.1", 0, 1) as free:
            copytree(self.laid, folder, dirs_exist_ok=True)
            port = free.getsockname()[1]
            free.close()
            command = [
                sys.executable,
                "-m",
                "ferrovia",
                "serve",
                "--no-open",
                "--port",
                str(port),
                "--database",
                folder,
            ]
            surrounding = {**os.environ, "CI": "1", "FERROVIA_LIMITS": limits, **surroundings}
            with subprocess.Popen(command, env=surrounding, stdout=PIPE, stderr=STDOUT, text=True) as process:
                try:
                    assert process.stdout is not None
                    assert f":{port}/" in process.stdout.readline()
                    assert folder in process.stdout.readline()
                    yield Served(port, folder, **self.table)
                    process.send_signal(signal.SIGTERM)
                    said, _ = process.communicate(timeout=WHOLE)
                    if told is not None:
                        told += said.splitlines()
                    elif said:
                        pytest.fail(said)
                finally:
                    process.kill()
