"""The table page, its live part, and the moves made on it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.actions import RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.library import in_our_words
from ferrovia.saying.message import Trouble
from ferrovia.saying.voice import Voice
from ferrovia.sitting.moment import Moment
from ferrovia.sitting.storage import Overtaken
from ferrovia.table.clean_text import clean_text
from ferrovia.table.law import law_of
from ferrovia.table.markup.forms import Forms
from ferrovia.table.markup.links import Link
from ferrovia.table.models import LONGEST_REMARK, Remark, Table
from ferrovia.table.moves import changed, play, take_back
from ferrovia.table.page.atlas import atlas, told_in_words
from ferrovia.table.page.changes import board_changes, name_of
from ferrovia.table.page.page import Page
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.routes import hushed
from ferrovia.table.page.scene import LASTING, NUMBER, Scene, picks
from ferrovia.table.page.talk import keep_notes, mark_read
from ferrovia.table.people import visitor_of
from ferrovia.table.speed.serving_order import SERVING_ORDER
from ferrovia.table.storage import MoveRequest
from ferrovia.table.tables import TABLES
from ferrovia.table.views import lobby
from ferrovia.table.views.access import standing_of, table_for, table_under
from ferrovia.table.views.own import Own
from ferrovia.titles.registry import title

BOARD = "Ferrovia-Board"  # in a request: the board that the page shows
LOG = "Ferrovia-Log"  # and the log
PARTS = "table/now.html"  # of a page: all that may have changed
TEXT = "text"  # in a form: it was sent from the page without a picture
UNSEEN = "best"  # in a form, in the place of an action: the best run, which is not drawn at this table
LONGEST_NUMBER = 6  # digits
STANDING = "Ferrovia-Standing"  # in an answer: where the table stands in it


def table(request: HttpRequest, key: str) -> HttpResponse:
    """A table: its lobby until it starts, then the game."""
    found = table_for(request, key)
    if not found.has_started:
        return lobby.page(request, found)
    if TABLES.now(found).game.over:
        from ferrovia.table.views.past import over

        return over(request, found)
    return _page(request, found, "table/table.html")


def now(request: HttpRequest, key: str) -> HttpResponse:
    """What changes on the page: for those who were told that the table stands elsewhere, or have picked something."""
    found = table_for(request, key)
    if not found.has_started:
        return lobby.page(request, found)
    with SERVING_ORDER.first():
        return _page(request, found, PARTS)


def scene_for(request: HttpRequest, found: Table, pick: Mapping[str, str]) -> Scene:
    visitor = visitor_of(request)
    seats = visitor.seats_at(found.pk)
    players, handed = [seat.player for seat in seats], tuple(seat.player for seat in seats if seat.bot)
    moment = TABLES.now(found)
    stuck = TABLES.stuck(found.pk, moment.number)
    if stuck and visitor.person is not None and visitor.person.pk == found.host_id and stuck not in players:
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


def _page(
    request: HttpRequest, found: Table, template: str, trouble: Why | None = None, status: int = 200
) -> HttpResponse:
    scene = scene_for(request, found, request.GET.dict() or _looked_at(request))
    return shown(request, scene, template, trouble or _at_a_loss(scene), status)


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
        "sandbox": None,
        "board_name": name_of(scene, page.stage),
        "board_changes": board_changes(scene, page.stage, board) if board else None,
        **more,
    }
    response = render(request, template, context, status=status)
    response[STANDING] = standing_of(scene.table)
    return response


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
    return {name: value for name, value in query if name in LASTING}


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
            response["HX-Push-Url"] = "?".join(filter(None, (here, urlencode(_looked_at(request)))))
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


def why_refused(request: HttpRequest, found: Table, refusal: Refusal) -> Why:
    """A refusal as the table may say it to its sender, with the clause that leads to the rule."""
    said = hushed(law_of(found.law), refusal)
    return Why(title(found.title).voice(visitor_of(request).language)(said), said.rule)


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
    except (ValueError, RecursionError) as error:
        return answer(request, found, no_action(visitor_of(request).say, error), 400)
    SERVING_ORDER.after_viewers(TABLES.hub.watching(found.key))
    return answer(request, found)


def no_action(say: Voice, error: Exception) -> Why:
    """Why what was sent is no action, to its sender."""
    if isinstance(error, Trouble):
        return Why(say(error))
    return Why(say("This is not an action: {why}.", why=in_our_words(error)))


class NumberTrouble(Trouble, ValueError):
    """What a form says it follows is no number of moves, in one sentence."""


def named_number(request: HttpRequest) -> int | None:
    """The number of moves that a form was made after; None for one that does not say, `NumberTrouble` for no number."""
    after = request.POST.get("after")
    if after is None:
        return None
    if not after.isdecimal() or len(after) > LONGEST_NUMBER:
        raise NumberTrouble("This form does not say after how many moves it was made: nothing was played.")
    return int(after)


def named_action(request: HttpRequest, table: Table, game: Game) -> str:
    """The action as it was sent, with the price that was named for it; or the best run, for one who takes it unseen."""
    text, price = request.POST.get("action", ""), request.POST.get("price", "")
    if text == UNSEEN and law_of(table.law).best_run == "told" and not game.over:
        runs = [choice for choice in game.decision.choices if isinstance(choice, RunTrains)]
        return msgspec.json.encode(runs[0]).decode() if runs else text
    if not price.isdecimal() or len(price) > 9:
        return text
    try:
        fields = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return text  # what is wrong with it is told by whatever reads actions
    if isinstance(fields, dict) and "price" in fields:
        fields["price"] = int(price)
    return msgspec.json.encode(fields).decode()


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
        return answer(request, found, no_action(visitor_of(request).say, trouble), 400)
    return answer(request, found)


@require_POST
def remark(request: HttpRequest, key: str) -> HttpResponse:
    """Say something to the table."""
    found = table_for(request, key)
    visitor = visitor_of(request)
    text = clean_text(request.POST.get("text", "")[: 2 * LONGEST_REMARK])[:LONGEST_REMARK]
    if visitor.person is not None and text:
        Remark.objects.create(
            table=found, person=visitor.person, name=visitor.person.name, text=text, number=found.number
        )
        changed(TABLES, found)
    return _beside(request, found, "chat")


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
