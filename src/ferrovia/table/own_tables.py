"""Somebody's tables in a list, a page at a time: where it is their move first, then those that changed last.

Somebody may have thousands. What is read is what a page shows, and the number of those that wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Prefetch, QuerySet

from ferrovia.table.models import Person, Seat, Table

A_PAGE = 30
FINISHED = timedelta(days=30)  # how long a finished game stays in the list


@dataclass(frozen=True)
class OwnTables:
    """One page of them."""

    count: int  # of all that wait
    waiting: list[Table]
    others: list[Table]
    has_more: bool


NOBODYS = OwnTables(0, [], [], False)


def own_tables(person: Person, page: int, now: datetime) -> OwnTables:
    """A page of somebody's tables; the first has number 1."""
    start = (page - 1) * A_PAGE
    waiting = _waiting(person).order_by("asked_at", "pk")
    shown = list(listed(waiting)[start : start + A_PAGE])
    is_all = not start and len(shown) < A_PAGE
    count = len(shown) if is_all else waiting.count()
    theirs = _of(person, now)
    others = theirs.exclude(pk__in=[table.pk for table in shown]) if is_all else theirs.exclude(pk__in=waiting)
    rest = A_PAGE - len(shown)
    if not rest:
        return OwnTables(count, shown, [], count > start + A_PAGE or others.exists())
    first = max(0, start - count)
    found = list(listed(others.order_by("over", "-changed", "pk"))[first : first + rest + 1])
    return OwnTables(count, shown, found[:rest], len(found) > rest)


def listed(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Tables with what a list shows of them: not their games, which are most of what is kept of them."""
    seats = Prefetch("seats", queryset=Seat.objects.order_by("place"))
    return tables.defer("settings", "state").prefetch_related(seats)


def _waiting(person: Person) -> QuerySet[Table]:
    """The tables at which it is somebody's move."""
    mine = Table.objects.filter(seats__person=person, seats__bot="", seats__player=F("decider"), over=False)
    return mine.exclude(start_hash="")


def _of(person: Person, now: datetime) -> QuerySet[Table]:
    """All tables of somebody but those that have long been over."""
    theirs = Table.objects.filter(pk__in=Seat.objects.filter(person=person).values("table"))
    return theirs.exclude(over=True, changed__lt=now - FINISHED)
