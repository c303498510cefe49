"""At how many tables it is somebody's move: for the title of a tab."""

from __future__ import annotations

from django.db.models import F

from ferrovia.table.models import Person, Seat


def waiting_count(person: Person) -> int:
    mine = Seat.objects.filter(person=person, bot="", table__over=False, table__decider=F("player"))
    return mine.exclude(table__start_hash="").values("table").distinct().count()
