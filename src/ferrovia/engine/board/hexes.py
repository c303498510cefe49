"""Hex geometry: edges, and the neighbour across each of them, in doubled coordinates."""

from __future__ import annotations

from typing import Literal

Orientation = Literal["flat", "pointy"]

EDGES = range(6)

# (column, row) to the neighbour across each edge; edge 0 looks south (flat) or south-west (pointy), then clockwise.
_BESIDE: dict[Orientation, tuple[tuple[int, int], ...]] = {
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
}


def opposite(edge: int) -> int:
    """The same side seen from the hex across it.

    >>> opposite(1)
    4
    """
    return (edge + 3) % 6


def turned(edge: int, rotation: int) -> int:
    """Where an edge comes to lie when its tile is turned clockwise by sixths.

    >>> turned(5, 2)
    1
    """
    return (edge + rotation) % 6


def across(orientation: Orientation, col: int, row: int, edge: int) -> tuple[int, int]:
    """The place of the neighbour across an edge.

    >>> across("flat", 5, 3, 3)
    (5, 1)
    """
    cols, rows = _BESIDE[orientation][edge]
    return col + cols, row + rows
