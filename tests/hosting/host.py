"""Whoever hosts a table: their commands in processes of their own, and houses with games to try them on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]


def surroundings(**more: str) -> dict[str, str]:
    """Those of this process, without anything that is said of a table."""
    return {**{name: value for name, value in os.environ.items() if not name.startswith("FERROVIA_")}, **more}


def typed(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
    """What came of a command."""
    command = [sys.executable, "-m", "ferrovia", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, env=surroundings(**more), cwd=ROOT)


def done(*words: object, **more: str) -> str:
    """What a command said that went well."""
    answer = typed(*words, **more)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def refused(*words: object, **more: str) -> str:
    """The one sentence of a command that did nothing."""
    answer = typed(*words, **more)
    assert (answer.returncode, answer.stdout) == (2, ""), answer
    assert answer.stderr.count("\n") == 1, answer.stderr
    return answer.stderr.strip()


def house(folder: Path, moves: int = 20) -> Path:
    """A house with a game of each title, a remark and an account, in a folder."""
    command = [sys.executable, "-m", "tests.hosting.furnishing", str(moves)]
    subprocess.run(command, check=True, env=surroundings(FERROVIA_VAR=str(folder)), cwd=ROOT)
    return folder


def dump(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a house's database, by their table."""
    with closing(sqlite3.connect(folder / "table.sqlite3")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        kept = sorted(name for name in tables if name not in ("sqlite_sequence", "django_migrations"))
        return {name: sorted(database.execute(f"SELECT * FROM {name}"), key=str) for name in kept}


def changed(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "table.sqlite3")) as database, database:
        database.execute(statement)
