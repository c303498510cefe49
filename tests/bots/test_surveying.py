"""Lines that players plan: the least work that joins places, however it is looked for."""

from collections import deque
from itertools import islice
from math import inf

import pytest

from ferrovia.engine.board.board import hex_of
from ferrovia.titles import surveying
from ferrovia.titles.registry import all_titles, title
from tests.walks import half_sensible_walk, new_game


@pytest.mark.parametrize("name", sorted(all_titles()))
def test_the_way_to_one_goal_is_as_short_as_if_all_ways_were_known(name: str) -> None:
    game = new_game(title(name), 3, 3)
    deque(islice(half_sensible_walk(game, 3), 150), maxlen=0)
    starts = {hex_of(stop) for stops in game.state.stations.values() for stop in stops[:1]}
    goals = [hex_id for hex_id in game.layout.board.hexes if hex_id not in starts][::9]
    lengths = []
    for goal in goals:
        alone = surveying.line(game.layout, starts, {goal})
        assert alone.tiles == surveying.short_line(game.layout, starts, goal, surveying.FAR).tiles
        near = surveying.short_line(game.layout, starts, goal, 2.0).tiles
        assert surveying.tiles_to(game.layout, starts, goal, 2.0) == near
        assert near == alone.tiles or (near == inf and alone.tiles > 2.0)
        lengths.append(alone.tiles)
    assert len(set(lengths)) > 3
