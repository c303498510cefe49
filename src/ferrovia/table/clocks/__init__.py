"""Clocks with mercy: how much time whoever must choose has, what stops it, and what follows when none is left.

What others ask of it is here; the law and the models of the table are read only once somebody asks.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.table.models import Table


def deadline_of(table: Table, player: str) -> datetime | None:
    """When the time of a player is over; None where they are not asked, no clock runs, or a rest has no end."""
    from ferrovia.table.clocks.reading import seat_time

    seat = seat_time(table, player)
    return seat.until if seat is not None else None


def reminder_of(table: Table, player: str) -> datetime | None:
    """When a player should be reminded: a fifth of their time is left, or an hour; live a minute."""
    from ferrovia.table.clocks.reading import seat_time

    seat = seat_time(table, player)
    return seat.reminder if seat is not None else None


def is_resting(table: Table, player: str) -> bool:
    """Whether a player's clock would stand still now: at night, on holiday, in a pause."""
    from ferrovia.table.clocks.reading import seat_time

    seat = seat_time(table, player)
    return seat is not None and seat.rest is not None
