"""The tiles in the place of the map: how many are left, and what a chosen one can become."""

from __future__ import annotations

import pytest
from django.test import Client

from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.upgrades import upgrades
from ferrovia.table.page import upgrades as page
from ferrovia.table.page.upgrades import tile_chart
from tests.web.positions import laid_out, played, scene_of
from tests.web.turn.crawling import rendered

pytestmark = pytest.mark.django_db


def test_a_chosen_tile_shows_what_it_can_become_and_the_rest_is_pale(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "_known", Memory(4))
    table = laid_out(played("1883", 3, 110))
    address = f"/t/{table.key}?open=tiles"
    assert "Choose a tile" in client.get(address).content.decode()
    assert "working" in client.get(f"{address}&upgrade=57").content.decode()
    answer = client.get(f"/t/{table.key}/work?open=tiles&upgrade=57", follow=True)
    assert "It can become" in answer.content.decode()
    scene = scene_of(table, pick={"open": "tiles", "upgrade": "57"})
    found, tree = tile_chart(scene), upgrades(scene.game)
    states = {tile.name: tile.state for column in found.columns for kind in column.kinds for tile in kind.tiles}
    assert states.keys() == scene.game.state.supply.keys()
    assert states["57"] == "chosen"
    assert {name for name, state in states.items() if state == "next"} == tree["57"] == {*found.becomes}
    assert {state for name, state in states.items() if name not in tree["57"]} == {"chosen", "then", "other"}


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_gone_says_so_and_an_unknown_tile_is_none(language: str) -> None:
    table = laid_out(played("1849", 3, 60))
    scene = scene_of(table, pick={"open": "tiles", "upgrade": "nothing"}, language=language)
    assert tile_chart(scene).chosen is None
    supply = scene.game.state.supply
    scene.game.state.supply = {**supply, next(iter(supply)): 0}
    assert {"en": "none left", "it": "esaurita"}[language] in rendered(scene, "dock")
