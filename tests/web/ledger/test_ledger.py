"""The ledger: its figures are those of the view, for real positions of every title."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ferrovia.engine.flow.game import Game
from ferrovia.table.page.ledger import Ledger, rusting
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from tests.web.ledger.visiting import sit_down
from tests.web.positions import laid_out, played, scene_of, until
from tests.web.rendering import Shown

POSITIONS = [("1849", 0), ("1849", 300), ("1883", 20), ("1883", 500), ("18FB", 0), ("18FB", 450), ("18FB", 700)]


def _scene(name: str, moves: int, **more: dict[str, str]) -> Scene:
    return scene_of(laid_out(played(name, 3, moves)), "Ada", **more)  # type: ignore[arg-type]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_all_stock_of_a_corporation_in_play_is_accounted_for(name: str, moves: int) -> None:
    scene = _scene(name, moves)
    ledger = Ledger(scene)
    corporations = scene.view["corporations"]
    for row in ledger.rows:
        cards = sum(row.percent for row in row.held) + row.pool + row.offer + row.treasury
        facts = corporations[row.name]
        if row.state == "closed":
            assert cards == 0
        elif facts["started"]:
            others = [holder for holder in scene.game.holders(row.name) if holder not in scene.game.state.seats]
            elsewhere = sum(
                scene.game.percent(row.name, holder) for holder in set(others) - {"pool", "offer", row.name}
            )
            assert cards + elsewhere == 100, row.name
        assert row.price == facts["price"]
        assert row.cash == scene.game.cash(row.name)
        assert [train.name for train in row.trains] == facts["trains"]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_heads_tell_cash_worth_and_certificates(name: str, moves: int) -> None:
    scene = _scene(name, moves)
    heads = Ledger(scene).heads
    assert [head.name for head in heads] == scene.view["seats"]
    for head in heads:
        facts = scene.view["players"][head.name]
        assert (head.cash, head.worth) == (facts["cash"], facts["worth"])
        assert (head.certificates, head.limit) == (facts["certificate_count"], facts["certificate_limit"])
    assert [head.name for head in heads if head.has_priority] == [scene.view["priority"]]
    assert [head.name for head in heads if head.is_mine] == ["Ada"]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_each_presidency_is_marked_once(name: str, moves: int) -> None:
    scene = _scene(name, moves)
    ledger = Ledger(scene)
    for row in ledger.rows:
        marked = [head.name for head, held in zip(ledger.heads, row.held, strict=True) if held.is_president]
        president = scene.view["corporations"][row.name]["president"]
        assert marked == ([president] if president in scene.view["seats"] else [])


@pytest.mark.django_db
def test_the_operating_corporation_is_marked_and_what_a_share_gets() -> None:
    table = laid_out(played("1849", 3, 304))
    scene = scene_of(table)
    ledger = Ledger(scene)
    assert [row.name for row in ledger.rows if row.is_now] == [scene.game.top.corporation_of(scene.game)]
    for row in ledger.rows:
        if row.ran is not None:
            assert row.a_share == row.ran // 10


def _has_8h_in_phase_10(game: Game) -> bool:
    return game.phase.name == "10" and any("8H" in game.trains(name) for name in game.state.certificates)


@pytest.mark.django_db
def test_trains_that_rust_next_are_those_of_the_next_phase_that_lets_any_rust() -> None:
    scene = scene_of(laid_out(until("1849", "track", where=_has_8h_in_phase_10)), "Ada")
    assert rusting(scene.game) == ("8H",)
    dashed = {train.name for row in Ledger(scene).rows for train in row.trains if train.rusts}
    assert dashed == {"8H"}


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_the_spreadsheet_is_a_table_with_as_many_cells_in_each_row(name: str, moves: int) -> None:
    page = Page(_scene(name, moves))
    html = Shown(page.scene, page).spreadsheet()
    assert "<caption" in html
    assert html.count('scope="row"') == len(page.ledger.rows) + len(page.ledger.extras)
    wide = 5 if page.stage.is_wide else 0
    for row in re.findall(r"<tr class=.*?</tr>", html.partition("<tbody>")[2], re.S):
        assert len(re.findall(r"<td", row)) == wide + len(page.ledger.heads) + 2


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
@pytest.mark.parametrize("query", ["", "tab=phases", "tab=tiles", "tab=charters", "talk=chat", "talk=notes"])
def test_nothing_that_can_be_used_is_without_a_name(client: Client, name: str, query: str) -> None:
    table = laid_out(played(name, 3, 300))
    sit_down(client, table)
    html = client.get(f"/t/{table.key}?{query}").content.decode()
    for tag in ("a", "button", "summary"):
        for attributes, inside in re.findall(rf"<{tag}\b([^>]*)>(.*?)</{tag}>", html, re.S):
            words = re.sub(r"<[^>]*>", "", inside).strip()
            assert words or re.search(r'aria-label="[^"]+"', attributes), attributes
    for attributes in re.findall(r"<(?:input|textarea|select)\b([^>]*)>", html):
        if 'type="hidden"' not in attributes and 'name="price"' not in attributes:
            found = re.search(r'id="([^"]+)"', attributes)
            assert found, attributes
            assert f'for="{found[1]}"' in html
    assert len(re.findall(r'\bid="([^"]+)"', html)) == len(set(re.findall(r'\bid="([^"]+)"', html)))
