"""What outlives a power cut: moves are on the disk when they are accepted, in files that nobody else may read."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.live.serving import House

MOVES = 12
FULL = 2
_MODES = """
import json, os, sys
os.umask(0)
from pathlib import Path
from ferrovia.installed import data_folder
file, found = data_folder() / "table.sqlite3", []

def mode(path):
    return oct(path.stat().st_mode & 0o777) if path.exists() else None

def noted(event, arguments):
    if event == "sqlite3.connect":
        found.append(mode(file))

sys.addaudithook(noted)
from ferrovia.table.serving import prepare
prepare()
from tests.web.positions import laid_out, played
laid_out(played("1849"))
files = [Path(f"{file}{end}") for end in ("", "-wal", "-shm")]
modes = [found[0], *map(mode, files)]
for each in files:
    each.chmod(0o644)
prepare()
print(json.dumps([modes, [*map(mode, files)]]))
"""


def _said(folder: Path, *command: str) -> str:
    surroundings = {**os.environ, "FERROVIA_VAR": str(folder)}
    told = subprocess.run([sys.executable, *command], env=surroundings, capture_output=True, text=True, check=True)
    return told.stdout


def test_a_move_is_on_the_disk_when_it_is_accepted(tmp_path: Path) -> None:
    found = json.loads(_said(tmp_path, "-m", "tests.web.live.syncing", str(MOVES)))
    if "why" in found:
        pytest.skip(found["why"])
    assert (found["synchronous"], found["journal_mode"]) == (FULL, "wal")
    assert len(found["moves"]) == MOVES
    for is_synced, writes, syncs in found["moves"]:
        assert writes > 0  # or nothing was seen
        assert syncs > 0
        assert is_synced


def test_connections_sync_at_every_commit(tmp_path: Path) -> None:
    """The same on machines where SQLite cannot be watched: it is told to."""
    program = (
        "from ferrovia.table.serving import prepare; prepare(); from django.db import connection;"
        "print(connection.cursor().execute('PRAGMA synchronous').fetchone()[0])"
    )
    assert int(_said(tmp_path, "-c", program)) == FULL


@pytest.mark.skipif(os.name != "posix", reason="rights of files are another thing here")
def test_the_database_is_for_nobody_else_from_the_first_moment_and_put_right_at_a_start(tmp_path: Path) -> None:
    made, put_right = json.loads(_said(tmp_path / "new", "-c", _MODES))
    assert made == ["0o600"] * 4
    assert put_right == ["0o600"] * 3


def test_whoever_looks_at_the_database_of_a_running_server_takes_nothing_from_it(tmp_path: Path) -> None:
    """A backup, say: if its connection believed to be the last one it would clear away the log that moves are in."""
    with House(tmp_path).served() as server:
        database = Path(server.folder) / "table.sqlite3"
        log = database.with_name("table.sqlite3-wal")
        before = log.stat().st_ino
        with closing(sqlite3.connect(database)) as beside:
            assert beside.execute("SELECT count(*) FROM table_moverow").fetchone() == (30,)
        assert log.stat().st_ino == before
        assert server.asked("POST", f"/t/{server.key}/act", {"action": server.action, "after": "30"}).status == 302
        with closing(sqlite3.connect(database)) as beside:
            assert beside.execute("SELECT count(*) FROM table_moverow").fetchone() == (31,)
