"""Until when somebody at a table has time: what notices ask of its clock, and nothing else of them does."""

from __future__ import annotations

from datetime import datetime

from ferrovia.table.law import law_of
from ferrovia.table.models import Table
from ferrovia.table.shared_clock import time_now
from ferrovia.table.waiting_for import Clock


def is_live(table: Table) -> bool:
    """Whether all play at once, so that a minute is long."""
    return law_of(table.law).pace == "live"


def deadline_of(table: Table, player: str) -> datetime | None:
    """When the time of whoever must choose is over; None for anybody else."""
    if table.over or table.decider != player or table.asked_at is None:
        return None
    return Clock(law_of(table.law), table.asked_at, time_now()).until
