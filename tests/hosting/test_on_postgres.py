"""The same house on PostgreSQL: games move there and back, and those who start at once find one database."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosting.host import done, dump, house, refused, surroundings
from tests.hosting.postgres import NONE, Cluster, cluster, programs

pytestmark = pytest.mark.skipif(programs() is None, reason=NONE)


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as started:
        yield started


def test_games_move_from_sqlite_to_postgres_and_back(server: Cluster, tmp_path: Path) -> None:
    first, url, here = house(tmp_path / "first"), server.database(), {"FERROVIA_VAR": str(tmp_path / "there")}
    assert "3 tables with 60 moves came back" in done("restore", first, "--database", url, **here)
    assert "All is sound: 3 games" in done("verify", "--all", "--database", url, **here)
    assert "--replace" in refused("restore", first, "--database", url, **here)
    done("restore", url, "--database", tmp_path / "back")
    assert dump(tmp_path / "back") == dump(first)
    done("backup", tmp_path / "all.zip", "--database", url, **here)
    done("restore", tmp_path / "all.zip", "--database", tmp_path / "again")
    assert dump(tmp_path / "again") == dump(first)
    assert (tmp_path / "again" / "secret").read_text() == (first / "secret").read_text(), "it went along"
    # Whoever comes next gets a number of their own.
    person = "from ferrovia.table.models import Person; Person.objects.create(name='Elio')"
    command = [sys.executable, "-c", f"from ferrovia.table.serving import prepare; prepare(); {person}"]
    subprocess.run(command, check=True, env=surroundings(FERROVIA_DATABASE=url, **here))


def test_those_who_start_at_once_find_one_database(server: Cluster, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from ferrovia.table.serving import prepare; prepare()"]
    env = surroundings(FERROVIA_DATABASE=server.database(), FERROVIA_VAR=str(tmp_path))
    starting = [subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [(each.communicate()[1], each.returncode) for each in starting] == [("", 0)] * 3
