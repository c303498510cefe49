"""What processes take of a machine, as Linux tells it: memory, and processor time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_PARENTS_FIELDS = slice(11, 15)  # of /proc/PID/stat after the name: utime, stime, and those of children that ended


def megabytes(pid: int) -> float:
    """What a process takes of the machine's memory."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task").glob("*/children")
    try:
        return [int(child) for each in found for child in each.read_text().split()]
    except OSError:
        return []


def tree(pid: int) -> Iterator[int]:
    """A process and all that it has started, and they."""
    yield pid
    for child in children(pid):
        yield from tree(child)


def processor_seconds(pid: int) -> float:
    """What a process and all that it has started have worked, those that have ended included."""
    return sum(_ticks(each) for each in tree(pid)) / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0
    return sum(map(int, told.rpartition(")")[2].split()[_PARENTS_FIELDS]))
