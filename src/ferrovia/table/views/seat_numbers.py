"""Numbers of the seats for the seed: a browser commits to its own and opens it, or a player leaves it to the server."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.models import Seat, Table
from ferrovia.table.moves import changed
from ferrovia.table.people import visitor_of
from ferrovia.table.seat_numbers import (
    call_off,
    commit_number,
    draw_number,
    has_number,
    is_starting,
    open_number,
    tell_number,
)
from ferrovia.table.seating import begin_if_open
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import table_for
from ferrovia.table.views.lobby import page
from ferrovia.table.views.refusals import why_refused


@require_POST
def numbers(request: HttpRequest, key: str) -> HttpResponse:
    """What somebody says of the numbers of their own seats; the last one that is opened begins the game."""
    table = table_for(request, key)
    person = visitor_of(request).person
    try:
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            seats = list(locked.seats.filter(person=person)) if person is not None else []
            if not locked.has_started and seats:
                _said(locked, seats, request)
    except Refusal as refusal:
        return page(request, table, why_refused(request, table, refusal), 409)
    changed(TABLES, table)
    return redirect(f"{reverse('table', args=[key])}#h-numbers")


def _said(table: Table, seats: list[Seat], request: HttpRequest) -> None:
    act, starting = request.POST.get("do", ""), is_starting(table)
    if act in ("commit", "tell", "draw") and starting:
        raise Refusal("start", "The game is about to start: nothing changes any more, unless the start is called off.")
    if act == "open" and not starting:
        raise Refusal("number", "Numbers are opened once the game is about to start.")
    match act:
        case "commit":
            for seat in seats:
                commitment = request.POST.get(f"commitment-{seat.pk}", "")
                # What a browser draws by itself never takes the place of what is there: its page may be an old one.
                if commitment and ("typed" in request.POST or not has_number(seat)):
                    commit_number(seat, commitment)
        case "tell":
            for seat in seats:
                tell_number(seat, request.POST.get("number", ""))
        case "draw":
            for seat in seats:
                draw_number(seat)
        case "open":
            for seat in seats:
                if number := request.POST.get(f"number-{seat.pk}", ""):
                    open_number(seat, number, request.POST.get(f"nonce-{seat.pk}", ""))
            begin_if_open(table)
        case "anew":
            call_off(table)
        case _:
            raise Refusal("lobby", "This cannot be done any more: the table has changed.")
