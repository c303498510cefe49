"""What one person keeps for themselves at a table: a sandbox, a plan, standing orders. Nobody else is shown it."""

from __future__ import annotations

import zlib
from collections.abc import Collection
from typing import TypeVar

import msgspec

from ferrovia.table.models import Person, Sheet, Table

T = TypeVar("T")

SANDBOX, PLAN, ORDERS = "sandbox", "plan", "orders"


def kept(table: Table, person: Person | None, kind: str, as_type: type[T]) -> T | None:
    """A sheet of somebody's; None where there is none, or where one of another release cannot be read."""
    if person is None:
        return None
    content = Sheet.objects.filter(table=table, person=person, kind=kind).values_list("content", flat=True).first()
    return None if content is None else unpacked(bytes(content), as_type)


def contents(table: Table, person: Person | None, kinds: Collection[str]) -> dict[str, bytes]:
    """Several sheets of somebody's at once, as they are stored; those that there are."""
    if person is None:
        return {}
    found = Sheet.objects.filter(table=table, person=person, kind__in=kinds).values_list("kind", "content")
    return {kind: bytes(content) for kind, content in found}


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
