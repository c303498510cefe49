"""The sandbox and the plan: one person's own fork of a game, and the moves that they keep from it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import get_urlconf, reverse, set_urlconf
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Table
from ferrovia.table.page.plan import sandbox_part
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.scene import Scene, picks
from ferrovia.table.people import remembered, visitor_of
from ferrovia.table.planning import drop_plan, keep_plan, plan_of, planned, without_step
from ferrovia.table.rate_limits import is_allowed, too_many
from ferrovia.table.sandbox import (
    Sandbox,
    drop_sandbox,
    keep_sandbox,
    new_sandbox,
    sandbox_of,
    with_move,
    with_others_guessed,
    without_last_move,
)
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import table_for
from ferrovia.table.views.game_page import PARTS, shown
from ferrovia.table.views.refusals import why_refused
from ferrovia.table.views.sent_moves import NO_MOVE, named_action, named_number

INSIDE = "ferrovia.table.sandbox_urls"  # where acting and taking back lead within a sandbox


def sandbox(request: HttpRequest, key: str) -> HttpResponse:
    """The sandbox as it was left; by POST a new one, from now or from a past move."""
    found = table_for(request, key)
    if not found.has_started:
        return redirect("table", key)
    if request.method == "POST":
        at = request.POST.get("at", "")
        sandbox = _begun(request, found, int(at) if at.isdecimal() and len(at) < 9 else None)
        if sandbox is not None:
            keep_sandbox(found, _owner(request), sandbox)
        return redirect("sandbox", key)
    _, person, sandbox = _at_hand(request, key)
    if sandbox is None:
        return redirect("table", key)
    if person is not None and sandbox_of(found, person) is None:
        if not is_allowed(request, "sandbox"):
            return too_many(request)  # whoever only asks is given a sandbox, and it is kept
        keep_sandbox(found, person, sandbox)
    return _page(request, found, sandbox, "table/sandbox.html")


def sandbox_now(request: HttpRequest, key: str) -> HttpResponse:
    found, _, sandbox = _at_hand(request, key)
    return redirect("table", key) if sandbox is None else _page(request, found, sandbox, PARTS)


def _owner(request: HttpRequest) -> Person:
    """Whose sandbox is kept: a stranger who has tried something is a guest from now on."""
    return remembered(request, visitor_of(request).say("Guest"))


def _begun(request: HttpRequest, found: Table, number: int | None = None) -> Sandbox | None:
    """A new sandbox; None where the game never was there, or is over there. After the end: from its last decision."""
    now = TABLES.now(found)
    if number is None and now.game.over and now.number:
        number = now.number - 1
    try:
        game = now.game if number is None else now.at(number)
    except (LookupError, FileTrouble, Refusal):
        return None
    if game.over:
        return None
    players = [seat.player for seat in visitor_of(request).seats_at(found.pk)]
    decider = game.top.decider(game)
    viewer = decider if decider in players else next(iter(players), None)
    return new_sandbox(game, viewer)


def _at_hand(request: HttpRequest, key: str) -> tuple[Table, Person | None, Sandbox | None]:
    """The sandbox as it was left, or a new one, which is kept once something is tried in it: a look keeps nothing."""
    found = table_for(request, key)
    person = visitor_of(request).person
    if not found.has_started:
        return found, person, None
    return found, person, sandbox_of(found, person) or _begun(request, found)


def scene_at_hand(request: HttpRequest, key: str) -> Scene | None:
    """The sandbox as its owner sees it; None where there is none."""
    found, _, sandbox = _at_hand(request, key)
    return None if sandbox is None else _scene(request, found, sandbox)


def _scene(request: HttpRequest, found: Table, sandbox: Sandbox) -> Scene:
    visitor, moment = visitor_of(request), sandbox.moment()
    return Scene(
        found,
        moment,
        moment.game.settings.players,
        visitor.language,
        visitor.theme,
        picks(request.GET.dict(), moment.number),
        person=visitor.person,
        mode="sandbox",
        base=sandbox.base,
        present=TABLES.now(found),
    )


def _page(
    request: HttpRequest, found: Table, sandbox: Sandbox, template: str, trouble: Why | None = None, status: int = 200
) -> HttpResponse:
    own = tuple(seat.player for seat in visitor_of(request).seats_at(found.pk))
    scene = _scene(request, found, sandbox)
    more = {"sandbox": sandbox_part(scene, sandbox, own)}
    before = get_urlconf()
    set_urlconf(INSIDE)
    try:
        return shown(request, scene, template, trouble, status, more)
    finally:
        set_urlconf(before)


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Try a move, for whoever is to make it."""
    found, person, sandbox = _at_hand(request, key)
    if sandbox is None:
        return redirect("table", key)
    if person is None and not is_allowed(request, "sandbox"):
        return too_many(request)
    try:
        after = named_number(request)
        sent = named_action(request, found, sandbox.moment().game)
        action = read_action(TABLES.now(found).game.title, sent)
        sandbox = with_move(sandbox, action, after)
    except Refusal as refusal:
        return _answer(request, found, sandbox, why_refused(request, found, refusal), 409)
    except NO_MOVE as trouble:
        return _answer(request, found, sandbox, Why(visitor_of(request).say(trouble)), 400)
    keep_sandbox(found, _owner(request), sandbox)
    return _answer(request, found, sandbox)


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    found, _, sandbox = _at_hand(request, key)
    if sandbox is None:
        return redirect("table", key)
    if sandbox.moves:
        sandbox = without_last_move(sandbox)
        keep_sandbox(found, _owner(request), sandbox)
    return _answer(request, found, sandbox)


@require_POST
def guess(request: HttpRequest, key: str) -> HttpResponse:
    """Let the others play as a computer player would, up to the owner's next decision."""
    found, person, sandbox = _at_hand(request, key)
    if sandbox is None:
        return redirect("table", key)
    if person is None and not is_allowed(request, "sandbox"):
        return too_many(request)
    try:
        players = [seat.player for seat in visitor_of(request).seats_at(found.pk)]
        sandbox = with_others_guessed(sandbox, players, runs=law_of(found.law).best_run == "offered")
    except Refusal as refusal:
        return _answer(request, found, sandbox, why_refused(request, found, refusal), 409)
    keep_sandbox(found, _owner(request), sandbox)
    return _answer(request, found, sandbox)


def _answer(
    request: HttpRequest, found: Table, sandbox: Sandbox, trouble: Why | None = None, status: int = 200
) -> HttpResponse:
    if request.headers.get("HX-Request"):
        response = _page(request, found, sandbox, PARTS, trouble, status)
        if not trouble:
            response["HX-Replace-Url"] = reverse("sandbox", args=[found.key])
        return response
    if trouble:
        return _page(request, found, sandbox, "table/sandbox.html", trouble, status)
    return redirect("sandbox", found.key)


@require_POST
def close(request: HttpRequest, key: str) -> HttpResponse:
    """Throw the sandbox away and go back to the table."""
    found, person, _ = _at_hand(request, key)
    drop_sandbox(found, person)
    return redirect("table", key)


@require_POST
def plan(request: HttpRequest, key: str) -> HttpResponse:
    """Keep the moves of the sandbox as a plan, take one out, or drop it."""
    found, person, sandbox = _at_hand(request, key)
    if person is None or not found.has_started:
        return redirect("table", key)
    place = request.POST.get("place", "")
    match request.POST.get("do"):
        case "keep" if sandbox is not None:
            players = [seat.player for seat in visitor_of(request).seats_at(found.pk)]
            keep_plan(found, person, planned(sandbox, players, TABLES.now(found).number))
        case "out" if place.isdecimal() and len(place) < 6:
            known = plan_of(found, person)
            if known is not None:
                keep_plan(found, person, without_step(known, int(place)))
        case "drop":
            drop_plan(found, person)
    return redirect("table", key)
