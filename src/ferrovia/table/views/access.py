"""Who may see and do what at a table. One that is not there and one that is not yours to see get the same answer."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any, NamedTuple

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse

from ferrovia.saying.voice import Voice
from ferrovia.table.handing.changes import lost_by
from ferrovia.table.models import SeatKind, Table, Visibility
from ferrovia.table.people import Visitor, VisitorMiddleware, visitor_of
from ferrovia.table.speed.prepared_queries import PreparedQuery

_by_key: PreparedQuery[Table] = PreparedQuery(1, lambda key: Table.objects.filter(key=key))


def table_under(key: str) -> Table | None:
    """The table under this key, if there is one."""
    known = "\0" not in key  # which not every database may be asked for
    return next(iter(_by_key.objects(key)), None) if known else None


def table_for(request: HttpRequest, key: str) -> Table:
    """The table under this key, if the visitor may look at it; raises `Http404`."""
    table = table_under(key)
    if table is None or not may_see(visitor_of(request), table):
        raise SeatLost if table is not None and lost_by(table, visitor_of(request).person) is not None else Http404
    return table


class SeatLost(Http404):
    """Somebody had a seat at a table that they may not see any more: they are told."""


def may_see(visitor: Visitor, table: Table) -> bool:
    if table.visibility != Visibility.PLAYERS or not table.has_started:
        return True
    person = visitor.person
    if person is not None and (table.host_id == person.pk or visitor.seats_at(table.pk)):
        return True
    return table.seats.filter(kind=SeatKind.OPEN).exists()  # whoever has the link may take the seat


def standing_of(table: Table) -> str:
    """Where a table stands, as its stream says it: anything that changes changes this."""
    return f"{table.changes}"


def _request_of(scope: dict[str, Any]) -> WSGIRequest:
    """A stream's request, which does not come through Django, as far as it is asked who sent it and to whom."""
    known = {b"cookie": "HTTP_COOKIE", b"host": "HTTP_HOST", b"accept-language": "HTTP_ACCEPT_LANGUAGE"}
    name, port = scope.get("server") or ("localhost", None)
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": scope["path"],
        "wsgi.input": BytesIO(),
        "SERVER_NAME": name,
        "SERVER_PORT": str(port or 80),
    }
    for sent, variable in known.items():
        values = [value.decode("latin-1") for name, value in scope["headers"] if name == sent]
        if values:
            environ[variable] = "; ".join(values) if sent == b"cookie" else ",".join(values)
    return WSGIRequest(environ)


def is_for_us(scope: dict[str, Any]) -> bool:
    """Whether a stream is asked for under a name of this server."""
    try:
        _request_of(scope).get_host()
    except DisallowedHost:
        return False
    return True


def voice_for(scope: dict[str, Any]) -> Voice:
    """The language of whoever sent a request that does not come through Django."""
    return visitor_of(_request_of(scope)).say


class Looker(NamedTuple):
    """Somebody who asks for the stream of a table: where it stands, and who they are."""

    standing: str
    person: int | None
    table: int
    is_lobby: bool  # the game has not begun: its page shows who is there


def looker_of(scope: dict[str, Any], key: str) -> Looker | None:
    """Who asks for a stream, which does not come through Django; None for those who may not see the table."""
    found: list[Looker] = []

    def look(visitor: Visitor) -> None:
        table = table_under(key)
        if table is not None and may_see(visitor, table):
            person = None if visitor.person is None else visitor.person.pk
            found.append(Looker(standing_of(table), person, table.pk, not table.has_started))

    _ask_who(scope, look)
    return found[0] if found else None


def person_of(scope: dict[str, Any]) -> int | None:
    """Who asks for a stream of their own; None for a stranger."""
    found: list[int | None] = []
    _ask_who(scope, lambda visitor: found.append(None if visitor.person is None else visitor.person.pk))
    return found[0] if found else None


def _ask_who(scope: dict[str, Any], told: Callable[[Visitor], object]) -> None:
    """Find out who sent a request that does not come through Django, as a page would."""

    def answer(asked: HttpRequest) -> HttpResponse:
        told(visitor_of(asked))
        return HttpResponse()

    close_old_connections()
    try:
        SessionMiddleware(AuthenticationMiddleware(VisitorMiddleware(answer)))(_request_of(scope))
    finally:
        close_old_connections()


def standings(keys: list[str]) -> dict[str, int]:
    """Where these tables stand, for the streams."""
    close_old_connections()
    try:
        return dict(Table.objects.filter(key__in=keys).values_list("key", "changes"))
    finally:
        close_old_connections()
