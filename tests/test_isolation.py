"""Games in one process never change each other, nor what they share: the title and its printed components."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Decision
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.titles.t1849 import TITLE, components
from tests.titles import TITLES
from tests.walks import new_game, pick

LONG = 300  # actions: far enough for trains, phases and closures
GAMES: tuple[tuple[int, int, tuple[str, ...]], ...] = (
    (11, 3, ()),
    (12, 4, ("five_corporations",)),
    (13, 4, ("ift_fourth",)),
    (14, 5, ("ift_fourth",)),
    (15, 4, ()),
    (15, 4, ("five_corporations", "ift_fourth")),
)


class Moment(NamedTuple):
    """What a game stood at, and what was done."""

    hash: str
    decision: Decision
    action: Action


def alone(seed: int, players: int, options: tuple[str, ...]) -> list[Moment]:
    """A game played by itself from start to some point."""
    game, chance = new_game(TITLE, seed, players, options), random.Random(seed)
    moments: list[Moment] = []
    while len(moments) < LONG and not game.over:
        moments.append(Moment(game.hash(), game.decision, pick(game.decision, chance)))
        game.apply(moments[-1].action)
    return moments


def definitions(title: Title) -> dict[str, Any]:
    """All that games of a title share, down to the last printed number."""
    classes = [kind for kind in type(title).__mro__ if kind is not object]
    told = {f"{kind.__name__}.{name}": value for kind in classes for name, value in vars(kind).items() if _data(value)}
    steps = {type(step).__name__: {name: getattr(step, name) for name in dir(step) if _data(getattr(step, name))}
             for step in title.operating.steps}  # fmt: skip
    return {"of the class": told, "of the title": vars(title), "steps": steps}


def _data(value: object) -> bool:
    return isinstance(value, str | int | tuple | list | dict | frozenset | set) and not isinstance(value, type)


def sheets() -> dict[str, Any]:
    return {name: components.sheet(name) for name in ("companies", "game", "map", "market", "tiles", "trains")}


def plain_copy(value: Any) -> Any:
    """A deep copy that keeps functions and classes as they are, and writes the rest out in full."""
    return repr(value) if not isinstance(value, dict) else {str(key): plain_copy(item) for key, item in value.items()}


@pytest.fixture(scope="module")
def records() -> list[list[Moment]]:
    return [alone(*settings) for settings in GAMES]


def in_turns(games: list[Game], records: list[list[Moment]]) -> Iterator[tuple[Game, Moment]]:
    """One action of each game after the other."""
    for number in range(LONG):
        for game, moments in zip(games, records, strict=True):
            if number < len(moments):
                yield game, moments[number]


def test_games_played_in_turns_go_as_they_go_alone(records: list[list[Moment]]) -> None:
    """Six games of three, four and five players with different options, one action of each in turn."""
    games = [new_game(TITLE, *settings) for settings in GAMES]
    for game, moment in in_turns(games, records):
        assert game.hash() == moment.hash
        assert game.decision == moment.decision
        game.apply(moment.action)


def test_forks_that_go_their_own_way_leave_their_origin_alone(records: list[list[Moment]]) -> None:
    """At every tenth moment two forks leave the game and play on at random, while the game itself is played on."""
    games = [new_game(TITLE, *settings) for settings in GAMES[:3]]
    chance = random.Random(7)
    strays: list[Game] = []
    for place, (game, moment) in enumerate(in_turns(games, records[:3])):
        if place % 10 == 0:
            strays = [*strays[-4:], game.fork(), game.fork()]
        for stray in strays:
            if not stray.over:
                stray.apply(pick(stray.decision, chance))
        assert game.hash() == moment.hash
        assert game.decision == moment.decision
        game.apply(moment.action)


def test_a_fork_is_not_changed_by_its_origin(records: list[list[Moment]]) -> None:
    game = new_game(TITLE, *GAMES[0])
    forks: list[tuple[Game, str]] = []
    for moment in records[0]:
        forks.append((game.fork(), moment.hash))
        game.apply(moment.action)
    for number, (fork, was) in enumerate(forks):
        assert fork.hash() == was
        assert len(fork.actions) == number
        assert fork.decision == records[0][number].decision


def test_refused_actions_leave_no_trace_in_other_games(records: list[list[Moment]]) -> None:
    """A game that is offered another game's actions refuses most of them, and none of the two is changed."""
    first, second = new_game(TITLE, *GAMES[0]), new_game(TITLE, *GAMES[1])
    refused = 0
    for mine, yours in zip(records[0], records[1], strict=False):
        refused += first.why_not(yours.action) is not None
        refused += second.why_not(mine.action) is not None
        assert (first.hash(), second.hash()) == (mine.hash, yours.hash)
        first.apply(mine.action)
        second.apply(yours.action)
    assert refused > LONG // 2


def test_what_games_share_is_the_same_after_them_as_before(records: list[list[Moment]]) -> None:
    """The title, its steps and the component sheets, compared in full; only memories of what was worked out grow."""
    before, printed = plain_copy(definitions(TITLE)), copy.deepcopy(sheets())
    games = [new_game(TITLE, *settings) for settings in GAMES]
    for game, moment in in_turns(games, records):
        game.apply(moment.action)
    assert plain_copy(definitions(TITLE)) == before
    assert sheets() == printed


def test_a_set_up_is_the_same_whatever_was_played_before(records: list[list[Moment]]) -> None:
    """After all those games each set-up deals the same game as in the beginning, options included."""
    for settings, moments in zip(GAMES, records, strict=True):
        game = new_game(TITLE, *settings)
        assert game.hash() == moments[0].hash
        five = settings[1] == 3 or "five_corporations" in settings[2]
        assert len(game.state.certificates) == (5 if five else 6)
        assert len(game.trains("bank")) == (18 if five else 21)


def test_settings_given_to_a_game_can_be_used_again() -> None:
    """The arrangement that a game was dealt by belongs to its giver."""
    arrangement: dict[str, tuple[str, ...]] = {"corporations": ("AFG", "ATA", "CTL", "IFT", "RCS", "SFA")}
    settings = Settings("1849", ("Ada", "Bruno", "Carla"), "x", (), copy.deepcopy(arrangement))
    chance = random.Random(3)
    first = Game(TITLE, settings)
    start = first.hash()
    for _ in range(40):
        first.apply(pick(first.decision, chance))
    assert settings.arrangement == arrangement
    assert Game(TITLE, settings).hash() == start


@pytest.mark.parametrize("title", TITLES, ids=lambda title: str(title.name))
def test_every_title_shares_only_what_never_changes(title: Title) -> None:
    before = plain_copy(definitions(title))
    games = [new_game(title, seed, players) for seed, players in enumerate(title.player_counts)]
    chance = random.Random(1)
    for _ in range(60):
        for game in games:
            if not game.over:
                game.apply(pick(game.decision, chance))
    assert plain_copy(definitions(title)) == before
