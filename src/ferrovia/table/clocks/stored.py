"""What is stored of one table's time, in one prepared query: its seats with their clocks, and what there is besides.

Rests, requests and votes are rare: the query says whether there are any, and they are read only where it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Exists, F, FilteredRelation, Model, OuterRef, Q, QuerySet, Subquery

from ferrovia.table.clocks.models import LastLook, LateVote, PauseRequest, RestRow, SeatClock, Turn
from ferrovia.table.clocks.rests import Rest, Why
from ferrovia.table.clocks.zones import USUAL
from ferrovia.table.models import Seat, Table
from ferrovia.table.speed.prepared_queries import PreparedQuery

M = TypeVar("M", bound=Model)


def _columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


_SEAT, _CLOCK, _TURN = _columns(Seat), _columns(SeatClock), _columns(Turn)
_TABLE = ["id", "law", "start_hash", "decider", "asked_at", "over"]  # as the model has them, one after another


@dataclass(frozen=True)
class Stored:
    """What is stored of a table's time."""

    table: Table  # without what has nothing to do with time
    seats: list[Seat]  # each with its clock
    turn: Turn | None  # the one that goes on
    zones: dict[int, str]  # of the nights of each seat's person
    looks: dict[int, datetime]  # when people last looked, by person
    last_look: datetime | None  # of anybody
    has_rests: bool  # that may matter now
    has_votes: bool
    has_request: bool  # for a pause


def _not_over(table: Any) -> QuerySet[RestRow]:
    """Rests that may matter to clocks that run, or that have begun to run when somebody was asked."""
    running = SeatClock.objects.filter(seat__table=table, since__isnull=False).order_by("since").values("since")[:1]
    asked = Table.objects.filter(pk=table).values("asked_at")
    begun = Q(end=None) | Q(end__gt=Subquery(running)) | Q(end__gt=Subquery(asked))
    return RestRow.objects.filter(Q(table=table) | Q(table=None)).filter(begun)


def _time(table: Any) -> QuerySet[Seat, Any]:
    looks = LastLook.objects.filter(table=table)
    return (
        Seat.objects.filter(table=table)
        .order_by("place")
        .annotate(
            going=FilteredRelation("turns", condition=Q(turns__after=None)),
            looked=Subquery(looks.filter(person=OuterRef("person")).values("at")[:1]),
            last=Subquery(looks.order_by("-at").values("at")[:1]),
            any_rest=Exists(_not_over(table)),
            any_vote=Exists(LateVote.objects.filter(table=table)),
            any_request=Exists(PauseRequest.objects.filter(table=table)),
            night_zone=F("person__zone__name"),
        )
        .values_list(
            *_SEAT,
            *(f"clock__{name}" for name in _CLOCK),
            *(f"going__{name}" for name in _TURN),
            *(f"table__{name}" for name in _TABLE),
            "looked",
            "last",
            "any_rest",
            "any_vote",
            "any_request",
            "night_zone",
        )
    )


def with_time(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Seats of many tables with their clocks, when people last looked, and whether there are rests."""
    looks = LastLook.objects.filter(table=OuterRef("table"))
    begun = Q(end=None) | Q(end__gt=OuterRef("clock__since")) | Q(end__gt=OuterRef("table__asked_at"))
    return seats.select_related("clock").annotate(
        looked=Subquery(looks.filter(person=OuterRef("person")).values("at")[:1]),
        last=Subquery(looks.order_by("-at").values("at")[:1]),
        any_rest=Exists(RestRow.objects.filter(Q(table=OuterRef("table")) | Q(table=None)).filter(begun)),
    )


_stored: PreparedQuery[Seat] = PreparedQuery(1, _time)
_rests: PreparedQuery[RestRow] = PreparedQuery(
    1, lambda table: _not_over(table).values_list("seat_id", "start", "end", "why")
)


def stored_time(table_id: int) -> Stored | None:
    """None for a table without seats."""
    rows = _stored.rows(table_id)
    if not rows:
        return None
    seats: dict[int, Seat] = {}
    turns: list[Turn] = []
    zones: dict[int, str] = {}
    looks: dict[int, datetime] = {}
    table = None
    for row in rows:
        seat, row = _first(Seat, _SEAT, row)
        clock, row = _first(SeatClock, _CLOCK, row)
        turn, row = _first(Turn, _TURN, row)
        table, (looked, last, rests, votes, request, zone) = _first(Table, _TABLE, row)
        assert seat is not None
        seat._state.fields_cache["clock"] = clock
        seats[seat.pk] = seat
        zones[seat.pk] = zone or USUAL
        if turn is not None:
            turns.append(turn)
        if seat.person_id is not None and looked is not None:
            looks[seat.person_id] = looked
    assert table is not None
    assert table is not None
    return Stored(
        table,
        list(seats.values()),
        max(turns, key=lambda each: each.first, default=None),
        zones,
        looks,
        last,
        bool(rests),
        bool(votes),
        bool(request),
    )


def _first(model: type[M], names: list[str], row: list[Any]) -> tuple[M | None, list[Any]]:
    """The first columns of a row as an object, and the other columns."""
    there, rest = row[: len(names)], row[len(names) :]
    return (model.from_db(connection.alias, names, there) if there[0] is not None else None), rest


def stored_rests(stored: Stored) -> tuple[list[Rest], dict[int, list[Rest]]]:
    """Those that hold for all clocks of a table, and those of single seats."""
    spans: list[Rest] = []
    own: dict[int, list[Rest]] = {}
    for seat, start, end, why in _rests.rows(stored.table.pk) if stored.has_rests else ():
        (spans if seat is None else own.setdefault(seat, [])).append(Rest(start, end, Why(why)))
    return spans, own
