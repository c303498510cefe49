"""Events: what happened, one line each, as a sentence with its values so that it can be translated."""

from __future__ import annotations

import msgspec

Value = str | int


class Event(msgspec.Struct, frozen=True):
    text: str
    values: dict[str, Value] = {}

    def __str__(self) -> str:
        return self.text.format(**self.values)
