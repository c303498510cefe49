"""Games shared out among processes of this machine."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event as Signal
from threading import current_thread, main_thread
from types import FrameType

from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, blank, play_match

DIED = "The process that played it died."
A_WHILE = 0.2  # seconds after which a press of Ctrl-C is heard although no game has ended

_nobody_waits: Signal


def cores() -> int:
    """How many processes this machine serves at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(plan: Sequence[Match], jobs: int = 1) -> Generator[Result, None, None]:
    """Play the games, and hand out each result when its game is over.

    When a process dies, the games it may have died of are played once more, each alone: the one that kills a second
    process has broken off, all others count.
    """
    if jobs == 1 or len(plan) < 2:
        yield from map(play_match, plan)
        return
    waiting = deque(plan)
    while waiting:
        suspects = yield from _shared(waiting, min(jobs, len(waiting)))
        for match in suspects:
            if (yield from _shared(deque([match]), 1)):
                result = blank(match)
                result.error = DIED
                yield result


def _shared(waiting: deque[Match], jobs: int) -> Generator[Result, None, list[Match]]:
    """Play what waits; what was being played when a process died is given back."""
    # A fresh interpreter for every worker: what this one has open or running is not doubled.
    context = get_context("spawn")
    stop = context.Event()
    playing: dict[Future[Result], Match] = {}
    workers = ProcessPoolExecutor(jobs, mp_context=context, initializer=_enlist, initargs=(stop,))
    with workers as pool, _listening() as heard:
        try:
            while waiting or playing:
                if heard():
                    raise KeyboardInterrupt
                while waiting and len(playing) < 2 * jobs:
                    with _unheard():
                        playing[pool.submit(_play, waiting[0])] = waiting[0]
                    waiting.popleft()
                done, _ = wait(playing, timeout=A_WHILE, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    del playing[future]
                    yield result
        except BrokenProcessPool:
            return sorted(playing.values(), key=lambda match: match.index)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
    return []


@contextmanager
def _listening() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed, to be asked where it is safe to stop.

    Raised wherever the program happens to be, it could leave a lock of the pool taken for ever, or be dropped where
    Python drops what is raised, as in a finalizer. Pressed a second time it does what it always does.
    """
    before, pressed = signal.getsignal(signal.SIGINT), False
    if current_thread() is not main_thread() or not callable(before):
        yield lambda: False
        return

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            before(number, frame)
        pressed = True

    signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: pressed
    finally:
        if signal.getsignal(signal.SIGINT) is hear:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, not even before they are enlisted."""
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _enlist(stop: Signal) -> None:
    """A worker leaves Ctrl-C to the process that it works for, and stops when that one does."""
    global _nobody_waits
    _nobody_waits = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(match: Match) -> Result:
    return play_match(match, _nobody_waits.is_set)
