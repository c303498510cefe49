"""The main button says what it does, and the page keeps its parts in their places."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.test import Client

from ferrovia.engine.flow.actions import COMMON_ACTIONS, Answer, DiscardTrain, LayTile, Pass
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.title import Title
from ferrovia.table.markup.pictures import arrow, becomes
from ferrovia.table.page.banner import WIDE, _spread
from ferrovia.table.page.bar import bar
from ferrovia.table.page.buttons import LONGEST_BUTTON, ORDERS
from ferrovia.table.page.choosing import chosen, said_of
from ferrovia.table.page.controls.track import TrackParts
from ferrovia.table.page.desk import desk
from ferrovia.table.page.face import face_of
from ferrovia.table.page.passing import passing
from ferrovia.titles.registry import all_titles, title
from tests.web.positions import laid_out, played, scene_of, until
from tests.web.turn.crawling import decisions, scene_at

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("title", "step", "after", "said"),
    [
        ("1849", "track", 100, r"Lay \w+"),
        ("1849", "auction", 0, r"(Bid|Buy for) L\.\s\d+"),
        ("1849", "stock", 100, r"(Sell|Buy) \d+% of \w+|Start \w+ at L\.\s\d+"),
        ("1883", "trains", 120, r"Buy \w+ for L\.\s\d+"),
    ],
)
def test_the_button_names_its_deed(title: str, step: str, after: int, said: str) -> None:
    scene = scene_of(laid_out(until(title, step, after=after)))
    assert scene.decision is not None
    buttons = [chosen(scene, choice).button for choice in list(scene.decision)[:8]]
    assert any(re.fullmatch(said, button) for button in buttons)


@pytest.mark.parametrize(("title", "players"), [("1849", 3), ("1883", 3), ("18FB", 4)])
def test_no_button_merely_confirms(title: str, players: int) -> None:
    for moves in (3, 40, 90):
        scene = scene_of(laid_out(played(title, players, moves)))
        assert scene.decision is not None
        for choice in list(scene.decision)[:12]:
            button = chosen(scene, choice).button
            assert button
            assert button != "Confirm"


@pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.name)
def test_what_is_too_long_for_a_button_is_told_as_an_order_in_italian_too(title: Title) -> None:
    """Deeds are infinitives there, 'piazzare una corriera'; a button says 'Piazza la corriera'."""
    say = title.voice("it")
    orders = {**ORDERS, **face_of(title).buttons}
    assert orders.keys() >= {*title.actions} - {*COMMON_ACTIONS} - {Answer, DiscardTrain}
    for order in orders.values():
        assert say.term(order) != order
        assert not say.term(order).split()[0].endswith("re")


@pytest.mark.parametrize(("title", "players"), [("1849", 3), ("1883", 3), ("18FB", 4)])
def test_every_choice_of_a_game_has_a_short_button(title: str, players: int) -> None:
    for game in decisions(title, 4, players, 400):
        scene = scene_at(game, language="it")
        assert scene.decision is not None
        for choice in list(scene.decision)[:6]:
            assert len(chosen(scene, choice).button) <= LONGEST_BUTTON + 15


@pytest.mark.parametrize(
    ("title", "step", "said"), [("1849", "track", "Nessun binario"), ("1883", "trains", "Nessun treno")]
)
def test_passing_is_called_by_what_is_not_done_with_a_hint_or_without(title: str, step: str, said: str) -> None:
    game = until(title, step, after=100, where=lambda game: Pass() in game.decision.choices)
    scene = scene_of(laid_out(game), language="it")
    assert said_of(scene, Pass()) == said
    assert chosen(scene, Pass()).button == said
    none = passing(scene)
    assert none is not None
    assert none.button == said


@pytest.mark.parametrize(
    ("number", "of", "english", "italian"),
    [
        (1, 1, "OR 3.1", "GO 3.1"),
        (1, 2, "OR 3.1, 1st of 2", "GO 3.1, 1º di 2"),
        (2, 3, "OR 3.2, 2nd of 3", "GO 3.2, 2º di 3"),
        (3, 3, "OR 3.3, 3rd of 3", "GO 3.3, 3º di 3"),
    ],
)
def test_the_bar_tells_which_round_of_its_set_it_is(number: int, of: int, english: str, italian: str) -> None:
    game = next(decisions("1849", 4, 3, 10))
    game.state.round = Round("operating", 3, number, of)
    for language, said in (("en", english), ("it", italian)):
        assert bar(scene_at(game, language=language)).facts[0].value == said


def test_an_arrow_is_read_aloud_in_the_language_of_the_page() -> None:
    for language, said in (("en", "becomes"), ("it", "diventa")):
        say = title("1849").voice(language)
        assert f'aria-label="{said}"' in becomes(say)
        assert f">{said}<" in arrow(say)


def _has_one_hex(game: Game) -> bool:
    return len({choice.hex for choice in game.decision.choices if isinstance(choice, LayTile)}) == 1


def test_the_only_hex_needs_no_choice() -> None:
    scene = scene_of(laid_out(until("18FB", "track", 4, after=60, where=_has_one_hex)))
    control = desk(scene).control
    assert control is not None
    assert isinstance(control.parts, TrackParts)
    assert len(control.parts.hexes) == 1
    assert control.parts.hex == control.parts.hexes[0][0]


def test_names_of_stations_never_meet() -> None:
    names = ["Binari", "Segnalini", "Corsa", "Dividendo", "Treni", "Emissione", "Fusione", "Private"]
    for here in range(len(names)):
        line = _spread(names, here)
        assert line[here].is_named
        shown = [station for station in line if station.is_named]
        for left, right in pairwise(shown):
            assert left.label_x + len(left.name) * 2.85 < right.label_x - len(right.name) * 2.85
        assert 0 <= line[0].label_x <= line[-1].label_x <= WIDE


def test_browsers_find_an_icon(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 301
    assert answer["Location"].endswith(".svg")
