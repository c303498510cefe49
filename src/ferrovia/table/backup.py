"""A backup: all that a house keeps in one file, written while it is open, and brought back into any database.

The file is a zip archive of a whole SQLite database, whatever the house itself is kept in, of the secret key, without
which no guest would be known again, and of `backup.json`, which says what is in it and how to tell that it is whole.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import connections, transaction

from ferrovia import __version__
from ferrovia.installed import DATABASE, SECRET
from ferrovia.saying.message import Trouble
from ferrovia.table.database_rows import Told, copy_rows, row_counts
from ferrovia.table.databases import postgres, sqlite
from ferrovia.table.host.house import note_backup
from ferrovia.table.migrating import check_release, is_behind, migrate

CONTENTS = "backup.json"
HEAD = b"SQLite format 3\0"  # what the file of a database begins with
OWN = 0o600  # to be read and written by nobody else: it holds every seed, and what passwords are checked by
BLOCK = 1 << 20  # bytes that are read at once


class BackupTrouble(Trouble):
    """Why there is no backup, or why nothing was brought back, in one sentence."""


class Contents(msgspec.Struct):
    """What a backup says of itself."""

    release: str
    made: datetime
    rows: dict[str, int]  # by the name of the model
    sums: dict[str, str]  # SHA-256 of each file


class Secret(Enum):
    """What becomes of the key with which the cookies of a backup were signed."""

    SAME = auto()
    TAKEN_OVER = auto()
    UNKNOWN = auto()  # the one here is given by the environment, and is another


class Restored(NamedTuple):
    """What was brought back."""

    rows: dict[str, int]
    kept: Path | None  # the backup of what was there before
    secret: Secret


def write_backup(file: Path, told: Told) -> Contents:
    """All that is kept, as it is at one moment, in a file that is there whole or not at all, and was read again."""
    with _workplace() as folder:
        _snapshot("default", folder / DATABASE, told)
        with opened("snapshot", sqlite(folder / DATABASE)):
            rows = row_counts("snapshot")
        _fold(folder / DATABASE)
        (folder / SECRET).write_text(_keys(), "ascii")
        names = (DATABASE, SECRET)
        contents = Contents(__version__, datetime.now(UTC), rows, {name: _sum_of(folder / name) for name in names})
        (folder / CONTENTS).write_bytes(msgspec.json.format(msgspec.json.encode(contents)))
        part = file.with_name(f"{file.name}.part")
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWN), "wb") as written:
                with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
                    for name in (CONTENTS, *names):
                        archive.write(folder / name, name)
                written.flush()
                os.fsync(written.fileno())
            read_contents(part)
            part.replace(file)
            _note(file)
        finally:
            part.unlink(missing_ok=True)
    return contents


def _note(file: Path) -> None:
    """The host's room tells how old the last backup is; a database that waits for this release cannot be told."""
    if not is_behind("default"):
        note_backup(file.stat().st_size)


def read_contents(file: Path) -> Contents:
    """What a backup says of itself, once all of it was read and is as it says; raises `BackupTrouble`."""
    try:
        with zipfile.ZipFile(file) as archive:
            contents = msgspec.json.decode(archive.read(CONTENTS), type=Contents)
            for name in (DATABASE, SECRET):
                with archive.open(name) as packed:
                    if _sum(packed) != contents.sums.get(name):
                        raise BackupTrouble(
                            "{file} is damaged: {name} in it is not as it was written.", file=str(file), name=name
                        )
            return contents
    except (zipfile.BadZipFile, KeyError, msgspec.MsgspecError, EOFError) as error:
        raise BackupTrouble("{file} is no backup of Ferrovia, or not a whole one.", file=str(file)) from error


def restore(source: str, replace: bool, told: Told) -> Restored:
    """Make what a backup holds, or another database, all that is kept here; in one transaction, or nothing of it.

    Whatever was there is written into a backup of its own first. Raises `BackupTrouble`.
    """
    migrate()
    is_empty = not any(row_counts("default")[f"table.{name}"] for name in ("Person", "Table"))
    if not is_empty and not replace:
        raise BackupTrouble("There are people and games here already; --replace brings others into their place.")
    with _workplace() as folder:
        secret = _staged(source, folder, told)
        with opened("staged", sqlite(folder / DATABASE)):
            migrate("staged")
            kept = None if is_empty else Path(settings.VAR) / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
            if kept:
                write_backup(kept, lambda done, whole: None)
            rows = copy_rows("staged", "default", told)
    return Restored(rows, kept, _take_over(secret))


def _staged(source: str, folder: Path, told: Told) -> str:
    """The database of a backup, or a snapshot of another one, into a folder; its secret key, as far as it is known."""
    if "://" in source:
        with opened("source", postgres(source)):
            _snapshot("source", folder / DATABASE, told)
        return ""
    file = _readable(source)
    if file.resolve() == Path(settings.DATABASES["default"]["NAME"]):
        raise BackupTrouble("{source} is the very database that it would be brought into.", source=source)
    if zipfile.is_zipfile(file):
        read_contents(file)
        with zipfile.ZipFile(file) as archive:
            archive.extract(DATABASE, folder)
            secret = archive.read(SECRET).decode("ascii")
        _check_whole(folder / DATABASE, source)
        return secret
    with file.open("rb") as database:
        if database.read(len(HEAD)) != HEAD:
            raise BackupTrouble("{file} is no backup of Ferrovia, or not a whole one.", file=source)
    _check_whole(file, source)
    with opened("source", sqlite(file)):
        _snapshot("source", folder / DATABASE, told)
    secret_file = file.with_name(SECRET)
    return secret_file.read_text("ascii") if secret_file.is_file() else ""


def _readable(source: str) -> Path:
    """The file of a backup, or of a database in a folder, once it is known that it can be read."""
    try:
        file = Path(source) / DATABASE if Path(source).is_dir() else Path(source)
        if not file.is_file():
            raise BackupTrouble("There is no backup and no database at {source}.", source=source)
        file.open("rb").close()
    except OSError as error:
        why = error.strerror or str(error)
        raise BackupTrouble("{source} cannot be read: {why}.", source=source, why=why) from error
    return file


def _snapshot(alias: str, file: Path, told: Told) -> None:
    """A database as it is at one moment, as an SQLite database of its own; nobody waits meanwhile."""
    connection = connections[alias]
    check_release(alias)
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(file)) as copy:
            connection.connection.backup(copy)
    else:
        if is_behind(alias):
            raise BackupTrouble(
                "The database is of an earlier release: start this one once, which brings it up to date."
            )
        with opened("snapshot", sqlite(file)):
            migrate("snapshot")
            with transaction.atomic(using=alias), connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                copy_rows(alias, "snapshot", told)
    _check_whole(file, str(file))


def _check_whole(file: Path, source: str) -> None:
    """Let SQLite look through a whole database."""
    try:
        with closing(sqlite3.connect(file)) as opened_file:
            (found,) = opened_file.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise BackupTrouble("The database in {source} is damaged: {found}.", source=source, found=found)


def _fold(file: Path) -> None:
    """Everything into the one file, that SQLite else keeps in those beside it."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def _keys() -> str:
    return ",".join([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])


def _take_over(secret: str) -> Secret:
    """Cookies are signed with the key of the house they come from: it moves along."""
    if not secret or secret.partition(",")[0] in _keys().split(","):
        return Secret.SAME
    if os.environ.get("FERROVIA_SECRET"):
        return Secret.UNKNOWN
    path = Path(settings.VAR) / SECRET
    part = path.with_suffix(".part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWN), "w") as written:
        written.write(secret)
    part.replace(path)
    return Secret.TAKEN_OVER


@contextmanager
def opened(alias: str, database: dict[str, Any]) -> Iterator[None]:
    """One more database for a while."""
    known = connections.settings
    known[alias] = connections.configure_settings({"default": known["default"], alias: database})[alias]
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias], known[alias]


@contextmanager
def _workplace() -> Iterator[Path]:
    """A folder for what is under way, on the disk that has room for the database, and for nobody else to read."""
    folder = Path(tempfile.mkdtemp(prefix="backup-", dir=settings.VAR))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _sum_of(file: Path) -> str:
    with file.open("rb") as opened_file:
        return _sum(opened_file)


def _sum(file: IO[bytes]) -> str:
    found = hashlib.sha256()
    while block := file.read(BLOCK):
        found.update(block)
    return found.hexdigest()
