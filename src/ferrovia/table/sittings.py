"""The games that are being played: each a sitting that is kept in memory while somebody looks at it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import Standing
from ferrovia.table.law import law_of
from ferrovia.table.models import Table
from ferrovia.table.storage import TableStorage

MOST = 400  # sittings in memory; the one that was asked for longest ago goes first


class Sittings:
    """Every table's sitting, one object for all who ask in this process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[int, Sitting] = OrderedDict()
        self._lock = Lock()

    def of(self, table: Table) -> Sitting:
        """The sitting of a started table, as it stands in the database."""
        with self._lock:
            sitting = self._kept.get(table.pk)
            if sitting is None or sitting.now.standing != Standing(table.number, table.hash):
                sitting = Sitting(TableStorage(table.pk), law_of(table.law).sitting)
            self._kept[table.pk] = sitting
            self._kept.move_to_end(table.pk)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return sitting


SITTINGS = Sittings()
