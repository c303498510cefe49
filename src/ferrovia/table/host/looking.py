"""What a host is shown: people and tables, found by name, and what was said lately; never a hand, a note or a plan."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet

from ferrovia.saying.message import Message
from ferrovia.table.host.bans import is_banned
from ferrovia.table.models import Person, Remark, Seat, Table
from ferrovia.table.table_names import table_name

PEOPLE, TABLES, REMARKS = 25, 25, 10  # that a page shows


class SeenPerson(NamedTuple):
    """Somebody, as a host sees them."""

    person: Person
    account: str  # empty: a guest
    is_host: bool
    is_banned: bool
    seats: int  # at tables that are not over
    games: int  # that are over


class SeenTable(NamedTuple):
    """A table, as a host sees it."""

    table: Table
    name: Message
    waits_for: str
    seats: int


class SeenRemark(NamedTuple):
    """What somebody said."""

    remark: Remark
    table: Message
    at: datetime


def people(wanted: str = "", most: int = PEOPLE) -> list[SeenPerson]:
    """Those whose name has these letters in it; without any those with an account first, then who came last."""
    found: QuerySet[Person] = Person.objects.select_related("user")
    if wanted:
        found = found.filter(Q(name__icontains=wanted) | Q(user__username__icontains=wanted))
    order = ["name", "pk"] if wanted else [F("user").asc(nulls_last=True), "-made"]
    shown = list(found.order_by(*order)[:most])
    rows = Seat.objects.filter(person__in=shown).values("person")
    counted = {
        row["person"]: (row["going"], row["done"])
        for row in rows.annotate(
            going=Count("table", filter=Q(table__over=False), distinct=True),
            done=Count("table", filter=Q(table__over=True), distinct=True),
        )
    }
    return [
        SeenPerson(
            each,
            each.user.get_username() if each.user is not None else "",
            each.user is not None and each.user.is_staff,
            is_banned(each),
            *counted.get(each.pk, (0, 0)),
        )
        for each in shown
    ]


def tables(wanted: str = "", most: int = TABLES) -> list[SeenTable]:
    """Those that changed last, or those of this key, this name, or with somebody of this name."""
    found = Table.objects.defer("settings", "state").prefetch_related("seats")
    if wanted:
        seated = Seat.objects.filter(player__icontains=wanted).values("table")
        found = found.filter(Q(key=wanted) | Q(name__icontains=wanted) | Q(pk__in=seated))
    return [
        SeenTable(table, table_name(table, table.seats.all()), table.decider, len(table.seats.all()))
        for table in found.order_by("over", "-changed", "pk")[:most]
    ]


def remarks(most: int = REMARKS) -> list[SeenRemark]:
    """The last ones that can be removed."""
    found = Remark.objects.filter(is_removed=False).select_related("table").defer("table__settings", "table__state")
    return [
        SeenRemark(each, table_name(each.table, each.table.seats.all()), each.made)
        for each in found.prefetch_related("table__seats").order_by("-pk")[:most]
    ]


class Counts(NamedTuple):
    """How much there is."""

    people: int
    accounts: int
    going: int
    lobbies: int
    over: int


def counts() -> Counts:
    found = Table.objects.aggregate(
        going=Count("pk", filter=Q(over=False) & ~Q(start_hash="")),
        lobbies=Count("pk", filter=Q(start_hash="")),
        over=Count("pk", filter=Q(over=True)),
    )
    accounts = Person.objects.exclude(user=None).count()
    return Counts(Person.objects.count(), accounts, found["going"], found["lobbies"], found["over"])
