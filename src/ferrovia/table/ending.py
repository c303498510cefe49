"""The end of a table at which nobody goes on: its game stands as it is, and nobody has won."""

from __future__ import annotations

from ferrovia.table.clocks.turns import ended
from ferrovia.table.models import Table, UndoRequest
from ferrovia.table.notices.outbox import note_ended
from ferrovia.table.shared_clock import time_now


def end(table: Table) -> None:
    """End it, inside the caller's transaction with the table locked: clocks stop, and everybody there is told."""
    table.over, table.is_ended, table.decider, table.asked, table.asked_at = True, True, "", {}, None
    table.changed = time_now()
    table.save(update_fields=["over", "is_ended", "decider", "asked", "asked_at", "changed"])
    UndoRequest.objects.filter(table=table).delete()
    ended(table)
    note_ended(table.pk)
