"""What every title promises: listed means accepted, accepted means listed, nothing lost, forks and snapshots true."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import load
from ferrovia.saying.message import Message
from ferrovia.titles.registry import title_of
from tests.contract import Contract, moves
from tests.neighbours import KINDS, fields_of, kind_of
from tests.titles import TITLES
from tests.walks import every_option, half_sensible_walk, new_game, pick, walk

SETUPS = [(title, players) for title in TITLES for players in title.player_counts]

SEEDS = 60  # walks of a title at most until all of its actions were tried
OFTEN = 3  # how often at least
# Walks that come to what others seldom come to are gone first, and mostly suffice.
FIRST = {"1849": (1, 11, 10), "1883": (5, 9, 10), "18FB": (1, 9), "Plain": (41, 16, 21)}

# A random game of 18FB takes thousands of actions: with three players it is played to its end, with more so far.
# Whole games of them all are in the long run below, and the games that get far all end.
FAR = 500
EVERY = 20  # so many actions lie between two positions that are kept


class Walk(NamedTuple):
    """A random game: what it has lost on its way, forks of it at some positions, and where it stands at last."""

    lost: list[Message]
    positions: list[Game]
    last: Game


@cache
def walks(title: Title, players: int) -> list[Walk]:
    """The games that the tests of this module look at, walked once: some where they are short."""
    return [_walked(title, players, seed) for seed in range(1 if title.name == "18FB" else 4)]


def _walked(title: Title, players: int, seed: int) -> Walk:
    most = FAR if title.name == "18FB" and players > title.player_counts[0] else 100_000
    game, positions, lost = new_game(title, seed, players), [], []
    for now in walk(game, random.Random(seed), most):
        lost += faults(now)
        if now.state.number % EVERY == 0:
            positions.append(now.fork())
    return Walk([*lost, *faults(game)], positions, game)


def some(title: Title, players: int, most: int) -> list[Game]:
    """Positions of those games at even distances."""
    positions = [position for each in walks(title, players) for position in each.positions]
    return positions[:: max(1, len(positions) // most)]


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
def test_listed_is_accepted_and_all_else_is_refused(title: Title, players: int) -> None:
    contract = Contract(random.Random(players))
    for game in some(title, players, 12):
        contract.check(game)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_every_kind_and_every_field_of_a_titles_actions_is_varied(title: Title) -> None:
    """Games are walked, one after the other, until all was tried; a kind or field that no walk tries fails here."""
    contract = Contract(random.Random(title.name))
    wanted = {(kind_of(kind), field) for kind in title.actions for field in ("", *fields_of(kind))}
    played: Counter[tuple[str, str]] = Counter()
    met: Counter[object] = Counter()
    for seed in dict.fromkeys((*FIRST[title.name], *range(SEEDS))):
        if all(contract.varied[known] >= OFTEN for known in wanted) and played >= _interjections(title):
            break
        players = title.player_counts[seed % len(title.player_counts)]
        game = new_game(title, seed, players, every_option(title, players) if seed % 2 else None)
        for now, (player, action) in half_sensible_walk(game, seed):
            if player != now.decision.player:
                played[kind_of(action), "out of turn"] += 1
            things = {(type(now.top), now.decision.step), *(type(choice) for _, choice in moves(now.decision))}
            if min(met[thing] for thing in things) < OFTEN:
                met.update(things)
                contract.check(now)
        assert faults(game) == []
        assert game.state.ended_by.startswith(f"{title.name}-")
    tried = {known for known in contract.varied if contract.varied[known] >= OFTEN}
    assert tried == wanted
    assert played >= _interjections(title)
    assert {kind for kind, _ in _interjections(title)} == set(contract.interjected)


def _interjections(title: Title) -> Counter[tuple[str, str]]:
    return Counter({(kind_of(kind), "out of turn"): OFTEN for kind in title.interjections.actions})


def test_every_kind_of_action_belongs_to_a_title() -> None:
    assert set(Action.__subclasses__()) == set(KINDS)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_every_kind_of_event_is_listed_once_under_a_tag_of_its_own(title: Title) -> None:
    """What is written among the engine's kinds, and in the title."""
    homes = ("ferrovia.engine.flow.events.", f"{type(title).__module__.rpartition('.')[0]}.")
    assert Counter(title.events) == Counter(kind for kind in _kinds_of(Event) if kind.__module__.startswith(homes))
    assert set(Counter(kind.__struct_config__.tag for kind in title.events).values()) == {1}


def _kinds_of(kind: type[Event]) -> list[type[Event]]:
    """The kinds that are told: those with a tag of their own, not what they only derive from."""
    heirs = kind.__subclasses__()
    told = [heir for heir in heirs if str(heir.__struct_config__.tag).islower()]
    return [*told, *(other for heir in heirs for other in _kinds_of(heir))]


# What a decision may leave out, and is taken all the same: runs besides the best, lines that others beat. A game of
# 1849 takes poorer runs where it was set up to take them as they are shown.
ABBREVIATED = [("1849", "run_trains", False), ("1849", "run_trains", True), ("1883", "run_trains", False),
               ("18FB", "build_line", False)]  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "as_shown"), ABBREVIATED)
def test_what_is_legal_but_not_listed_is_taken_in_the_stored_games(name: str, kind: str, as_shown: bool) -> None:
    """At the runs and lines of whole games of sensible players, whose maps are fuller than those of random walks."""
    chance = random.Random(name)
    contract = Contract(chance)
    for path in sorted((Path(__file__).parent / "games").glob(f"{name}-*.json")):
        record = load(path)
        game = Game(title_of(record.settings), msgspec.structs.replace(record.settings, runs_as_shown=as_shown))
        for action in record.actions:
            if game.decision.step in ("run", "token") and chance.random() < 0.3:
                contract.check(game)
            game.apply(action)
    assert contract.unlisted[kind] > 5
    assert set(contract.unlisted) == {kind}


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
def test_a_random_game_ends_by_a_clause_and_loses_nothing(title: Title, players: int) -> None:
    for lost, _, last in walks(title, players):
        assert lost == []
        if last.state.number != FAR:
            assert last.over
            assert last.state.ended_by.startswith(f"{title.name}-")
            assert list(last.decision) == []


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
def test_a_restored_game_is_the_same_game(title: Title, players: int) -> None:
    chance = random.Random(players)
    for game in some(title, players, 25):
        _check_restored(game, pick(game.decision, chance))


def _check_restored(game: Game, action: Action) -> None:
    twin = Game.restore(game.title, game.settings, game.snapshot(), game.actions)
    assert twin.hash() == game.hash()
    assert twin.decision == game.decision
    after = game.fork()
    after.apply(action)
    twin.apply(action)
    assert twin.hash() == after.hash() != game.hash()


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
def test_a_fork_goes_its_own_way(title: Title, players: int) -> None:
    for game in some(title, players, 4):
        before, length = game.hash(), len(game.actions)
        for _ in walk(game.fork(), random.Random(length), most=40):
            pass
        assert (game.hash(), len(game.actions)) == (before, length)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_the_same_seed_and_actions_give_the_same_game(title: Title) -> None:
    first = walks(title, title.player_counts[0])[0].last
    again = new_game(title, 0, title.player_counts[0])
    for action in first.actions:
        again.apply(action)
    assert again.hash() == first.hash()


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_a_thousand_random_games(title: Title) -> None:
    for seed in range(1000):
        players = title.player_counts[seed % len(title.player_counts)]
        game = new_game(title, seed, players)
        chance = random.Random(seed)
        for now in walk(game, chance):
            assert faults(now) == [], f"seed {seed}"
            if now.state.number % 100 == seed % 100:
                _check_restored(now, pick(now.decision, random.Random(seed)))
        assert game.state.ended_by, f"seed {seed}"


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_the_contract_in_a_hundred_games_that_get_far(title: Title) -> None:
    for seed in range(100):
        players = title.player_counts[seed % len(title.player_counts)]
        chance = random.Random(seed)
        contract = Contract(chance)
        for game, _ in half_sensible_walk(new_game(title, seed, players), seed):
            if chance.random() < 0.04:
                contract.check(game)
