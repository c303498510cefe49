"""The order of serving after a move: whoever is shown it comes first, whoever has made it last.

All pages of a process share one processor's time. What others are shown after a move is soon written, and the mover's
own page, with the next choices on it, takes longest: the short ones first, one after another, and nobody waits much.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from time import sleep

LONGEST_WAIT = 0.05  # seconds that one page waits for others at most
COMING = 0.012  # seconds in which those who are told of a move come and ask, if they are near
SENDING = 0.003  # seconds in which what was written for them goes out


class ServingOrder:
    """Who is being served before others."""

    def __init__(self) -> None:
        self._waiting = 0  # and being served
        self._came = 0  # so far
        self._changed = Condition()
        self._turn = Lock()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Meanwhile somebody is served who goes first: one at a time, if none of them takes too long."""
        with self._changed:
            self._waiting += 1
            self._came += 1
            self._changed.notify_all()
        has_turn = self._turn.acquire(timeout=LONGEST_WAIT)
        try:
            yield
        finally:
            if has_turn:
                self._turn.release()
            with self._changed:
                self._waiting -= 1
                self._changed.notify_all()

    def after_viewers(self, watching: int) -> None:
        """Before the mover's own page is written: let those come who look at the table besides, and have theirs."""
        if watching > 1:
            with self._changed:
                all_in_all = self._came + watching - 1
                self._changed.wait_for(lambda: self._came >= all_in_all, COMING)
        if self._waiting:  # mostly nobody does
            with self._changed:
                is_free = self._changed.wait_for(lambda: not self._waiting, LONGEST_WAIT)
            if is_free:
                sleep(SENDING)


SERVING_ORDER = ServingOrder()
