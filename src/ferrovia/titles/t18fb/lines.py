"""3.5.2: the lines along which tokens are placed, what they cost and the towns on them.

A line runs from a city or area with an own token over small towns, but over no other city, to one without.
It crosses no border and meets no town twice (R74). The halves of Napoli are one city: a line may begin or end
by crossing the side between them, and never comes back to the city it has left (R80).

Any such line is accepted; for each stop two are listed, the cheapest and the one with most markers. Both are
searched for with a bound, so that lines that cannot be better are not followed to their end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.layout import Layout
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.components import place

# How many lines are followed in search of the one with most towns; on a fuller map the best one found is listed.
ENOUGH = 4000
WHATEVER = 1_000_000  # more money than there is


class Way(NamedTuple):
    """A line: its stops from the first to the last, its hexes, its hexsides as bits, cost and town markers."""

    stops: tuple[str, ...]
    hexes: tuple[str, ...]
    sides: int
    cost: int
    markers: int


class Stretch(NamedTuple):
    """Track from one stop to the next, with what it costs to cross its borders."""

    end: str
    sides: int
    cost: int
    hexes: tuple[str, ...]

    @property
    def is_direct(self) -> bool:
        """Whether it only crosses the side between two hexes that touch."""
        return len(self.hexes) == 2


class Lines:
    """The lines of a company over a layout: from its starts, in a phase, for no more than it can pay."""

    def __init__(self, layout: Layout, starts: Sequence[str], phase: int, cash: int) -> None:
        self._layout = layout
        self._starts = tuple(starts)
        self._own = {place(stop) for stop in starts}
        self._phase = phase
        self._cash = cash
        self._stretches: dict[str, list[Stretch]] = {}
        self._distances: dict[str, dict[str, int]] = {}

    # What lines there are

    def listed(self) -> dict[str, list[Way]]:
        """For each stop a line leads to, the cheapest line and the one with most markers."""
        cheapest = self.cheapest()
        richest = self._richest(cheapest)
        return {stop: list(dict.fromkeys((way, richest[stop]))) for stop, way in cheapest.items()}

    def cheapest(self) -> dict[str, Way]:
        """For each stop the cheapest line, and of equal ones the one with most markers."""
        found = ((target, self._cheapest_to(target)) for target in self._targets())
        return {target: way for target, way in found if way is not None}

    def _targets(self) -> list[str]:
        """The stops to which some track leads, whether or not a line may take it."""
        known = set(self._starts)
        trail = list(self._starts)
        while trail:
            for stretch in self._from(trail.pop()):
                if stretch.end not in known:
                    known.add(stretch.end)
                    trail.append(stretch.end)
        return sorted(stop for stop in known if self._is_target(stop))

    def _cheapest_to(self, target: str) -> Way | None:
        """By what a line costs at least to its end, until no other could be as cheap."""
        left = self._distances_to(target)
        best: Way | None = None
        limit = self._cash
        queue = [(left[way.stops[0]], way) for way in self._beginnings() if way.stops[0] in left]
        queue.sort()
        while queue and queue[0][0] <= limit:
            _, way = heappop(queue)
            if way.stops[-1] == target:
                limit = way.cost
                if best is None or way.markers > best.markers:
                    best = way
                continue
            for longer in self._onward(way):
                if longer.stops[-1] in left:
                    heappush(queue, (longer.cost + left[longer.stops[-1]], longer))
        return best

    def _distances_to(self, target: str) -> dict[str, int]:
        """What it costs at least to come to a target from each stop, if borders and stops could be met again."""
        known = self._distances.get(target)
        if known is None:
            known = self._distances[target] = {}
            passed = {*self._own, place(target)}
            queue = [(0, target)]
            while queue:
                cost, stop = heappop(queue)
                if stop in known:
                    continue
                known[stop] = cost
                if self._is_town(stop) or place(stop) in passed:
                    for stretch in self._from(stop):
                        heappush(queue, (cost + stretch.cost, stretch.end))
        return known

    def _richest(self, cheapest: dict[str, Way]) -> dict[str, Way]:
        """For each stop the line with most markers, and of equal ones the cheapest."""
        best = dict(cheapest)
        trail = list(self._beginnings())
        followed = 0
        while trail and followed < ENOUGH:
            way = trail.pop()
            followed += 1
            for longer in self._onward(way):
                stop = longer.stops[-1]
                if longer.cost > self._cash:
                    continue
                if stop in best and _is_richer(longer.markers, longer.cost, best[stop]):
                    best[stop] = longer
                if self._could_be_richer(longer, best):
                    trail.append(longer)
        return best

    def _could_be_richer(self, way: Way, best: dict[str, Way]) -> bool:
        """Whether a line might be the richest to some stop if it met every town that lies ahead."""
        ahead = self._ahead(way)
        most = way.markers + sum({hex_of(stop): self._markers(stop, way.hexes) for stop in ahead}.values())
        for target in best.keys() & ahead:
            least = way.cost + self._distances_to(target).get(way.stops[-1], WHATEVER)
            if least <= self._cash and _is_richer(most, least, best[target]):
                return True
        return False

    def _ahead(self, way: Way) -> set[str]:
        """The stops that still lie before a line, if it could meet a border again."""
        last = way.stops[-1]
        known = set(way.stops)
        trail = [last]
        while trail:
            stop = trail.pop()
            leads_on = self._is_town(stop) or (stop == last and self._is_at_home(way))
            for stretch in self._from(stop):
                is_open = stretch.end not in known and not stretch.sides & way.sides
                if is_open and (leads_on or place(stretch.end) == place(stop)):
                    known.add(stretch.end)
                    trail.append(stretch.end)
        return known - set(way.stops)

    # How a line goes on

    def _beginnings(self) -> Iterator[Way]:
        return (Way((start,), (hex_of(start),), 0, 0, 0) for start in self._starts)

    def _onward(self, way: Way) -> Iterator[Way]:
        for stretch in self._from(way.stops[-1]):
            if self._may_take(way, stretch):
                markers = way.markers + self._markers(stretch.end, way.hexes)
                hexes = (*way.hexes, *stretch.hexes[1:])
                cost = way.cost + stretch.cost
                yield Way((*way.stops, stretch.end), hexes, way.sides | stretch.sides, cost, markers)

    def _may_take(self, way: Way, stretch: Stretch) -> bool:
        """Whether a line goes on over a stretch: from its start, from a town, and between the halves of Napoli."""
        here, there = way.stops[-1], stretch.end
        if stretch.sides & way.sides or there in way.stops:
            return False  # R74
        if self._is_town(here):
            return True
        if place(there) == place(here):
            return stretch.is_direct
        return self._is_at_home(way)  # R80: no further once it has come back

    def _is_at_home(self, way: Way) -> bool:
        """Whether a line has not left the city it starts from."""
        return all(place(stop) == place(way.stops[0]) for stop in way.stops)

    def _from(self, stop: str) -> list[Stretch]:
        known = self._stretches.get(stop)
        if known is None:
            known = self._stretches[stop] = []
            for segment in self._layout.segments(stop):
                cost = self.cost(segment.sides)
                if cost is not None:
                    known.append(Stretch(segment.end, segment.sides, cost, segment.hexes))
        return known

    def _is_town(self, stop: str) -> bool:
        return self._layout.stop(stop).kind == "town"

    def _is_target(self, stop: str) -> bool:
        return not self._is_town(stop) and place(stop) not in self._own

    def _markers(self, stop: str, hexes: tuple[str, ...]) -> int:
        """R43: a town tile gives its full number, once."""
        if not self._is_town(stop) or hex_of(stop) in hexes:
            return 0
        face = self._layout.face(hex_of(stop))
        return components.town_markers(sum(town.size for town in face.stops), face.colour)

    def cost(self, sides: int) -> int | None:
        """3.5.2.7: the costs of the borders add up; None where a pass is still closed."""
        total, borders = 0, components.borders()
        while sides:
            side = sides & -sides
            sides ^= side
            border = borders[side]
            if border.opens and self._phase < int(border.opens.removeprefix("PH")):
                return None
            total += border.cost
        return total

    # A line that somebody names

    def along(self, hexes: Sequence[str]) -> Way | None:
        """The line over these hexes, whatever it costs, if there is one."""
        trail = list(self._beginnings())
        while trail:
            way = trail.pop()
            if tuple(hexes[: len(way.hexes)]) != way.hexes:
                continue
            if len(way.hexes) == len(hexes) and self._is_target(way.stops[-1]):
                return way
            trail.extend(self._onward(way))
        return None


def _is_richer(markers: int, cost: int, than: Way) -> bool:
    return (-markers, cost) < (-than.markers, than.cost)


def lines(layout: Layout, starts: Sequence[str], phase: int, cash: int) -> dict[str, list[Way]]:
    """The listed lines; worked out once for a layout, the tokens, the phase and the money."""
    key = ("lines", tuple(starts), phase, cash)
    known = layout.memory.get(key)
    if not isinstance(known, dict):
        known = layout.memory[key] = Lines(layout, starts, phase, cash).listed()
    return known


def reaches(layout: Layout, starts: Sequence[str], phase: int) -> frozenset[str]:
    """The places to which lines lead, whatever they cost."""
    key = ("places reached", tuple(starts), phase)
    known = layout.memory.get(key)
    if not isinstance(known, frozenset):
        ends = Lines(layout, starts, phase, WHATEVER).cheapest()
        known = layout.memory[key] = frozenset(place(stop) for stop in ends)
    return known
