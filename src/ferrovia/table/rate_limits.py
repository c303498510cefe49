"""Rate limits: how often one person, and one address, may do what costs the server or the others something.

Everybody has a bucket for each kind of act; what an address may hold at a time is told in `connection_limits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

from ferrovia.table.connection_limits import counted_as
from ferrovia.table.cookies import DEVICE, is_known_device
from ferrovia.table.people import visitor_of
from ferrovia.table.token_buckets import Buckets, Limit, SharedBuckets, TokenBuckets
from ferrovia.table.views.troubles import trouble


@dataclass(frozen=True)
class RateLimits:
    person: Limit
    address: Limit  # several people may sit behind one


_TALK = RateLimits(Limit(12, 0.5), Limit(80, 5))
_SEATS = RateLimits(Limit(60, 3), Limit(300, 15))
_MOVES = RateLimits(Limit(60, 5), Limit(600, 50))
_TABLES = RateLimits(Limit(25, 1 / 20), Limit(120, 1))
_FILES = RateLimits(Limit(8, 1 / 20), Limit(30, 1 / 5))  # each is played again
_SANDBOXES = RateLimits(Limit(30, 1 / 4), Limit(200, 4))
_CODES = RateLimits(Limit(10, 1 / 30), Limit(30, 1 / 10))  # whoever guesses needs thousands of years
_LOG_INS = RateLimits(Limit(15, 1 / 15), Limit(40, 1 / 4))

_NOTICES = RateLimits(Limit(20, 1 / 15), Limit(80, 1 / 4))  # each may send something to somebody

LOG_IN = "account_login"
# By the name of the address; whatever else is posted is limited like changes of seats.
RATE_LIMITS = {
    "act": _MOVES,
    "undo": _MOVES,
    "remark": _TALK,
    "new": _TABLES,
    "open": _FILES,
    "sandbox": _SANDBOXES,
    "seat_code": _CODES,
    "seat_pass": _CODES,
    "recover": _CODES,
    "change_account": _LOG_INS,
    "go": _LOG_INS,
    "take_home": _FILES,
    "notices": _NOTICES,
    "subscribe": _NOTICES,  # a stranger becomes a guest by it
    LOG_IN: _LOG_INS,
    "account_signup": _LOG_INS,
    "account_change_password": _LOG_INS,
    "account_reauthenticate": _LOG_INS,
    "new_password": _LOG_INS,
    "again": _TABLES,
}


BUCKETS: Buckets = SharedBuckets() if connection.vendor == "postgresql" else TokenBuckets()


class RateLimitMiddleware:
    """Answers what comes too often with one sentence, before anything is done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        if request.method in ("GET", "HEAD", "OPTIONS") or request.resolver_match is None:
            return None
        return None if is_allowed(request, request.resolver_match.url_name or "") else too_many(request)


def is_allowed(request: HttpRequest, kind: str) -> bool:
    """Whether somebody may do one more of a kind; then it is counted. For what a view makes when it is only asked."""
    limits = RATE_LIMITS.get(kind, _SEATS)
    kind = kind if kind in RATE_LIMITS else ""
    person = visitor_of(request).person
    if kind == LOG_IN and is_known_device(request, request.POST.get("login", "")):
        # What others try from the same address keeps nobody out of their own device.
        return BUCKETS.take(kind, f"device {request.COOKIES[DEVICE]}", limits.address)
    allowed = BUCKETS.take(kind, f"address {counted_as(request.META.get('REMOTE_ADDR', ''))}", limits.address)
    if allowed and person is not None:
        allowed = BUCKETS.take(kind, f"person {person.pk}", limits.person)
    return allowed


def too_many(request: HttpRequest) -> HttpResponse:
    response = trouble(request, 429)
    response["Retry-After"] = "20"
    return response
