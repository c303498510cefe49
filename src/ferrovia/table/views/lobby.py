"""The lobby of a table: its seats, options and law, until it starts."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.bots.registry import bot_names
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import Message
from ferrovia.table import names
from ferrovia.table.clocks.typed import CLOCK, typed_clock
from ferrovia.table.handing.changes import note
from ferrovia.table.home.models import Invitation
from ferrovia.table.invitations import invite, note_opened
from ferrovia.table.law import PARTS, VISIBILITY, changed_clock, law_of, law_rows, way_of
from ferrovia.table.law import changed as changed_law
from ferrovia.table.local_names import is_only_here
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.moves import changed
from ferrovia.table.page.clock_law import clock_form
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.seat_numbers import numbers_in_lobby
from ferrovia.table.people import remembered, visitor_of
from ferrovia.table.seat_models import AwaitedSeat, SeatAct
from ferrovia.table.seat_numbers import is_starting
from ferrovia.table.seating import (
    BOT,
    BOT_KINDS,
    add_seats,
    ask_to_start,
    awaited,
    clear,
    free_name,
    leave,
    refusal_of,
    seat_bot,
    sit,
    taken_names,
)
from ferrovia.table.table_names import table_name
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import standing_of, table_for
from ferrovia.table.views.refusals import why_refused
from ferrovia.table.views.seats import page as seats_page
from ferrovia.titles.registry import title


@dataclass(frozen=True)
class OptionRow:
    """One option of a title: whether it is on, and why it cannot be where it cannot."""

    name: str
    word: str
    meaning: str
    is_on: bool
    refusal: Refusal | None

    @property
    def is_barred(self) -> bool:
        return not self.is_on and self.refusal is not None


def option_rows(table: Table, players: int) -> list[OptionRow]:
    game_title = title(table.title)
    counts = game_title.player_counts
    players = min(max(players, min(counts)), max(counts))
    return [
        OptionRow(
            name,
            game_title.option_names[name],
            meaning,
            name in table.options,
            refusal_of(game_title, players, sorted({*table.options, name})),
        )
        for name, meaning in game_title.options.items()
    ]


def page(request: HttpRequest, table: Table, trouble: Why | None = None, status: int = 200) -> HttpResponse:
    visitor = visitor_of(request)
    if visitor.person is not None:
        note_opened(table, visitor.person)
        if AwaitedSeat.objects.filter(seat__table=table, seat__person=visitor.person).delete()[0]:
            changed(TABLES, table)  # they have come
    game_title = title(table.title)
    seats = list(table.seats.select_related("person", "seat_number"))
    players = sum(seat.kind != SeatKind.OPEN for seat in seats)
    mine = [seat.pk for seat in seats if visitor.person is not None and seat.person_id == visitor.person.pk]
    taken = [seat.player for seat in seats]
    name = names.free(visitor.person.name, taken) if visitor.person else names.pleasant(taken)
    context = {
        "table": table,
        "title": game_title,
        "counts": (min(game_title.player_counts), max(game_title.player_counts)),
        "seats": seats,
        "mine": mine,
        "has_open": players < len(seats),
        "may_add": len(seats) < max(game_title.player_counts),
        "may_drop": len(seats) > min(game_title.player_counts),
        "kinds": [(kind, BOT_KINDS.get(kind, kind)) for kind in bot_names()],
        "options": option_rows(table, players),
        "clock": clock_form(law_of(table.law)),
        "laws": law_rows(law_of(table.law), table.visibility),
        "is_host": visitor.person is not None and visitor.person.pk == table.host_id,
        "players": players,
        "start_refusal": _start_refusal(table, game_title, players),
        "name": name,
        "link": request.build_absolute_uri(reverse("table", args=[table.key])),
        "is_local": is_only_here(request.get_host()),
        "awaited": set(AwaitedSeat.objects.filter(seat__table=table).values_list("seat", flat=True)),
        "present": TABLES.hub.present(table.key),
        "numbers": numbers_in_lobby(table, seats, mine),
        "standing": standing_of(table),
        "called": table_name(table),
        "invited": list(Invitation.objects.filter(table=table).select_related("person").order_by("made")),
        "trouble": trouble,
    }
    return render(request, "table/lobby.html", context, status=status)


def _start_refusal(table: Table, game_title: Title, players: int) -> Message | Refusal | None:
    missing = min(game_title.player_counts) - players
    if missing > 0:
        return Message("{missing} {missing:player is|players are} missing.", missing=missing)
    absent = awaited(table)
    if absent:
        return Message(
            "{missing:and} {n:has|have} not come yet: wait, or free the seat.", missing=absent, n=len(absent)
        )
    return refusal_of(game_title, players, table.options)


@require_POST
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Take an open seat; in a game that runs, the one for which a computer player moves meanwhile."""
    table = table_for(request, key)
    visitor = visitor_of(request)
    try:
        wanted = request.POST.get("name", "")
        known = visitor.person.name if visitor.person else names.pleasant(taken_names(table))
        name = names.checked(wanted) if wanted.strip() else free_name(table, known)
        with transaction.atomic():
            if not visitor.seats_at(table.pk):
                locked = Table.objects.select_for_update().get(pk=table.pk)
                _check_not_starting(locked)
                _take(locked, remembered(request, name), name, request.POST.get("seat", ""))
    except Refusal as refusal:
        return _refused(request, table, refusal)
    changed(TABLES, table)
    return redirect("table", key)


def _take(table: Table, person: Person, name: str, wanted: str) -> None:
    seats = table.seats.select_for_update().filter(kind=SeatKind.OPEN)
    seat = seats.filter(pk=int(wanted)).first() if wanted.isdecimal() and len(wanted) < 18 else seats.first()
    if seat is None:
        raise Refusal("seat", "Somebody was faster: no seat is free any more.")
    if not table.has_started:
        names.check_free(name, taken_names(table))
    sit(seat, person, name)
    if table.has_started:
        note(table, SeatAct.SAT, seat, person)


@require_POST
def change(request: HttpRequest, key: str) -> HttpResponse:
    """What the host changes, and what everybody may change about their own seat."""
    table = table_for(request, key)
    person = visitor_of(request).person
    if table.has_started:
        return redirect("table", key)
    try:
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            remains = person is not None and _changed(locked, person, request)
    except Refusal as refusal:
        return _refused(request, table, refusal)
    if not remains:
        return redirect("table" if person is None else "home", *([key] if person is None else []))
    changed(TABLES, table)
    return redirect(f"{reverse('table', args=[key])}#{request.POST.get('at', '')[:40]}")


def _changed(table: Table, person: Person, request: HttpRequest) -> bool:
    """Whether the table is still there."""
    act, text = request.POST.get("do", ""), request.POST.get("seat", "")
    seat = table.seats.filter(pk=int(text)).first() if text.isdecimal() and len(text) < 18 else None
    is_own = seat is not None and seat.person_id == person.pk
    if act not in ("leave", "clear"):  # by which the start is called off
        _check_not_starting(table)
    if act == "leave":
        return leave(table, person)
    if act == "name" and seat is not None and (is_own or (seat.kind == SeatKind.BOT and table.host_id == person.pk)):
        _rename(table, seat, person, request.POST.get("name", ""))
        return True
    if table.host_id != person.pk:
        raise Refusal("host", "This is for {host} to change.", host=table.host.name)
    _by_host(table, person, act, seat, request)
    return True


def _check_not_starting(table: Table) -> None:
    """What the numbers were committed for stays as it is while they are opened; raises `Refusal`."""
    if is_starting(table):
        raise Refusal("start", "The game is about to start: nothing changes any more, unless the start is called off.")


def _rename(table: Table, seat: Seat, person: Person, wanted: str) -> None:
    name = names.checked(wanted)
    names.check_free(name, taken_names(table, seat))
    if seat.person_id == person.pk and seat.player == person.name and person.user_id is None:
        person.name = name
        person.save(update_fields=["name"])
    seat.player = name
    seat.save(update_fields=["player"])


def _by_host(table: Table, person: Person, act: str, seat: Seat | None, request: HttpRequest) -> None:
    counts, seats = title(table.title).player_counts, table.seats.count()
    match act:
        case "computer" if seat is not None and seat.kind != SeatKind.PERSON:
            seat_bot(seat, request.POST.get("kind", BOT))
        case "mine" if seat is not None and seat.kind != SeatKind.PERSON:
            sit(seat, person, names.pleasant(taken_names(table)))
        case "clear" if seat is not None and seat.kind != SeatKind.OPEN:
            clear(seat)
        case "drop" if seat is not None and seat.kind == SeatKind.OPEN and seats > min(counts):
            seat.delete()
        case "invite":
            _invite(table, person, request.POST.get("person", ""))
        case "add" if seats < max(counts):
            add_seats(table, 1)
        case "option":
            _switch(table, request.POST.get("option", ""))
        case "law":
            field, value = request.POST.get("field", ""), request.POST.get("value", "")
            if field == CLOCK:
                table.law = changed_clock(table.law, typed_clock(law_of(table.law).clock, request.POST))
            elif field == VISIBILITY:
                part = next(part for part in PARTS if part.field == VISIBILITY)
                table.visibility = way_of(part, value).value
            else:
                table.law = changed_law(table.law, field, value)
            table.save(update_fields=["law", "visibility"])
        case _:
            raise Refusal("lobby", "This cannot be done any more: the table has changed.")


def _invite(table: Table, host: Person, wanted: str) -> None:
    """Ask somebody by the name of their account; one that nobody has is refused."""
    name = names.checked(wanted)
    found = Person.objects.filter(user__username__iexact=name).first()
    if found is None:
        raise Refusal("invite", "Nobody has an account under the name {name}.", name=name)
    invite(table, found, host)


def _switch(table: Table, option: str) -> None:
    game_title = title(table.title)
    if option not in game_title.options:
        raise Refusal("options", "There is no option {option}.", option=option[:40])
    options = {*table.options} ^ {option}
    players = table.seats.exclude(kind=SeatKind.OPEN).count()
    counts = game_title.player_counts
    refusal = refusal_of(game_title, min(max(players, min(counts)), max(counts)), sorted(options))
    if refusal is not None and option in options:
        raise refusal
    # What needs an option goes with it.
    table.options = [name for name in game_title.options if name in options]
    while refusal is not None and table.options and refusal_of(game_title, max(counts), table.options):
        barred = [name for name in table.options if refusal_of(game_title, max(counts), _without(table, name)) is None]
        if not barred:
            break
        table.options = _without(table, barred[0])
    table.save(update_fields=["options"])


def _without(table: Table, option: str) -> list[str]:
    return [name for name in table.options if name != option]


@require_POST
def start(request: HttpRequest, key: str) -> HttpResponse:
    table = table_for(request, key)
    person = visitor_of(request).person
    try:
        if person is None or person.pk != table.host_id:
            raise Refusal("host", "This is for {host} to change.", host=table.host.name)
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            if not locked.has_started and not is_starting(locked):
                ask_to_start(locked)
    except Refusal as refusal:
        return _refused(request, table, refusal)
    changed(TABLES, table)
    return redirect("table", key)


def _refused(request: HttpRequest, table: Table, refusal: Refusal) -> HttpResponse:
    """The lobby, or the seats of a running game, with a sentence; nothing was changed."""
    show = seats_page if table.has_started else page
    return show(request, table, why_refused(request, table, refusal), 403 if refusal.rule == "host" else 409)
