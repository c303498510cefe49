"""Seat links and codes: made by whoever has the seat, or by the host for a guest; opened by whoever is given one."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.view import standings, view_for
from ferrovia.saying.message import Message
from ferrovia.table import names
from ferrovia.table.handing import passes
from ferrovia.table.models import Person, Seat, Table
from ferrovia.table.moves import changed
from ferrovia.table.page.scene import table_voice
from ferrovia.table.people import remembered, visitor_of
from ferrovia.table.recovery.codes import tidied
from ferrovia.table.seat_models import PassKind, SeatPass
from ferrovia.table.seating import taken_names
from ferrovia.table.tables import TABLES
from ferrovia.table.views import seats
from ferrovia.table.views.access import table_for
from ferrovia.table.views.refusals import why_refused
from ferrovia.titles.registry import title


@require_POST
def make(request: HttpRequest, key: str) -> HttpResponse:
    """A new link or code, shown on this one page and never again; or withdraw those that are out."""
    table, person = table_for(request, key), visitor_of(request).person
    if not table.has_started:
        return redirect("table", key)
    act = request.POST.get("do", "")
    try:
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            seat = seats.named_seat(locked, request.POST.get("seat", ""))
            if person is None or seat is None or locked.over:
                raise Refusal("seat", "This seat is not yours.")
            secret = _made(locked, seat, person, act)
    except Refusal as refusal:
        return seats.page(request, table, why_refused(request, table, refusal), 409)
    changed(TABLES, table)
    if not secret:
        return redirect("seats", key)
    if act != PassKind.RETURN:
        secret = request.build_absolute_uri(reverse("seat_pass", args=[secret]))
    return seats.page(request, table, told=seats.Told(secret, act, seat.pk))


def _made(table: Table, seat: Seat, person: Person, act: str) -> str:
    match act:
        case PassKind.GIFT if seat.person_id == person.pk:
            return passes.make_pass(seat, PassKind.GIFT, person)
        case PassKind.DEVICE if seat.person_id == person.pk and person.user_id is None:
            return passes.make_pass(seat, PassKind.DEVICE, person)
        case PassKind.RETURN if seats.may_return(table, seat, person):
            why = passes.return_refusal(seat)
            if why is not None:
                raise why
            return passes.make_pass(seat, PassKind.RETURN, person)
        case "withdraw":
            passes.withdraw(seat, person)
            return ""
    raise Refusal("seat", "This seat is not yours.")


def code(request: HttpRequest) -> HttpResponse:
    """Where a code of four words is entered."""
    if request.method != "POST":
        return _code_page(request)
    sent = request.POST.get("code", "")
    try:
        found = passes.found_by(tidied(sent), is_code=True)
        return _opened(request, found)
    except Refusal as refusal:
        return _code_page(request, visitor_of(request).say(refusal), sent[:100], 409)


def _code_page(request: HttpRequest, trouble: str = "", sent: str = "", status: int = 200) -> HttpResponse:
    return render(request, "account/seat_code.html", {"trouble": trouble, "code": sent}, status=status)


def open_pass(request: HttpRequest, secret: str) -> HttpResponse:
    """What a seat link opens: a page that says what comes with the seat, and a button that takes it."""
    found = passes.found_by(secret)
    why = passes.hindrance(found)
    if found is None or why is not None:
        said = visitor_of(request).say(why) if why is not None else ""
        return render(request, "table/seat_link.html", {"trouble": said, "found": None}, status=404)
    if request.method != "POST":
        return _page(request, found)
    wanted = request.POST.get("name", "")
    try:
        return _opened(request, found, wanted)
    except Refusal as refusal:
        return _page(request, found, visitor_of(request).say(refusal), wanted[:60], 409)


def _page(
    request: HttpRequest, found: SeatPass, trouble: str = "", wanted: str = "", status: int = 200
) -> HttpResponse:
    table, seat, visitor = found.seat.table, found.seat, visitor_of(request)
    game = TABLES.now(table).game
    player = view_for(game, None, visitor.language)["players"][seat.player]
    taken = list(table.seats.exclude(player="").values_list("player", flat=True))
    holdings = [
        Message("{percent}% of {corporation}", percent=sum(certificates), corporation=name)
        for name, certificates in player["certificates"].items()
    ]
    usual = visitor.person.name if visitor.person is not None else names.pleasant(taken)
    context = {
        "trouble": trouble,
        "found": found,
        "table": table,
        "seat": seat,
        "is_gift": found.kind == PassKind.GIFT,
        "others": [each for each in table.seats.all() if each.pk != seat.pk],
        "cash": player["cash"],
        "holdings": holdings,
        "standing": next((each for each in standings(game) if each[1] == seat.player), None),
        "is_asked": table.decider == seat.player,
        "name": wanted or usual,
        "table_voice": table_voice(title(table.title), visitor.language),
    }
    return render(request, "table/seat_link.html", context, status=status)


def _opened(request: HttpRequest, found: SeatPass | None, wanted: str = "") -> HttpResponse:
    """The seat is taken; raises `Refusal` where it is not."""
    why = passes.hindrance(found)
    if found is None or why is not None:
        raise why or Refusal("pass", "This opens no seat. Ask for a new link or code.")
    person, table = visitor_of(request).person, found.seat.table
    name = _name(table, found, wanted or (person.name if person is not None else ""))
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        passes.take(found, remembered(request, name))
    changed(TABLES, table)
    return redirect("table", table.key)


def _name(table: Table, found: SeatPass, wanted: str) -> str:
    """What a stranger is called here: whoever opens their own seat keeps their name."""
    if found.kind != PassKind.GIFT:
        return found.holder.name
    name = names.checked(wanted)
    names.check_free(name, taken_names(table, found.seat))
    return name
