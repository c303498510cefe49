"""Backup, restore and verify --all, as a host types them."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest

from ferrovia.table.backup import BackupTrouble, _staged
from tests.hosting.host import ROOT, changed, done, dump, house, refused, surroundings, typed


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with three games, to be looked at only."""
    return house(tmp_path_factory.mktemp("house") / "var")


@pytest.fixture(scope="module")
def backup(furnished: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("backup") / "all.zip"
    assert "holds 3 tables with 60 moves, and was read again" in done("backup", file, "--database", furnished)
    return file


@pytest.fixture
def own(furnished: Path, tmp_path: Path) -> Path:
    """The same house, to be changed."""
    return Path(shutil.copytree(furnished, tmp_path / "own"))


def test_a_backup_brings_everything_back(furnished: Path, backup: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    said = done("restore", backup, "--database", tmp_path / "new")
    assert "3 tables with 60 moves came back" in said
    assert "The secret key came along" in said
    there, here = dump(tmp_path / "new"), dump(furnished)
    assert not there.pop("table_house")  # when a backup was last written: afterwards
    assert here.pop("table_house")
    assert there == here
    assert (tmp_path / "new" / "secret").read_text() == (furnished / "secret").read_text()
    assert "All is sound: 3 games with 60 moves replayed." in done("verify", "--all", "--database", tmp_path / "new")


def test_a_key_of_the_environment_stays_and_the_host_is_told_of_the_other(
    furnished: Path, backup: Path, tmp_path: Path
) -> None:
    said = done("restore", backup, "--database", tmp_path / "new", FERROVIA_SECRET="k" * 40)
    assert "add their key, the file secret in the backup, to FERROVIA_SECRET" in said
    assert not (tmp_path / "new" / "secret").exists()
    both = f"{'k' * 40},{(furnished / 'secret').read_text()}"
    assert "FERROVIA_SECRET" not in done(
        "restore", backup, "--replace", "--database", tmp_path / "new", FERROVIA_SECRET=both
    )


def test_a_backup_is_a_database_that_anything_reads(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        archive.extract("table.sqlite3", tmp_path)
        told = json.loads(archive.read("backup.json"))
    assert told["rows"]["table.MoveRow"] == 60
    with closing(sqlite3.connect(tmp_path / "table.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM table_moverow").fetchone() == (60,)


def test_a_backup_holds_every_move_that_was_made_before_it(own: Path, tmp_path: Path) -> None:
    """People play meanwhile, and nobody waits for it."""
    told = tmp_path / "told"
    command = [sys.executable, "-m", "tests.hosting.playing"]
    with (
        told.open("w") as written,
        subprocess.Popen(command, env=surroundings(FERROVIA_VAR=str(own)), cwd=ROOT, stdout=written) as playing,
    ):
        for number in range(2):
            before = 60 + 5 * (number + 1)
            while _made(told) < before:
                assert playing.poll() is None
                sleep(0.01)
            before = _made(told)
            done("backup", tmp_path / f"{number}.zip", "--database", own)
        playing.kill()
    assert _made(told) > before, "they went on"
    done("restore", tmp_path / "1.zip", "--database", tmp_path / "new")
    assert before <= len(dump(tmp_path / "new")["table_moverow"]) <= _made(told) + 1
    assert "All is sound" in done("verify", "--all", "--database", tmp_path / "new")


def _made(told: Path) -> int:
    """How many moves were stored, as whoever plays has told."""
    lines = told.read_text().splitlines(keepends=True)
    return max((int(line) for line in lines if line.endswith("\n")), default=0)


def test_people_and_games_are_replaced_only_when_told_to_and_kept(own: Path, backup: Path) -> None:
    changed(own, "UPDATE table_remark SET text = 'later'")
    before = dump(own)
    assert "--replace brings others into their place" in refused("restore", backup, "--database", own)
    assert dump(own) == before
    assert "What was here before is in" in done("restore", backup, "--database", own, "--replace")
    assert dump(own) != before
    (kept,) = own.glob("before-restore-*.zip")
    done("restore", kept, "--database", own, "--replace")
    assert dump(own) == before
    assert not list(own.glob("backup-*")), "what was under way is cleared away"


@pytest.mark.parametrize("step", ["is_dir", "open"])
def test_a_backup_that_may_not_be_read_is_named(
    step: str, backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A folder on the way may be closed to the user, or the file itself."""

    def closed(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, step, closed)
    with pytest.raises(BackupTrouble, match="cannot be read: Permission denied"):
        _staged(str(backup), tmp_path, lambda done, whole: None)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda data: data[: len(data) // 2], "is no backup of Ferrovia, or not a whole one"),
        (lambda data: b"nothing of the kind", "is no backup of Ferrovia, or not a whole one"),
        (lambda data: data[:9000] + bytes([data[9000] ^ 255]) + data[9001:], "or not a whole one"),
        (None, "There is no backup and no database at"),
    ],
)
def test_a_damaged_backup_changes_nothing(
    damage: Callable[[bytes], bytes] | None, sentence: str, own: Path, backup: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.zip"
    if damage is not None:
        broken.write_bytes(damage(backup.read_bytes()))
    before = dump(own)
    assert sentence in refused("restore", broken, "--database", own, "--replace")
    assert dump(own) == before
    assert not list(own.glob("before-restore-*"))


def test_a_backup_that_was_put_together_anew_is_not_believed(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup) as whole, zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        for name in whole.namelist():
            other.writestr(name, b"another" if name == "secret" else whole.read(name))
    assert "is damaged: secret in it is not as it was written" in refused(
        "restore", tmp_path / "other.zip", "--database", tmp_path / "new"
    )


def test_a_database_is_not_brought_into_itself(own: Path) -> None:
    before = dump(own)
    assert "is the very database" in refused("restore", own, "--database", own, "--replace")
    assert dump(own) == before


def test_a_file_is_not_overwritten(backup: Path, furnished: Path) -> None:
    before = backup.read_bytes()
    assert "already exists" in refused("backup", backup, "--database", furnished)
    assert backup.read_bytes() == before


def test_where_nothing_is_kept_nothing_is_made(tmp_path: Path) -> None:
    for words in (("backup", tmp_path / "x.zip"), ("verify", "--all")):
        assert "No games are kept in" in refused(*words, "--database", tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_a_newer_release_is_left_alone(own: Path, tmp_path: Path) -> None:
    changed(own, "INSERT INTO django_migrations (app, name, applied) VALUES ('table', '0999_later', '2030-01-01')")
    before = (own / "table.sqlite3").read_bytes()
    sentence = "The database is of a newer release, which made 0999_later of it"
    assert sentence in refused("serve", "--no-open", "--database", own)
    assert sentence in refused("backup", tmp_path / "x.zip", "--database", own)
    assert sentence in refused("restore", own, "--database", tmp_path / "new")
    assert (own / "table.sqlite3").read_bytes() == before


def test_what_was_changed_in_the_database_is_found(own: Path) -> None:
    changed(own, "UPDATE table_moverow SET hash = 'x' WHERE number = 7 AND table_id = 1")
    answer = typed("verify", "--all", "--database", own)
    assert answer.returncode == 1
    assert "After action 7 the state is not the one" in answer.stdout
    assert answer.stderr == "Of 3 games 1 does not verify.\n"


def test_verify_needs_a_game_or_all(tmp_path: Path) -> None:
    assert refused("verify") == "verify needs either the file of a game or --all."
    assert refused("verify", "--all", tmp_path / "g.json") == "verify needs either the file of a game or --all."


def test_two_that_start_at_once_find_one_database(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from ferrovia.table.serving import prepare; prepare()"]
    env = surroundings(FERROVIA_VAR=str(tmp_path))
    starting = [subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [(each.communicate()[1], each.returncode) for each in starting] == [("", 0)] * 3
