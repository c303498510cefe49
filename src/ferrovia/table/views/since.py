"""Since you left: what happened between a viewer's last look and now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ferrovia.table.last_seen import last_seen_by, put_digest_away, unseen_moves
from ferrovia.table.page.scene import Scene, picks
from ferrovia.table.page.since import FROM, STEP, WHO
from ferrovia.table.people import visitor_of
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import table_for
from ferrovia.table.views.game_page import PARTS, shown
from ferrovia.table.views.play import answer

RECENT = 12  # moves that are told to those who have seen them all, or have no seat


def since(request: HttpRequest, key: str) -> HttpResponse:
    return _since(request, key, "table/since.html")


def since_now(request: HttpRequest, key: str) -> HttpResponse:
    return _since(request, key, PARTS)


def _since(request: HttpRequest, key: str, template: str) -> HttpResponse:
    found = table_for(request, key)
    if not found.has_started:
        return redirect("table", key)
    visitor = visitor_of(request)
    now = TABLES.now(found)
    players = tuple(seat.player for seat in visitor.seats_at(found.pk))
    asked = request.GET.dict()
    pick = picks(asked, now.number) | {name: asked[name] for name in (FROM, WHO, STEP) if name in asked}
    if not pick.get(FROM, "").isdecimal():
        new = unseen_moves(last_seen_by(found, visitor.person), players, now)
        pick[FROM] = str(new.since if new.count else max(0, now.number - RECENT))
    scene = Scene(
        found, now, players, visitor.language, visitor.theme, pick, person=visitor.person, mode="since", present=now
    )
    return shown(request, scene, template)


@require_POST
def seen(request: HttpRequest, key: str) -> HttpResponse:
    """The viewer has seen everything up to a move, and the digest of it is put away."""
    found = table_for(request, key)
    person = visitor_of(request).person
    number = request.POST.get("number", "")
    if person is not None and found.has_started and number.isdecimal() and len(number) < 9:
        put_digest_away(found, person, int(number))
    return answer(request, found) if found.has_started else redirect("table", key)
