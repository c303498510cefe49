"""Files that grow by lines: whole ones only, one program at a time, and nothing of anybody else's is touched."""

import errno
import os
from pathlib import Path

import pytest

from ferrovia.formats.files import FileTrouble
from ferrovia.formats.ledger import Ledger


def test_lines_are_added_behind_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with Ledger(path) as ledger:
        assert not path.exists()
        ledger.add(b"one")
        assert path.read_bytes() == b"one\n"
    with Ledger(path) as ledger:
        assert ledger.lines == [b"one"]
        ledger.add(b"two")
    assert path.read_bytes() == b"one\ntwo\n"


def test_a_line_that_was_cut_off_gives_way_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"one\ntw")
    with Ledger(path) as ledger:
        assert ledger.lines == [b"one"]
        assert path.read_bytes() == b"one\ntw"
        ledger.add(b"2")
    assert path.read_bytes() == b"one\n2\n"


def test_a_full_disk_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    written = os.write

    def half(handle: int, data: bytes) -> int:
        if len(data) < 4:
            raise OSError(errno.ENOSPC, "full")
        return written(handle, data[: len(data) // 2])

    with Ledger(path) as ledger:
        ledger.add(b"one")
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(FileTrouble, match="cannot be written: the disk is full"):
            ledger.add(b"a longer line")
        monkeypatch.undo()
        assert path.read_bytes() == b"one\n"
        ledger.add(b"two")
    assert path.read_bytes() == b"one\ntwo\n"


def test_two_programs_do_not_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with Ledger(path) as ledger:
        ledger.add(b"one")
        with pytest.raises(FileTrouble, match="Another program is writing"):
            Ledger(path)
    Ledger(path).close()


def test_what_is_no_file_of_lines_is_told_and_left(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_bytes(b"no newline")
    with pytest.raises(FileTrouble, match="has no whole line"):
        Ledger(text)
    assert text.read_bytes() == b"no newline"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileTrouble, match="is not a file"):
        Ledger(tmp_path / "pipe")
    with pytest.raises(FileTrouble, match="it is a folder"):
        Ledger(tmp_path)
    with pytest.raises(FileTrouble, match="cannot be the name of a file"):
        Ledger("a\0b")
    with pytest.raises(FileTrouble, match="cannot be written: no such file or folder"):
        Ledger(tmp_path / "no" / "lines")
