"""Secret keys: those in the environment, which several servers share, or one that an installation makes for itself.

The first key signs, all of them are believed. So a key is changed without anybody noticing: first `OLD,NEW` on every
server, then `NEW,OLD`, and when the last cookie that OLD has signed is a year old, `NEW`.
"""

from __future__ import annotations

import os
import secrets
from hashlib import blake2b
from pathlib import Path

from ferrovia.saying.message import Trouble

SHORTEST = 32  # signs of a key that nobody guesses
_MARK = 4  # bytes of a mark by which servers know a key again, and from which nobody learns it
_PREFIX = "ferrovia "


class SecretTrouble(Trouble):
    """Why a server cannot start with its keys, in one sentence."""


def secret_keys(given: str, file: Path) -> list[str]:
    """The keys of this installation, the one that signs first; one of its own is made once."""
    keys = [key.strip() for key in (given or _own(file)).split(",") if key.strip()]
    if not keys or any(len(key) < SHORTEST for key in keys):
        raise SecretTrouble("A secret key has at least {shortest} signs; one here is shorter.", shortest=SHORTEST)
    return keys


def _own(file: Path) -> str:
    try:
        return file.read_text("ascii")
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
        made = secrets.token_urlsafe(50)
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
                written.write(made)
        except FileExistsError:  # somebody else made it at the same moment
            return file.read_text("ascii")
        return made


def name_of(keys: list[str]) -> str:
    """What a server calls itself at the database: by the keys that it has, none of which can be read from it."""
    return _PREFIX + " ".join(blake2b(key.encode(), digest_size=_MARK, person=b"ferrovia").hexdigest() for key in keys)


def understand_each_other(one: str, other: str) -> bool:
    """Whether two servers of these names believe what the other signs."""
    mine, theirs = (name.removeprefix(_PREFIX).split() for name in (one, other))
    return mine[0] in theirs and theirs[0] in mine


def check_others(keys: list[str]) -> None:
    """Raises `SecretTrouble` where a server of the same database would not know the people of this one."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT application_name FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE %s",
            [f"{_PREFIX}%"],
        )
        others = [name for (name,) in cursor.fetchall()]
    if not all(understand_each_other(name_of(keys), other) for other in others):
        raise SecretTrouble(
            "Another server of this database has another secret key, and would not know the people who come from here:"
            " give both the same in FERROVIA_SECRET."
        )
