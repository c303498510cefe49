"""A game that is played word by word: who is asked, what they may say, and what follows when a sentence is whole.

A word that is the only one possible is said by itself. Everything here is a value: to say a word makes a new position,
and the old one stays.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from ferrovia.agents import tracing
from ferrovia.agents.lexicon import BY_HAND, GIVE_UP, LET_IT_BE, Lexicon, Words, lexicon
from ferrovia.agents.spelling import Sentence, sentences
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game


class Manners(msgspec.Struct, frozen=True):
    """How players are asked. Without one of these, some legal choices cannot be made."""

    out_of_turn: bool = True  # one who may do something out of turn is asked before every decision of another
    by_hand: bool = True  # routes besides those that are listed may be shown hex by hex


class Position(msgspec.Struct, frozen=True, dict=True):
    """A game, who is asked now and after them, and what was said of the action so far."""

    game: Game
    manners: Manners
    asked: tuple[str, ...] = ()  # whose turn it is comes last
    words: Words = ()
    options: tuple[Sentence, ...] = ()  # of the kind that was said: what fits all that was said
    given_up: bool = False  # whether routes by hand were tried at this decision

    @property
    def lexicon(self) -> Lexicon:
        return lexicon(self.game.title)

    @property
    def speaker(self) -> str:
        return self.asked[0] if self.asked else ""

    @property
    def is_turn(self) -> bool:
        """Whether the speaker is the one who must decide, and not one who is asked out of turn."""
        return len(self.asked) == 1

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What the speaker may choose from."""
        decision = self.game.decision
        at_any_moment = (other.choice for other in decision.interjections if other.player == self.speaker)
        return tuple(dict.fromkeys([*(decision if self.is_turn else ()), *at_any_moment]))

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return seats_from(self.game, self.speaker)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The words that may be said now, in the order of the lexicon; none once the game is over."""
        if self.game.over:
            return ()
        return tuple(sorted(self._following()))

    def _following(self) -> set[int]:
        if not self.words:
            kinds = {self.lexicon.kind(_kind(choice)) for choice in self.choices}
            return kinds if self.is_turn else kinds | {LET_IT_BE}
        if self._is_by_hand and not self.options:
            return {GIVE_UP, *tracing.following(self.game, self.lexicon, self._listed, self.words[2:])}
        words = {word for option in self.options for word in option.following(self.lexicon, self.words)}
        return words | {BY_HAND} if self._may_trace else words

    @property
    def _is_by_hand(self) -> bool:
        return self.words[1:2] == (BY_HAND,)

    @property
    def _may_trace(self) -> bool:
        is_free = self.manners.by_hand and self.is_turn and not self.given_up and len(self.words) == 1
        return is_free and tracing.is_traced(self.lexicon.kind_of(self.words[0]))

    @property
    def _listed(self) -> list[Action]:
        """What is listed of the kind that was said."""
        kind = self.lexicon.kind_of(self.words[0])
        return [choice for choice in self.choices if type(choice) is kind and isinstance(choice, Action)]

    def after(self, word: int) -> Position:
        """The position when a legal word was said, and all that had to follow."""
        return self._said(word)._settled()

    def _said(self, word: int) -> Position:
        if word == LET_IT_BE:
            return begun(self.game, self.manners, self.asked[1:])
        if word == GIVE_UP and self._is_by_hand:
            return begun(self.game, self.manners, self.asked, given_up=True)
        words = (*self.words, word)
        options = self._options_after(words)
        for option in options:
            action = option.meant(self.lexicon, words)
            if action is not None:
                return self.played(action)
        return msgspec.structs.replace(self, words=words, options=options)

    def _options_after(self, words: Words) -> tuple[Sentence, ...]:
        if len(words) == 1:
            kind = self.lexicon.kind_of(words[0])
            return sentences(self.lexicon, [choice for choice in self.choices if _kind(choice) is kind], self.seats)
        if words[1] == BY_HAND and (len(words) == 2 or not self.options):
            traced = tracing.ended(self.game, self.lexicon, self._listed, words[2:])
            made = sentences(self.lexicon, traced, self.seats)
            return tuple(Sentence((words[0], BY_HAND, *each.words[1:]), each.choice) for each in made)
        return tuple(option for option in self.options if option.begins_with(self.lexicon, words))

    def played(self, action: Action) -> Position:
        """The position when the speaker has done something."""
        game = self.game.fork()
        game.apply(action, by=self.speaker)
        return begun(game, self.manners)

    def _settled(self) -> Position:
        position = self
        while len(position.legal) == 1:
            position = position._said(position.legal[0])
        return position


def opened(game: Game, manners: Manners) -> Position:
    """The first position of a game in which somebody has a choice."""
    return begun(game, manners)._settled()


def begun(game: Game, manners: Manners, asked: tuple[str, ...] = (), given_up: bool = False) -> Position:
    """A position in which nothing was said yet; without names, everybody is asked who may speak."""
    return Position(game, manners, asked or _who_is_asked(game, manners), given_up=given_up)


def _who_is_asked(game: Game, manners: Manners) -> tuple[str, ...]:
    if game.over:
        return ()
    decision = game.decision
    speakers = {other.player for other in decision.interjections} if manners.out_of_turn else set()
    others = [player for player in seats_from(game, decision.player)[1:] if player in speakers]
    return (*others, decision.player)


def seats_from(game: Game, player: str) -> tuple[str, ...]:
    """The players clockwise, beginning with one."""
    seats = game.state.seats
    place = seats.index(player) if player in seats else 0
    return (*seats[place:], *seats[:place])


def _kind(choice: Choice) -> type[Action]:
    return type(choice.action) if isinstance(choice, Range) else type(choice)


def taken_up(position: Position, words: Words) -> Position:
    """A position in which these words were said, as they were said before."""
    for word in words:
        position = position._said(word)
    return position


def word_towards(position: Position, action: Action) -> int:
    """The next word of one who wants to play an action in their turn; one who is asked out of turn lets it be."""
    if not position.is_turn:
        return LET_IT_BE
    return position.lexicon.spelled(action, position.seats)[len(position.words)]
