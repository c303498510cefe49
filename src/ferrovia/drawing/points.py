"""Points that are found by where they lie: labels keep off track, and ask for it thousands of times a board.

A set of points is a number with a bit for each of them, the first point's the lowest.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from ferrovia.drawing.geometry import Curve


class Points:
    """Points sorted by x and by y, so that those in a box are known from four places in two lists."""

    def __init__(self, points: Iterable[tuple[float, float]]) -> None:
        self.listed = tuple(points)
        self._xs, self._by_x = ordered(x for x, _ in self.listed)
        self._ys, self._by_y = ordered(y for _, y in self.listed)

    def __len__(self) -> int:
        return len(self.listed)

    def within(self, left: float, top: float, right: float, bottom: float) -> int:
        """The points between these limits, and not on them."""
        xs, by_x, ys, by_y = self._xs, self._by_x, self._ys, self._by_y
        between = by_x[bisect_left(xs, right)] ^ by_x[bisect_right(xs, left)]
        return between and between & (by_y[bisect_left(ys, bottom)] ^ by_y[bisect_right(ys, top)])

    def first(self, some: int) -> tuple[float, float]:
        """The first of some points."""
        return self.listed[(some & -some).bit_length() - 1]


def ordered(values: Iterable[float]) -> tuple[list[float], list[int]]:
    """The different values in order, and before each and after the last which of them come before."""
    having: dict[float, int] = {}
    for number, value in enumerate(values):
        having[value] = having.get(value, 0) | 1 << number
    rising = sorted(having)
    before = [0]
    for value in rising:
        before.append(before[-1] | having[value])
    return rising, before


def along(curves: Iterable[Curve]) -> Points:
    """Points all along some lines."""
    return Points(point for curve in curves for point in curve.trace(11))


NO_POINTS = Points(())
