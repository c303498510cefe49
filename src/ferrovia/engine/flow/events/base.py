"""What an event is, and what is worth counting of events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ferrovia.saying.message import Message, in_english


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Something that has happened. Its kind is written as ``"event"``."""

    says: ClassVar[str] = ""  # the sentence, with the fields by name

    def sentence(self) -> str:
        """The sentence with the names of its fields; overridden where it depends on them."""
        return self.says

    def named(self) -> dict[str, Any]:
        """The fields as the sentence names them."""
        return msgspec.structs.asdict(self)

    @property
    def message(self) -> Message:
        return Message(self.sentence(), **self.named())

    def __str__(self) -> str:
        return in_english(self)


class Happening(msgspec.Struct, frozen=True):
    """What is worth counting over many games: events of a kind, with certain fields, or from the second time on."""

    kind: type[Event]
    where: Mapping[str, Any] = {}  # what its fields must hold
    again: str = ""  # the field by which it has happened before: only what happens once more is counted
    option: str = ""  # the variant without which it cannot happen

    def is_told_by(self, event: Event) -> bool:
        return type(event) is self.kind and all(getattr(event, field) == held for field, held in self.where.items())
