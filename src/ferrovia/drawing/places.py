"""Where the labels of a hex go: off the stops and off each other, and off the track where there is room.

Every label brings the places it likes, best first. It takes the first that is clear; where none is, the one that
covers the least track, and then it is written with a halo. It never covers a stop or another label: rather, a label
that finds no place is left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ferrovia.drawing.geometry import INRADIUS, Point, outward
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.points import NO_POINTS, Points, ordered
from ferrovia.engine.board.hexes import Orientation

MARGIN = 2.0  # how far labels keep from the sides
_CLEAR = 9.0  # how far from the middle of a line it is free of ink


class Drawing(NamedTuple):
    """A piece of a picture and the boxes of its labels."""

    markup: str
    boxes: tuple[Box, ...] = ()
    defs: tuple[tuple[str, str], ...] = ()  # what it uses, by id, for the definitions of the whole


NOTHING = Drawing("")


class Spot(NamedTuple):
    """A box for a label, and how much track lies under it."""

    box: Box
    ink: int


class Spots(Points):
    """Places that a label likes, best first."""

    def __init__(self, *points: Iterable[tuple[float, float]]) -> None:
        super().__init__(point for some in points for point in some)
        self._out: dict[Orientation, tuple[tuple[list[float], list[int]], ...]] = {}

    def __add__(self, other: Spots) -> Spots:
        return Spots(self.listed, other.listed)

    def fitting(self, orientation: Orientation, across: float, down: float) -> int:
        """Those around which a box of twice this size lies in the hex."""
        some = (1 << len(self)) - 1
        sizes = outward(orientation, across, down)
        for size, (reaches, before) in zip(sizes, self._outward(orientation), strict=True):
            some &= before[bisect_right(reaches, INRADIUS - MARGIN - size)]
        return some

    def _outward(self, orientation: Orientation) -> tuple[tuple[list[float], list[int]], ...]:
        """All places by how far out they lie; worked out once."""
        found = self._out.get(orientation)
        if found is None:
            reaches = [outward(orientation, x, y) for x, y in self.listed]
            found = self._out[orientation] = tuple(ordered(way) for way in zip(*reaches, strict=True))
        return found


@dataclass
class Room:
    """The room on a hex: what is taken already, its track and what is drawn along its sides."""

    orientation: Orientation
    track: tuple[Points, ...]
    taken: list[Box] = field(default_factory=list)
    sides: Points = NO_POINTS

    def look(self, width: float, height: float, spots: Spots) -> Spot | None:
        """The best box of this size, or None if it can go nowhere."""
        return self.clear(width, height, spots) or self._least_inked(width, height, spots)

    def clear(self, width: float, height: float, spots: Spots) -> Spot | None:
        """The first box of this size off the track and the sides."""
        across, down = width / 2, height / 2
        free = spots.fitting(self.orientation, across, down)
        while free:
            x, y = spots.first(free)
            met = self._met(x, y, across, down)
            if met is None:
                return Spot(Box(x - across, y - down, width, height), 0)
            # With this spot every other that meets the same is struck; many need not be looked at.
            free &= free - 1
            free &= ~spots.within(*met)
        return None

    def _met(self, x: float, y: float, across: float, down: float) -> tuple[float, float, float, float] | None:
        """Between which limits the middle of a box meets the same as it does here, or None if it meets nothing."""
        # The heart of every label: plain numbers, because it runs thousands of times a board.
        for left, top, width, height in self.taken:
            if left - across < x < left + width + across and top - down < y < top + height + down:
                return left - across, top - down, left + width + across, top + height + down
        across, down = across + _CLEAR, down + _CLEAR
        for points in self._kept_off:
            if met := points.within(x - across, y - down, x + across, y + down):
                left, top = points.first(met)
                return left - across, top - down, left + across, top + down
        return None

    def _least_inked(self, width: float, height: float, spots: Spots) -> Spot | None:
        """The first of the boxes of this size that cover the least track."""
        across, down = width / 2, height / 2
        far, deep = across + _CLEAR, down + _CLEAR
        best: Spot | None = None
        free = self._free(across, down, spots)
        while free:
            x, y = spots.first(free)
            free &= free - 1
            ink = sum(p.within(x - far, y - deep, x + far, y + deep).bit_count() for p in self._kept_off)
            if best is None or ink < best.ink:
                best = Spot(Box(x - across, y - down, width, height), ink)
        return best

    def _free(self, across: float, down: float, spots: Spots) -> int:
        """The spots around which a box of twice this size covers nothing that is taken."""
        free = spots.fitting(self.orientation, across, down)
        for x, y, width, height in self.taken:
            free &= ~spots.within(x - across, y - down, x + width + across, y + height + down)
        return free

    def find(self, width: float, height: float, spots: Spots, *, over_track: bool = True) -> Spot | None:
        """Take the best box of this size."""
        best = self.look(width, height, spots)
        if best is None or (best.ink and not over_track):
            return None
        self.taken.append(best.box)
        return best

    @cached_property
    def _kept_off(self) -> list[Points]:
        """All that a label keeps off where it can."""
        return [points for points in (*self.track, self.sides) if points]


def around(middle: Point, width: float, height: float) -> Box:
    """A box by its middle."""
    return Box(middle.x - width / 2, middle.y - height / 2, width, height)
