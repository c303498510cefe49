"""Every game that is kept, verified: replayed from its seed, and compared with all that is stored of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ferrovia.formats.files import FileTrouble
from ferrovia.formats.verification import verify
from ferrovia.saying.message import Message
from ferrovia.table.models import Table
from ferrovia.table.storage import TableStorage


class Verified(NamedTuple):
    """What came of one game."""

    key: str  # of its table
    title: str
    moves: int
    faults: list[Message]


def count_of_games() -> int:
    return Table.objects.filter(settings__isnull=False).count()


def verified_games() -> Iterator[Verified]:
    """All games, one after another; the oldest first."""
    games = Table.objects.filter(settings__isnull=False).order_by("pk").values_list("pk", "key", "title", "number")
    for table_id, key, title, moves in games.iterator():
        yield Verified(key, title, moves, _faults(table_id))


def _faults(table_id: int) -> list[Message]:
    try:
        record, _ = TableStorage(table_id).load()
        return verify(record).messages
    except FileTrouble as trouble:
        return [trouble.message]
