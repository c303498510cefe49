"""Playing word by word, for the tests: who says what until an action is played."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ferrovia.agents.lexicon import BY_HAND, LET_IT_BE, Words
from ferrovia.agents.word_game import Manners, Position, begun
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game

SPEAKS_UP = 0.05  # how often a random player who is asked out of turn does anything


def played_by_words(game: Game, player: str, action: Action, *, by_hand: bool = False) -> Action:
    """What comes of it when a player says an action word by word, others who are asked before letting it be.

    Every word is checked to be among those that may be said.
    """
    position = begun(game, Manners())
    while position.speaker != player:
        assert LET_IT_BE in position.legal
        position = begun(game, Manners(), position.asked[1:])
    kind, *rest = position.lexicon.spelled(action, position.seats)
    words: Words = (kind, BY_HAND, *rest) if by_hand else (kind, *rest)
    while position.game is game:
        word = words[len(position.words)]
        assert word in position.legal, f"{action}: {position.lexicon.name(word)} cannot be said."
        position = position.after(word)
    return position.game.actions[len(game.actions)]


def any_word(position: Position, chance: random.Random) -> int:
    if LET_IT_BE in position.legal and chance.random() > SPEAKS_UP:
        return LET_IT_BE
    return chance.choice(position.legal)


def talk(position: Position, chance: random.Random, most: int) -> Iterator[Position]:
    """Random words, at every one of them."""
    for _ in range(most):
        yield position
        if position.game.over:
            return
        position = position.after(any_word(position, chance))
