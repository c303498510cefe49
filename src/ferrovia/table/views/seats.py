"""Seats and law of a running game: who plays for whom, handing a seat over and taking it back, answers to requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.bots.registry import bot_names
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title
from ferrovia.formats.readings import RUNS_AS_SHOWN
from ferrovia.saying.message import term
from ferrovia.table.host.audit import at_table
from ferrovia.table.law import law_of, law_rows
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.moves import changed
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.seat_numbers import numbers_of
from ferrovia.table.people import visitor_of
from ferrovia.table.seating import (
    BOT,
    BOT_KINDS,
    clear,
    clock_of,
    hand_over,
    leave,
    relief_refusal,
    take_back_seat,
)
from ferrovia.table.table_names import table_name
from ferrovia.table.tables import TABLES
from ferrovia.table.undoing import answer as answer_undo
from ferrovia.table.views.access import table_for
from ferrovia.table.views.files import has_whole_file
from ferrovia.table.views.refusals import why_refused
from ferrovia.titles.registry import title


@dataclass(frozen=True)
class Row:
    """One seat of a running game and what the reader may do about it."""

    seat: Seat
    is_mine: bool
    may_relieve: bool
    may_open: bool
    may_sit: bool


def seats(request: HttpRequest, key: str) -> HttpResponse:
    table = table_for(request, key)
    return page(request, table) if table.has_started else redirect("table", key)


def page(request: HttpRequest, table: Table, trouble: Why | None = None, status: int = 200) -> HttpResponse:
    visitor = visitor_of(request)
    person, mine = visitor.person, visitor.seats_at(table.pk)
    game_title = title(table.title)
    context = {
        "table": table,
        "title": game_title,
        "rows": [_row(table, seat, person, bool(mine)) for seat in table.seats.select_related("person")],
        "kinds": [(kind, BOT_KINDS.get(kind, kind)) for kind in bot_names()],
        "options": list(_option_rows(table, game_title)),
        "laws": law_rows(law_of(table.law), table.visibility),
        "clock": clock_of(table) if not table.over else None,
        "is_seated": bool(mine),
        "has_whole_file": has_whole_file(table, person),
        "numbers": numbers_of(TABLES.now(table).record.shared_seed, table.over),
        "link": request.build_absolute_uri(reverse("table", args=[table.key])),
        "name": table_name(table, table.seats.all()),
        "is_host": person is not None and person.pk == table.host_id,
        "acts": at_table(table),
        "trouble": trouble,
    }
    return render(request, "table/seats.html", context, status=status)


def _option_rows(table: Table, game_title: Title) -> Iterator[tuple[str, str]]:
    """What the game is played with, and by which readings if it was begun elsewhere: names and meanings."""
    meanings = {**game_title.options, **game_title.readings}
    for name in table.options:
        yield game_title.option_names[name], meanings[name]
    if TABLES.now(table).game.settings.runs_as_shown and law_of(table.law).best_run != "hidden":
        yield term("Runs as shown"), RUNS_AS_SHOWN


def _row(table: Table, seat: Seat, person: Person | None, is_seated: bool) -> Row:
    is_mine = person is not None and seat.person_id == person.pk
    return Row(
        seat,
        is_mine,
        may_relieve=is_seated and not is_mine and relief_refusal(table, seat) is None,
        may_open=may_open(table, seat, person) and not table.over,
        may_sit=seat.kind == SeatKind.OPEN and not is_seated and not table.over,
    )


def may_open(table: Table, seat: Seat, person: Person | None) -> bool:
    """Whether somebody may free a seat: the host one that a computer player has, or one of several of their own.

    A seat of a person is one for which a computer player moves already: whoever has lost it cannot take it back, and
    the game has somebody again.
    """
    if person is None or table.host_id != person.pk:
        return False
    if seat.person_id == person.pk:
        return table.seats.filter(person=person).count() > 1
    return seat.kind == SeatKind.BOT or (seat.kind == SeatKind.PERSON and bool(seat.bot))


@require_POST
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Hand over, take back, let a computer player move for somebody who is absent, open a seat, leave for good."""
    table = table_for(request, key)
    person = visitor_of(request).person
    if not table.has_started:
        return redirect("table", key)
    try:
        with transaction.atomic():
            _changed(Table.objects.select_for_update().get(pk=table.pk), person, request)
    except Refusal as refusal:
        return page(request, table, why_refused(request, table, refusal), 409)
    changed(TABLES, table)
    return redirect("table" if request.POST.get("then") == "table" else "seats", key)


def _changed(table: Table, person: Person | None, request: HttpRequest) -> None:
    act, text = request.POST.get("do", ""), request.POST.get("seat", "")
    seat = table.seats.filter(pk=int(text)).first() if text.isdecimal() and len(text) < 18 else None
    if person is None or not (table.host_id == person.pk or table.seats.filter(person=person).exists()):
        raise Refusal("seat", "You have no seat at this table.")
    if act == "leave":
        leave(table, person)
        return
    if seat is None:
        raise Refusal("seat", "There is no such seat.")
    is_own = seat.person_id == person.pk
    match act:
        case "hand" if is_own:
            hand_over(seat, request.POST.get("kind", BOT))
        case "take" if is_own:
            take_back_seat(seat)
        case "relieve" if not is_own:
            refusal = relief_refusal(table, seat)
            if refusal is not None:
                raise refusal
            hand_over(seat)
        case "open" if may_open(table, seat, person):
            clear(seat)
        case _:
            raise Refusal("seat", "This seat is not yours.")


@require_POST
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Agree or not to a request to take moves back."""
    table = table_for(request, key)
    if not table.has_started:
        return redirect("table", key)
    players = [seat.player for seat in visitor_of(request).seats_at(table.pk)]
    try:
        if not players:
            raise Refusal("seat", "You have no seat at this table.")
        if answer_undo(TABLES, table, players, request.POST.get("answer") == "yes"):
            TABLES.tell(table.pk)
        else:
            changed(TABLES, table)
    except Refusal as refusal:
        return page(request, table, why_refused(request, table, refusal), 409)
    return redirect("table", key)
