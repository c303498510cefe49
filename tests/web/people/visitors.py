"""Visitors for tests: browsers with and without a cookie, and tables they sit at."""

from __future__ import annotations

from typing import Any

from django.test import Client

from ferrovia.table.cookies import GUEST, guest_cookie
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.seating import add_seats, seat_bots, start_table


def browser(person: Person | None = None, **kwargs: Any) -> Client:
    """A browser that remembers a guest, or nobody."""
    client = Client(**kwargs)
    if person is not None:
        client.cookies[GUEST] = guest_cookie(person)
    return client


def guest(name: str) -> tuple[Person, Client]:
    person = Person.objects.create(name=name)
    return person, browser(person)


def lobby(host: Person, seats: int = 3, title: str = "1849", **fields: Any) -> Table:
    """A table with its host at the first seat and the others open."""
    table = Table.objects.create(title=title, host=host, **fields)
    add_seats(table, 1, host)
    add_seats(table, seats - 1)
    return table


def game(*people: Person, bots: int = 0, title: str = "1849", **fields: Any) -> Table:
    """A game that has begun, with a seat for each of these people."""
    table = Table.objects.create(title=title, host=people[0], **fields)
    for place, person in enumerate(people):
        Seat.objects.create(table=table, place=place, kind=SeatKind.PERSON, person=person, player=person.name)
    seat_bots(table, bots)
    start_table(table)
    return table


def seat_of(table: Table, player: str) -> Seat:
    return table.seats.get(player=player)


def text(response: Any) -> str:
    page: str = response.content.decode()
    return page


def whoever_decides(table: Table, *clients: tuple[Person, Client]) -> tuple[Person, Client]:
    table.refresh_from_db()
    return next(each for each in clients if each[0].name == table.decider)


def first_action(table: Table) -> str:
    """A legal action for whoever must choose, as JSON."""
    import msgspec

    from ferrovia.engine.flow.actions import Pass
    from ferrovia.table.tables import TABLES

    table.refresh_from_db()
    decision = TABLES.now(table).game.decision
    assert Pass() in decision.choices
    return msgspec.json.encode(Pass()).decode()
