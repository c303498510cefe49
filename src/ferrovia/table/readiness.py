"""Whether people can play here now: the database answers, has the schema, and the server is not about to stop."""

from __future__ import annotations

from django.db import Error

from ferrovia.saying.message import Message
from ferrovia.table.migrating import is_behind
from ferrovia.table.models import Table
from ferrovia.table.tables import TABLES

_current: set[str] = set()  # databases that were once seen to be up to date: that does not change back


def hindrance(alias: str = "default") -> Message | None:
    """Why not, in one sentence."""
    if TABLES.hub.is_closing:
        return Message("The server is about to stop.")
    try:
        if alias not in _current and is_behind(alias):
            return Message("The database waits to be brought up to date.")
        _current.add(alias)
        Table.objects.using(alias).exists()
    except Error:
        return Message("The database cannot be reached.")
    return None
