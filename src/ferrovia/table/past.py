"""The past of a table's game: its lines are fetched from the database when somebody asks for them, some at a time."""

from __future__ import annotations

from functools import cached_property

from django.db.models import QuerySet

from ferrovia.engine.board.memory import Memory
from ferrovia.formats.past import NEXT, PastLines
from ferrovia.table.models import MoveRow

BLOCK = 64  # lines that are fetched at once
KEPT = 4 * BLOCK  # lines that one table's past keeps at hand


class StoredPast(PastLines):
    """The past up to a number of moves, all of which are stored."""

    def __init__(self, table_id: int, count: int, known: Memory[int, bytes] | None = None) -> None:
        super().__init__()
        self._table_id, self._count = table_id, count
        self._known = Memory[int, bytes](KEPT) if known is None else known

    @cached_property
    def lines(self) -> tuple[bytes, ...]:
        return tuple(bytes(line) for line in self._rows(1, self._count).values_list("past", flat=True))

    def line(self, from_the_end: int) -> bytes:
        number = self._count - from_the_end
        line = self._known.get(number)
        if line is None and 0 < number <= self._count:
            line = self._fetched(number)
        return line or b""

    def _fetched(self, number: int) -> bytes:
        """A line; those around it come along, because who goes back or through all of it goes on."""
        first = (number - 1) // BLOCK * BLOCK + 1
        rows = self._rows(first, min(first + BLOCK - 1, self._count)).values_list("number", "past")
        found = {place: bytes(past) for place, past in rows}
        for place, past in found.items():
            self._known[place] = past
        return found.get(number, b"")

    def _rows(self, first: int, last: int) -> QuerySet[MoveRow]:
        return MoveRow.objects.filter(table_id=self._table_id, number__range=(first, last)).order_by("number")

    @property
    def written(self) -> list[bytes | memoryview]:
        parts: list[bytes | memoryview] = []
        for line in self.lines:
            parts += [line, NEXT]
        return parts[:-1]

    def with_line(self, line: bytes) -> StoredPast:
        """With one line more, which was stored before this is asked for."""
        self._known[self._count + 1] = line
        return StoredPast(self._table_id, self._count + 1, self._known)

    def without(self, count: int) -> StoredPast:
        """Others may still look at the longer past, and another move may take the number of one that is gone."""
        left = max(0, self._count - count)
        known = Memory[int, bytes](KEPT)
        for number, line in list(self._known.items()):
            if number <= left:
                known[number] = line
        return StoredPast(self._table_id, left, known)
