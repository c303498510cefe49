"""Somebody who sits at a table and sends what a page would send."""

from __future__ import annotations

import msgspec
from django.test import Client

from ferrovia.table.cookies import GUEST, guest_cookie
from ferrovia.table.models import Person, Table
from ferrovia.table.tables import TABLES


def choice(table: Table) -> str:
    """The first legal choice of whoever must decide, as a form would send it."""
    return msgspec.json.encode(TABLES.now(table).game.decision.choices[0]).decode()


def seated(table: Table, player: str = "") -> Client:
    """A browser in which a player sits; whoever must decide, where none is named."""
    game = TABLES.now(table).game
    person = Person.objects.create(name=player or game.decision.player)
    table.seats.filter(player=person.name).update(person=person)
    client = Client()
    client.cookies[GUEST] = guest_cookie(person)
    return client
