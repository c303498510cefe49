"""Ctrl-C at the terminal: the first one is a goodbye, another while it is said changes nothing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ALERT = 0.2  # seconds after which somebody who waits for a key looks whether Ctrl-C was pressed

_listening = False


def _hear(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _wake(number: int, frame: FrameType | None) -> None:
    """Nothing is to be done: to be woken is enough."""


@contextmanager
def listening() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt once; whoever asks for a line after it hears it again.

    After a goodbye it is ignored to the end of the program, which comes at once. Where it is ignored from outside, or
    signals are somebody else's, nothing is changed.
    """
    global _listening
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before in (signal.SIG_IGN, None):
        yield
        return
    signal.signal(signal.SIGINT, _hear)
    _listening = True
    try:
        yield
    finally:
        _listening = False
        if signal.getsignal(signal.SIGINT) is _hear:
            signal.signal(signal.SIGINT, before)


@contextmanager
def awaiting_a_line() -> Iterator[None]:
    """Ctrl-C is heard while a line is read, whenever it is pressed.

    Python's readline looks for signals only when one interrupts its waiting: one that comes just before it begins to
    wait would be held until the next key. So a clock interrupts it again and again; somebody else's clock stands still
    meanwhile, and goes on afterwards.
    """
    if not _listening:
        yield
        return
    signal.signal(signal.SIGINT, _hear)
    before = signal.signal(signal.SIGALRM, _wake)
    clock = signal.setitimer(signal.ITIMER_REAL, _ALERT, _ALERT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *clock)
