"""Somebody's tables in three lists, a page at a time: where it is their move, where they wait, and what is over.

Somebody may have thousands. What is read is what a page shows, and the number of those that wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from ferrovia.table.home_models import PutAway, Result
from ferrovia.table.models import Person, Seat, Table

A_PAGE = 20
A_PAGE_OF_FINISHED = 4


@dataclass(frozen=True)
class OwnTables:
    """One page of those that go on, and one of those that are over."""

    count: int  # of all that wait
    waiting: list[Table]
    others: list[Table]
    has_more: bool
    finished: list[Table]
    has_more_finished: bool


NOBODYS = OwnTables(0, [], [], False, [], False)


def own_tables(person: Person, page: int, now: datetime, finished_page: int = 1) -> OwnTables:
    """A page of somebody's tables; the first has number 1."""
    start = (page - 1) * A_PAGE
    waiting = waiting_tables(person).order_by("asked_at", "pk")
    shown = list(listed(waiting)[start : start + A_PAGE])
    is_all = not start and len(shown) < A_PAGE
    count = len(shown) if is_all else waiting.count()
    finished, has_more_finished = _finished(person, finished_page)
    theirs = _of(person).filter(over=False)
    others = theirs.exclude(pk__in=[table.pk for table in shown]) if is_all else theirs.exclude(pk__in=waiting)
    rest = A_PAGE - len(shown)
    if not rest:
        has_more = count > start + A_PAGE or others.exists()
        return OwnTables(count, shown, [], has_more, finished, has_more_finished)
    first = max(0, start - count)
    found = list(listed(others.order_by("-changed", "pk"))[first : first + rest + 1])
    return OwnTables(count, shown, found[:rest], len(found) > rest, finished, has_more_finished)


def listed(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Tables with what a list shows of them: not their games, which are most of what is kept of them."""
    seats = Prefetch("seats", queryset=Seat.objects.order_by("place"))
    return tables.defer("settings", "state").prefetch_related(seats)


def waiting_tables(person: Person) -> QuerySet[Table]:
    """The tables at which it is somebody's move."""
    mine = Table.objects.filter(seats__person=person, seats__bot="", seats__player=F("decider"), over=False)
    return mine.exclude(start_hash="")


def finished_tables(person: Person) -> QuerySet[Table]:
    """What is over, and was not put away."""
    away = PutAway.objects.filter(table=OuterRef("pk"), person=person)
    return _of(person).filter(over=True).exclude(Exists(away))


def _finished(person: Person, page: int) -> tuple[list[Table], bool]:
    start = (page - 1) * A_PAGE_OF_FINISHED
    results = Prefetch("results", queryset=Result.objects.order_by("place", "pk"))
    tables = listed(finished_tables(person)).prefetch_related(results).order_by("-changed", "pk")
    found = list(tables[start : start + A_PAGE_OF_FINISHED + 1])
    return found[:A_PAGE_OF_FINISHED], len(found) > A_PAGE_OF_FINISHED


def _of(person: Person) -> QuerySet[Table]:
    return Table.objects.filter(pk__in=Seat.objects.filter(person=person).values("table"))
