"""What a title brings to the table: its own controls before the usual ones; without any it is shown the usual way."""

from __future__ import annotations

import inspect
import sys
from types import ModuleType

import pytest

from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.parts import IncompleteTitle
from ferrovia.engine.flow.title import Title
from ferrovia.table.orders import possible
from ferrovia.table.page import face
from ferrovia.table.page.desk import CONTROLS, desk
from ferrovia.table.page.face import TableFace, face_of
from ferrovia.table.page.page import Page
from ferrovia.table.page.stock_face import StockFace
from ferrovia.titles.registry import all_titles
from tests.plain.title import TITLE as PLAIN
from tests.walks import half_sensible_walk, new_game
from tests.web.turn.crawling import scene_at, shape

pytestmark = pytest.mark.django_db

USUAL = {"track", "tokens", "auction", "stock", "starting", "running", "dividend", "trains", "question"}
FAR = 500  # moves


def _first_of_each_shape(game: Game) -> list[Game]:
    found: dict[tuple[str, ...], Game] = {}
    for position, _ in half_sensible_walk(game, 3):
        found.setdefault(shape(position), position.fork())
        if len(position.actions) >= FAR:
            break
    return list(found.values())


def test_a_title_without_a_face_is_shown_with_the_usual_controls() -> None:
    assert type(face_of(PLAIN)) is TableFace
    assert type(face_of(PLAIN).stock) is StockFace
    shown = set()
    for game in _first_of_each_shape(new_game(PLAIN, 3, 3)):
        for player in game.players:
            assert possible(game, player)
        for pick in ({}, {"c": "0"}, {"words": "1"}):
            scene = scene_at(game, pick=pick)
            page = Page(scene)
            control = page.desk.control
            assert control is not None
            assert page.desk.question
            assert page.tray.grant is None
            if not pick:
                shown.add(control.name)
    assert shown >= {"track", "tokens", "auction", "stock", "running", "dividend", "trains"}
    assert shown <= USUAL


@pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.name)
def test_every_title_brings_its_face(title: Title) -> None:
    found = face_of(title)
    assert type(found) is not TableFace
    assert face_of(title) is found  # loaded once
    assert not {*found.controls} & {*CONTROLS}
    for name, _ in inspect.getmembers(type(found), inspect.isfunction):
        assert hasattr(TableFace, name), f"the table never asks for {name}"


@pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.name)
def test_no_action_of_a_title_is_left_to_a_list_of_sentences(title: Title) -> None:
    """Whatever only a title has is put by a control of its own, or by a usual one that its face has told about it."""
    for game in _first_of_each_shape(new_game(title, 3, 3)):
        control = desk(scene_at(game)).control
        kinds = {type(each.action if isinstance(each, Range) else each).__name__ for each in game.decision}
        assert control is not None
        assert control.name != "listing", kinds


def test_a_folder_without_a_face_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face, "find_spec", lambda name: name)
    monkeypatch.setitem(sys.modules, "nowhere.table", ModuleType("nowhere.table"))
    with pytest.raises(IncompleteTitle, match=r"nowhere\.table has no FACE; docs/adding-a-title\.md"):
        face._face("nowhere")
