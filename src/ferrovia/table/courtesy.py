"""Courtesy: whoever has made a move lets those pass who are shown it, between two parts of their own page.

All pages of a process share one processor's time. What others are shown after a move is soon written, and the mover's
own page, with the next choices on it, takes longest: the short ones first, one after another, and nobody waits much.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from time import monotonic, sleep

PATIENCE = 0.05  # seconds that one page waits for others at most, all in all
BREATH = 0.012  # seconds in which those who are told of a move come and ask, if they are near
SENDING = 0.003  # seconds in which what was written for them goes out


class Courtesy:
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
        has_turn = self._turn.acquire(timeout=PATIENCE)
        try:
            yield
        finally:
            if has_turn:
                self._turn.release()
            with self._changed:
                self._waiting -= 1
                self._changed.notify_all()

    def let_come(self, count: int, seconds: float) -> None:
        """Wait until so many more have come, or so many seconds."""
        with self._changed:
            all_in_all = self._came + count
            self._changed.wait_for(lambda: self._came >= all_in_all, seconds)

    def let_pass(self, seconds: float) -> None:
        """Wait until nobody goes first any more, and they have what was written for them, or so many seconds."""
        if self._waiting:  # mostly nobody does
            with self._changed:
                is_free = self._changed.wait_for(lambda: not self._waiting, seconds)
            if is_free:
                sleep(SENDING)


COURTESY = Courtesy()


def take_a_breath(watching: int) -> None:
    """The one who has moved lets the news go out, and those come who look at it besides."""
    if watching > 1:
        COURTESY.let_come(watching - 1, BREATH)


class Patience:
    """What one page still waits for others."""

    def __init__(self) -> None:
        self._left = PATIENCE

    def let_others_pass(self) -> str:
        """For a template, between two parts: it writes nothing."""
        if self._left > 0:
            begin = monotonic()
            COURTESY.let_pass(self._left)
            self._left -= monotonic() - begin
        return ""
