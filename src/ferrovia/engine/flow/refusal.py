"""Refusals: why an action is not allowed, in one sentence, with the clause that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ferrovia.saying.message import Message, in_english

if TYPE_CHECKING:
    from ferrovia.engine.flow.remedies.remedy import Way


class Refusal(Exception):
    """An action the rules do not allow. Nothing has changed.

    `rule` is the id of a clause, or a word of the engine that the title's citations turn into one. `way` is what would
    lift it, where that was asked for and found: see `remedies.search.why_not`.
    """

    way: Way | None = None

    def __init__(self, rule: str, text: str, **values: Any) -> None:
        super().__init__(text)
        self.rule = rule
        self.word = rule  # as the engine refused, whatever clause is cited for it
        self.text = text
        self.values = values

    @property
    def message(self) -> Message:
        return Message(self.text, **self.values)

    @property
    def sentence(self) -> str:
        """In English."""
        return in_english(self)

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"

    def cited(self, clause: str) -> Refusal:
        """The same refusal with its clause."""
        same = Refusal(clause, self.text, **self.values)
        same.word = self.word
        return same
