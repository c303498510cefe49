"""Settings of a visitor: name, language and light; where to the account, and the way out of it everywhere."""

from __future__ import annotations

from django.conf import settings as installed
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import names
from ferrovia.table.models import Person, Seat, Table
from ferrovia.table.moves import changed
from ferrovia.table.people import LETTERS, end_everywhere, remembered, visitor_of
from ferrovia.table.seating import leave, taken_names
from ferrovia.table.tables import TABLES


def settings(request: HttpRequest) -> HttpResponse:
    """What a visitor is called and how they read; a name that is told makes a guest of a stranger."""
    trouble, wanted = "", request.POST.get("name", "")
    if request.method == "POST":
        try:
            _rename(remembered(request, name := names.checked(wanted)), name)
            return redirect("settings")
        except Refusal as refusal:
            trouble = visitor_of(request).say(refusal)
    person = visitor_of(request).person
    context = {
        "name": wanted[:60] if trouble else person.name if person else "",
        "trouble": trouble,
        "languages": installed.LANGUAGES,
        "has_letters": request.COOKIES.get(LETTERS) != "off",
    }
    return render(request, "table/settings.html", context, status=409 if trouble else 200)


def _rename(person: Person, name: str) -> None:
    """A new name, also in lobbies; in a game that runs a seat keeps the one it began with."""
    old, person.name = person.name, name
    person.save(update_fields=["name"])
    for seat in Seat.objects.filter(person=person, player=old, table__settings=None).select_related("table"):
        seat.player = names.free(name, taken_names(seat.table, seat))
        seat.save(update_fields=["player"])
        changed(TABLES, seat.table)


def end(request: HttpRequest) -> HttpResponse:
    """Be forgotten by every browser; asked first, because a guest never comes back to their seats."""
    visitor = visitor_of(request)
    person = visitor.person
    if person is None:
        return redirect("settings")
    mine = list(Table.objects.filter(seats__person=person, over=False).distinct().order_by("-changed"))
    if request.method != "POST":
        return render(request, "account/end.html", {"tables": mine})
    if visitor.is_guest:
        for table in mine:
            _get_up(table, person)
    end_everywhere(request)
    return redirect("home")


def _get_up(table: Table, person: Person) -> None:
    """Somebody leaves a table for good: others go on without them."""
    with transaction.atomic():
        remains = leave(Table.objects.select_for_update().get(pk=table.pk), person)
    if remains:
        changed(TABLES, table)
