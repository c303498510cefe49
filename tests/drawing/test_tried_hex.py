"""A hex as it would be, over the stage: it shows what would stand on it, and no id of the stage is used twice."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.palette import DARK, LIGHT, Palette
from ferrovia.drawing.position import position
from ferrovia.drawing.stage import stage, tried_hex
from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import all_titles
from tests.web.positions import walk_of

LATE = 200  # moves
IDS, USED = re.compile(r'\bid="([^"]+)"'), re.compile(r'href="#([^"]+)"')


@cache
def _late(name: str) -> Game:
    walk = walk_of(name)
    assert walk.reaches(LATE)
    return walk.game(LATE)


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_it_has_all_that_it_uses_and_nothing_that_the_stage_has(name: str, palette: Palette) -> None:
    edition = edition_of(all_titles()[name], "en")
    game = _late(name)
    on_stage = set(IDS.findall(stage(edition, position(game), palette).markup))
    for hex_id in game.layout.tiles:
        drawn = tried_hex(edition, position(game), hex_id, palette)
        assert set(USED.findall(drawn)) <= set(IDS.findall(drawn))
        assert not on_stage & set(IDS.findall(drawn))


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_name_and_tokens_stay_in_sight(name: str) -> None:
    edition = edition_of(all_titles()[name], "en")
    game = _late(name)
    seen = 0
    for corporation, stops in game.state.stations.items():
        for stop in stops:
            hex_id = hex_of(stop)
            if hex_id not in game.layout.tiles:
                continue
            drawn = tried_hex(edition, position(game), hex_id, LIGHT)
            assert f">{corporation}<" in drawn
            assert any(word in drawn for word in game.title.box.board.hexes[hex_id].name.split())
            seen += 1
    assert seen
