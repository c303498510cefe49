"""Who looks: a table at which nobody who plays has looked for seven days sleeps, and wakes when somebody does.

A server that starts finds out here how long none was there: what it needed is nobody's time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.http import HttpRequest

from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.models import LastLook, RestRow, ServerLook, Zone
from ferrovia.table.clocks.profile import SLEEPY
from ferrovia.table.clocks.rests import Why
from ferrovia.table.clocks.turns import all_rests_changed, rests_changed
from ferrovia.table.clocks.zones import COOKIE, keep_zone
from ferrovia.table.models import Person, Table
from ferrovia.table.shared_clock import time_now

NOTED: Memory[tuple[int, int], datetime] = Memory(4096)  # looks that this process wrote down, by table and person
ZONED: Memory[int, bool] = Memory(4096)  # people of whom this process has seen that they have a zone
FRESH = timedelta(hours=1)  # a look is written down once in so long
SHORTEST = timedelta(minutes=1)  # a server that was away for less was not away


def note_look(table: Table, person: Person) -> bool:
    """Somebody who plays at a table looks at it; whether it wakes by that."""
    if not table.has_started or table.over:
        return False
    now, key = time_now(), (table.pk, person.pk)
    noted = NOTED.get(key)
    if noted is not None and noted <= now < noted + FRESH:
        return False
    known = LastLook.objects.filter(table=table).aggregate(last=Max("at"))["last"]
    wakes = known is not None and known + SLEEPY <= now
    with transaction.atomic():
        LastLook.objects.update_or_create(table=table, person=person, defaults={"at": now})
        if wakes:
            RestRow.objects.create(
                table=table, why=Why.ASLEEP, start=known + SLEEPY, end=now, number=table.number, ended_at=table.number
            )
            rests_changed(table)
    NOTED[key] = now
    return bool(wakes)


def is_asleep(table: Table) -> bool:
    """Whether nobody who plays there has looked for so long that nothing moves, not even computers."""
    return not awake(Table.objects.filter(pk=table.pk)).exists()


def awake(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those of the tables that do not sleep; whoever has never looked has not gone to sleep either."""
    looks = LastLook.objects.filter(table=OuterRef("pk"))
    return tables.filter(~Exists(looks) | Exists(looks.filter(at__gt=time_now() - SLEEPY)))


def note_zone(request: HttpRequest, person: Person) -> None:
    """The first zone that a person's browser names is theirs, until they choose another."""
    named = request.COOKIES.get(COOKIE, "")
    if not named or len(named) > 64 or person.pk in ZONED:
        return
    if Zone.objects.filter(person=person).exists():
        ZONED[person.pk] = True
        return
    try:
        keep_zone(person, named)
    except Refusal:
        return
    ZONED[person.pk] = True


def note_server(*, is_first: bool = False) -> None:
    """A server is there; the first time that it looks, the time for which none was becomes a rest of all clocks."""
    now = time_now()
    with transaction.atomic():
        row = ServerLook.objects.select_for_update().order_by("pk").first()
        if row is None:
            ServerLook.objects.create(at=now)
            return
        if is_first and row.at + SHORTEST < now:
            RestRow.objects.create(why=Why.SERVER, start=row.at, end=now)
            all_rests_changed()
        row.at = now
        row.save(update_fields=["at"])
