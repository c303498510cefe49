"""A glance at how a server is: well, not well, or unknown, each in a sentence."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from django.conf import settings
from django.db import DatabaseError, connection

from ferrovia.saying.message import Message
from ferrovia.table.bot_queue import waiting_for_computers
from ferrovia.table.host.house import the_house
from ferrovia.table.migrating import is_behind
from ferrovia.table.shared_clock import time_now

OLD = timedelta(days=8)  # a backup that is older is no comfort
FULL = 0.1  # of the disk that must be free
MANY = 20  # tables at which computers are to move

State = Literal["ok", "bad", "unknown"]


@dataclass(frozen=True)
class Sign:
    """One thing that was looked at."""

    name: str  # also of its test
    word: Message
    state: State
    told: Message


def glance() -> list[Sign]:
    """All that is looked at; one that cannot be is unknown, and keeps no other from being seen."""
    return [_database(), _backup(), _queue(), _disk()]


def _database() -> Sign:
    word = Message("Database")
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if is_behind("default"):
            return Sign("database", word, "bad", Message("waits for this release to be started once"))
    except DatabaseError:
        return Sign("database", word, "bad", Message("does not answer"))
    return Sign("database", word, "ok", Message("answers, with the schema of this release"))


def _backup() -> Sign:
    word, house = Message("Last backup"), the_house()
    if house.backed_up is None:
        return Sign("backup", word, "unknown", Message("none was made here so far"))
    age, size = time_now() - house.backed_up, round(house.backup_bytes / 1_000_000, 1)
    if age >= OLD:
        return Sign("backup", word, "bad", Message("{days} days ago", days=age.days))
    if age.days:
        return Sign("backup", word, "ok", Message("{days} {days:day|days} ago, {size} MB", days=age.days, size=size))
    hours = int(age.total_seconds() // 3600)
    if not hours:
        return Sign("backup", word, "ok", Message("within the last hour, {size} MB", size=size))
    return Sign("backup", word, "ok", Message("{hours} {hours:hour|hours} ago, {size} MB", hours=hours, size=size))


def _queue() -> Sign:
    waiting = waiting_for_computers().count()
    told = Message("{n} {n:table waits|tables wait} for one", n=waiting)
    return Sign("queue", Message("Computer players"), "bad" if waiting > MANY else "ok", told)


def _disk() -> Sign:
    word = Message("Disk")
    try:
        whole, _, free = shutil.disk_usage(settings.VAR)
    except OSError:
        return Sign("disk", word, "unknown", Message("cannot be measured here"))
    told = Message("{free} of {whole} GB free", free=round(free / 1e9, 1), whole=round(whole / 1e9, 1))
    return Sign("disk", word, "bad" if free < whole * FULL else "ok", told)
