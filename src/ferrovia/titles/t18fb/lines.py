"""3.5.2: the lines along which tokens are placed, what they cost and the towns on them.

A line runs from a city or area with an own token over small towns, but over no other city, to one without.
It crosses no border and meets no town twice (R74). The halves of Napoli are one city: a line may begin or end
by crossing the side between them, and never comes back to the city it has left (R80).

Any such line is accepted. Listed are, for each stop, those that no other beats: nothing is left of a line once it
is built but its token, its price and its markers, so a president who picks among these gives nothing away (3.5.2.3).
All lines are followed to their end: with the tiles in the box there are never more than some hundreds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.components import Border, place


class TokenLine(NamedTuple):
    """A line: its stops from the first to the last, its hexes, its hexsides as bits, cost and town markers."""

    stops: tuple[StopId, ...]
    hexes: tuple[str, ...]
    sides: int
    cost: int
    markers: int
    city: str  # where it ends; nothing where it has come to a town and goes on

    def meets(self, town: str) -> bool:
        """Whether the line meets the town of a hex."""
        return any(hex_of(stop) == town for stop in self.stops[1:-1])


class Stretch(NamedTuple):
    """Track from one stop to the next, with what it costs to cross its borders and the markers of a town there."""

    end: StopId
    city: str  # the place it leads to, if that is no town
    sides: int
    cost: int
    markers: int
    hexes: tuple[str, ...]

    @property
    def is_direct(self) -> bool:
        """Whether it only crosses the side between two hexes that touch."""
        return len(self.hexes) == 2


def borders_of(sides: int) -> list[Border]:
    """The borders on some hexsides."""
    found, borders = [], components.borders()
    while sides:
        side = sides & -sides
        sides ^= side
        found.append(borders[side])
    return found


@lru_cache(maxsize=8192)  # lines are followed anew whenever track was laid, and cross the same sides
def _cost(sides: int, phase: int) -> int | None:
    borders = borders_of(sides)
    if any(border.opens and phase < int(border.opens.removeprefix("PH")) for border in borders):
        return None
    return sum([border.cost for border in borders])


class Lines:
    """The lines of a company over a layout: from its starts, in a phase, whatever they cost."""

    def __init__(self, layout: Layout, starts: Sequence[StopId], phase: int) -> None:
        self._layout = layout
        self._starts = tuple(starts)
        self._own = {place(stop) for stop in starts}
        self._phase = phase
        self._stretches: dict[StopId, list[Stretch]] = {}

    # What lines there are

    def every(self) -> Iterator[TokenLine]:
        """All lines."""
        trail = list(self._beginnings())
        while trail:
            for line in self._onward(trail.pop()):
                trail.append(line)
                if self._is_line(line):
                    yield line

    def unbeaten(self, prized: str = "") -> dict[StopId, tuple[TokenLine, ...]]:
        """For each stop the lines that no other beats in cost and markers, the cheapest first.

        Where a town is prized, meeting it counts too. Of lines that are alike in all this one is as good as another.
        """
        found: dict[StopId, dict[tuple[int, int, bool], TokenLine]] = {}
        for line in self.every():
            alike = found.setdefault(line.stops[-1], {})
            worth = (line.cost, -line.markers, bool(prized) and not line.meets(prized))
            alike[worth] = min(alike.get(worth, line), line, key=lambda either: (len(either.hexes), either))
        return {stop: tuple(_unbeaten(found[stop])) for stop in sorted(found)}

    def _is_line(self, line: TokenLine) -> bool:
        return line.city != "" and line.city not in self._own

    # How a line goes on

    def _beginnings(self) -> Iterator[TokenLine]:
        return (TokenLine((start,), (hex_of(start),), 0, 0, 0, place(start)) for start in self._starts)

    def _onward(self, line: TokenLine) -> Iterator[TokenLine]:
        for stretch in self._from(line.stops[-1]):
            if self._may_take(line, stretch):
                yield TokenLine(
                    (*line.stops, stretch.end),
                    (*line.hexes, *stretch.hexes[1:]),
                    line.sides | stretch.sides,
                    line.cost + stretch.cost,
                    line.markers + (0 if stretch.hexes[-1] in line.hexes else stretch.markers),  # R43: once
                    stretch.city,
                )

    def _may_take(self, line: TokenLine, stretch: Stretch) -> bool:
        """Whether a line goes on over a stretch: from its start, from a town, and between the halves of Napoli."""
        if stretch.sides & line.sides or stretch.end in line.stops:
            return False  # R74
        if line.city and stretch.city == line.city:
            return stretch.is_direct
        is_under_way = not line.city or line.city in self._own
        return is_under_way and stretch.city not in self._own  # R80: it never comes back to a city of its own

    def _from(self, stop: StopId) -> list[Stretch]:
        known = self._stretches.get(stop)
        if known is None:
            known = self._stretches[stop] = []
            for segment in self._layout.segments(stop):
                cost, end = self.cost(segment.sides), segment.end
                if cost is not None:
                    city = "" if self._layout.stop(end).kind == "town" else place(end)
                    markers = 0 if city else self._markers(end)
                    known.append(Stretch(end, city, segment.sides, cost, markers, segment.hexes))
        return known

    def _markers(self, town: StopId) -> int:
        """R43: a town tile gives its full number."""
        face = self._layout.face(hex_of(town))
        return components.town_markers(sum(stop.size for stop in face.stops), face.colour)

    def cost(self, sides: int) -> int | None:
        """3.5.2.7: the costs of the borders add up; None where a pass is still closed."""
        return _cost(sides, self._phase)

    # A line that somebody names

    def along(self, hexes: Sequence[str]) -> TokenLine | None:
        """The line over these hexes, if there is one."""
        trail = list(self._beginnings())
        while trail:
            line = trail.pop()
            if tuple(hexes[: len(line.hexes)]) != line.hexes:
                continue
            if len(line.hexes) == len(hexes) and self._is_line(line):
                return line
            trail.extend(self._onward(line))
        return None


def _unbeaten(found: Mapping[tuple[int, int, bool], TokenLine]) -> Iterator[TokenLine]:
    """The lines that no other beats, by their worth: what is less is better."""
    best: list[tuple[int, int, bool]] = []
    for worth in sorted(found):
        if not any(other[1] <= worth[1] and other[2] <= worth[2] for other in best):
            best.append(worth)
            yield found[worth]


def lines(
    layout: Layout, starts: Sequence[StopId], phase: int, prized: str = ""
) -> dict[StopId, tuple[TokenLine, ...]]:
    """The unbeaten lines to each stop, whatever they cost; worked out once for a layout, the tokens and the phase."""
    key = ("lines", tuple(starts), phase, prized)
    return layout.memory.recall(key, lambda: Lines(layout, starts, phase).unbeaten(prized))


def reaches(layout: Layout, starts: Sequence[StopId], phase: int) -> frozenset[str]:
    """The places to which lines lead, whatever they cost."""
    return frozenset(place(stop) for stop in lines(layout, starts, phase))
