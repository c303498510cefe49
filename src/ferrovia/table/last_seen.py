"""Last seen: how far somebody has seen a game. What came since then, or since their own last move, is news to them."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.sitting.moment import Moment
from ferrovia.table.models import LastSeen, Person, Table
from ferrovia.table.speed.prepared_queries import PreparedQuery

_last_seen: PreparedQuery[LastSeen] = PreparedQuery(
    2, lambda table, person: LastSeen.objects.filter(table=table, person=person)
)
MOST = 300  # moves that are told at once; those who were away for longer begin with these


@dataclass(frozen=True)
class UnseenMoves:
    """The moves that somebody has not seen."""

    since: int  # the last move they know
    count: int
    seen: int | None = None  # what they had seen when it was stored last


def last_seen_by(table: Table, person: Person | None) -> LastSeen | None:
    """How far a person has seen a game; None for a stranger, and for one who has never looked."""
    return next(iter(_last_seen.objects(table.pk, person.pk)), None) if person is not None else None


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
    number = max(0, min(number, table.number))
    if not LastSeen.objects.filter(table=table, person=person).update(number=number):
        LastSeen.objects.update_or_create(
            table=table,
            person=person,
            defaults={"number": number},
            create_defaults={"number": number, "digest": number},
        )


def put_digest_away(table: Table, person: Person, number: int) -> None:
    """Somebody has read the digest of all moves up to a number."""
    note_seen(table, person, number)
    LastSeen.objects.filter(table=table, person=person).update(digest=max(0, min(number, table.number)))
