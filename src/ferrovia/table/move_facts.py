"""When moves were made and who made them for their player; asked of the database for those that are shown."""

from __future__ import annotations

from datetime import datetime

from ferrovia.table.models import MoveRow
from ferrovia.table.speed.prepared_queries import PreparedQuery

Fact = tuple[datetime | None, str]  # when, None where nobody knows; and the mover: see models.Mover

_facts: PreparedQuery[MoveRow] = PreparedQuery(
    3,
    lambda table, first, last: MoveRow.objects.filter(table=table, number__range=(first, last)).values_list(
        "number", "made", "mover"
    ),
)


def move_facts(table_id: int, first: int, last: int) -> dict[int, Fact]:
    """Of the moves from one number to another, each by its number."""
    if last < first:
        return {}
    return {number: (made, mover) for number, made, mover in _facts.rows(table_id, first, last)}
