"""Hidden things stay hidden: in views, and in the forks that players and their helpers are given."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import factorial
from typing import Any

import msgspec
import pytest

from ferrovia.engine.flow.chance import MOST_MIXED, Chance
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.view import choices_view, view_for
from ferrovia.titles.registry import all_titles, title
from tests.walks import half_sensible_walk, new_game, walk

each_title = pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.name)

# What a title keeps of its own and does not show. Whoever adds to a title's own state decides where it belongs.
HIDDEN = {
    "1849": {"still"},  # a fingerprint of the open position, of use to nobody
    "1883": {"deck"},
    "18FB": set[str](),
}
EVERY = 59  # actions between two looks


@lru_cache(maxsize=8)
def positions(title: Title) -> list[Game]:
    """A game that gets far, now and then; whoever plays on plays on a fork."""
    game = new_game(title, 1, title.player_counts[-1])
    return [now.fork() for now, _ in half_sensible_walk(game, 1) if now.state.number % EVERY == 0]


def viewers(game: Game) -> list[str | None]:
    return [None, *game.state.seats]


def keys(value: Any) -> Iterator[str]:
    """Every name in plain data, however deep."""
    if isinstance(value, dict):
        yield from value
        for part in value.values():
            yield from keys(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys(part)


# Views


@each_title
def test_whatever_a_title_keeps_is_open_or_known_to_be_hidden(title: Title) -> None:
    fields = set(title.own_type.__struct_fields__)
    assert title.seen.open <= fields
    assert title.seen.open.isdisjoint(HIDDEN[title.name])
    assert title.seen.open | HIDDEN[title.name] == fields


@each_title
def test_a_title_that_says_nothing_shows_nothing(title: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(title, 1, title.player_counts[0])
    monkeypatch.setattr(type(title.seen), "open", frozenset())
    assert set(title.own_type.__struct_fields__) & set(view_for(game)["own"]) <= {"deck"}  # how many cards it has


@each_title
def test_no_view_contains_the_agenda(title: Title) -> None:
    for game in positions(title):
        for viewer in viewers(game):
            assert {"agenda", "frame"}.isdisjoint(keys(view_for(game, viewer)))


def test_the_order_of_the_events_is_in_no_view() -> None:
    looked = 0
    for game in positions(title("1883")):
        before = [view_for(game, viewer) for viewer in viewers(game)], choices_view(game)
        other = game.fork()
        other.state.own = msgspec.structs.replace(other.state.own, deck=game.state.own.deck[::-1])
        other._decision = None
        looked += other.state.own != game.state.own
        assert ([view_for(other, viewer) for viewer in viewers(game)], choices_view(other)) == before
    assert looked > 5


# Forks


def rolls(game: Game) -> list[int]:
    return [game.roll(10) for _ in range(40)]


@each_title
def test_a_fork_for_a_player_looks_to_them_like_the_game(title: Title) -> None:
    for game in positions(title):
        before = game.hash()
        for viewer in viewers(game):
            fork = game.fork_for(viewer)
            assert view_for(fork, viewer) == view_for(game, viewer)
            fork._decision = None
            assert fork.decision == game.decision
        for _ in walk(fork, random.Random(game.state.number), most=5):
            pass
        assert game.hash() == before


@each_title
def test_dice_and_cards_of_a_fork_do_not_come_from_the_seed(title: Title) -> None:
    game = new_game(title, 1, title.player_counts[0])
    other = game.fork()
    other.settings = msgspec.structs.replace(game.settings, seed="quite another", salt="and salted")
    assert game.fork_for("Ada").settings == other.fork_for("Ada").settings
    rolled = rolls(game.fork_for("Ada"))
    assert rolled == rolls(other.fork_for("Ada"))
    assert rolled not in (rolls(game.fork()), rolls(other.fork()))


@each_title
def test_every_player_and_every_position_has_a_fork_of_its_own(title: Title) -> None:
    seeds = [game.fork_for(viewer).settings.seed for game in positions(title) for viewer in viewers(game)]
    assert len(set(seeds)) == len(seeds) > 20


def test_the_deck_of_a_fork_does_not_follow_from_the_real_one() -> None:
    looked = moved = 0
    for game in positions(title("1883")):
        deck = game.state.own.deck
        other = game.fork()
        other.state.own = msgspec.structs.replace(game.state.own, deck=deck[::-1])
        fork, same = game.fork_for("Ada"), other.fork_for("Ada")
        assert (fork.snapshot(), fork.settings) == (same.snapshot(), same.settings)
        assert sorted(fork.state.own.deck) == sorted(deck)
        looked += len(deck) > 4
        moved += len(deck) > 4 and fork.state.own.deck != deck
    assert moved > 0.8 * looked > 3


def test_when_the_game_is_over_nothing_is_hidden() -> None:
    game = new_game(title("1883"), 2, 3)
    for _ in walk(game, random.Random(2)):
        pass
    fork = game.fork_for("Ada")
    assert fork.settings == game.settings
    assert view_for(fork, "Ada") == view_for(game, "Ada")


def test_a_few_things_are_mixed_into_any_order() -> None:
    orders = Counter(tuple(Chance(str(seed)).mixed("abc")) for seed in range(6000))
    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())
    for size in (0, 1, MOST_MIXED, MOST_MIXED + 1):
        things = list(range(size))
        assert sorted(Chance("a seed").mixed(things)) == things
    assert factorial(MOST_MIXED) < 1 << 256 < factorial(MOST_MIXED + 1)
