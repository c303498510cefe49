"""A storage in a database with a row for each move, as the table will have it: the storage's contract fits it too."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import msgspec

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.formats.differences import Plain
from ferrovia.formats.past import PastLines
from ferrovia.formats.save import Move, Record, resume
from ferrovia.sitting.storage import Overtaken, Standing
from ferrovia.titles.registry import title


class RowStorage:
    """The moves of one table in SQLite, keyed by table and number."""

    def __init__(self, database: str, table: str) -> None:
        self.database, self.table = database, table
        with self._connection() as rows:
            rows.execute("create table if not exists game (name primary key, settings, commitment, start, state)")
            rows.execute(
                "create table if not exists move (name, number, action, hash, past, primary key (name, number))"
            )

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.database, isolation_level="IMMEDIATE")) as rows, rows:
            rows.execute("begin immediate")
            yield rows

    def begin(self, record: Record) -> None:
        settings, state = msgspec.json.encode(record.settings), msgspec.json.encode(record.state)
        with self._connection() as rows:
            values = (self.table, settings, record.commitment, record.hashes[0], state)
            rows.execute("insert into game values (?, ?, ?, ?, ?)", values)
            lines = record.past.lines
            for number, action in enumerate(record.actions, 1):
                self._insert(rows, number, Move(action, record.hashes[number], lines[number - 1]))

    def load(self) -> tuple[Record, Game]:
        with self._connection() as rows:
            found = rows.execute("select settings, commitment, start, state from game where name = ?", [self.table])
            settings, commitment, start, state = found.fetchone()
            moves = rows.execute(
                "select action, hash, past from move where name = ? order by number", [self.table]
            ).fetchall()
        kept = msgspec.json.decode(settings, type=Settings)
        record = Record(
            settings=kept,
            commitment=commitment,
            actions=[read_action(title(kept.title), action) for action, _, _ in moves],
            hashes=[start, *(hashed for _, hashed, _ in moves)],
            state=msgspec.json.decode(state),
            past=PastLines(added=tuple(past for _, _, past in moves)),
        )
        return record, resume(record)

    def append(self, move: Move, state: Plain, game: Game, after: Standing) -> None:
        with self._connection() as rows:
            self._check(rows, after)
            try:
                self._insert(rows, after.number + 1, move)
            except sqlite3.IntegrityError as error:
                raise Overtaken(after.number) from error
            self._keep(rows, state)

    def cut(self, number: int, state: Plain, game: Game, after: Standing) -> None:
        with self._connection() as rows:
            self._check(rows, after)
            rows.execute("delete from move where name = ? and number > ?", (self.table, number))
            self._keep(rows, state)

    def _insert(self, rows: sqlite3.Connection, number: int, move: Move) -> None:
        values = (self.table, number, msgspec.json.encode(move.action), move.hash, move.past)
        rows.execute("insert into move values (?, ?, ?, ?, ?)", values)

    def _keep(self, rows: sqlite3.Connection, state: Plain) -> None:
        rows.execute("update game set state = ? where name = ?", (msgspec.json.encode(state), self.table))

    def _check(self, rows: sqlite3.Connection, after: Standing) -> None:
        query = "select number, hash from move where name = ? order by number desc limit 1"
        last = rows.execute(query, [self.table]).fetchone()
        start = rows.execute("select 0, start from game where name = ?", [self.table]).fetchone()
        if Standing(*(last or start)) != after:
            raise Overtaken(after.number)
