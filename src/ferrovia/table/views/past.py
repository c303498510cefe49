"""The past: every move of a game has an address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.table.models import Table
from ferrovia.table.page.scene import Scene, picks
from ferrovia.table.people import visitor_of
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import table_for
from ferrovia.table.views.game_page import PARTS, shown


def past(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The whole page as it was after a move."""
    return _then(request, key, number, "table/past.html")


def latest(request: HttpRequest, key: str) -> HttpResponse:
    """The past from its end on: an address that stays the same while the game goes on."""
    found = table_for(request, key)
    return redirect("past", key, TABLES.now(found).number) if found.has_started else redirect("table", key)


def past_now(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Its parts: for those who pick something there, or are told that the table goes on."""
    return _then(request, key, number, PARTS)


def _then(request: HttpRequest, key: str, number: int, template: str) -> HttpResponse:
    found = table_for(request, key)
    if not found.has_started:
        return redirect("table", key)
    scene = past_scene(request, found, number)
    return redirect("table", key) if scene is None else shown(request, scene, template)


def past_scene(request: HttpRequest, found: Table, number: int) -> Scene | None:
    """A moment of the past with the eyes of the visitor; None where the game never was there."""
    visitor = visitor_of(request)
    now = TABLES.now(found)
    try:
        moment = now.back_at(number)
    except (LookupError, FileTrouble, Refusal):
        return None
    players = tuple(seat.player for seat in visitor.seats_at(found.pk))
    pick = picks(request.GET.dict(), number)
    return Scene(
        found, moment, players, visitor.language, visitor.theme, pick, person=visitor.person, mode="past", present=now
    )
