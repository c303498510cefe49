"""The games that are being played: each a sitting that is kept in memory while somebody looks at it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import Standing
from ferrovia.table.models import Table
from ferrovia.table.storage import TableStorage

MOST = 1000  # sittings in memory, half a megabyte each; the one that was asked for longest ago goes first


class Sittings:
    """Every table's sitting, one object for all who ask in this process."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[int, Sitting] = OrderedDict()
        self._lock = Lock()

    def of(self, table: Table) -> Sitting:
        """The sitting of a started table, as it stands in the database.

        What the caller knows of the table may be old: then the database is asked where it stands. While a game is
        read nobody waits who asks for another.
        """
        kept = self._asked_for(table.pk)
        if kept is not None:
            here = kept.now.standing
            if here == Standing(table.number, table.hash) or here == _standing(table.pk):
                return kept
        read = Sitting(TableStorage(table.pk))
        with self._lock:
            meanwhile = self._kept.get(table.pk)
            if meanwhile is not None and meanwhile is not kept and meanwhile.now.standing == read.now.standing:
                return meanwhile
            self._kept[table.pk] = read
            self._kept.move_to_end(table.pk)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return read

    def _asked_for(self, table_id: int) -> Sitting | None:
        with self._lock:
            if table_id in self._kept:
                self._kept.move_to_end(table_id)
            return self._kept.get(table_id)


def _standing(table_id: int) -> Standing:
    return Standing(*Table.objects.values_list("number", "hash").get(pk=table_id))
