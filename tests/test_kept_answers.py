"""What a game keeps about its map is what would be worked out anew, after every action of a walk."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.reach import Reach
from ferrovia.engine.flow.title import Title
from tests.titles import TITLES
from tests.walks import half_sensible_walk, new_game


@pytest.mark.parametrize("title", TITLES, ids=lambda title: str(title.name))
def test_closed_stops_and_reach_are_never_stale(title: Title) -> None:
    game = new_game(title, 1, 4)  # in 18FB a slot opens with a phase and nothing else
    looked = 0
    for now, _ in half_sensible_walk(game, 1):
        for name in now.state.certificates:
            if not title.corporations.is_open(now, name):
                continue
            closed, starts = title.tokens.closed_stops(now, name), title.tokens.route_starts(now, name)
            assert now.closed_to(name) == closed
            if looked % 7 == 0:
                assert now.reach(name).paths == Reach(now.layout, starts, closed).paths
            looked += 1
    assert looked > 100
