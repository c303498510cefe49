"""What somebody may do about their own time on the page of seats: a pause, a holiday, where their nights are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from ferrovia.table.clocks.models import RestRow
from ferrovia.table.clocks.pauses import holidays_left
from ferrovia.table.clocks.profile import NOTICE
from ferrovia.table.clocks.rests import Why
from ferrovia.table.clocks.zones import known_zones, zone_of
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Table
from ferrovia.table.shared_clock import time_now

PAUSES = (0, 1, 3, 7, 14)  # days; 0 until somebody says to go on


@dataclass(frozen=True)
class RestForm:
    """For one who plays at a table that has a clock."""

    may_pause: bool
    pauses: tuple[int, ...]
    has_holidays: bool
    days_left: int
    first: date  # on which a holiday may begin
    holidays: tuple[RestRow, ...]  # theirs, announced or on
    zone: str
    zones: tuple[str, ...]  # none where nights and weekends do not rest


def rest_form(table: Table, person: Person | None) -> RestForm | None:
    law = law_of(table.law).clock
    seat = table.seats.filter(person=person).order_by("place").first() if person is not None else None
    if seat is None or table.over or not law.runs:
        return None
    now = time_now()
    return RestForm(
        law.pause,
        PAUSES,
        law.holiday,
        max(0, holidays_left(seat).days),
        (now + NOTICE + timedelta(days=1)).date(),
        tuple(RestRow.objects.filter(seat=seat, why=Why.HOLIDAY, end__gt=now)),
        zone_of(person),
        known_zones() if law.night or law.weekend or law.holiday else (),
    )
