"""Records of random games, for tests of what is kept in files."""

from __future__ import annotations

import random

from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record
from ferrovia.titles.registry import title
from tests.walks import new_game, pick


def recorded_walk(seed: int, most: int, players: int = 3) -> tuple[Record, Game]:
    """A random game of so many actions at most, with its record."""
    game = new_game(title("1849"), seed, players)
    chance = random.Random(seed)
    hashes = [game.hash()]
    while not game.over and len(game.actions) < most:
        game.apply(pick(game.decision, chance))
        hashes.append(game.hash())
    return Record.of(game, hashes), game
