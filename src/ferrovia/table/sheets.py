"""What one person keeps for themselves at a table: a sandbox, a plan, standing orders. Nobody else is shown it."""

from __future__ import annotations

import zlib
from typing import Any, TypeVar

import msgspec

from ferrovia.saying.message import Message
from ferrovia.table.models import Person, Sheet, Table

T = TypeVar("T")

SANDBOX, PLAN, ORDERS = "sandbox", "plan", "orders"


def kept(table: Table, person: Person | None, kind: str, as_type: type[T]) -> T | None:
    """A sheet of somebody's; None where there is none, or where one of another release cannot be read."""
    if person is None:
        return None
    content = Sheet.objects.filter(table=table, person=person, kind=kind).values_list("content", flat=True).first()
    return None if content is None else unpacked(bytes(content), as_type)


def unpacked(content: bytes, as_type: type[T]) -> T | None:
    try:
        return msgspec.json.decode(zlib.decompress(content), type=as_type)
    except (msgspec.DecodeError, zlib.error):
        return None


def keep(table: Table, person: Person, kind: str, content: object) -> None:
    packed = zlib.compress(msgspec.json.encode(content), 6)
    Sheet.objects.update_or_create(table=table, person=person, kind=kind, defaults={"content": packed})


def drop(table: Table, person: Person | None, kind: str) -> None:
    if person is not None:
        Sheet.objects.filter(table=table, person=person, kind=kind).delete()


class Words(msgspec.Struct, frozen=True):
    """A message as it is kept: in no language yet."""

    text: str
    values: dict[str, Any] = {}

    @classmethod
    def of(cls, said: Message) -> Words:
        return cls(said.text, {name: _plain(value) for name, value in said.values.items()})

    @property
    def message(self) -> Message:
        return Message(self.text, **{name: _said(value) for name, value in self.values.items()})


def _plain(value: Any) -> Any:
    """A field as plain data; a message in it stays one."""
    message = getattr(value, "message", None)
    if isinstance(message, Message):
        return msgspec.to_builtins(Words.of(message))
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _said(value: Any) -> Any:
    match value:
        case dict():
            return msgspec.convert(value, Words).message
        case list():
            return [_said(each) for each in value]
    return value
