"""A release never breaks a game: databases that earlier ones have left, of every schema, are opened and played on.

Each has a game of 90 moves of every title, people, an account, remarks and notes. Whoever adds a migration also adds a
database from before it: `FERROVIA_VAR=FOLDER python -m tests.hosting.furnishing 90`, then `table.sqlite3` and `secret`
of that folder in `databases/before-NUMBER.zip`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ferrovia.table.migrating import known
from ferrovia.titles.registry import TITLES
from tests.hosting.host import ROOT, surroundings

DATABASES = Path(__file__).parent / "databases"
# Since then a turn of 18FB notes that interest was settled in it, by which it knows what may be sold: such games go on,
# and are told to be of an earlier release where they are verified.
BY_OTHER_RULES = {("first", "18FB"), ("before-0002", "18FB")}


def test_there_is_one_of_every_schema() -> None:
    names = {f"before-{name[:4]}" for name in known()} - {"before-0001"}
    assert names | {"first"} == {path.stem for path in DATABASES.glob("*.zip")}


NAMES = sorted(path.stem for path in DATABASES.glob("*.zip"))
# In the check a game of every title is played on in what the first release has left, which all migrations change, and
# one game in the others, title by title in turn; with --soak all.
PLAYED_ON = {name: tuple(TITLES) if name == "first" else (list(TITLES)[place % 3],) for place, name in enumerate(NAMES)}


@pytest.mark.parametrize("name", NAMES)
def test_games_of_an_earlier_release_go_on(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    titles = tuple(TITLES) if request.config.getoption("--soak") else PLAYED_ON[name]
    shutil.unpack_archive(DATABASES / f"{name}.zip", tmp_path)
    command = [sys.executable, "-m", "tests.hosting.reopening", *titles]
    env = surroundings(FERROVIA_VAR=str(tmp_path), FERROVIA_HOSTS="testserver")
    answer = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    told = msgspec.json.decode(answer.stdout)
    for title in TITLES:
        faults = told["before"][title]
        assert bool(faults) == ((name, title) in BY_OTHER_RULES)
        assert not faults or "an earlier release may have played it by other rules" in faults[-1]
        assert told["moves"][title] == (105 if title in titles else 90)
    assert {title: set(codes) for title, codes in told["pages"].items()} == {title: {200} for title in titles}
    assert told["people"][:2] == ["Ada", "Bruno"]
    assert told["remarks"] == ["Buongiorno, perché no?"] * 3
    assert told["notes"] == ['"notes"'] * 3
    assert told["login"]
