"""Files that grow by whole lines, one program at a time."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ferrovia.formats.files import FileTrouble, misnamed, why_not


class Ledger:
    """A file of lines that is made with its first line; what was written is never changed.

    A last line that was cut off, as by a fault of the power, counts for none: the next one takes its place.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.lines: list[bytes] = []
        self._handle: int | None = None
        self._end = 0  # behind the last whole line
        with self._told("{path} cannot be written: {reason:term}."):
            try:
                os.stat(path)
            except FileNotFoundError:
                os.scandir(Path(path).parent).close()  # a folder that is not there is told now, not with the first line
            else:
                self._open()

    def add(self, line: bytes) -> None:
        """Write a line whole, or not at all."""
        with self._told("{path} cannot be written: {reason:term}."):
            handle = self._open() if self._handle is None else self._handle
            os.ftruncate(handle, self._end)
            os.lseek(handle, self._end, os.SEEK_SET)
            try:
                rest = line + b"\n"
                while rest:
                    rest = rest[os.write(handle, rest) :]
            except BaseException:
                os.ftruncate(handle, self._end)
                raise
        self.lines.append(line)
        self._end += len(line) + 1

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def _open(self) -> int:
        import fcntl  # not on every system, and only those who add to a file need it

        # Without waiting: to open a pipe would wait for somebody at its other end.
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise FileTrouble("{path} is not a file.", path=self.path)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with os.fdopen(os.dup(handle), "rb") as file:
                *self.lines, cut_off = file.read().split(b"\n")
            if cut_off and not self.lines:
                raise FileTrouble("{path} has no whole line.", path=self.path)
        except BlockingIOError as error:
            os.close(handle)
            raise FileTrouble("Another program is writing {path}.", path=self.path) from error
        except BaseException:
            os.close(handle)
            raise
        self._end = sum(map(len, self.lines)) + len(self.lines)
        self._handle = handle
        return handle

    @contextmanager
    def _told(self, text: str) -> Iterator[None]:
        """What the system refuses becomes a sentence."""
        try:
            yield
        except FileTrouble:
            raise
        except OSError as error:
            raise FileTrouble(text, path=self.path, reason=why_not(error)) from error
        except ValueError as error:
            raise misnamed(self.path) from error
