"""Random walks through games of any title, and the neighbours of a choice: what is almost but not quite it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from ferrovia.engine.flow import actions as kinds
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Decision, Range
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title


def new_game(title: Title, seed: int, players: int, options: tuple[str, ...] | None = None) -> Game:
    """A new game with these options, or with any of the title's that go with the number of players."""
    names = ("Ada", "Bruno", "Carla", "Dora", "Ezio", "Fania")[:players]
    if options is not None:
        return Game(title, Settings(title.name, names, str(seed), options))
    chance = random.Random(seed)
    try:
        return new_game(title, seed, players, tuple(option for option in title.options if chance.random() < 0.4))
    except Refusal:
        return new_game(title, seed, players, ())


def pick(decision: Decision, chance: random.Random) -> Action:
    """Any choice; a price is drawn from its range."""
    choices: list[Choice] = [*decision]
    choice = chance.choice(choices)
    if isinstance(choice, Range):
        return choice.at(chance.randrange(choice.low, choice.high + 1, choice.step))
    return choice


def walk(game: Game, chance: random.Random, most: int = 100_000) -> Iterator[Game]:
    """The game at every decision until its end."""
    for _ in range(most):
        if game.over:
            return
        yield game
        game.apply(pick(game.decision, chance))


def neighbours(game: Game, action: Action, chance: random.Random, most: int = 25) -> list[Action]:
    """Actions that differ from this one in a single field, and a few of other kinds."""
    found: list[Action] = [
        kinds.Pass(), kinds.Accept(), kinds.Decline(), kinds.Bankrupt(), kinds.TakeLoan(), kinds.LeaveGame(),
        kinds.RedeemShare(), kinds.Dividend("half"), kinds.IssueShares(1), kinds.UsePrivate("SMS"),
        kinds.IssueBond(), kinds.RepayBond(), kinds.BuyEToken(),
    ]  # fmt: skip
    for field, value in msgspec.structs.asdict(action).items():
        if field == "routes":
            found += [msgspec.structs.replace(action, routes=value[:-1]), msgspec.structs.replace(action, routes=())]
            continue
        for other in _others(game, field, value):
            found.append(msgspec.structs.replace(action, **{field: other}))
    chance.shuffle(found)
    return found[:most]


def _others(game: Game, field: str, value: Any) -> list[Any]:
    title = game.title
    match field:
        case "price" | "count" | "rotation" | "city":
            return [value - 1, value + 1, value + 5, 0, -1, 10**9]
        case "hex":
            return [*title.board.hexes, "", "Z99"]
        case "tile":
            return [*title.board.tiles, "0"]
        case "corporation" | "seller":
            return [*title.corporations, "XYZ"]
        case "private":
            return [*title.privates, "XYZ"]
        case "train":
            return [*title.trains, "99H"]
        case "source":
            sources = ("treasury", "pool", "offer")
            return list(sources) if value in sources else [*title.corporations, "bank", "pool", "nobody"]
        case "certificates":
            return [value[:-1], (*value, 10), (20, *value), (*value, 0), (), tuple(reversed(value)), (-10,)]
        case "choice":
            return ["pay", "withhold", "half"]
    return []
