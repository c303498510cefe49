"""The table page, its live part, and the moves made on it."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.sitting.storage import Overtaken
from ferrovia.table.clean_text import clean_text
from ferrovia.table.markup.forms import Forms
from ferrovia.table.models import LONGEST_REMARK, Remark, Table
from ferrovia.table.moves import changed, play, take_back
from ferrovia.table.notices.outbox import note_remark
from ferrovia.table.page.atlas import atlas, told_in_words
from ferrovia.table.page.page import Page
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.scene import ASK, LASTING, Scene
from ferrovia.table.page.talk import keep_notes, speakers_name
from ferrovia.table.people import visitor_of
from ferrovia.table.speed.serving_order import SERVING_ORDER
from ferrovia.table.storage import MoveRequest
from ferrovia.table.tables import TABLES
from ferrovia.table.views import lobby, over
from ferrovia.table.views.access import table_for, table_under
from ferrovia.table.views.game_page import PARTS, scene_for, shown
from ferrovia.table.views.refusals import why_refused
from ferrovia.table.views.sent_moves import NO_MOVE, NumberTrouble, named_action, named_number

TEXT = "text"  # in a form: it was sent from the page without a picture


def table(request: HttpRequest, key: str) -> HttpResponse:
    """A table: its lobby until it starts, then the game."""
    found = table_for(request, key)
    if not found.has_started:
        return lobby.page(request, found)
    if TABLES.now(found).game.over:
        return over.page(request, found)
    return _page(request, found, "table/table.html")


def now(request: HttpRequest, key: str) -> HttpResponse:
    """What changes on the page: for those who were told that the table stands elsewhere, or have picked something."""
    found = table_for(request, key)
    if not found.has_started:
        return lobby.page(request, found)
    with SERVING_ORDER.first():
        return _page(request, found, PARTS)


def _page(
    request: HttpRequest, found: Table, template: str, trouble: Why | None = None, status: int = 200
) -> HttpResponse:
    scene = scene_for(request, found, request.GET.dict() or _looked_at(request))
    return shown(request, scene, template, trouble or _at_a_loss(scene), status)


def _at_a_loss(scene: Scene) -> Why | None:
    player = TABLES.stuck(scene.table.pk, scene.number)
    if not player:
        return None
    text = "The computer does not know what to do for {player}: {host} may choose."
    return Why(scene.say(text, player=player, host=scene.table.host.name))


def _looked_at(request: HttpRequest) -> dict[str, str]:
    """Which tabs were open on the page that a move was made on: they stay so."""
    try:
        query = parse_qsl(urlsplit(request.headers.get("HX-Current-URL", "")).query, max_num_fields=20)
    except ValueError:  # no address at all
        return {}
    return {name: value for name, value in query if name in LASTING and name != ASK}


def text(request: HttpRequest, key: str) -> HttpResponse:
    """The table without a picture: what is asked, every choice in words, and the board as a list of hexes."""
    found = table_for(request, key)
    return _text(request, found) if found.has_started else redirect("table", key)


def _text(request: HttpRequest, found: Table, trouble: Why | None = None, status: int = 200) -> HttpResponse:
    scene = scene_for(request, found, request.GET.dict())
    context = {
        "table": found,
        "scene": scene,
        "say": scene.say,
        "page": Page(scene),
        "told": told_in_words(scene),
        "atlas": atlas(scene),
        "trouble": trouble,
        "forms": Forms.of(request),
        "back": TEXT,
    }
    return render(request, "table/atlas.html", context, status=status)


def answer(request: HttpRequest, found: Table, trouble: Why | None = None, status: int = 200) -> HttpResponse:
    """After a move or an attempt: the changed parts for a page that is there, the whole page for a plain form."""
    found = table_under(found.key) or found
    if request.headers.get("HX-Request"):
        response = _page(request, found, PARTS, trouble, status)
        if not trouble:
            here = reverse("table", args=[found.key])
            response["HX-Replace-Url"] = "?".join(filter(None, (here, urlencode(_looked_at(request)))))
        return response
    if request.POST.get("back") == TEXT:
        return _text(request, found, trouble, status) if trouble else redirect("text", found.key)
    if trouble:
        return _page(request, found, "table/table.html", trouble, status)
    return redirect("table", found.key)


def _refused(request: HttpRequest, found: Table, refusal: Refusal) -> HttpResponse:
    if isinstance(refusal, Overtaken):
        text = "Somebody was faster. This is how it stands now; nothing was played."
        return answer(request, found, Why(visitor_of(request).say(text)), 409)
    return answer(request, found, why_refused(request, found, refusal), 409)


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Play one action for a seat of one's own."""
    found = table_for(request, key)
    if not found.has_started:
        return redirect("table", key)
    scene = scene_for(request, found, {})
    by = request.POST.get("by", "")
    try:
        if scene.viewer is None:
            raise Refusal("seat", "You have no seat at this table.")
        player = by if by in scene.players else scene.viewer
        if player in scene.handed:
            raise Refusal("seat", "A computer player moves for {player}: take the seat back first.", player=player)
        after = named_number(request)
        action, sent = named_action(request, found, scene.game), MoveRequest(key=request.POST.get("key", ""))
        play(TABLES, found, action, player, after, sent)
    except Refusal as refusal:
        return _refused(request, found, refusal)
    except NO_MOVE as trouble:
        return answer(request, found, Why(visitor_of(request).say(trouble)), 400)
    SERVING_ORDER.after_viewers(TABLES.hub.watching(found.key))
    return answer(request, found)


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take back one's last move."""
    found = table_for(request, key)
    if not found.has_started:
        return redirect("table", key)
    scene = scene_for(request, found, {})
    try:
        if scene.viewer is None:
            raise Refusal("seat", "You have no seat at this table.")
        take_back(TABLES, found.pk, scene.viewer, named_number(request))
    except Refusal as refusal:
        return _refused(request, found, refusal)
    except NumberTrouble as trouble:
        return answer(request, found, Why(visitor_of(request).say(trouble)), 400)
    return answer(request, found)


@require_POST
def remark(request: HttpRequest, key: str) -> HttpResponse:
    """Say something to the table."""
    found = table_for(request, key)
    visitor = visitor_of(request)
    text = clean_text(request.POST.get("text", "")[: 2 * LONGEST_REMARK])[:LONGEST_REMARK]
    if visitor.person is not None and text:
        try:
            name = speakers_name(found, visitor.person)
        except Refusal as refusal:
            return _not_said(request, found, refusal)
        with transaction.atomic():
            said = Remark.objects.create(table=found, person=visitor.person, name=name, text=text, number=found.number)
            note_remark(said)
        changed(TABLES, found)
    return _beside(request, found, "chat")


def _not_said(request: HttpRequest, found: Table, refusal: Refusal) -> HttpResponse:
    if not found.has_started:
        return lobby.page(request, found, why_refused(request, found, refusal), 409)
    return answer(request, found, why_refused(request, found, refusal), 409)


@require_POST
def notes(request: HttpRequest, key: str) -> HttpResponse:
    """Keep one's own notes."""
    found = table_for(request, key)
    if found.has_started:
        keep_notes(scene_for(request, found, {}), request.POST.get("text", ""))
    return _beside(request, found, "notes")


def _beside(request: HttpRequest, found: Table, tab: str) -> HttpResponse:
    """After something that is no move: a plain form finds the tab open that it was on."""
    if request.headers.get("HX-Request") and found.has_started:
        return answer(request, found)
    return redirect(f"{reverse('table', args=[found.key])}?talk={tab}")
