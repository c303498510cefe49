"""Floods: how often one person, and one address, may do what costs the server or the others something.

Everybody has a bucket for each kind of act; it is emptied by acts and fills again by itself. The buckets are kept in
memory, each process has its own.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ferrovia.table.cookies import DEVICE, is_known_device
from ferrovia.table.people import visitor_of

MOST_BUCKETS = 20_000  # the one that was used longest ago goes first


@dataclass(frozen=True)
class Limit:
    """How many at once, and how many more in a second."""

    at_once: int
    a_second: float


@dataclass(frozen=True)
class Limits:
    person: Limit
    address: Limit  # several people may sit behind one


_TALK = Limits(Limit(12, 0.5), Limit(80, 5))
_SEATS = Limits(Limit(60, 3), Limit(300, 15))
_MOVES = Limits(Limit(60, 5), Limit(600, 50))
_TABLES = Limits(Limit(25, 1 / 20), Limit(120, 1))
_FILES = Limits(Limit(8, 1 / 20), Limit(30, 1 / 5))  # each is played again
_SANDBOXES = Limits(Limit(30, 1 / 4), Limit(200, 4))
_LOG_INS = Limits(Limit(15, 1 / 15), Limit(40, 1 / 4))

LOG_IN = "account_login"
# By the name of the address; whatever else is posted is limited like changes of seats.
LIMITS = {
    "act": _MOVES,
    "undo": _MOVES,
    "remark": _TALK,
    "new": _TABLES,
    "open": _FILES,
    "try": _SANDBOXES,
    LOG_IN: _LOG_INS,
    "account_signup": _LOG_INS,
    "account_change_password": _LOG_INS,
    "account_reauthenticate": _LOG_INS,
}


class Buckets:
    """How much everybody has left."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_BUCKETS) -> None:
        self._clock, self._most = clock, most
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, kind: str, who: str, limit: Limit) -> bool:
        """Whether one more is allowed; then it is counted."""
        now = self._clock()
        with self._lock:
            left, then = self._left.pop((kind, who), (float(limit.at_once), now))
            left = min(limit.at_once, left + (now - then) * limit.a_second)
            self._left[kind, who] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > self._most:
                self._left.popitem(last=False)
        return left >= 1

    def clear(self) -> None:
        with self._lock:
            self._left.clear()


BUCKETS = Buckets()


class FloodMiddleware:
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
    limits = LIMITS.get(kind, _SEATS)
    kind = kind if kind in LIMITS else ""
    person = visitor_of(request).person
    if kind == LOG_IN and is_known_device(request, request.POST.get("login", "")):
        # What others try from the same address keeps nobody out of their own device.
        return BUCKETS.take(kind, f"device {request.COOKIES[DEVICE]}", limits.address)
    allowed = BUCKETS.take(kind, f"address {request.META.get('REMOTE_ADDR', '')}", limits.address)
    if allowed and person is not None:
        allowed = BUCKETS.take(kind, f"person {person.pk}", limits.person)
    return allowed


def too_many(request: HttpRequest) -> HttpResponse:
    response = render(request, "table/trouble.html", {"status": 429}, status=429)
    response["Retry-After"] = "20"
    return response
