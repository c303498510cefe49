"""Pauses by everybody's consent, holidays announced a day before, and a rest of all clocks of the house.

All of them stop clocks, none fills one up, and none begins by itself: somebody has asked for it, and it is told.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.models import PauseRequest, RestRow
from ferrovia.table.clocks.profile import HOLIDAYS, NOTICE
from ferrovia.table.clocks.rests import Why
from ferrovia.table.clocks.turns import all_rests_changed, rests_changed
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.shared_clock import time_now

LONGEST = timedelta(days=60)  # ahead, that a holiday may be announced


def those_who_agree(table: Table) -> dict[int, str]:
    """Whoever must say yes: everybody who plays for themselves, by one of their seats."""
    found: dict[int, str] = {}
    for seat in table.seats.filter(kind=SeatKind.PERSON, bot="").exclude(person=None):
        assert seat.person_id is not None
        found.setdefault(seat.person_id, seat.player)
    return found


def standing_pause(table: Table) -> RestRow | None:
    """The pause that holds now."""
    now = time_now()
    rows = RestRow.objects.filter(table=table, seat=None, why=Why.PAUSE, start__lte=now)
    return next((row for row in rows if row.end is None or row.end > now), None)


def ask_for_pause(table: Table, person: Person, days: int) -> None:
    """Ask all others; alone it begins at once. Raises `Refusal`. The table is locked by the caller."""
    _check_pausable(table)
    player = _player_of(table, person)
    if standing_pause(table) is not None:
        raise Refusal("clock", "This table is paused already.")
    if days not in range(61):
        raise Refusal("clock", "A pause lasts up to 60 days, or until one of you says to go on.")
    asked, _ = PauseRequest.objects.update_or_create(
        table=table, defaults={"player": player, "days": days, "agreed": [player], "declined": "", "made": time_now()}
    )
    _begin_if_agreed(table, asked)


def answer_pause(table: Table, person: Person, agrees: bool) -> None:
    """Yes or no to a pause; whoever asked for it takes it back by a no. Raises `Refusal`."""
    player = _player_of(table, person)
    request = PauseRequest.objects.select_for_update().filter(table=table, declined="").first()
    if request is None:
        raise Refusal("clock", "Nobody asks for a pause.")
    if agrees:
        request.agreed = [*dict.fromkeys([*request.agreed, player])]
    elif request.player == player:
        request.delete()
        return
    else:
        request.declined = player
    request.save()
    _begin_if_agreed(table, request)


def go_on(table: Table, person: Person) -> None:
    """End a pause: anybody who plays may say so. Raises `Refusal`."""
    player, pause = _player_of(table, person), standing_pause(table)
    if pause is None:
        raise Refusal("clock", "This table is not paused.")
    pause.end, pause.ended_by, pause.ended_at = time_now(), player, table.number
    pause.save()
    rests_changed(table)


def waiting_for_pause(table: Table, request: PauseRequest) -> list[str]:
    """Who has still to answer."""
    return [player for player in those_who_agree(table).values() if player not in request.agreed]


def _begin_if_agreed(table: Table, request: PauseRequest) -> None:
    if request.declined or waiting_for_pause(table, request):
        return
    now = time_now()
    end = now + timedelta(days=request.days) if request.days else None
    RestRow.objects.create(table=table, why=Why.PAUSE, start=now, end=end, number=table.number, player=request.player)
    request.delete()
    rests_changed(table)


def _check_pausable(table: Table) -> None:
    law = law_of(table.law).clock
    if not law.runs or table.over or not table.has_started:
        raise Refusal("clock", "This table has no clock that could rest.")
    if not law.pause:
        raise Refusal("clock", "By the law of this table there are no pauses.")


def _player_of(table: Table, person: Person) -> str:
    seat = table.seats.filter(person=person, kind=SeatKind.PERSON).order_by("place").first()
    if seat is None:
        raise Refusal("seat", "You have no seat at this table.")
    return seat.player


# Holidays


def holidays_left(seat: Seat) -> timedelta:
    """Of the days that each has in a game."""
    rows = RestRow.objects.filter(seat=seat, why=Why.HOLIDAY)
    return HOLIDAYS - sum(((row.end or row.start) - row.start for row in rows), timedelta())


def announce_holiday(seat: Seat, start: datetime, end: datetime) -> RestRow:
    """From a moment that is a day away at least to another; raises `Refusal`, and nothing has changed."""
    table, now = seat.table, time_now()
    law = law_of(table.law).clock
    if not law.runs or not law.holiday or table.over:
        raise Refusal("clock", "By the law of this table there are no holidays.")
    if start < now + NOTICE:
        raise Refusal("clock", "A holiday is announced 24 hours before it begins.")
    if start > now + LONGEST:
        raise Refusal("clock", "A holiday begins within 60 days.")
    if end <= start:
        raise Refusal("clock", "A holiday ends after it has begun.")
    if RestRow.objects.filter(seat=seat, why=Why.HOLIDAY, start__lt=end, end__gt=start).exists():
        raise Refusal("clock", "You have announced a holiday for these days already.")
    if end - start > holidays_left(seat):
        raise Refusal("clock", "{n} {n:day|days} of your holidays are left in this game.", n=holidays_left(seat).days)
    row = RestRow.objects.create(
        table=table, seat=seat, why=Why.HOLIDAY, start=start, end=end, number=table.number, player=seat.player
    )
    rests_changed(table)
    return row


def end_holiday(seat: Seat, row_id: int) -> None:
    """Back before its end, or called off before it began; the days that were not needed are left again."""
    row = RestRow.objects.filter(pk=row_id, seat=seat, why=Why.HOLIDAY).first()
    now = time_now()
    if row is None or row.end is None or row.end <= now:
        raise Refusal("clock", "There is no such holiday.")
    if row.start >= now:
        row.delete()
    else:
        row.end, row.ended_by, row.ended_at = now, seat.player, seat.table.number
        row.save()
    rests_changed(seat.table)


def typed_day(text: str) -> date:
    """A day as a form sends it; raises `Refusal`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("clock", "A day is written like 2026-08-15.") from None


# The host of the house


def rest_all_clocks(until: datetime | None = None) -> RestRow:
    """All clocks of all tables rest, from now on."""
    row = RestRow.objects.create(why=Why.HOST, start=time_now(), end=until)
    all_rests_changed()
    return row


def run_all_clocks() -> int:
    """They run again; how many rests were ended."""
    now = time_now()
    standing = [
        row for row in RestRow.objects.filter(table=None, seat=None, why=Why.HOST) if row.end is None or row.end > now
    ]
    for row in standing:
        row.end = max(row.start, now)
        row.save(update_fields=["end"])
    all_rests_changed()
    return len(standing)
