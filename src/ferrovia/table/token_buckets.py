"""Token buckets: how often something may happen. Each is emptied by what happens, and fills again by itself.

They are kept in memory: each process has its own.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

MOST_BUCKETS = 20_000  # the one that was used longest ago goes first


@dataclass(frozen=True)
class Limit:
    """How many at once, and how many more in a second."""

    at_once: int
    a_second: float


class TokenBuckets:
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
