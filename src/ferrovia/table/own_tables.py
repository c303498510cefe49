"""Somebody's tables in three lists, a page at a time: where it is their move, where they wait, and what is over.

Somebody may have thousands. What is read is what a page shows, and the number of those that wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, When

from ferrovia.table.clocks.stored import with_time
from ferrovia.table.home.models import PutAway
from ferrovia.table.models import Person, Seat, Table
from ferrovia.table.speed.prepared_queries import PreparedQuery

A_PAGE = 12
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
    """A page of somebody's tables; the first has number 1.

    Which tables they are is found first, by their numbers alone; what is shown of them is then read for all at once.
    """
    start = (page - 1) * A_PAGE
    going = _first_going.rows(person.pk) if not start else list(_going(person.pk)[start : start + A_PAGE + 1])
    shown = [pk for pk, is_waiting, _ in going[:A_PAGE] if is_waiting]
    found = [pk for pk, is_waiting, _ in going[:A_PAGE] if not is_waiting]
    has_more = len(going) > A_PAGE
    count = going[0][2] or 0 if going else _waiting(person.pk).count()
    finished, has_more_finished = _finished(person, finished_page)
    seats = Prefetch("seats", queryset=with_time(Seat.objects.order_by("place")))
    asked = Table.objects.filter(pk__in=[*shown, *found, *finished])
    read = {table.pk: table for table in asked.defer("settings", "state").prefetch_related(seats)}
    return OwnTables(
        count,
        [read[each] for each in shown],
        [read[each] for each in found],
        has_more,
        [read[each] for each in finished],
        has_more_finished,
    )


def listed(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Tables with what a list shows of them: not their games, which are most of what is kept of them."""
    seats = Prefetch("seats", queryset=Seat.objects.order_by("place"))
    return tables.defer("settings", "state").prefetch_related(seats)


def waiting_tables(person: Person) -> QuerySet[Table]:
    """The tables at which it is somebody's move."""
    return _waiting(person.pk)


def _waiting(person: int) -> QuerySet[Table]:
    mine = Table.objects.filter(seats__person=person, seats__bot="", seats__player=F("decider"), over=False)
    return mine.exclude(start_hash="")


def _over(person: int) -> QuerySet[Table]:
    away = PutAway.objects.filter(table=OuterRef("pk"), person=person)
    theirs = Table.objects.filter(pk__in=Seat.objects.filter(person=person).values("table"))
    return theirs.filter(over=True).exclude(Exists(away)).order_by("-changed", "pk")


def finished_tables(person: Person) -> QuerySet[Table]:
    """What is over, and was not put away."""
    return _over(person.pk)


def _finished(person: Person, page: int) -> tuple[list[int], bool]:
    start = (page - 1) * A_PAGE_OF_FINISHED
    if start:
        found = list(_over(person.pk).values_list("pk", flat=True)[start : start + A_PAGE_OF_FINISHED + 1])
    else:
        found = _numbers(_first_over, person)
    return found[:A_PAGE_OF_FINISHED], len(found) > A_PAGE_OF_FINISHED


def _numbers(query: PreparedQuery[Table], person: Person) -> list[int]:
    return [number for (number,) in query.rows(person.pk)]


def _going(person: int) -> QuerySet[Table, Any]:
    """What goes on: first where it is somebody's move, longest first, then where they wait, newest first."""
    theirs = Table.objects.filter(pk__in=Seat.objects.filter(person=person).values("table"), over=False)
    mine = Seat.objects.filter(table=OuterRef("pk"), person=person, bot="", player=OuterRef("decider"))
    how_many = _waiting(person).values("seats__person").annotate(n=Count("pk")).values("n")
    waits = theirs.annotate(is_waiting=Exists(mine) & ~Q(start_hash=""), count=Subquery(how_many))
    longest = Case(When(is_waiting=True, then="asked_at"))
    return waits.order_by(
        "-is_waiting", longest, Case(When(is_waiting=False, then="changed")).desc(), "pk"
    ).values_list("pk", "is_waiting", "count")


# The first page is asked for again and again.
_first_going: PreparedQuery[Table] = PreparedQuery(1, lambda person: _going(person)[: A_PAGE + 1])
_first_over: PreparedQuery[Table] = PreparedQuery(
    1, lambda person: _over(person).values_list("pk")[: A_PAGE_OF_FINISHED + 1]
)
