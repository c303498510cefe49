"""The lobby of a table: its seats, options and law, until it starts."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.law import law_of
from ferrovia.table.models import Seat, SeatKind, Table
from ferrovia.table.moves import changed
from ferrovia.table.people import remembered, visitor_of
from ferrovia.table.seating import BOT, BOT_NAMES, free_name, start_table
from ferrovia.table.views.access import table_for
from ferrovia.titles.registry import title


def page(request: HttpRequest, table: Table, trouble: str = "", status: int = 200) -> HttpResponse:
    visitor = visitor_of(request)
    return render(
        request,
        "table/lobby.html",
        {
            "table": table,
            "title": title(table.title),
            "seats": list(table.seats.all()),
            "law": law_of(table.law),
            "is_host": visitor.person is not None and visitor.person.pk == table.host_id,
            "is_seated": bool(visitor.seats_at(table.pk)),
            "trouble": trouble,
        },
        status=status,
    )


@require_POST
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take an open seat."""
    table = table_for(request, key)
    name = request.POST.get("name", "").strip()[:30] or visitor_of(request).say("Guest")
    person = remembered(request, name)
    with transaction.atomic():
        seat = table.seats.select_for_update().filter(kind=SeatKind.OPEN).first()
        if seat is not None and not table.has_started and not table.seats.filter(person=person).exists():
            seat.kind, seat.person, seat.player = SeatKind.PERSON, person, free_name(table, name)
            seat.save()
    changed(table)
    return redirect("table", key)


@require_POST
def change(request: HttpRequest, key: str) -> HttpResponse:
    """What the host changes: seats, options, law."""
    table = table_for(request, key)
    visitor = visitor_of(request)
    if table.has_started or visitor.person is None or visitor.person.pk != table.host_id:
        return redirect("table", key)
    with transaction.atomic():
        _changed(table, request)
    changed(table)
    return redirect("table", key)


def _changed(table: Table, request: HttpRequest) -> None:
    match request.POST.get("do"):
        case "bot":
            seat = table.seats.filter(pk=request.POST.get("seat") or 0).first()
            if seat is not None and seat.kind == SeatKind.OPEN:
                seat.kind, seat.bot, seat.player = SeatKind.BOT, BOT, free_name(table, BOT_NAMES[seat.place - 1])
                seat.save()
        case "open":
            counts = title(table.title).player_counts
            if table.seats.count() < max(counts):
                Seat.objects.create(table=table, place=table.seats.count())


@require_POST
def start(request: HttpRequest, key: str) -> HttpResponse:
    table = table_for(request, key)
    visitor = visitor_of(request)
    if visitor.person is None or visitor.person.pk != table.host_id:
        return redirect("table", key)
    try:
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            if not locked.has_started:
                start_table(locked)
    except Refusal as refusal:
        return page(request, table, visitor.say(refusal), 409)
    changed(table)
    return redirect("table", key)
