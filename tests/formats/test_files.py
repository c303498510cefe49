"""Files are read whole, written whole or not at all, and changed by one program at a time."""

import errno
import fcntl
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ferrovia.formats import files
from ferrovia.formats.files import DEEPEST, FileTrouble, check_depth, only_one, read_whole, write_whole
from tests.italian import italian


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", b"one")
    write_whole(tmp_path / "a", b"two")
    assert read_whole(tmp_path / "a") == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_permissions_are_kept_and_new_files_get_the_usual_ones(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"x")
    old.chmod(0o640)
    write_whole(old, b"y")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"y")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"x")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"y")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"y"


@pytest.mark.parametrize("step", ["fsync", "replace", "fchmod"])
def test_a_write_that_fails_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(FileTrouble, match=r"game cannot be written: the disk is full\.$"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game"]


def test_an_interrupted_write_leaves_the_old_file_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game"]


def test_what_is_no_file_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(FileTrouble, match="is not a file"):
            read_whole(tmp_path / name)
        with pytest.raises(FileTrouble, match="is not a file"):
            write_whole(tmp_path / name, b"")
    with pytest.raises(FileTrouble, match="cannot be read: no such file"):
        read_whole(tmp_path / "nothing")
    with pytest.raises(FileTrouble, match="cannot be written: no such file"):
        write_whole(tmp_path / "nowhere" / "game", b"")
    with pytest.raises(FileTrouble, match="cannot be the name of a file"):
        read_whole("a\0b")


def test_no_permission_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"x")

    def denied(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(FileTrouble, match="cannot be read: permission denied"):
        read_whole(path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FileTrouble, match="it is read-only"):
        write_whole(path, b"y")


def test_reasons_are_said_in_italian_too(tmp_path: Path) -> None:
    path = tmp_path / "nothing"
    with pytest.raises(FileTrouble) as trouble:
        read_whole(path)
    assert str(trouble.value) == f"{path} cannot be read: no such file or folder."
    assert italian()(trouble.value) == f"Impossibile leggere {path}: file o cartella inesistente."


def test_what_the_system_rarely_reports_goes_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"x")

    def late(*_: object) -> None:
        raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")

    monkeypatch.setattr(Path, "read_bytes", late)
    with pytest.raises(FileTrouble, match=r"cannot be read: the system reports ETIMEDOUT\.$"):
        read_whole(path)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(files.MOST_BYTES + 1)  # a sparse file: it takes no room
    with pytest.raises(FileTrouble, match="too large"):
        read_whole(path)


def test_changes_wait_for_one_another(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_bytes(b"0")

    def add_one(_: int) -> None:
        with only_one(path):
            write_whole(path, str(int(read_whole(path)) + 1).encode())

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add_one, range(40)))
    assert path.read_bytes() == b"40"


def test_drafts_that_a_kill_left_behind_go_with_the_next_write(tmp_path: Path) -> None:
    left, other = tmp_path / ".game.json.abc.draft", tmp_path / ".other.json.abc.draft"
    left.write_text("half")
    other.write_text("half")
    write_whole(tmp_path / "game.json", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.json.abc.draft", "game.json"]


def test_a_draft_that_somebody_is_writing_stays(tmp_path: Path) -> None:
    draft = tmp_path / ".game.json.abc.draft"
    with draft.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write_whole(tmp_path / "game.json", b"whole")
        assert draft.exists()
    write_whole(tmp_path / "game.json", b"whole")
    assert not draft.exists()


@pytest.mark.parametrize(
    ("data", "is_deep"),
    [
        (b"[" * DEEPEST + b"]" * DEEPEST, False),
        (b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1), True),
        (b'["' + b"[" * 4000 + b'", "\\"' + b"{" * 4000 + b'"]', False),  # in strings they are signs like others
        (b'["x", ' + b"[" * 4000 + b"]" * 4000 + b"]", True),
        (b"[]" * 4000, False),
    ],
)
def test_what_somebody_brings_is_nested_no_deeper_than_a_game(data: bytes, is_deep: bool) -> None:
    if is_deep:
        with pytest.raises(FileTrouble, match=r"^a\.json is no game: it is nested deeper"):
            check_depth(data, "a.json")
    else:
        check_depth(data, "a.json")
