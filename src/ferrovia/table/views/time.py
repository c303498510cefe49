"""What people at a table say about its time: votes, pauses, holidays, and where their nights are."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.pauses import (
    announce_holiday,
    answer_pause,
    ask_for_pause,
    end_holiday,
    go_on,
    typed_day,
)
from ferrovia.table.clocks.votes import vote
from ferrovia.table.clocks.zones import keep_zone, zone_called, zone_of
from ferrovia.table.models import Person, Seat, Table
from ferrovia.table.moves import changed
from ferrovia.table.people import visitor_of
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import table_for
from ferrovia.table.views.refusals import why_refused
from ferrovia.table.views.seats import page

_ON_SEATS = ("holiday", "holiday-end", "zone")  # acts whose form stands there


@require_POST
def change(request: HttpRequest, key: str) -> HttpResponse:
    table = table_for(request, key)
    person = visitor_of(request).person
    if not table.has_started or table.over:
        return redirect("table", key)
    try:
        if person is None or not table.seats.filter(person=person).exists():
            raise Refusal("seat", "You have no seat at this table.")
        with transaction.atomic():
            _changed(Table.objects.select_for_update().get(pk=table.pk), person, request)
    except Refusal as refusal:
        return page(request, table, why_refused(request, table, refusal), 409)
    changed(TABLES, table)
    return redirect("seats" if request.POST.get("do") in _ON_SEATS else "table", key)


def _changed(table: Table, person: Person, request: HttpRequest) -> None:
    form = request.POST
    match form.get("do", ""):
        case "vote":
            vote(table, person, form.get("choice", ""))
        case "pause":
            ask_for_pause(table, person, _number(form.get("days", "0")))
        case "pause-yes" | "pause-no" as answer:
            answer_pause(table, person, answer == "pause-yes")
        case "go-on":
            go_on(table, person)
        case "holiday":
            seat, zone = _own_seat(table, person), zone_called(zone_of(person))
            start, end = typed_day(form.get("from", "")), typed_day(form.get("till", ""))
            midnight = datetime.combine(start, time(), zone)
            if end == date.max:
                raise Refusal("clock", "A day is written like 2026-08-15.")
            announce_holiday(seat, midnight, datetime.combine(end + timedelta(days=1), time(), zone))
        case "holiday-end":
            end_holiday(_own_seat(table, person), _number(form.get("holiday", "")))
        case "zone":
            keep_zone(person, form.get("zone", ""))
        case _:
            raise Refusal("clock", "This cannot be done any more: the table has changed.")


def _own_seat(table: Table, person: Person) -> Seat:
    return table.seats.filter(person=person).select_related("table").order_by("place")[0]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
