"""The database brought to its present schema, by one program at a time; one of a newer release is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from ferrovia.formats.files import only_one
from ferrovia.saying.message import Trouble

APP = "table"  # whose migrations are ours
LOCK = 0x6665_7272  # of PostgreSQL's advisory locks, the one that migrates


class SchemaTrouble(Trouble):
    """Why a database cannot be used with this release, in one sentence."""


def migrate(alias: str = "default") -> None:
    """Bring a database to the present schema; raises `SchemaTrouble` for one of a newer release."""
    with _alone(alias):
        check_release(alias)
        call_command("migrate", database=alias, verbosity=0)
        if connections[alias].vendor == "postgresql":
            call_command("createcachetable", database=alias, verbosity=0)


def check_release(alias: str = "default") -> None:
    """Raises `SchemaTrouble` where a newer release than this one has changed the database."""
    if unknown := applied(alias) - known():
        text = "The database is of a newer release, which made {changes:and} of it; this one would not understand it."
        raise SchemaTrouble(text, changes=sorted(unknown))


def is_behind(alias: str) -> bool:
    """Whether a database still waits for what this release makes of it."""
    return bool(known() - applied(alias))


def known() -> set[str]:
    """The migrations that this release knows."""
    return {name for app, name in MigrationLoader(None, ignore_no_migrations=True).disk_migrations if app == APP}


def applied(alias: str) -> set[str]:
    """The migrations that a database has been through."""
    return {name for app, name in MigrationRecorder(connections[alias]).applied_migrations() if app == APP}


@contextmanager
def _alone(alias: str) -> Iterator[None]:
    """While nobody else migrates the same database: who starts at the same moment waits."""
    connection = connections[alias]
    if connection.vendor != "postgresql":
        # A file of its own: whoever closes that of the database would drop the locks that SQLite has on it.
        lock = Path(connection.settings_dict["NAME"]).with_suffix(".lock")
        lock.touch()
        with only_one(lock):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
