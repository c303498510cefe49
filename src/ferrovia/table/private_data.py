"""What one person keeps for themselves at a table: a sandbox, a plan, standing orders. Nobody else is shown it."""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec

from ferrovia.table.models import Person, PrivateData, Table
from ferrovia.table.speed.prepared_queries import PreparedQuery

T = TypeVar("T")

SANDBOX, PLAN, ORDERS = "sandbox", "plan", "orders"
_lasting: PreparedQuery[PrivateData] = PreparedQuery(
    2,
    lambda table, person: PrivateData.objects.filter(table=table, person=person, kind__in=(PLAN, ORDERS)).values_list(
        "kind", "content"
    ),
)


def stored(table: Table, person: Person | None, kind: str, as_type: type[T]) -> T | None:
    """A sheet of somebody's; None where there is none, or where one of another release cannot be read."""
    if person is None:
        return None
    content = (
        PrivateData.objects.filter(table=table, person=person, kind=kind).values_list("content", flat=True).first()
    )
    return None if content is None else unpacked(bytes(content), as_type)


def plan_and_orders(table: Table, person: Person | None) -> dict[str, bytes]:
    """What every page asks for, as it is stored; what there is of it."""
    if person is None:
        return {}
    return {kind: bytes(content) for kind, content in _lasting.rows(table.pk, person.pk)}


def unpacked(content: bytes, as_type: type[T]) -> T | None:
    try:
        return msgspec.json.decode(zlib.decompress(content), type=as_type)
    except (msgspec.DecodeError, zlib.error):
        return None


def keep(table: Table, person: Person, kind: str, content: object) -> None:
    packed = zlib.compress(msgspec.json.encode(content), 6)
    PrivateData.objects.update_or_create(table=table, person=person, kind=kind, defaults={"content": packed})


def drop(table: Table, person: Person | None, kind: str) -> None:
    if person is not None:
        PrivateData.objects.filter(table=table, person=person, kind=kind).delete()
