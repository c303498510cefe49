"""What is told is what happens: no money moves, and no stock, train or token changes hands, without a line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import load
from ferrovia.titles.registry import all_titles, title
from tests.books import Books
from tests.walks import new_game, pick

TITLES = list(all_titles().values())
SETUPS = [(each, players) for each in TITLES for players in each.player_counts]
GAMES = sorted((Path(__file__).parent / "games").glob("*.json"))

few = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def follow(game: Game, books: Books, action: Action) -> None:
    """Play an action; the books, which know only what is told of it, must still be right."""
    events = game.apply(action)
    books.read(events)
    told = "\n".join(str(event) for event in events)
    assert books.faults(game) == [], f"action {game.state.number}: {action}\n{told}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_log_of_a_stored_game_tells_of_every_change(path: Path) -> None:
    record = load(path)
    game = Game(title(record.settings.title), record.settings)
    books = Books(game)
    for action in record.actions:
        follow(game, books, action)
    assert len(game.actions) > 100


@pytest.mark.parametrize(("each", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
@few
@given(seed=st.integers(0, 2**32))
def test_the_log_of_a_random_game_tells_of_every_change(each: Title, players: int, seed: int) -> None:
    game = new_game(each, seed, players)
    chance = random.Random(seed)
    books = Books(game)
    while not game.over:
        others = [other.choice for other in game.decision.interjections]
        if others and chance.random() < 0.1:
            choice = chance.choice(others)
            follow(game, books, choice.at(choice.low) if hasattr(choice, "low") else choice)
        else:
            follow(game, books, pick(game.decision, chance))


@pytest.mark.parametrize(("each", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
def test_the_log_of_a_sensible_game_tells_of_every_change(each: Title, players: int) -> None:
    game = new_game(each, players, players)
    bots = bots_for(["sensible"] * players, game.settings)
    books = Books(game)
    while not game.over:
        follow(game, books, bots[game.decision.player].choose(game))
