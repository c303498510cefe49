"""Coming to a table with a browser."""

from __future__ import annotations

from django.test import Client

from ferrovia.table.cookies import GUEST, guest_cookie
from ferrovia.table.models import Person, Table


def sit_down(client: Client, table: Table) -> Person:
    """Come as the host, who has the first seat."""
    client.cookies[GUEST] = guest_cookie(table.host)
    return table.host
