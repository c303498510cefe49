"""Ctrl-C at the terminal: the first one is a goodbye, another while it is said changes nothing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def _hear(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


_listening = False


@contextmanager
def listening() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt once; who goes on after it says so by `listen`.

    Where it is ignored from outside, or signals are somebody else's, nothing is changed.
    """
    global _listening
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before in (signal.SIG_IGN, None):
        yield
        return
    _listening = True
    try:
        listen()
        yield
    finally:
        _listening = False
        signal.signal(signal.SIGINT, before)


def listen() -> None:
    """From now on Ctrl-C is heard again."""
    if _listening:
        signal.signal(signal.SIGINT, _hear)
