"""Concessions of 1883 on the map: their places lit in order, start, end and deadline in words."""

from __future__ import annotations

from html import unescape

import pytest

from ferrovia.table.page.page import Page
from ferrovia.table.tables import TABLES
from ferrovia.titles.registry import title
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import BuyConcession
from ferrovia.titles.t1883.emilia import emilia
from ferrovia.titles.t1883.table.government import concession_parts
from tests.walks import half_sensible_walk, new_game
from tests.web.positions import laid_out, played, scene_of
from tests.web.turn.crawling import rendered, scene_at

pytestmark = pytest.mark.django_db


def test_a_concession_that_is_pointed_at_is_on_the_map() -> None:
    for game, _ in half_sensible_walk(new_game(title("1883"), 3, 3, ()), 3):
        offered = [choice for choice in game.decision.choices if isinstance(choice, BuyConcession)]
        if not offered:
            continue
        number = scene_at(game).choices.index(offered[0])
        scene = scene_at(game, pick={"c": str(number)})
        control = Page(scene).desk.control
        assert control is not None
        assert control.chosen is not None
        name = control.chosen.action.concession  # type: ignore[attr-defined]
        table = components.concession_table(name)
        marks = Page(scene).marks.hexes
        assert [mark.hex for mark in marks] == table["stops"]
        assert [mark.tag for mark in marks] == [str(place) for place in range(1, len(marks) + 1)]
        desk = unescape(rendered(scene, "desk"))
        assert table["names"][0] in desk
        assert table["names"][-1] in desk
        assert f"has {table['due']} operating round" in desk
        return
    pytest.fail("no concession was on sale")


def test_a_concession_is_looked_at_by_anybody_at_any_time() -> None:
    table = laid_out(played("1883", 3, 200))
    game = TABLES.now(table).game
    names = list(emilia(game).concessions)
    assert names
    assert f"grant={names[0]}" in rendered(scene_of(table), "charters")
    for name in names:
        scene = scene_of(table, pick={"grant": name})
        shown = scene.face.grant(scene, name)
        assert shown is not None
        tray = unescape(rendered(scene, "tray"))
        parts = concession_parts(scene, name)
        assert parts.start in tray
        assert parts.end in tray
        assert [mark.hex for mark in Page(scene).marks.hexes] == list(shown.hexes)
    scene = scene_of(table)
    assert scene.face.grant(scene, "99") is None
