"""The main button says what it does, and the page keeps its parts in their places."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.test import Client

from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.banner import WIDE, _spread
from ferrovia.table.page.choosing import chosen
from ferrovia.table.page.desk import desk
from tests.web.positions import laid_out, played, scene_of, until

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("title", "step", "after", "said"),
    [
        ("1849", "track", 100, r"Lay \w+"),
        ("1849", "auction", 0, r"(Bid|Buy for) L\. \d+"),
        ("1849", "stock", 100, r"(Sell|Buy) \d+% of \w+|Start \w+ at L\. \d+"),
        ("1883", "trains", 120, r"Buy \w+ for L\. \d+"),
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


def _has_one_hex(game: Game) -> bool:
    return len({choice.hex for choice in game.decision.choices if isinstance(choice, LayTile)}) == 1


def test_the_only_hex_needs_no_choice() -> None:
    scene = scene_of(laid_out(until("18FB", "track", 4, after=60, where=_has_one_hex)))
    control = desk(scene).control
    assert control is not None
    assert len(control.parts["hexes"]) == 1
    assert control.parts["hex"] == control.parts["hexes"][0][0]


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
