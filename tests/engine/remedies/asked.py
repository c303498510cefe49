"""Illegal acts of stored games: what was played earlier or later, and what differs a little from what is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.search import why_not
from ferrovia.formats.save import load
from ferrovia.titles.registry import title_of
from tests.neighbours import Domains, variations

GAMES = sorted(path.stem for path in (Path(__file__).parents[2] / "games").glob("*.json"))


def positions(name: str) -> Iterator[tuple[Game, list[Action]]]:
    """A stored game at each of its moves, and all of its actions."""
    record = load(Path(__file__).parents[2] / "games" / f"{name}.json")
    game = Game(title_of(record.settings), record.settings)
    for action in record.actions:
        yield game, record.actions
        game.apply(action)


def acts(game: Game, actions: list[Action], chance: random.Random, domains: Domains) -> Iterator[Action]:
    """What somebody might ask about: other moves of the game, the next ones, and neighbours of what is legal."""
    domains.notice(game.decision)
    yield from chance.sample(actions, 4)
    yield from actions[len(game.actions) : len(game.actions) + 4]
    listed = list(game.decision)
    for choice in chance.sample(listed, min(2, len(listed))):
        action = choice.action if isinstance(choice, Range) else choice
        yield from (other for _, other in variations(game, action, domains, chance, most=2))


def refused(name: str, every: int) -> Iterator[tuple[Game, Action, str, Refusal]]:
    """Illegal acts of every so many positions, with who asks and why not."""
    chance, domains = random.Random(name), Domains()
    for game, actions in positions(name):
        if len(game.actions) % every == 0:
            for action in acts(game, actions, chance, domains):
                by = game.decision.player if chance.random() < 0.7 else chance.choice(game.players)
                refusal = why_not(game, action, by)
                if refusal is not None:
                    yield game, action, by, refusal
