"""A sitting's storage in the database: a row for each move, the state beside the table, one transaction for a change.

A game goes on from its stored state. Of two writers the second is told that the other was faster.
"""

from __future__ import annotations

import zlib

import msgspec
from django.db import IntegrityError, transaction

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.formats.differences import Plain
from ferrovia.formats.past import PastLines
from ferrovia.formats.save import Move, Record, resume
from ferrovia.sitting.storage import Overtaken, Standing
from ferrovia.table.models import MoveRow, Table
from ferrovia.titles.registry import title


class Repeated(Exception):
    """A request that was carried out before."""


class TableStorage:
    """Where the game of one table is kept. `key` is that of the request at hand, if it has one."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.key = ""

    def load(self) -> tuple[Record, Game]:
        with transaction.atomic():
            table = Table.objects.get(pk=self.table_id)
            moves = list(table.moves.order_by("number").values_list("action", "hash", "past"))
        assert table.settings is not None
        assert table.state is not None
        settings = msgspec.json.decode(bytes(table.settings), type=Settings)
        game_title = title(settings.title)
        record = Record(
            settings=settings,
            commitment=table.commitment,
            actions=[read_action(game_title, bytes(action)) for action, _, _ in moves],
            hashes=[table.start_hash, *(hashed for _, hashed, _ in moves)],
            state=_unpacked(bytes(table.state)),
            past=PastLines(added=tuple(bytes(past) for _, _, past in moves)),
        )
        return record, resume(record)

    def append(self, move: Move, state: Plain, after: Standing) -> None:
        try:
            with transaction.atomic():
                self._change(after, after.number + 1, move.hash, state)
                MoveRow.objects.create(
                    table_id=self.table_id,
                    number=after.number + 1,
                    action=msgspec.json.encode(move.action),
                    hash=move.hash,
                    past=move.past,
                    key=self.key,
                )
        except IntegrityError as error:
            raise Overtaken(after.number) from error

    def cut(self, number: int, state: Plain, after: Standing) -> None:
        with transaction.atomic():
            left = MoveRow.objects.filter(table_id=self.table_id, number=number).values_list("hash", flat=True)
            start = Table.objects.filter(pk=self.table_id).values_list("start_hash", flat=True)
            self._change(after, number, (left.first() if number else start.first()) or "", state)
            MoveRow.objects.filter(table_id=self.table_id, number__gt=number).delete()

    def _change(self, after: Standing, number: int, hashed: str, state: Plain) -> None:
        """Bring the table to another standing, if it still stands where the writer believes."""
        from django.db.models import F

        changed = Table.objects.filter(pk=self.table_id, number=after.number, hash=after.hash).update(
            number=number, hash=hashed, state=packed(state), changes=F("changes") + 1
        )
        if not changed:
            raise Overtaken(after.number)


def begin(table: Table, game: Game) -> None:
    """Put a new game on a table, inside the caller's transaction."""
    record = Record.of(game, [game.hash()])
    table.settings = msgspec.json.encode(record.settings)
    table.commitment = record.commitment
    table.start_hash = table.hash = record.hashes[0]
    table.state = packed(record.state)
    table.number = 0
    table.changes += 1
    table.save()


def packed(state: Plain) -> bytes:
    return zlib.compress(msgspec.json.encode(state), 6)


def _unpacked(data: bytes) -> Plain:
    plain: Plain = msgspec.json.decode(zlib.decompress(data))
    return plain
