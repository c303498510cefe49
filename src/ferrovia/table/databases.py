"""What Django is told of a database: SQLite in a folder, or PostgreSQL at an address."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.db import connections

from ferrovia.installed import DATABASE

STILL = 3000  # milliseconds in which a server must go on with a change that it has begun


def database_settings(url: str, folder: Path) -> dict[str, Any]:
    """PostgreSQL where there is an address, else SQLite in the folder."""
    return postgres(url) if url else sqlite(folder / DATABASE)


def sqlite(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        # Whoever closes the last connection writes the whole log into the database: not after every request.
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a move is on the disk before anybody is told that it was made.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,  # or the first requests after a restart of the database fail
        "OPTIONS": {"connect_timeout": 5},  # seconds; a thread that waits longer is missed by others
    }


def let_go_when_still() -> None:
    """Over connections from now on PostgreSQL ends a change whose server stands still in the middle of it.

    Others then go on. For servers: a command may take its time between two statements.
    """
    database = connections.settings["default"]
    if database["ENGINE"].endswith("postgresql"):
        database["OPTIONS"]["options"] = f"-c idle_in_transaction_session_timeout={STILL}"


class Router:
    """Which applications have tables where: jobs are PostgreSQL's alone, a backup of it is SQLite's."""

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return None if app_label != "procrastinate" else connections[db].vendor == "postgresql"
