"""A sitting's storage in the database: a row for each move, the state beside the table, one transaction for a change.

A game goes on from its stored state. Of two writers the second is told that the other was faster, and a request that
comes twice is carried out once.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.db import IntegrityError
from django.db.models import F

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings, StoredSettings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.kinds import reader, union
from ferrovia.engine.flow.title import Title
from ferrovia.formats.differences import Plain
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.past import Past
from ferrovia.formats.save import Move, Record, resume
from ferrovia.formats.shared_seed import SharedSeed
from ferrovia.sitting.storage import Overtaken, Standing
from ferrovia.table.clocks.turns import begun, passed_on
from ferrovia.table.models import Mover, MoveRow, Seat, SeedDraw, Table, TakenBack, UndoRequest
from ferrovia.table.notices.outbox import note_end, note_seat, note_start, note_turn
from ferrovia.table.outcome import kept
from ferrovia.table.past import StoredPast
from ferrovia.table.results import forget_results, keep_results
from ferrovia.table.sealing import sealed, unsealed
from ferrovia.table.shared_clock import time_now
from ferrovia.table.speed.prepared_queries import PreparedQuery
from ferrovia.table.waiting_for import waiting_columns
from ferrovia.titles.registry import title_of

LONGEST_KEY = 64
_LATELY = 50  # moves within which a request may come again: whoever sends it later knows an old position
_played_by: PreparedQuery[MoveRow] = PreparedQuery(
    4,
    lambda table, first, last, key: MoveRow.objects.filter(
        table=table, number__range=(first, last), key=key
    ).values_list("action"),
)
_TRIES = 5  # at reading a game that others change meanwhile


def _nothing() -> None:
    pass


class MoveRequest(NamedTuple):
    """Who asks for a move, and what is stored with it."""

    key: str = ""  # of the request: the same one twice is one move
    bot: tuple[str, str] | None = None  # a player, and the kind of computer player that moves for them
    mover: Mover = Mover.PERSON
    noting: Callable[[], object] = _nothing  # what is stored with the move, or not at all


class Taker(NamedTuple):
    """Who takes moves back, and who agreed to it."""

    player: str
    agreed: tuple[str, ...] = ()


class StruckMove(msgspec.Struct, frozen=True):
    """What is kept of a move that was taken back."""

    number: int
    by: str
    events: msgspec.Raw


NOBODYS = MoveRequest()


class Repeated(Exception):
    """A request that was carried out before; nothing was stored."""


def was_played(table_id: int, key: str, action: bytes, number: int) -> bool:
    """Whether a request with this key has played this action here, as one of the last moves up to a number."""
    if not key:
        return False
    rows = _played_by.rows(table_id, number - _LATELY, number, key[:LONGEST_KEY])
    return any(bytes(stored) == action for (stored,) in rows)


class TableStorage:
    """Where the game of one table is kept; for one request, where moves are stored by it."""

    def __init__(self, table_id: int, request: MoveRequest = NOBODYS, taker: Taker | None = None) -> None:
        self.table_id = table_id
        self._request = request
        self._taker = taker

    def load(self) -> tuple[Record, Game]:
        """The record without its past, which is most of it: that is read when somebody asks for it."""
        for _ in range(_TRIES):
            record = self._read()
            if record is not None:
                return record, resume(record)
        raise FileTrouble("This table changes faster than it can be read.")

    def _read(self) -> Record | None:
        """The record; None where the table was changed between the two looks at it, for which no writer had to wait."""
        fields = ("settings", "state", "commitment", "start_hash", "number", "hash", "seed_draw__shared")
        found = Table.objects.values_list(*fields).get(pk=self.table_id)
        settings, state, commitment, start, number, hashed, shared = found
        moves = MoveRow.objects.filter(table_id=self.table_id, number__lte=number).order_by("number")
        rows = list(moves.values_list("action", "hash"))
        hashes = [start, *(each for _, each in rows)]
        if len(rows) != number or hashes[-1] != hashed:
            return None
        assert settings is not None
        assert state is not None
        known = stored_settings(bytes(settings))
        return Record(
            settings=known,
            commitment=commitment,
            actions=_actions(title_of(known), [bytes(action) for action, _ in rows]),
            hashes=hashes,
            state=_unpacked(bytes(state)),
            shared_seed=shared and msgspec.json.decode(unsealed(bytes(shared)), type=SharedSeed),
            past=StoredPast(self.table_id, number),
        )

    def append(self, move: Move, state: Plain, game: Game, after: Standing) -> None:
        action, key = msgspec.json.encode(move.action), self._request.key[:LONGEST_KEY]
        try:
            with kept():
                mover = self._change(after, after.number + 1, move.hash, state, game)
                if was_played(self.table_id, key, action, after.number):
                    raise Repeated
                MoveRow.objects.create(
                    table_id=self.table_id,
                    number=after.number + 1,
                    action=action,
                    hash=move.hash,
                    past=move.past,
                    key=key,
                    mover=mover,
                    made=time_now(),
                )
                passed_on(self.table_id, game, after.number + 1)
                self._request.noting()
                self._tell(move, mover, game)
        except IntegrityError as error:
            raise Overtaken(after.number) from error

    def _tell(self, move: Move, mover: Mover, game: Game) -> None:
        """Whoever is waited for now has a notice in the outbox, with the move or not at all."""
        by = "" if mover or self._request.bot else msgspec.json.decode(move.past, type=Past).by
        if game.over:
            note_end(self.table_id, game, by)
        else:
            note_turn(self.table_id, game.top.decider(game), by)

    def cut(self, number: int, state: Plain, game: Game, after: Standing) -> None:
        """Whatever was asked about taking back is answered by it, and goes with the moves."""
        with kept():
            left = MoveRow.objects.filter(table_id=self.table_id, number=number).values_list("hash", flat=True)
            start = Table.objects.filter(pk=self.table_id).values_list("start_hash", flat=True)
            self._change(after, number, (left.first() if number else start.first()) or "", state, game)
            self._strike(number)
            MoveRow.objects.filter(table_id=self.table_id, number__gt=number).delete()
            UndoRequest.objects.filter(table_id=self.table_id).delete()
            passed_on(self.table_id, game, number, is_cut=True)
            forget_results(self.table_id)
            if not game.over:
                by = self._taker.player if self._taker is not None else ""
                note_turn(self.table_id, game.top.decider(game), by)
                note_seat(Table.objects.only("over", "decider", "number").get(pk=self.table_id), by)

    def _strike(self, number: int) -> None:
        """Keep what the moves were that go; what had been taken back among them goes with them."""
        TakenBack.objects.filter(table_id=self.table_id, number__gt=number).delete()
        rows = MoveRow.objects.filter(table_id=self.table_id, number__gt=number).order_by("number")
        struck = [_struck(place, bytes(past)) for place, past in rows.values_list("number", "past")]
        if self._taker is not None and struck:
            TakenBack.objects.create(
                table_id=self.table_id,
                number=number,
                count=len(struck),
                player=self._taker.player,
                agreed=list(self._taker.agreed),
                moves=msgspec.json.encode(struck),
            )

    def _change(self, after: Standing, number: int, hashed: str, state: Plain, game: Game) -> Mover:
        """Bring the table to another standing, if it still stands where the writer believes; who makes the move."""
        standing = Table.objects.filter(pk=self.table_id, number=after.number, hash=after.hash, is_ended=False)
        changed = standing.update(
            number=number,
            hash=hashed,
            state=packed(state),
            changes=F("changes") + 1,
            changed=time_now(),
            **waiting_columns(game),
        )
        if not changed:
            raise Overtaken(after.number)
        if game.over:
            keep_results(self.table_id, game)
        return self._mover(after)

    def _mover(self, after: Standing) -> Mover:
        """A computer player that was thinking while its seat was taken back does not move any more.

        The table is locked by now, and whoever changes a seat locks it too: one of the two comes first.
        """
        bot = self._request.bot
        if bot is None:
            return self._request.mover
        seat = Seat.objects.filter(table_id=self.table_id, player=bot[0], bot=bot[1]).first()
        if seat is None:
            raise Overtaken(after.number)
        return Mover.STAND_IN if seat.person_id is not None else Mover.PERSON


def begin(table: Table, game: Game, shared: SharedSeed | None = None) -> None:
    """Put a new game on a table, inside the caller's transaction."""
    keep(table, msgspec.structs.replace(Record.of(game, [game.hash()]), shared_seed=shared), game)
    note_start(table.pk, table.decider)


def stored_settings(data: bytes) -> Settings:
    """The settings of a game as the table keeps them; raises `FileTrouble` where their key is not here."""
    return msgspec.json.decode(unsealed(data), type=StoredSettings).known()


def keep(table: Table, record: Record, game: Game) -> None:
    """Put a game with all its moves on a table that has none, inside the caller's transaction."""
    table.settings = sealed(msgspec.json.encode(record.settings))
    table.commitment = record.commitment
    table.start_hash, table.hash = record.hashes[0], record.hashes[-1]
    table.state = packed(record.state)
    table.number = len(record.actions)
    table.changes += 1
    for column, value in waiting_columns(game).items():
        setattr(table, column, value)
    table.save()
    if record.shared_seed is not None:
        shared = sealed(msgspec.json.encode(record.shared_seed))
        known = {"own": None, "shared": shared, "commitment": record.shared_seed.commitment, "is_starting": False}
        SeedDraw.objects.update_or_create(table=table, defaults=known)
    unknown = [b""] * (len(record.actions) - len(record.past.lines))
    rows = zip(record.actions, record.hashes[1:], [*unknown, *record.past.lines], strict=True)
    MoveRow.objects.bulk_create(
        MoveRow(table=table, number=number, action=msgspec.json.encode(action), hash=hashed, past=past, made=None)
        for number, (action, hashed, past) in enumerate(rows, 1)
    )
    begun(table)
    if game.over:
        keep_results(table.pk, game)


def _struck(number: int, line: bytes) -> StruckMove:
    past = msgspec.json.decode(line, type=Past) if line else Past(number)
    return StruckMove(number, past.by, msgspec.Raw(bytes(past.events) or b"[]"))


def packed(state: Plain) -> bytes:
    return zlib.compress(msgspec.json.encode(state), 6)


def _unpacked(data: bytes) -> Plain:
    plain: Plain = msgspec.json.decode(zlib.decompress(data))
    return plain


def _actions(game_title: Title, texts: list[bytes]) -> list[Action]:
    """All actions in one reading: one by one it would take many times as long."""
    kinds: Any = list[union(tuple(game_title.actions))]  # type: ignore[misc]
    actions: list[Action] = reader(kinds).decode(b"[%b]" % b",".join(texts))
    return actions
