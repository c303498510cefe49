"""The page of a game: the scene that a visitor sees, and how it is written, now, in the past and in a sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ferrovia.sitting.moment import Moment
from ferrovia.table.clocks.visits import note_look, note_zone
from ferrovia.table.markup.forms import Forms
from ferrovia.table.markup.links import Link
from ferrovia.table.markup.sent_parts import SentParts
from ferrovia.table.models import Table
from ferrovia.table.page.changes import board_changes, name_of
from ferrovia.table.page.page import Page
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.scene import NUMBER, Scene, picks
from ferrovia.table.page.talk import mark_read
from ferrovia.table.people import visitor_of
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import standing_of
from ferrovia.table.views.own import Own

BOARD = "Ferrovia-Board"  # in a request: the board that the page shows
LOG = "Ferrovia-Log"  # and the log
SHOWN = "Ferrovia-Parts"  # and the other parts: see `sent_parts`
STANDING = "Ferrovia-Standing"  # in an answer: where the table stands in it
PARTS = "table/now.html"  # of a page: all that may have changed


def scene_for(request: HttpRequest, found: Table, pick: Mapping[str, str]) -> Scene:
    """The present of a table with the eyes of the visitor, and what they have picked."""
    visitor = visitor_of(request)
    seats = visitor.seats_at(found.pk)
    players, handed = [seat.player for seat in seats], tuple(seat.player for seat in seats if seat.bot)
    moment = TABLES.now(found)
    stuck = TABLES.stuck(found.pk, moment.number)
    if found.is_ended:
        players, handed = [], ()
    elif stuck and visitor.person is not None and visitor.person.pk == found.host_id and stuck not in players:
        players.append(stuck)
    kept = picks(_same_question(moment, players, pick), moment.number)
    return Scene(found, moment, tuple(players), visitor.language, visitor.theme, kept, handed, visitor.person)


def _same_question(moment: Moment, players: list[str], pick: Mapping[str, str]) -> Mapping[str, str]:
    """What was picked, as if it were picked now, where others have only done something in between."""
    number = pick.get(NUMBER, "")
    if not number.isdecimal() or len(number) > 6 or not 0 <= int(number) < moment.number or moment.game.over:
        return pick
    if any(moment.record.past_of(place).by in players for place in range(int(number) + 1, moment.number + 1)):
        return pick
    return {**pick, NUMBER: str(moment.number)} if moment.at(int(number)).top == moment.game.top else pick


def shown(
    request: HttpRequest,
    scene: Scene,
    template: str,
    trouble: Why | None = None,
    status: int = 200,
    more: Mapping[str, object] = MappingProxyType({}),
) -> HttpResponse:
    """A scene as a page or as its parts; `more` is what only this kind of page shows."""
    if scene.pick.get("talk") == "chat":
        mark_read(scene)
    if scene.players and scene.person is not None and scene.mode == "now":
        note_zone(request, scene.person)
        if note_look(scene.table, scene.person):
            TABLES.tell(scene.table.pk)  # its computer players have slept too
    log_shown = request.headers.get(LOG, "") if template == PARTS else ""
    page, board = Page(scene, log_shown), request.headers.get(BOARD)
    context = {
        "table": scene.table,
        "page": page,
        "scene": scene,
        "say": scene.say,
        "own": Own(request, scene),
        "standing": standing_of(scene.table),
        "trouble": trouble,
        "link": Link(scene, is_whole=trouble is not None),
        "forms": Forms.of(request),
        "parts": SentParts(request.headers.get(SHOWN, "")),
        "sandbox": None,
        "now": time_now(),
        "board_name": name_of(scene, page.stage),
        "board_changes": board_changes(scene, page.stage, board) if board else None,
        **more,
    }
    response = render(request, template, context, status=status)
    response[STANDING] = standing_of(scene.table)
    return response
