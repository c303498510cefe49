"""Frames: what must still happen. The agenda is a stack of them; the top one decides, or goes on by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.refusal import Refusal

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class Frame(msgspec.Struct, frozen=True, tag_field="frame", omit_defaults=True):
    """Something that must still happen. Frames are data: to change one is to replace it on the agenda."""

    def step(self, game: Game) -> str:
        """What is to be decided, in a word: programs and title know it by that."""
        raise NotImplementedError

    def called(self, game: Game) -> str:
        """... as players call it; the word itself, where it is one of theirs."""
        return self.step(game)

    def decider(self, game: Game) -> str:
        """The player who must choose."""
        raise NotImplementedError

    def corporation_of(self, game: Game) -> str:
        """The corporation they choose for, if they do."""
        return ""

    def proceed(self, game: Game) -> bool:
        """Go on without a choice, if none is needed; False when somebody must choose."""
        return False

    def choices(self, game: Game) -> Iterable[Choice]:
        """Every legal choice."""
        raise NotImplementedError

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why an action is not legal now, or None."""
        raise NotImplementedError

    def play(self, game: Game, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError


def not_now(action: Action, called: str) -> Refusal:
    """The refusal of an action that does not belong to the step at hand."""
    text = "It is not the moment to {deed:term}: the step now is '{step:term}'."
    kind = type(action).__struct_config__.tag  # by which a title may cite another clause
    return Refusal("turn", text, deed=action.deed, kind=kind, step=called)
