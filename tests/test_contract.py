"""What every title promises: listed means accepted, accepted means listed, nothing lost, forks and snapshots true."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ferrovia.engine.flow.actions import RunTrains
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.titles.registry import all_titles
from tests.walks import neighbours, new_game, pick, walk

TITLES = list(all_titles().values())
SETUPS = [(title, players) for title in TITLES for players in title.player_counts]

unhurried = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
few = settings(unhurried, max_examples=4)  # whole games with a count of the box after every action


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
@unhurried
@given(seed=st.integers(0, 2**32))
def test_listed_is_accepted_and_its_neighbours_are_listed_or_refused(title: Title, players: int, seed: int) -> None:
    chance = random.Random(seed)
    for game in walk(new_game(title, seed, players), chance, most=400):
        if chance.random() > 0.08:
            continue
        for choice in [*game.decision.choices, *(span.at(span.low) for span in game.decision.ranges)]:
            twin = game.fork()
            twin.apply(choice, by=game.decision.player, after=game.state.number)
            assert faults(twin) == []
        for span in game.decision.ranges:
            assert game.why_not(span.at(span.high)) is None
            assert game.why_not(span.at(span.low - 1)) is not None
            assert game.why_not(span.at(span.high + 1)) is not None
        before = game.hash()
        for other in neighbours(game, pick(game.decision, chance), chance):
            if isinstance(other, RunTrains) and title.counts_any_run(game):
                continue  # poorer routes are legal there; only the best are listed
            refusal = game.why_not(other)
            assert (refusal is None) == game.decision.allows(other), f"{other}: {refusal}"
            if refusal is not None:
                assert refusal.sentence.endswith(".")
                assert refusal.rule.startswith(f"{title.name}-") or refusal.rule == "malformed", refusal
        assert game.hash() == before


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
@few
@given(seed=st.integers(0, 2**32))
def test_a_random_game_ends_by_a_clause_and_loses_nothing(title: Title, players: int, seed: int) -> None:
    game = new_game(title, seed, players)
    for now in walk(game, random.Random(seed)):
        assert faults(now) == []
    assert faults(game) == []
    assert game.over
    assert game.state.ended_by.startswith(f"{title.name}-")
    assert list(game.decision) == []


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
@unhurried
@given(seed=st.integers(0, 2**32))
def test_a_restored_game_is_the_same_game(title: Title, players: int, seed: int) -> None:
    chance = random.Random(seed)
    for game in walk(new_game(title, seed, players), chance, most=300):
        if chance.random() > 0.05:
            continue
        twin = Game.restore(title, game.settings, game.snapshot(), game.actions)
        assert twin.hash() == game.hash()
        assert twin.decision == game.decision
        action = pick(game.decision, chance)
        after = game.fork()
        after.apply(action)
        twin.apply(action)
        assert twin.hash() == after.hash() != game.hash()


@pytest.mark.parametrize(("title", "players"), SETUPS, ids=lambda value: getattr(value, "name", value))
@unhurried
@given(seed=st.integers(0, 2**32))
def test_a_fork_goes_its_own_way(title: Title, players: int, seed: int) -> None:
    chance = random.Random(seed)
    game = new_game(title, seed, players)
    for now in walk(game, chance, most=chance.randrange(1, 200)):
        last = now
    if game.over:
        return
    before, length = last.hash(), len(last.actions)
    for _ in walk(last.fork(), chance, most=60):
        pass
    assert (last.hash(), len(last.actions)) == (before, length)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_the_same_seed_and_actions_give_the_same_game(title: Title) -> None:
    first = new_game(title, 7, title.player_counts[0])
    for _ in walk(first, random.Random(7)):
        pass
    again = new_game(title, 7, title.player_counts[0])
    for action in first.actions:
        again.apply(action)
    assert again.hash() == first.hash()


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_a_thousand_random_games(title: Title) -> None:
    for seed in range(1000):
        players = title.player_counts[seed % len(title.player_counts)]
        game = new_game(title, seed, players)
        for now in walk(game, random.Random(seed)):
            assert faults(now) == [], f"seed {seed}"
        assert game.state.ended_by, f"seed {seed}"
