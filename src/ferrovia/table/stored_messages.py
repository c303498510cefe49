"""Messages as they are kept and sent: plain data, in no language yet."""

from __future__ import annotations

from typing import Any

import msgspec

from ferrovia.saying.message import Message


class StoredMessage(msgspec.Struct, frozen=True):
    """A message as it is kept: in no language yet."""

    text: str
    values: dict[str, Any] = {}

    @classmethod
    def of(cls, said: Message) -> StoredMessage:
        return cls(said.text, {name: _plain(value) for name, value in said.values.items()})

    @property
    def message(self) -> Message:
        return Message(self.text, **{name: _said(value) for name, value in self.values.items()})


def _plain(value: Any) -> Any:
    """A field as plain data; a message in it stays one."""
    message = getattr(value, "message", None)
    if isinstance(message, Message):
        return msgspec.to_builtins(StoredMessage.of(message))
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _said(value: Any) -> Any:
    match value:
        case dict():
            return msgspec.convert(value, StoredMessage).message
        case list():
            return [_said(each) for each in value]
    return value
