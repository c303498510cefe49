"""The market on the page: every space and token is there, and the choice that is pointed at moves one."""

from __future__ import annotations

import re

import pytest

from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.market import spaces
from ferrovia.drawing.palette import contrast, plate_for
from ferrovia.engine.flow.actions import BuyShare, Pass, SellShares, Start
from ferrovia.table.page.desk import desk
from ferrovia.table.page.effects import forecast
from ferrovia.table.page.market import market, printed_spaces
from ferrovia.table.page.market_stage import market_stage
from ferrovia.table.page.scene import Scene
from ferrovia.titles.registry import title
from tests.web.positions import laid_out, scene_of, until

TITLES = ("1849", "1883", "18FB")
LATE = {"1849": 350, "1883": 300, "18FB": 400}


def _scene(name: str, pick: dict[str, str] | None = None) -> Scene:
    return scene_of(laid_out(until(name, "stock", after=LATE[name])), pick=pick)


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_every_space_and_every_token_is_drawn(name: str) -> None:
    scene = _scene(name)
    drawn = market(scene).whole
    assert drawn is not None
    printed = spaces(edition_of(scene.title).sheet("market"))
    assert set(drawn.drawn.boxes) == set(printed)
    told = re.findall(r'class="pill[^>]*>([^<]+)<', drawn.drawn.markup)
    assert sorted(told) == sorted(corporation for corporation, _, _ in scene.game.state.market)


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_a_window_has_every_token_in_it(name: str) -> None:
    scene = _scene(name)
    shown = market(scene, is_wide=True)
    assert shown.whole is None
    assert {(row, column) for _, row, column in scene.game.state.market} <= set(shown.window.drawn.boxes)


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_the_market_is_told_in_its_order(name: str) -> None:
    scene = _scene(name)
    assert [line.corporation for line in market(scene).lines] == list(scene.game.market_order())


@pytest.mark.django_db
def test_a_sale_that_is_pointed_at_shows_where_the_token_goes() -> None:
    scene = _scene("1883")
    for number, choice in enumerate(scene.choices):
        if not isinstance(choice, SellShares):
            continue
        picked = scene_of(scene.table, pick={"c": str(number)})
        control = desk(picked).control
        assert control is not None
        fork = scene.game.fork()
        fork.apply(choice)
        ghosts = {ghost.corporation: ghost.end for ghost in control.chosen.ghosts} if control.chosen else {}
        if fork.cell(choice.corporation) != scene.game.cell(choice.corporation):
            assert ghosts[choice.corporation] == fork.cell(choice.corporation)
            assert 'class="way"' in market(picked, control).window.drawn.markup
        else:
            assert choice.corporation not in ghosts
        return
    raise AssertionError("Nothing can be sold.")


@pytest.mark.django_db
def test_start_prices_are_picked_on_the_market() -> None:
    scene = scene_of(laid_out(until("1883", "par")))
    control = desk(scene).control
    assert control is not None
    spots = market(scene, control).window.spots
    starts = [choice for choice in scene.choices if isinstance(choice, Start)]
    assert len(spots) == len(starts) > 1
    assert [spot.link.pick for spot in spots] == [scene.picked(c=number) for number in range(len(starts))]


@pytest.mark.parametrize("name", TITLES)
def test_letters_of_every_corporation_can_be_read(name: str) -> None:
    for company in edition_of(title(name)).companies.values():
        ground, ink = plate_for(company["rgb"], company["text"])
        assert contrast(ground, ink) >= 4.5


# In the place of the map


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_on_the_stage_too_every_space_and_every_token_is_shown(name: str) -> None:
    scene = _scene(name)
    shown = market_stage(scene, None)
    assert {(cell.row - 1, cell.column - 1) for cell in shown.cells} == set(printed_spaces(edition_of(scene.title)))
    tokens = [(token, cell.row - 1, cell.column - 1) for cell in shown.cells for token in cell.tokens]
    assert sorted(tokens) == sorted(scene.game.state.market)
    assert not any(cell.is_far for cell in shown.cells if cell.tokens)


@pytest.mark.django_db
def test_tokens_of_the_end_of_the_round_go_where_they_stand_once_all_have_passed() -> None:
    scene, kinds = _scene("1849"), set()
    for choice in scene.choices:
        if not isinstance(choice, BuyShare | SellShares):
            continue
        later, then = forecast(scene, choice).later, scene.game.fork()
        then.apply(choice)
        if Pass() not in then.decision.choices:  # somebody must choose first, and nothing is told
            assert not later
            continue
        while then.state.round == scene.game.state.round:
            then.apply(Pass())
        for ghost in later:
            kinds.add(ghost.kind)
            assert (then.cell(ghost.corporation) == ghost.end) == (ghost.kind != "lost")
    assert kinds >= {"choice", "anyhow"}
