"""How much memory games leave behind: the process after some games, and after many times as many."""

from __future__ import annotations

import ctypes
import functools
import gc
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from ferrovia.bench.figures import Figures, Rows
from ferrovia.bots.play import bot_game, play_out
from ferrovia.engine.board.memory import Memory
from ferrovia.saying.message import Message
from ferrovia.titles.registry import all_titles

PLAYERS = ("sensible",) * 3
FEW, MANY = 30, 300

_Cached = type(functools.lru_cache(lambda: None))


class Kept(NamedTuple):
    """Something that outlives a game and grows by being asked: its name, what it holds, and how much it may."""

    name: str
    held: int
    most: int


def memory(fixture: Path, few: int = FEW, many: int = MANY) -> Rows:
    """The process after games of `sensible` players, one after another: a process of its own for each title."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = {name: pool.submit(after_games, name, few, many) for name in all_titles()}
        looks = [Message("after {games} games", games=games) for games in (few, many)]
        return {
            Message(name): dict(zip((*looks, "growth"), figures.result().values(), strict=True))
            for name, figures in waiting.items()
        }


def after_games(name: str, few: int, many: int) -> Figures:
    """What one process holds after so many games of a title, and after so many more."""
    figures: Figures = {}
    looks: list[Figures] = []
    for number in range(many):
        play_out(*bot_game(name, PLAYERS, f"memory {number}"))
        if number + 1 in (few, many):
            looks.append(_look())
            figures[f"after {number + 1} games"] = looks[-1]
    growth = {key: round(looks[-1][key] - looks[0][key], 1) for key in looks[0]}
    return figures | {"growth": growth}


def _look() -> Figures:
    """Megabytes of the process where the system tells them, blocks that Python holds, answers that are kept."""
    gc.collect()
    _give_back()
    blocks = sys.getallocatedblocks()
    kept = sum(each.held for each in memories())
    return _megabytes() | {"thousand_blocks": round(blocks / 1000, 1), "answers_kept": kept}


def memories() -> Iterator[Kept]:
    """Every bounded memory of this process: those of ours, and the functions that remember their answers.

    A layout and its memory go with the game that they belong to: they are not listed once it is gone.
    """
    for thing in gc.get_objects():
        if isinstance(thing, Memory):
            yield Kept("memory", len(thing), thing.most)
        elif isinstance(thing, _Cached) and str(thing.__module__).startswith("ferrovia."):
            info: Any = thing.cache_info()
            yield Kept(f"{thing.__module__}.{thing.__qualname__}", info.currsize, info.maxsize or 1)


def _give_back() -> None:
    """Ask the C library to return what is free to the system; not every one can."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return


def _megabytes() -> dict[str, float]:
    """What the process takes of the machine's memory, as Linux tells it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return {}
    import resource

    return {"megabytes": round(pages * resource.getpagesize() / 1e6, 1)}
