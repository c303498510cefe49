"""The map fitted to the question: all that is lit is seen, the whole is a link away, and words cover nothing lit."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from ferrovia.drawing.lettering import Box
from ferrovia.table.markup.sent_parts import SentParts
from ferrovia.table.page.changes import BoardChanges
from ferrovia.table.page.page import Page
from tests.web.positions import laid_out, scene_of, until
from tests.web.rendering import Shown

QUESTIONS = [
    ("1849", "track", 3, 130),
    ("1883", "track", 3, 200),
    ("18FB", "track", 4, 150),
    ("18FB", "token", 4, 150),
    ("1849", "run", 3, 150),
]


def page_at(title: str, step: str, players: int, after: int, pick: dict[str, str] | None = None) -> Page:
    return Page(scene_of(laid_out(until(title, step, players, after=after)), pick=pick))


def hex_box(x: float, y: float) -> Box:
    return Box(x - 100, y - 100, 200, 200)


@pytest.mark.django_db
@pytest.mark.parametrize(("title", "step", "players", "after"), QUESTIONS)
def test_what_is_asked_about_is_seen_whole(title: str, step: str, players: int, after: int) -> None:
    page = page_at(title, step, players, after)
    shown = page.fit.question or page.fit.whole
    assert page.marks.hexes or page.drawn.parts
    for mark in page.marks.hexes:
        assert shown.holds(hex_box(mark.x, mark.y))
    for part in page.drawn.parts:
        assert shown.holds(hex_box(part.x, part.y))
    for label in page.drawn.labels:
        assert shown.holds(label.box)
    assert page.stage.box.holds(shown)


@pytest.mark.django_db
def test_a_large_board_opens_fitted_and_a_link_shows_the_whole() -> None:
    page = page_at("18FB", "token", 4, 150)
    assert page.fit.is_fitted
    assert page.fit.box == page.fit.question
    assert page.fit.box.width < page.fit.whole.width / 2
    drawn = Shown(page.scene, page).lens()
    assert "map=whole" in drawn
    assert 'id="mini"' in Shown(page.scene, page).mini_map()
    whole = page_at("18FB", "token", 4, 150, {"map": "whole"})
    assert whole.fit.box == whole.stage.box
    drawn = Shown(whole.scene, whole).lens()
    assert "map=question" in drawn


@pytest.mark.django_db
def test_a_board_that_can_be_read_opens_whole() -> None:
    page = page_at("1849", "track", 3, 130)
    assert page.fit.box == page.stage.box
    assert page_at("1849", "track", 3, 130, {"map": "question"}).fit.is_fitted


@pytest.mark.django_db
def test_what_is_chosen_has_a_view_of_its_own() -> None:
    page = page_at("1849", "track", 3, 120)
    assert page.fit.chosen is None
    mark = page.marks.hexes[0]
    chosen = page_at("1849", "track", 3, 120, {"hex": mark.hex})
    assert chosen.fit.chosen is not None
    assert chosen.fit.chosen.holds(hex_box(mark.x, mark.y))


@pytest.mark.django_db
def test_labels_of_lines_cover_no_lit_hex() -> None:
    page = page_at("18FB", "token", 4, 150)
    assert page.drawn.labels
    for label in page.drawn.labels:
        for mark in page.marks.hexes:
            assert not label.box.meets(Box(mark.x - 60, mark.y - 60, 120, 120))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("title", "step", "players", "view"),
    [
        ("1849", "home_token", 3, "map"),
        ("1849", "rsa_start", 3, "market"),
        ("1849", "stock", 3, "market"),
        ("1883", "par", 4, "market"),
        ("1883", "track", 4, "map"),
    ],
)
def test_a_small_page_opens_on_the_picture_that_is_asked_about(title: str, step: str, players: int, view: str) -> None:
    page = page_at(title, step, players, 0)
    assert (page.asks == "map", page.tabs.has_market) == (view == "map", view == "market")
    assert page.asks != "nothing"


@pytest.mark.django_db
def test_letters_of_stations_under_a_run_stay_in_the_middle_of_their_tokens() -> None:
    page = page_at("1849", "run", 3, 150)
    marks = Shown(page.scene, page).marks()
    assert '<use href="#stop-' in marks
    assert '<g class="runs" text-anchor="middle"' in marks


@pytest.mark.django_db
@pytest.mark.parametrize(("markup", "is_sent"), [("<g/>", True), ("", False)])
def test_the_small_map_follows_the_board_and_is_sent_with_nothing_else(markup: str, is_sent: bool) -> None:
    page = page_at("18FB", "track", 4, 150)
    shown = Shown(page.scene, page)
    told = {
        **vars(shown),
        "scene": page.scene,
        "table": page.scene.table,
        "here": "/",
        "standing": "1",
        "board_name": "",
        "board_changes": BoardChanges(markup),
        "trouble": None,
        "sandbox": None,
        "parts": SentParts(),
    }
    assert ('hx-target="#mini"' in render_to_string("table/now.html", told)) == is_sent
