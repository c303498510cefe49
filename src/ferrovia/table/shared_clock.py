"""What time it is at the table. Servers that share a database go by its clock: their own may be hours apart.

Nobody may lose a seat because another machine's clock is wrong: since when somebody is waited for is stored by one
server and read by another.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

_apart = timedelta()  # by how much the clock of the database is ahead of this machine's


def time_now() -> datetime:
    return timezone.now() + _apart


def set_by_database() -> None:
    """Ask what time it is there; a database in this process has no other clock."""
    global _apart
    if connection.vendor != "postgresql":
        return
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [told] = cursor.fetchone()
    _apart = told - (before + (timezone.now() - before) / 2)
