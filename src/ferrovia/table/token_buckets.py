"""Token buckets: how often something may happen. Each is emptied by what happens, and fills again by itself.

One server keeps them in memory, several in the PostgreSQL that they share.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from django.db import connection

MOST_BUCKETS = 20_000  # the one that was used longest ago goes first


@dataclass(frozen=True)
class Limit:
    """How many at once, and how many more in a second."""

    at_once: int
    a_second: float


class Buckets(Protocol):
    """How much everybody has left."""

    def take(self, kind: str, who: str, limit: Limit) -> bool:
        """Whether one more is allowed; then it is counted."""

    def clear(self) -> None: ...


class TokenBuckets:
    """In the memory of one server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_BUCKETS) -> None:
        self._clock, self._most = clock, most
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, kind: str, who: str, limit: Limit) -> bool:
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


_TAKE = """
INSERT INTO ferrovia_buckets AS bucket VALUES (%(name)s, %(most)s - 1, clock_timestamp(), true)
ON CONFLICT (name) DO UPDATE SET (tokens, filled, is_allowed) = (
    SELECT CASE WHEN held >= 1 THEN held - 1 ELSE held END, clock_timestamp(), held >= 1
    FROM (SELECT LEAST(
        %(most)s, bucket.tokens + %(rate)s * extract(epoch FROM clock_timestamp() - bucket.filled)
    ) AS held) AS now
)
RETURNING is_allowed
"""


class SharedBuckets:
    """In a table of PostgreSQL, by its clock: one statement counts and answers."""

    def take(self, kind: str, who: str, limit: Limit) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(_TAKE, {"name": f"{kind} {who}", "most": float(limit.at_once), "rate": limit.a_second})
            [(is_allowed,)] = cursor.fetchall()
        return bool(is_allowed)

    def clear(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM ferrovia_buckets")

    def forget(self, seconds: float) -> None:
        """Whoever has not been here for so long has a full bucket anyhow."""
        with connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM ferrovia_buckets WHERE filled < clock_timestamp() - make_interval(secs => %s)", [seconds]
            )
