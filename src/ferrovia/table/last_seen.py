"""Last seen: how far somebody has seen a game. What came since then, or since their own last move, is news to them."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from threading import Event, Lock, Thread

from django.db import DatabaseError, close_old_connections, connection, transaction

from ferrovia.sitting.moment import Moment
from ferrovia.table.models import LastSeen, Person, Table
from ferrovia.table.speed.prepared_queries import PreparedQuery

_last_seen: PreparedQuery[LastSeen] = PreparedQuery(
    2, lambda table, person: LastSeen.objects.filter(table=table, person=person)
)
TOGETHER = 1.0  # seconds between two times that it is written
MOST = 300  # moves that are told at once; those who were away for longer begin with these

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class UnseenMoves:
    """The moves that somebody has not seen."""

    since: int  # the last move they know
    count: int
    seen: int | None = None  # what they had seen when it was stored last


class SeenNotes:
    """What was seen, kept here and written together: a move that many look at is no write for each of them.

    A server that dies forgets a moment of it, and tells those moves once more. Where nobody writes them from time to
    time, each is written at once.
    """

    def __init__(self) -> None:
        self._noted: dict[tuple[int, int], int] = {}  # by table and person
        self._lock = Lock()
        self._is_over = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        self._is_over.clear()
        self._thread = Thread(target=self._run, name="last seen", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def note(self, table_id: int, person_id: int, number: int) -> None:
        if self._thread is None:
            _write(table_id, person_id, number)
            return
        with self._lock:
            self._noted[table_id, person_id] = number

    def noted(self, table_id: int, person_id: int) -> int | None:
        """What is not written yet."""
        return self._noted.get((table_id, person_id))

    def forget(self, table_id: int, person_id: int) -> None:
        with self._lock:
            self._noted.pop((table_id, person_id), None)

    def _run(self) -> None:
        while not self._is_over.wait(TOGETHER):
            self._write_all()
        self._write_all()
        connection.close()

    def _write_all(self) -> None:
        if not self._noted:
            return
        close_old_connections()
        noted = dict(self._noted)
        try:
            with transaction.atomic():
                for (table_id, person_id), number in noted.items():
                    _write(table_id, person_id, number)
        except DatabaseError:
            _log.warning("What was seen could not be written; it will be.", exc_info=True)
            return
        with self._lock:
            for key, number in noted.items():
                if self._noted.get(key) == number:
                    del self._noted[key]


SEEN = SeenNotes()


def last_seen_by(table: Table, person: Person | None) -> LastSeen | None:
    """How far a person has seen a game; None for a stranger, and for one who has never looked."""
    if person is None:
        return None
    look, noted = next(iter(_last_seen.objects(table.pk, person.pk)), None), SEEN.noted(table.pk, person.pk)
    if noted is None:
        return look
    if look is None:
        return LastSeen(table=table, person=person, number=noted, digest=noted)
    look.number = noted
    return look


def unseen_moves(look: LastSeen | None, players: tuple[str, ...], now: Moment) -> UnseenMoves:
    """What is new to a person; nothing is to one who has never looked, and to a bystander."""
    if look is None or not players:
        return UnseenMoves(now.number, 0)
    seen = look.number
    first = max(min(seen, now.number), now.number - MOST)
    for number in range(now.number, first, -1):
        if now.record.past_of(number).by in players:
            first = number
            break
    return UnseenMoves(first, now.number - first, seen)


def note_seen(table: Table, person: Person, number: int) -> None:
    """Somebody has seen a position; after an undo that may be fewer moves than before."""
    SEEN.note(table.pk, person.pk, max(0, min(number, table.number)))


def put_digest_away(table: Table, person: Person, number: int) -> None:
    """Somebody has read the digest of all moves up to a number."""
    number = max(0, min(number, table.number))
    SEEN.forget(table.pk, person.pk)
    _write(table.pk, person.pk, number)
    LastSeen.objects.filter(table=table, person=person).update(digest=number)


def _write(table_id: int, person_id: int, number: int) -> None:
    here = {"table": table_id, "person": person_id}
    if LastSeen.objects.filter(**here).update(number=number):
        return
    if Table.objects.filter(pk=table_id).exists() and Person.objects.filter(pk=person_id).exists():
        LastSeen.objects.update_or_create(
            table_id=table_id,
            person_id=person_id,
            defaults={"number": number},
            create_defaults={"number": number, "digest": number},
        )
