"""What SQLite writes and syncs while moves are played: `python -m tests.web.live.syncing MOVES` prints it as JSON.

Every file that SQLite opens is opened through a table of functions; in it we put ours for writing and syncing, which
note what they are asked and pass it on. No other program is needed for it, only SQLite as a library of its own.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import json
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from typing import Any

WAL = 0x80000  # SQLITE_OPEN_WAL: the log, into which a commit is written
_WRITE, _SYNC, _METHODS = 3, 5, 19  # places in sqlite3_io_methods, and how many there are

_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)  # SQLite keeps the name: never a copy of it
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class _System(Structure):
    """The head of sqlite3_vfs."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
    )


class Log:
    """Whether all that was written to the log is on the disk, and how often it was put there."""

    def __init__(self) -> None:
        self.writes = self.syncs = 0
        self.is_synced = True
        self._kept: list[Any] = []  # what SQLite holds of ours must stay where it is
        self._tables: dict[int, Any] = {}

    def attach(self) -> None:
        """Begin to note; raises `LookupError` where SQLite cannot be reached."""
        try:
            library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
            library.sqlite3_vfs_find.restype = POINTER(_System)
        except (AttributeError, OSError) as error:
            raise LookupError(f"this Python holds SQLite where it cannot be watched: {error}") from error
        system = library.sqlite3_vfs_find(None).contents
        passed_on = _Open(system.open)

        def opened(vfs: int, name: int, file: int, flags: int, out: int) -> int:
            code: int = passed_on(vfs, name, file, flags, out)
            if code == 0 and flags & WAL:
                methods = c_void_p.from_address(file)
                methods.value = ctypes.addressof(self._watched(methods.value or 0))
            return code

        ours = _Open(opened)
        self._kept += [passed_on, ours]
        system.open = ctypes.cast(ours, c_void_p).value

    def _watched(self, methods: int) -> Any:
        if methods not in self._tables:
            table = (c_void_p * _METHODS)()
            ctypes.memmove(table, methods, ctypes.sizeof(table))
            write, sync = _Write(table[_WRITE] or 0), _Sync(table[_SYNC] or 0)

            def written(*asked: int) -> int:
                self.writes, self.is_synced = self.writes + 1, False
                return int(write(*asked))

            def synced(*asked: int) -> int:
                code = int(sync(*asked))
                self.syncs, self.is_synced = self.syncs + 1, code == 0
                return code

            ours = _Write(written), _Sync(synced)
            self._kept += [write, sync, *ours]
            table[_WRITE], table[_SYNC] = (ctypes.cast(each, c_void_p).value for each in ours)
            self._tables[methods] = table
        return self._tables[methods]


def traced(moves: int) -> dict[str, Any]:
    """Whether all was on the disk after each of so many moves, and how often was written and synced meanwhile."""
    from ferrovia.table.serving import prepare

    log = Log()
    try:
        log.attach()
    except LookupError as error:
        return {"why": str(error)}
    prepare()
    import msgspec
    from django.db import connection

    from ferrovia.table.models import Table
    from ferrovia.table.moves import play
    from ferrovia.table.tables import TABLES
    from tests.web.positions import laid_out, played

    table, found = laid_out(played("1849")), []
    for number in range(moves):
        decision = TABLES.now(table).game.decision
        log.writes = log.syncs = 0
        play(TABLES, Table.objects.get(pk=table.pk), msgspec.json.encode(decision.choices[0]), decision.player, number)
        found.append((log.is_synced, log.writes, log.syncs))
        connection.close()  # as after every request
    with connection.cursor() as cursor:
        pragmas = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")}
    return {"moves": found, **pragmas}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(traced(int(sys.argv[1]))))
