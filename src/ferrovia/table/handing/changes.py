"""What happened to the seats of a game: noted for everybody at the table, and told to whoever has lost one."""

from __future__ import annotations

from ferrovia.table.models import Person, Seat, Table
from ferrovia.table.seat_models import SeatAct, SeatChange
from ferrovia.table.speed.prepared_queries import PreparedQuery

SHOWN = 30


def note(table: Table, act: SeatAct, seat: Seat | None, by: Person | None, untold: Person | None = None) -> None:
    """Note it, inside the caller's transaction."""
    SeatChange.objects.create(
        table=table,
        number=table.number,
        act=act,
        player=seat.player if seat is not None else "",
        name=by.name if by is not None else "",
        untold=untold,
    )


def last_changes(table: Table) -> list[SeatChange]:
    """The newest first."""
    return list(SeatChange.objects.filter(table=table).order_by("-pk")[:SHOWN])


def lost_by(table: Table, person: Person | None) -> SeatChange | None:
    """How somebody has lost a seat here, as long as they have no other and have not put the sentence away."""
    if person is None:
        return None
    found = _untold.objects(table.pk, person.pk)
    return found[0] if found and not table.seats.filter(person=person).exists() else None


# Of everybody who looks on, and of mostly nobody is there anything to tell.
_untold: PreparedQuery[SeatChange] = PreparedQuery(
    2, lambda table, person: SeatChange.objects.filter(table=table, untold=person).order_by("-pk")[:1]
)
