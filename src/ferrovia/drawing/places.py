"""Where the labels of a hex go: off the stops and off each other, and off the track where there is room.

Every label brings the places it likes, best first. It takes the first that is clear; where none is, the one that
covers the least track, and then it is written with a halo. It never covers a stop or another label: rather, a label
that finds no place is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from ferrovia.drawing.geometry import Point, inside, polar
from ferrovia.drawing.lettering import Box
from ferrovia.engine.board.hexes import Orientation

MARGIN = 2.0  # how far labels keep from the sides
_CLEAR = 9.0  # how far from the middle of a line it is free of ink


@dataclass(frozen=True, slots=True)
class Drawing:
    """A piece of a picture and the boxes of its labels."""

    markup: str
    boxes: tuple[Box, ...] = ()
    defs: tuple[tuple[str, str], ...] = ()  # what it uses, by id, for the definitions of the whole


NOTHING = Drawing("")


class Spot(NamedTuple):
    """A box for a label, and how much track lies under it."""

    box: Box
    ink: int


@dataclass
class Room:
    """The room on a hex: what is taken already, and the points along its track and its sides."""

    orientation: Orientation
    track: Sequence[tuple[float, float]]
    taken: list[Box] = field(default_factory=list)
    sides: Sequence[tuple[float, float]] = ()  # points along what is drawn on its sides

    def look(self, width: float, height: float, spots: Iterable[Point]) -> Spot | None:
        """The best box of this size, or None if it can go nowhere."""
        best: Spot | None = None
        for left, top in self._free(width, height, spots):
            ink = self._ink(left, top, left + width, top + height)
            if best is None or ink < best.ink:
                best = Spot(Box(left, top, width, height), ink)
                if not ink:
                    return best
        return best

    def clear(self, width: float, height: float, spots: Iterable[Point]) -> Spot | None:
        """The first box of this size off the track and the sides."""
        over, under = height + _CLEAR, width + _CLEAR
        points = self._points
        for left, top in self._free(width, height, spots):
            for x, y in points:
                if -_CLEAR < x - left < under and -_CLEAR < y - top < over:
                    break
            else:
                return Spot(Box(left, top, width, height), 0)
        return None

    def _free(self, width: float, height: float, spots: Iterable[Point]) -> Iterator[tuple[float, float]]:
        """The upper left corners of boxes of this size that cover nothing that is taken."""
        across, down = width / 2, height / 2
        edges = [(box.x, box.y, box.right, box.bottom) for box in self.taken]
        for x, y in spots:  # the heart of every label: plain numbers, because it runs thousands of times a board
            if not inside(self.orientation, abs(x) + across, abs(y) + down, MARGIN):
                continue
            left, top, right, bottom = x - across, y - down, x + across, y + down
            for taken_left, taken_top, taken_right, taken_bottom in edges:
                if left < taken_right and taken_left < right and top < taken_bottom and taken_top < bottom:
                    break
            else:
                yield left, top

    def find(self, width: float, height: float, spots: Iterable[Point], *, over_track: bool = True) -> Spot | None:
        """Take the best box of this size."""
        best = self.look(width, height, spots)
        if best is None or (best.ink and not over_track):
            return None
        self.taken.append(best.box)
        return best

    def _ink(self, left: float, top: float, right: float, bottom: float) -> int:
        """How many points of the track lie under a box."""
        left, right, top, bottom = left - _CLEAR, right + _CLEAR, top - _CLEAR, bottom + _CLEAR
        return len([None for x, y in self._points if left < x < right and top < y < bottom])

    @cached_property
    def _points(self) -> list[tuple[float, float]]:
        """All that a label keeps off where it can."""
        return [*self.track, *self.sides]


def around(middle: Point, width: float, height: float) -> Box:
    """A box by its middle."""
    return Box(middle.x - width / 2, middle.y - height / 2, width, height)


@lru_cache(maxsize=4096)
def ring(radius: float, *angles: float) -> tuple[Point, ...]:
    """Points around the centre, by their angles clockwise from the east."""
    return tuple(polar(angle, radius) for angle in angles)


def spots(*pairs: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(x, y) for x, y in pairs)
