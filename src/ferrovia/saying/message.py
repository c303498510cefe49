"""Messages: sentences that wait to be said, with what fills their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Said(Protocol):
    """Whatever can be said: an event, a refusal, a trouble, or a message itself."""

    @property
    def message(self) -> Message: ...


class Message:
    """A sentence by its English text, which is also its name in the catalogues; fields are filled in by name.

    How a field may be written is told in docs/languages.md: ``{cost:money}``, ``{count:share|shares}``,
    ``{colour:term}``. A field may hold another message, or several.
    """

    __slots__ = ("text", "values")

    def __init__(self, text: str, /, **values: Any) -> None:
        self.text = text
        self.values: Mapping[str, Any] = values

    @property
    def message(self) -> Message:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.text, self.values) == (other.text, other.values)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Message({self.text!r}, **{self.values!r})"

    def __str__(self) -> str:
        return in_english(self)


class Trouble(Exception):
    """Why something cannot be done, in one sentence."""

    def __init__(self, text: str, /, **values: Any) -> None:
        super().__init__(text)
        self.message = Message(text, **values)

    def __str__(self) -> str:
        return in_english(self)


def term(text: str) -> str:
    """A word or sentence that is kept as it is, and looked up when it is said: the catalogues have it too."""
    return text


def in_english(said: Said) -> str:
    """What is said where nobody asks for a language: by programmers, in tests and tracebacks."""
    from ferrovia.saying.voice import ENGLISH

    return ENGLISH(said)
