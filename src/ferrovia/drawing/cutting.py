"""How a map is cut into sheets: rows of them, each over land alone, and nothing lost between two.

Lengths are those of the picture of a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, hypot
from typing import Final

from ferrovia.drawing.lettering import Box
from ferrovia.drawing.sheets import PER_UNIT, Paper

OVERLAP: Final = 8.0 / PER_UNIT  # of neighbouring sheets, which are pasted together
EDGE: Final = 44.0  # kept around the land
_STEP: Final = 20.0  # between the places that are tried for what stands beside the land


@dataclass(frozen=True, slots=True)
class Part:
    """What one sheet shows of a map: its row and its place there, and what it keeps after the cut."""

    row: int
    column: int
    view: Box
    kept: Box
    landscape: bool


def cut(land: Sequence[Box], paper: Paper) -> tuple[Part, ...]:
    """The sheets for land, in whichever way the paper lies so that they are fewer."""
    return min((_laid(land, paper, landscape) for landscape in (False, True)), key=len)


def _laid(land: Sequence[Box], paper: Paper, landscape: bool) -> tuple[Part, ...]:
    wide, most = (side / PER_UNIT for side in paper.room(landscape))
    top, bottom = min(box.y for box in land) - EDGE, max(box.bottom for box in land) + EDGE
    rows = max(1, ceil((bottom - top - OVERLAP) / (most - OVERLAP)))
    high = (bottom - top + (rows - 1) * OVERLAP) / rows  # the rows share what is over
    parts: list[Part] = []
    for row in range(rows):
        y = top + row * (high - OVERLAP)
        above, below = (OVERLAP / 2 if row else 0), (OVERLAP / 2 if row + 1 < rows else 0)
        band = Box(0, y + above, 0, high - above - below)
        spans = [(box.x - EDGE, box.right + EDGE) for box in land if box.y < band.bottom and band.y < box.bottom]
        column = 0
        for left, count in _runs(spans, wide):
            for place in range(count):
                x = left + place * (wide - OVERLAP)
                before, after = (OVERLAP / 2 if place else 0), (OVERLAP / 2 if place + 1 < count else 0)
                kept = Box(x + before, band.y, wide - before - after, band.height)
                parts.append(Part(row, column, Box(x, y, wide, high), kept, landscape))
                column += 1
    return tuple(parts)


def _runs(spans: Iterable[tuple[float, float]], wide: float) -> list[tuple[float, int]]:
    """Where sheets side by side begin and how many they are; between two runs lies nothing to print."""
    found: list[tuple[float, float]] = []
    for left, right in sorted(spans):
        if found and left <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], right))
        else:
            found.append((left, right))
    joined: list[tuple[float, float]] = []
    for left, right in found:
        # Two islands share a run where that needs no more sheets than two runs would, or where those would meet.
        while joined and (
            _count(joined[-1][0], right, wide) <= _count(*joined[-1], wide) + _count(left, right, wide)
            or _end(*joined[-1], wide) > _start(left, right, wide)
        ):
            left = joined.pop()[0]
        joined.append((left, right))
    return [(_start(left, right, wide), _count(left, right, wide)) for left, right in joined]


def _count(left: float, right: float, wide: float) -> int:
    return max(1, ceil((right - left - OVERLAP) / (wide - OVERLAP) - 1e-9))


def _covered(left: float, right: float, wide: float) -> float:
    count = _count(left, right, wide)
    return count * wide - (count - 1) * OVERLAP


def _start(left: float, right: float, wide: float) -> float:
    """The left edge of the first sheet: what is over goes to both ends."""
    return left - (_covered(left, right, wide) - (right - left)) / 2


def _end(left: float, right: float, wide: float) -> float:
    return _start(left, right, wide) + _covered(left, right, wide)


def room_for(
    width: float, height: float, parts: Sequence[Part], taken: Sequence[Box], near: tuple[float, float]
) -> Box | None:
    """The room of this size that is nearest to a place, whole on one sheet and clear of all that is taken."""
    best: tuple[float, Box] | None = None
    for part in parts:
        inside = part.kept.grown(-EDGE / 2)
        here = [box for box in taken if box.meets(inside)]
        for across in range(int((inside.width - width) // _STEP) + 1):
            for down in range(int((inside.height - height) // _STEP) + 1):
                box = Box(inside.x + across * _STEP, inside.y + down * _STEP, width, height)
                far = hypot(box.x - near[0], box.y - near[1])
                if (best is None or far < best[0]) and not any(box.meets(each) for each in here):
                    best = far, box
    return best[1] if best else None
