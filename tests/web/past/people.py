"""People at a table: a client for each seat, signed in as its guest."""

from __future__ import annotations

from django.test import Client

from ferrovia.formats.save import Record
from ferrovia.table.cookies import GUEST, guest_cookie
from ferrovia.table.models import Person, Table
from ferrovia.table.tables import TABLES
from tests.web.positions import laid_out


def seated(record: Record) -> Table:
    """A table with this game on it, a person on every seat."""
    table = laid_out(record)
    for seat in table.seats.all():
        seat.person = Person.objects.create(name=seat.player)
        seat.save()
    game = TABLES.now(table).game
    Table.objects.filter(pk=table.pk).update(over=game.over)
    table.refresh_from_db()
    return table


def client_of(table: Table, player: str) -> Client:
    """The browser of a player."""
    person = table.seats.get(player=player).person
    assert person is not None
    return browser_of(person)


def browser_of(person: Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.cookies[GUEST] = guest_cookie(person)
    return client


def person_of(table: Table, player: str) -> Person:
    person = table.seats.get(player=player).person
    assert person is not None
    return person


def decider(table: Table) -> str:
    table.refresh_from_db()
    game = TABLES.now(table).game
    return game.top.decider(game)


def waiting(table: Table) -> str:
    """A player who has not made the last move."""
    now = TABLES.now(table)
    last = now.record.past_of(now.number).by
    return next(player for player in now.game.settings.players if player != last)
