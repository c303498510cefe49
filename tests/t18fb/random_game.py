"""One random game of 18FB to its end, for clauses that speak of a whole game; played once for all tests."""

from __future__ import annotations

import random
from functools import cache

from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import TITLE
from tests.walks import new_game, walk

SEED = 33


@cache
def every_position() -> tuple[Game, ...]:
    """The game at every decision and at its end, each with the events that led there."""
    game = new_game(TITLE, SEED, players=3)
    positions = [now.fork() for now in walk(game, random.Random(SEED))]
    return (*positions, game)
