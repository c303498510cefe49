"""A remedy, the case that it is for, and the way that several of them make."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message


class Case(NamedTuple):
    """An action that somebody asks about, where a game stands or where it is supposed to stand."""

    game: Game
    action: Action
    by: str | None

    def refusal(self) -> Refusal | None:
        return self.game.why_not(self.action, by=self.by)

    def changed(self) -> Case:
        """The same on a fork, where something may be supposed."""
        return self._replace(game=self.game.supposed())


class Remedy(msgspec.Struct, frozen=True, tag_field="remedy"):
    """Something that would have to be otherwise."""

    # Whether what is asked next, such as a price, depends on how it comes about: then nothing more is told after it.
    is_open_ended: ClassVar[bool] = False

    @property
    def message(self) -> Message:
        """As the end of "Possible ...": with, in, from, once."""
        raise NotImplementedError

    def supposed(self, case: Case) -> Case:
        """The case where it is so."""
        raise NotImplementedError

    def together(self, other: Remedy) -> Remedy | None:
        """This and another of the same thing as one, where they are: two certificates fewer for one and one more."""
        return None


class Way(msgspec.Struct, frozen=True):
    """Remedies that together make an action legal, or at least lift what stands in its way now."""

    remedies: tuple[Remedy, ...]
    suffices: bool  # whether nothing is in the way any more
    then: Refusal | None = None  # what would be, where something is and is known

    @property
    def message(self) -> Message:
        if self.suffices:
            return Message("Possible {when:and}.", when=self.remedies)
        if self.then is None:
            return Message("This would not stand in the way {when:and}.", when=self.remedies)
        text = "This would not stand in the way {when:and}, but then: {then}"
        return Message(text, when=self.remedies, then=self.then)
