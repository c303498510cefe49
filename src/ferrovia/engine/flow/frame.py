"""Frames: what must still happen. The agenda is a stack of them; the top one decides, or goes on by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class Frame(msgspec.Struct, frozen=True, tag_field="frame", omit_defaults=True):
    """Something that must still happen. Frames are data: to change one is to replace it on the agenda."""

    word: ClassVar[str]  # by which programs know what is to be decided: published, so it never changes
    label: ClassVar[str]  # ... as players call it
    asks: ClassVar[Prompt]  # ... and what they are asked
    is_offer: ClassVar[bool] = False  # whether somebody answers an offer while it is another's turn

    def step_id(self, game: Game) -> str:
        """What is to be decided: the frame's tag, where it has not several steps with ids of their own."""
        return str(type(self).__struct_config__.tag)

    def step(self, game: Game) -> str:
        return self.word

    def called(self, game: Game) -> str:
        return self.label

    def prompt(self, game: Game) -> Prompt:
        return self.asks

    def named(self, game: Game) -> dict[str, Any]:
        """What a prompt may name: the frame's fields, who chooses, and for which corporation."""
        fields = msgspec.structs.asdict(self)
        corporation = self.corporation_of(game) or fields.get("corporation", "")
        return {**fields, "player": self.decider(game), "corporation": corporation}

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


class Procedure(Frame, frozen=True):
    """What goes on by itself: nobody is asked anything."""

    def proceed(self, game: Game) -> bool:
        """Do what is next, and leave the agenda once all is done."""
        raise NotImplementedError


def unsaid(kind: type[Frame]) -> list[str]:
    """What a frame that asks somebody does not say of itself, neither always nor by what the game is at."""
    if issubclass(kind, Procedure):
        return []
    said = {"word": kind.step is Frame.step, "label": kind.called is Frame.called, "asks": kind.prompt is Frame.prompt}
    return [part for part, is_always in said.items() if is_always and not hasattr(kind, part)]


NOT_NOW = term("It is not the moment to {deed:term}: the step now is '{step:term}'.")


def not_now(action: Action, called: str) -> Refusal:
    """The refusal of an action that does not belong to the step at hand."""
    kind = type(action).__struct_config__.tag  # by which a title may cite another clause
    return Refusal("turn", NOT_NOW, deed=action.deed, kind=kind, step=called)
