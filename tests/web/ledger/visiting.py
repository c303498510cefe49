"""Coming to a table with a browser."""

from __future__ import annotations

from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.test import Client

from ferrovia.table.models import Person, Table
from ferrovia.table.people import GUEST


def sit_down(client: Client, table: Table) -> Person:
    """Come as the host, who has the first seat."""
    session = SessionStore()
    session[GUEST] = table.host.key
    session.save()
    client.cookies["sessionid"] = str(session.session_key)
    return table.host
