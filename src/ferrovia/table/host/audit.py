"""Every act of a host is written down, and whom it concerns can read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import msgspec

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.clean_text import clean_text
from ferrovia.table.host.models import LONGEST_REASON, HostAct
from ferrovia.table.models import Person, Table
from ferrovia.table.shared_clock import time_now
from ferrovia.table.stored_messages import StoredMessage

SHOWN = 40  # of them on a page


@dataclass(frozen=True)
class Act:
    """One of them, as it is read."""

    at: datetime
    who: str  # empty: by the command on the server
    what: Message
    why: str


def note(
    by: Person | None, act: str, what: Message, table: Table | None = None, person: Person | None = None, why: str = ""
) -> None:
    """Write an act down, inside the transaction in which it is done."""
    HostAct.objects.create(
        made=time_now(),
        by=by,
        by_name=by.name if by is not None else "",
        act=act,
        told=msgspec.to_builtins(StoredMessage.of(what)),
        why=why,
        table=table,
        person=person,
    )


def checked_reason(wanted: str) -> str:
    """A reason as it is kept; raises `Refusal` for one that is too long."""
    reason = clean_text(wanted[: LONGEST_REASON * 8])
    if len(reason) > LONGEST_REASON:
        raise Refusal("reason", "A reason has at most {most} characters.", most=LONGEST_REASON)
    return reason


def latest(most: int = SHOWN) -> list[Act]:
    return _read(HostAct.objects.order_by("-made", "-pk")[:most])


def at_table(table: Table) -> list[Act]:
    """What concerned a table, for those who sit there."""
    return _read(HostAct.objects.filter(table=table).order_by("-made", "-pk")[:SHOWN])


def about(person: Person) -> list[Act]:
    """What concerned somebody themselves."""
    return _read(HostAct.objects.filter(person=person).order_by("-made", "-pk")[:SHOWN])


def _read(rows: Iterable[HostAct]) -> list[Act]:
    return [Act(row.made, row.by_name, msgspec.convert(row.told, StoredMessage).message, row.why) for row in rows]
