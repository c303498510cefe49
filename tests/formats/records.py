"""Records of random games, for tests of what is kept in files."""

from __future__ import annotations

import json
import random
from pathlib import Path

from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Move, Record, plain_state, recorded, written
from ferrovia.titles.registry import title, title_of
from tests.walks import new_game, pick


def recorded_walk(seed: int, most: int, players: int = 3) -> tuple[Record, Game]:
    """A random game of so many actions at most, with its record."""
    game = new_game(title("1849"), seed, players)
    chance = random.Random(seed)
    while not game.over and len(game.actions) < most:
        game.apply(pick(game.decision, chance))
    return recorded(game), game


def records_of(record: Record) -> list[Record]:
    """The records that the game had on its way, from its set-up to this one."""
    game = Game(title_of(record.settings), record.settings)
    records = [Record.of(game, [game.hash()])]
    for action in record.actions:
        by, events = game.player_of(action), game.apply(action)
        state = plain_state(game)
        records.append(records[-1].with_move(Move.of(action, by, events, records[-1].state, state), state))
    return records


def as_version_1(record: Record) -> bytes:
    """A record as it was written before files had a past."""
    data = json.loads(written(record))
    del data["past"]
    return json.dumps(data | {"version": 1}).encode()


def saved_as_version_1(path: Path, record: Record) -> Path:
    path.write_bytes(as_version_1(record))
    return path
