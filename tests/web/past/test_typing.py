"""Typed moves: words narrow the choices down, and a whole game can be played so."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urlencode

import msgspec
import pytest
from django.test import Client

from ferrovia.engine.flow.actions import Bid, LayTile, Pass, RunTrains
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.holdings import Money
from ferrovia.engine.flow.remedies.remedy import Way
from ferrovia.formats.moves import written_move
from ferrovia.formats.searching import meant, search
from ferrovia.table.models import Table
from ferrovia.table.page.controls.traced import as_picks
from ferrovia.table.page.controls.typed_choice import TypedParts
from ferrovia.table.page.page import Page
from ferrovia.table.page.reasons import reason
from ferrovia.table.page.wording import in_words
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, seated
from tests.web.positions import played, scene_of, until


def test_words_may_come_in_any_order_without_capitals_and_accents() -> None:
    texts = ["Lay yellow tile 7 on D4 Cefalù", "Lay yellow tile 8 on D4 Cefalù", "Pass"]
    assert search(texts, "cefalu 7") == [0]
    assert search(texts, "LAY d4") == [0, 1]
    assert search(texts, "nothing") == []
    assert search(["Buy", "Buy two"], "buy") == [0]


def test_a_number_means_the_choice_and_a_price_may_follow() -> None:
    choices: list[Choice] = [Pass(), Range(Bid("SCE", 20), 20, 90, 5)]
    texts = ["Pass", "Bid 20 to 90 on SCE"]
    assert meant(choices, texts, "1").only == 0
    assert meant(choices, texts, "bid sce").only == 1
    found = meant(choices, texts, "sce 45")
    assert (found.only, found.price) == (1, 45)
    assert meant(choices, texts, "sce 46").places == ()  # not a step
    assert meant(choices, texts, "2 50").price == 50


class Form(HTMLParser):
    """The form of the main button."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((given.get("action", ""), {}))
        elif tag == "input" and self.forms and "name" in given:
            self.forms[-1][1][given["name"]] = given.get("value", "")


def take(client: Client, table: Table, words: str) -> int:
    """Type words, then press the main button, as a browser without JavaScript does."""
    address = f"/t/{table.key}?" + urlencode({"n": str(table.number), "words": words})
    html = client.get(address).content.decode()
    forms = Form()
    forms.feed(html)
    action, fields = next(form for form in forms.forms if form[0].endswith("/act"))
    return client.post(action, fields).status_code


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_moves_are_made_by_typing_alone(name: str) -> None:
    table = seated(played(name, 3, 30))
    for _ in range(6):
        player = decider(table)
        client = client_of(table, player)
        choices = len(list(TABLES.now(table).game.decision))
        assert take(client, table, str(choices)) == 302
    table.refresh_from_db()
    assert table.number == 36


@pytest.mark.django_db
def test_words_that_fit_several_choices_list_them_and_one_is_shown_in_place() -> None:
    table = seated(until("1849", "track", after=40))
    player = decider(table)
    lay = next(each for each in TABLES.now(table).game.decision.choices if isinstance(each, LayTile))
    several = scene_of(table, player, pick={"words": lay.hex})
    page = Page(several)
    assert page.desk.control is not None
    parts = page.desk.control.parts
    assert isinstance(parts, TypedParts)
    assert parts.count >= 1
    one = next(match for match in parts.matches)
    page = Page(scene_of(table, player, pick={"words": one.text}))
    assert page.desk.control is not None
    assert page.desk.control.chosen is not None
    assert [mark.hex for mark in page.marks.hexes] == [lay.hex]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), [("1849", 60), ("1883", 50), ("18FB", 60)])
def test_every_choice_is_taken_by_the_words_in_which_a_game_is_written_down(name: str, moves: int) -> None:
    table = seated(until(name, "track", after=moves))
    player, game = decider(table), TABLES.now(table).game
    for action in game.decision.choices[::7]:
        control = Page(scene_of(table, player, pick={"words": written_move(game, action)})).desk.control
        assert control is not None
        assert control.chosen is not None
        assert control.chosen.action == action


@pytest.mark.django_db
def test_a_written_move_that_is_not_allowed_says_why() -> None:
    table = seated(until("1849", "track", after=40))
    control = Page(scene_of(table, decider(table), pick={"words": "Pay the shareholders"})).desk.control
    assert control is not None
    assert control.chosen is None
    assert isinstance(control.parts, TypedParts)
    assert control.parts.trouble is not None
    assert "It is not the moment to decide on a dividend" in control.parts.trouble.text
    assert control.parts.trouble.clause == "1849-10.0.3"


@pytest.mark.django_db
def test_few_words_that_name_an_act_which_is_refused_say_why_and_what_would_make_it_legal() -> None:
    table = seated(until("1849", "track", after=40))
    client = client_of(table, decider(table))
    corporation = TABLES.now(table).game.decision.for_corporation
    page = f"/t/{table.key}?" + urlencode({"n": str(table.number), "words": "buy 16h"})
    text = f"/t/{table.key}/text?" + urlencode({"n": str(table.number), "words": "buy 16h"})
    for address in (page, text):
        html = client.get(address).content.decode()
        assert "It is not the moment to buy a train: the step now is &#39;track&#39;." in html
        assert f"Possible in the step &#39;trains&#39; later in this turn of {corporation}" in html
        assert "No choice has" not in html
    client.cookies["language"] = "it"
    assert "Possibile nel passo «treni» più avanti in questo turno" in client.get(page).content.decode()


@pytest.mark.django_db
def test_what_would_be_in_the_way_then_tells_no_more_of_the_best_run_than_the_table_may_know() -> None:
    table = seated(until("1849", "run", after=60))
    scene = scene_of(table, decider(table))
    game = scene.game
    refusal = game.why_not(RunTrains(()))
    assert refusal is not None
    best = Refusal("1849-10.5.1", "The best earn {best:money}: {routes:;}.", shown=10, best=977, routes=["D4-C5"])
    refusal.way = Way((Money("AFG", 40),), suffices=False, then=best)
    table.law = {**msgspec.to_builtins(scene.law), "best_run": "hidden"}
    table.save()
    told = reason(scene_of(table, decider(table)), refusal)
    assert "L.\N{NO-BREAK SPACE}10" in told.way
    assert "977" not in told.way
    assert "D4-C5" not in told.way


@pytest.mark.django_db
def test_words_that_fit_nothing_say_so_and_markup_is_escaped() -> None:
    table = seated(played("1849", 3, 30))
    client = client_of(table, decider(table))
    html = client.get(f"/t/{table.key}?n=30&words=%3Cscript%3Ealert").content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html
    assert "No choice has" in html


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_the_map_is_told_as_text(name: str) -> None:
    table = seated(played(name, 3, 80))
    html = client_of(table, "Ada").get(f"/t/{table.key}/text").content.decode()
    game = TABLES.now(table).game
    for hex_id in game.title.box.board.hexes:
        assert f'id="text-{hex_id}"' in html
    for hex_id, (tile, _) in game.layout.tiles.items():
        row = html.split(f'id="text-{hex_id}"')[1].split("</tr>")[0]
        assert f"tile {tile}" in row


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), [("1849", 100), ("1883", 110), ("18FB", 150)])
def test_a_whole_turn_is_played_on_the_page_without_a_picture(name: str, moves: int) -> None:
    table = seated(until(name, "track", after=moves))
    player = decider(table)
    client = client_of(table, player)
    corporation = TABLES.now(table).game.top.corporation_of(TABLES.now(table).game)
    kinds = set()
    for _ in range(12):
        game = TABLES.now(table).game
        if decider(table) != player or game.top.corporation_of(game) != corporation:
            break
        page = client.get(f"/t/{table.key}/text").content.decode()
        first = game.decision.choices[0]
        told = {in_words(scene_of(table), choice) for choice in game.decision.choices}
        assert page.count('#asked">') >= len(told)
        answer = client.get(f"/t/{table.key}/text", {"n": str(table.number), "words": "1"})
        forms = Form()
        forms.feed(answer.content.decode())
        sent = next(fields for address, fields in forms.forms if address.endswith("/act"))
        assert sent["back"] == "text"
        taken = client.post(f"/t/{table.key}/act", sent)
        assert taken.status_code == 302
        assert taken["Location"] == f"/t/{table.key}/text"
        table.refresh_from_db()
        assert TABLES.now(table).record.actions[-1] == first
        kinds.add(type(first))
    assert len(kinds) >= 3


def _best(game: Game) -> RunTrains:
    return next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))


def _has_two_runs(game: Game) -> bool:
    return len(_best(game).routes) == 2


@pytest.mark.django_db
def test_what_is_refused_on_the_page_without_a_picture_is_told_there() -> None:
    table = seated(until("1849", "run", after=150, where=_has_two_runs))
    route = _best(TABLES.now(table).game).routes[0].hexes
    client = client_of(table, decider(table))
    sent = {"action": '{"do":"run_trains","routes":[]}', "back": "text", "after": str(table.number)}
    answer = client.post(f"/t/{table.key}/act", sent)
    assert answer.status_code == 409
    assert 'class="atlas"' in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()
    there_and_back = "-".join([*route, *reversed(route[:-1])])
    typed = client.get(f"/t/{table.key}/text", {"n": str(table.number), "words": there_and_back}).content.decode()
    assert "1849-10.1.2" in typed
    good = client.get(f"/t/{table.key}/text", {"n": str(table.number), "words": "-".join(route)}).content.decode()
    assert "1849-10.5.2.3" in good  # the other train must run too


@pytest.mark.django_db
def test_the_runs_of_all_trains_are_told_and_typed_without_a_picture() -> None:
    table = seated(until("1849", "run", after=150))
    client, game = client_of(table, decider(table)), TABLES.now(table).game
    best = next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))
    corporation = game.top.corporation_of(game)
    picked = as_picks(scene_of(table), corporation, best)
    fields = {name: way for name, way in picked.items() if name[1:].isdecimal()}
    assert len(fields) > 1
    ways = [fields.get(f"t{number}", "") for number, _ in enumerate(game.trains(corporation), 1)]

    def page(**query: str) -> str:
        return client.get(f"/t/{table.key}/text", {"n": str(table.number), **query}).content.decode()

    for html in (page(), page(words="; ".join(ways)), page(**fields)):
        for number, way in enumerate(ways, 1):
            assert f'name="t{number}" value="{way}"' in html
    for html in (page(words="; ".join(ways)), page(**fields)):
        forms = Form()
        forms.feed(html)
        sent = next(sent for address, sent in forms.forms if address.endswith("/act"))
        assert sent["action"] == msgspec.json.encode(best).decode()
    for refused in (page(words=ways[0]), page(words="; ".join([*ways, ways[0]]))):
        assert 'role="alert"' in refused
        assert 'class="take"' not in refused
