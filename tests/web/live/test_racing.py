"""Two processes of several threads each play at one table at once: no move is lost, none is doubled."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

MOVES = 200

_LAY = """
from ferrovia.table.serving import prepare
prepare()
from tests.web.positions import laid_out, played
print(laid_out(played("1849")).pk)
"""

_CHECK = """
import sys
from ferrovia.table.serving import prepare
prepare()
from ferrovia.formats.verification import verify
from ferrovia.table.storage import TableStorage
record, game = TableStorage(int(sys.argv[1])).load()
found = verify(record)
print(found.replayed, found.faults)
"""


def _started(var: Path, *arguments: str) -> subprocess.Popen[str]:
    surroundings = {**os.environ, "FERROVIA_VAR": str(var)}
    command = [sys.executable, "-W", "error", *arguments]
    return subprocess.Popen(command, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _answer(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=240)
    assert process.returncode == 0
    return said.strip()


def test_no_move_is_lost_or_doubled_among_racing_writers(tmp_path: Path) -> None:
    table = _answer(_started(tmp_path, "-c", _LAY))
    racers = [
        _started(tmp_path, "-m", "tests.web.live.racing", table, str(MOVES), name) for name in ("first", "second")
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("\n")
        racer.stdin.flush()
    told = [set(json.loads(_answer(racer))) for racer in racers]
    with sqlite3.connect(tmp_path / "table.sqlite3") as database:
        rows = database.execute("select number, key from table_moverow order by number").fetchall()
        stands_at = database.execute("select number from table_table").fetchone()[0]
        mode = database.execute("pragma journal_mode").fetchone()[0]
    database.close()
    if stands_at < MOVES:
        pytest.fail(f"The game stopped after {stands_at} moves.")
    assert mode == "wal"
    assert [number for number, _ in rows] == list(range(1, stands_at + 1))
    assert {key for _, key in rows} == told[0] | told[1]
    assert len(told[0] | told[1]) == stands_at
    assert not told[0] & told[1]
    assert told[0]
    assert told[1]
    assert _answer(_started(tmp_path, "-c", _CHECK, table)) == f"{stands_at} []"
