"""Where a sitting keeps its game: in memory or in a file; the table has another, in a database.

A storage takes a change only from one who knows where its game stands: of two writers the second is told that the
other was faster, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import NamedTuple, Protocol

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.differences import Plain
from ferrovia.formats.files import only_one, read_whole, write_whole
from ferrovia.formats.save import Move, Record, read, ready, resume, written
from ferrovia.saying.message import term


class Standing(NamedTuple):
    """Where a game stands: how many actions were taken, and the hash of the state they led to."""

    number: int
    hash: str

    @classmethod
    def of(cls, record: Record) -> Standing:
        return cls(len(record.actions), record.hashes[-1])


class Overtaken(Refusal):
    """Somebody else has changed the game in the meantime. Nothing of this change was stored."""

    def __init__(self, number: int) -> None:
        text = term("Somebody was faster: the game has changed since action {number}.")
        super().__init__("stale", text, number=number)


class Storage(Protocol):
    """What a sitting asks of the place where its game is kept. A change is stored whole or not at all."""

    def load(self) -> tuple[Record, Game]:
        """The record and its game, ready to go on; raises `FileTrouble`."""

    def append(self, move: Move, state: Plain, game: Game, after: Standing) -> None:
        """Store one move more, the state and the game it led to; raises `Overtaken` unless the game stands at `after`.

        The game is there to be asked for whatever a storage keeps beside its state: nothing of it is kept later.
        """

    def cut(self, number: int, state: Plain, game: Game, after: Standing) -> None:
        """Store that the game is back at a number of actions; raises `Overtaken` unless it stands at `after`."""


class MemoryStorage:
    """A game that is kept nowhere else."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._lock = RLock()

    def load(self) -> tuple[Record, Game]:
        return self.record, resume(self.record)

    def append(self, move: Move, state: Plain, game: Game, after: Standing) -> None:
        with self._lock:
            self._check(after)
            self.record = self.record.with_move(move, state)

    def cut(self, number: int, state: Plain, game: Game, after: Standing) -> None:
        with self._lock:
            self._check(after)
            self.record = self.record.cut(number, state)

    def _check(self, after: Standing) -> None:
        if Standing.of(self.record) != after:
            raise Overtaken(after.number)


class FileStorage:
    """A game in a file, which is replaced in a single step and only if nobody else has changed it.

    Where writing is put off, moves wait until somebody calls `settle`: computer players need no file between them.
    """

    def __init__(self, path: Path, *, put_off: bool = False) -> None:
        self.path = path
        self._put_off = put_off
        self._record: Record | None = None  # as it shall be
        self._written: Record | None = None  # as it is in the file, which has these bytes:
        self._data = b""
        self._lock = RLock()
        self._guarded = False

    @contextmanager
    def alone(self) -> Iterator[None]:
        """For one reading and one change that follows from it: whoever else comes waits until both are done."""
        with self._lock:
            if self._guarded:
                yield
                return
            with only_one(self.path):
                self._guarded = True
                try:
                    yield
                finally:
                    self._guarded = False

    def load(self) -> tuple[Record, Game]:
        with self._lock:
            data = read_whole(self.path)
            record, game = ready(read(data, self.path), self.path)
            self._record, self._written, self._data = record, record, data
            return record, game

    def begin(self, record: Record) -> None:
        """Put a game into the file, whatever was there; raises `FileTrouble`."""
        with self._lock:
            data = written(record)
            write_whole(self.path, data)
            self._record, self._written, self._data = record, record, data

    def seat(self, seats: Sequence[str]) -> None:
        """Note who plays; raises `FileTrouble`, or `Overtaken` where somebody else has changed the file."""
        with self._lock:
            if self._record is None:
                self.load()
            assert self._record is not None
            self._record = msgspec.structs.replace(self._record, seats=tuple(seats))
            self._write(self._record)

    def append(self, move: Move, state: Plain, game: Game, after: Standing) -> None:
        with self._lock:
            self._change(self._checked(after).with_move(move, state))

    def cut(self, number: int, state: Plain, game: Game, after: Standing) -> None:
        with self._lock:
            self._change(self._checked(after).cut(number, state))

    def is_overtaken(self) -> bool:
        """Whether somebody else has changed the file since it was read or written here; raises `FileTrouble`."""
        with self._lock:
            return self._written is not None and self.path.exists() and read_whole(self.path) != self._data

    def settle(self) -> None:
        """Write what was put off; raises `FileTrouble`, or `Overtaken` where somebody else has changed the file."""
        with self._lock:
            if self._record is not None and self._record is not self._written:
                self._write(self._record)

    def _checked(self, after: Standing) -> Record:
        if self._record is None:
            self.load()
        assert self._record is not None
        if Standing.of(self._record) != after:
            raise Overtaken(after.number)
        return self._record

    def _change(self, record: Record) -> None:
        if not self._put_off:
            self._write(record)
        self._record = record

    def _write(self, record: Record) -> None:
        data = written(record)
        with self.alone():
            self._check_file()
            write_whole(self.path, data)
            self._guarded = False  # what we hold is no longer the file
        self._written, self._data = record, data

    def _check_file(self) -> None:
        """A file that is gone is written again; one that somebody else has changed is left to them."""
        if self._written is not None and self.is_overtaken():
            raise Overtaken(len(self._written.actions))
