"""What two routes can quarrel over: the track of a network cut into pieces.

Stretches that pairwise share a hexside form a *piece*: all routes together use one of them at most. The stretches
over one hexside are such a set already; it grows by every other stretch that meets all of them, as where three
tracks join in a triangle. Two stretches share a hexside exactly when they share a piece, and there are fewer
pieces than hexsides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cut(stretches: Iterable[int]) -> dict[int, int]:
    """For each set of hexsides that a stretch crosses, one bit for each piece it belongs to."""
    sides = sorted(set(stretches))
    over: dict[int, int] = {}  # for each hexside, the set of stretches over it
    for number, crossed in enumerate(sides):
        here = 1 << number
        while crossed:
            side = crossed & -crossed
            over[side] = over.get(side, 0) | here
            crossed ^= side
    rows = _largest(over.values())
    meets = [0] * len(sides)
    for row in rows:
        for number in _bits(row):
            meets[number] |= row
    pieces = dict.fromkeys(sides, 0)
    for place, row in enumerate(_largest([_grown(row, meets) for row in rows])):
        for number in _bits(row):
            pieces[sides[number]] |= 1 << place
    return pieces


def _grown(row: int, meets: Sequence[int]) -> int:
    """A set of stretches with those added that meet all of it, and each other."""
    shared = -1
    for number in _bits(row):
        shared &= meets[number]
    shared &= ~row
    while shared:
        lowest = shared & -shared
        row |= lowest
        shared &= meets[lowest.bit_length() - 1] & ~lowest
    return row


def _largest(rows: Iterable[int]) -> list[int]:
    """The sets that are not part of another."""
    kept: dict[int, list[int]] = {}  # those with each stretch
    largest = []
    for row in sorted(set(rows), key=lambda row: (-row.bit_count(), row)):
        rivals = kept.get(row & -row)
        if rivals and any(row & other == row for other in rivals):
            continue
        largest.append(row)
        left = row
        while left:
            lowest = left & -left
            kept.setdefault(lowest, []).append(row)
            left ^= lowest
    return sorted(largest)


def _bits(row: int) -> list[int]:
    numbers = []
    while row:
        lowest = row & -row
        numbers.append(lowest.bit_length() - 1)
        row ^= lowest
    return numbers
