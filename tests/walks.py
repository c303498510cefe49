"""Random walks through games of any title: any choice is taken, and now and then somebody speaks out of turn."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ferrovia.bots.sensible import SensibleBot
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Choice, Decision, Range
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title

OUT_OF_TURN = 0.05  # how often an interjection is played where there is one
SENSIBLE = 0.6  # how often a walk that shall get far does what a sensible player would do


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


def every_option(title: Title, players: int) -> tuple[str, ...]:
    """As many options of a title as go together with the number of players."""
    chosen: tuple[str, ...] = ()
    for option in title.options:
        try:
            new_game(title, 0, players, (*chosen, option))
        except Refusal:
            continue
        chosen = (*chosen, option)
    return chosen


def pick(decision: Decision, chance: random.Random) -> Action:
    """Any choice of the one who must decide; a price is drawn from its range."""
    return priced(chance.choice([*decision]), chance)


def priced(choice: Choice, chance: random.Random) -> Action:
    if isinstance(choice, Range):
        return choice.at(chance.randrange(choice.low, choice.high + 1, choice.step))
    return choice


def move(decision: Decision, chance: random.Random) -> tuple[str, Action]:
    """Who plays next, and what: the player whose turn it is, or once in a while another, with any kind of action."""
    if decision.interjections and chance.random() < OUT_OF_TURN:
        moves = [(one.player, priced(one.choice, chance)) for one in decision.interjections]
        kind = chance.choice(list(dict.fromkeys(type(action) for _, action in moves)))
        return chance.choice([(player, action) for player, action in moves if type(action) is kind])
    return decision.player, pick(decision, chance)


def half_sensible_walk(game: Game, seed: int) -> Iterator[tuple[Game, tuple[str, Action]]]:
    """The game at every decision, with what is done: mostly what a sensible player would do, so that it gets far."""
    chance, bot = random.Random(seed), SensibleBot(Chance(str(seed)))
    while not game.over:
        decision = game.decision
        next_move = (decision.player, bot.choose(game)) if chance.random() < SENSIBLE else move(decision, chance)
        yield game, next_move
        player, action = next_move
        game.apply(action, by=player)


def walk(game: Game, chance: random.Random, most: int = 100_000) -> Iterator[Game]:
    """The game at every decision until its end."""
    for _ in range(most):
        if game.over:
            return
        yield game
        player, action = move(game.decision, chance)
        game.apply(action, by=player)
