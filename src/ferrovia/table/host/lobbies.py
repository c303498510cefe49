"""Dead lobbies: tables at which nothing has begun, and nothing has changed for a long time."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.host.audit import note
from ferrovia.table.models import Person, Table
from ferrovia.table.shared_clock import time_now

DAYS = 14  # as a host clears them away
DAYS_BY_ITSELF = 30  # as the server does it by itself
LEAST, MOST = 1, 3650


def dead_lobbies(days: int = DAYS) -> QuerySet[Table]:
    return Table.objects.filter(start_hash="", changed__lt=time_now() - timedelta(days=days))


def clear_lobbies(by: Person | None, days: int = DAYS, is_by_itself: bool = False) -> int:
    """How many have gone; raises `Refusal` for a number of days that is none."""
    if not LEAST <= days <= MOST:
        raise Refusal("lobbies", "Lobbies are cleared after {least} to {most} days.", least=LEAST, most=MOST)
    with transaction.atomic():
        found = list(dead_lobbies(days).values_list("pk", flat=True))
        for start in range(0, len(found), 500):
            Table.objects.filter(pk__in=found[start : start + 500], start_hash="").delete()
        if found and not is_by_itself:
            text = "cleared {n} {n:lobby|lobbies} that nobody had touched for {days} {days:day|days}"
            note(by, "lobbies", Message(text, n=len(found), days=days))
    return len(found)
