"""Games in words: games of every title go into words and come back move by move, and so does every choice in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from ferrovia.bots.play import bots_for, play_out
from ferrovia.engine.flow.actions import Action, Run, RunTrains
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.grammar import grammar_of
from ferrovia.formats.notation import read_notation, written_notation
from ferrovia.formats.save import Record, load
from ferrovia.titles.registry import all_titles, title_of
from ferrovia.titles.t18fb.actions import BuildLine
from tests.titles import TITLES
from tests.unlisted import lines_of
from tests.walks import half_sensible_walk, new_game, walk

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.json"))
SOAKED, AT_ONCE = 300, 10  # games of each title, and how many of them are one test


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_stored_game_survives(path: Path) -> None:
    check_round_trip(load(path))


def check_round_trip(record: Record) -> None:
    """Text to game to text: the same settings, actions and states."""
    text = written_notation(record)
    again = read_notation(text.encode(), seed="another", salt="another")
    assert again.left_at == 0
    assert again.record.settings == record.settings
    assert again.record.actions == record.actions
    assert again.record.hashes == record.hashes
    assert written_notation(again.record) == text


@pytest.mark.parametrize("path", GAMES[::2], ids=lambda path: path.stem)
def test_every_choice_on_the_way_reads_back(path: Path) -> None:
    """At one position in nine, with runs and lines that no decision lists."""
    record = load(path)
    game = Game(title_of(record.settings), record.settings)
    for number, action in enumerate(record.actions):
        if number % 9 == 0:
            check_choices(game)
        game.apply(action)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_every_choice_of_a_random_game_reads_back(title: Title) -> None:
    for number, game in enumerate(walk(new_game(title, 8, title.player_counts[-1]), random.Random(8), most=120)):
        if number % 5 == 0:
            check_choices(game)


def check_choices(game: Game, *, in_capitals: bool = True) -> None:
    """Each has a line that is its own: it reads back as this action and no other, also all in capitals."""
    grammar = grammar_of(game)
    for action in {*_choices(game), *_unlisted(game)}:
        line = grammar.written(game, action)
        assert grammar.read(game, line) == [action], line
        if in_capitals and not _has_letters_of_its_own(action):
            assert grammar.read(game, line.upper()) == [action], line


def _has_letters_of_its_own(action: Action) -> bool:
    """Whether it says something that is not looked up: an answer that stands as it is."""
    return "choice" in action.__struct_fields__


def _choices(game: Game) -> Iterator[Action]:
    decision = game.decision
    for choice in (*decision, *(other.choice for other in decision.interjections)):
        if isinstance(choice, Range):
            yield from (choice.at(choice.low), choice.at(choice.high))
        else:
            yield choice


def _unlisted(game: Game) -> Iterator[Action]:
    """Runs the other way round, with a train less or none, and every line of a company."""
    for choice in game.decision.choices:
        if isinstance(choice, RunTrains):
            yield RunTrains(tuple(Run(run.train, run.hexes[::-1]) for run in reversed(choice.routes)))
            yield RunTrains(choice.routes[1:])
            yield RunTrains((*choice.routes[:1], *(Run(run.train, ()) for run in choice.routes[1:])))
        elif isinstance(choice, BuildLine):
            lines = lines_of(game, game.decision.for_corporation)
            yield from (msgspec.structs.replace(choice, route=line.hexes) for line in lines[:20])


# Many games, behind --soak


@pytest.mark.soak
@pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: str(title.name))
@pytest.mark.parametrize("first", range(0, SOAKED, AT_ONCE))
def test_many_games_survive(first: int, title: Title) -> None:
    """Whole and unfinished ones, with any options, by players who also speak out of turn and by computer players."""
    for seed in range(first, first + AT_ONCE):
        chance = random.Random(f"{title.name} in words {seed}")
        players = min(chance.choices(title.player_counts, k=2))
        record = _played(new_game(title, seed, players), seed, chance)
        assert len(record.actions) > 20
        check_round_trip(record)


def _played(game: Game, seed: int, chance: random.Random) -> Record:
    hashes = [game.hash()]
    sort = seed % 10
    if sort < 7:
        most = chance.randrange(50, 400) if sort > 1 else 100_000
        for now, _ in islice(half_sensible_walk(game, seed), most):
            if now.actions:
                hashes.append(now.hash())
            if chance.random() < 0.02:
                check_choices(now)
        if len(game.actions) == len(hashes):  # the last move ended it
            hashes.append(game.hash())
    else:
        kinds = ("sensible", "keen") if sort == 9 else ("random", "sensible")
        bots = bots_for([chance.choice(kinds) for _ in game.settings.players], game.settings)
        play_out(game, bots, lambda now, events: hashes.append(now.hash()))
    return Record.of(game, hashes)
