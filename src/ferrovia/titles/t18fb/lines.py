"""3.5.2: the lines along which tokens are placed, what they cost and the towns on them.

A line runs from a city or area with an own token over small towns, but over no other city, to one without.
It crosses no border and meets no town twice (R74).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.layout import Layout
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.components import place

# How many stretches are tried in search of the line with most towns; with more, the best one found is listed.
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


class Lines:
    """The lines of a company over a layout: from its starts, in a phase, for no more than it can pay."""

    def __init__(self, layout: Layout, starts: Sequence[str], phase: int, cash: int) -> None:
        self._layout = layout
        self._starts = tuple(starts)
        self._own = {place(stop) for stop in starts}
        self._phase = phase
        self._cash = cash
        self._stretches: dict[str, list[Stretch]] = {}

    # What lines there are

    def listed(self) -> dict[str, list[Way]]:
        """For each stop a line leads to, the cheapest line and the one with most markers."""
        cheapest = self.cheapest()
        if not cheapest:
            return {}
        richest = self._richest(cheapest)
        return {stop: list(dict.fromkeys((way, richest[stop]))) for stop, way in sorted(cheapest.items())}

    def cheapest(self) -> dict[str, Way]:
        """By growing cost, each stop settled once; where a line meets itself, all lines are tried instead."""
        found: dict[str, Way] = {}
        settled: set[tuple[str, bool]] = set()
        queue = [(0, 0, Way((start,), (hex_of(start),), 0, 0, 0)) for start in self._starts]
        meets_itself = False
        while queue:
            _, _, way = heappop(queue)
            stop, at_home = way.stops[-1], self._is_at_home(way)
            if (stop, at_home) in settled:
                continue
            settled.add((stop, at_home))
            if self._is_target(stop) and stop not in found:
                found[stop] = way
            for stretch in self._onward(way):
                if stretch.sides & way.sides or stretch.end in way.stops:
                    meets_itself = True
                    continue
                longer = self._longer(way, stretch)
                if longer.cost <= self._cash:
                    heappush(queue, (longer.cost, -longer.markers, longer))
        return self._best(found, lambda way: (way.cost, -way.markers)) if meets_itself else found

    def _richest(self, cheapest: dict[str, Way]) -> dict[str, Way]:
        return self._best(dict(cheapest), lambda way: (-way.markers, way.cost))

    def _best(self, found: dict[str, Way], rank: object) -> dict[str, Way]:
        """Try lines one after another, and keep the best to each stop."""
        assert callable(rank)
        tried = 0
        trail = [Way((start,), (hex_of(start),), 0, 0, 0) for start in self._starts]
        while trail and tried < ENOUGH:
            way = trail.pop()
            for stretch in self._onward(way):
                tried += 1
                if stretch.sides & way.sides or stretch.end in way.stops or way.cost + stretch.cost > self._cash:
                    continue
                longer = self._longer(way, stretch)
                stop = stretch.end
                if self._is_target(stop) and (stop not in found or rank(longer) < rank(found[stop])):
                    found[stop] = longer
                trail.append(longer)
        return found

    def _longer(self, way: Way, stretch: Stretch) -> Way:
        markers = way.markers + self._markers(stretch.end, way.hexes)
        hexes = (*way.hexes, *stretch.hexes[1:])
        return Way((*way.stops, stretch.end), hexes, way.sides | stretch.sides, way.cost + stretch.cost, markers)

    def _onward(self, way: Way) -> Iterator[Stretch]:
        """How a line may go on: from its start, from a town, and within a city of several hexes (2.5.3.2)."""
        stop = way.stops[-1]
        if self._is_town(stop) or self._is_at_home(way):
            yield from self._from(stop)
        else:
            yield from (stretch for stretch in self._from(stop) if place(stretch.end) == place(stop))

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

    def along(self, hexes: Sequence[str]) -> Way | str:
        """The line over these hexes, or what is wrong with it."""
        starts = [stop for stop in self._starts if hexes and hex_of(stop) == hexes[0]]
        if not starts or len(hexes) < 2:
            return "a line starts at a token of the company and leads to another hex"
        ways = [way for start in starts for way in self._followed(start, hexes)]
        if not ways:
            return "no track runs over these hexes to a city"
        for way in ways:
            if self._is_legal(way):
                return way
        return "a line passes small towns but no other city, and no border or town twice"

    def _followed(self, start: str, hexes: Sequence[str]) -> Iterator[Way]:
        """The ways that the track allows along a row of hexes."""
        layout, board = self._layout, self._layout.board
        number = int(start.rpartition(".")[2])
        open_ways: list[tuple[int, Way]] = [(-1 - number, Way((start,), (hexes[0],), 0, 0, 0))]
        for here, there in pairwise(hexes):
            edge = next((edge for edge in range(6) if (board.neighbours[here][edge] or ("",))[0] == there), None)
            if edge is None or not board.sides[here][edge]:
                return
            beside, side = board.neighbours[here][edge], board.sides[here][edge]
            assert beside is not None
            ahead: list[tuple[int, Way]] = []
            for end, way in open_ways:
                for passed in _through(layout.face(here).exits, end, edge):
                    stops = (*way.stops, *(stop_id(here, -1 - town) for town in passed))
                    markers = sum(self._markers(stop, way.hexes[:-1]) for stop in stops[len(way.stops) :])
                    if not way.sides & side:
                        sides, cost = way.sides | side, self.cost(way.sides | side)
                        if cost is not None:
                            longer = Way(stops, (*way.hexes, there), sides, cost, way.markers + markers)
                            ahead.append((beside[1], longer))
            open_ways = ahead
        for entry, way in open_ways:
            for end, _ in layout.face(hexes[-1]).exits.get(entry, ()):
                if end < 0:
                    yield way._replace(stops=(*way.stops, stop_id(hexes[-1], -1 - end)))

    def _is_legal(self, way: Way) -> bool:
        if len(set(way.stops)) < len(way.stops) or not self._is_target(way.stops[-1]):
            return False
        source, target = place(way.stops[0]), place(way.stops[-1])
        between = way.stops[1:-1]
        cities = [number for number, stop in enumerate(between) if not self._is_town(stop)]
        leaves = next((number for number, stop in enumerate(between) if place(stop) != source), len(between))
        arrives = next((number for number, stop in enumerate(between) if place(stop) == target), len(between))
        return all(number < leaves or number >= arrives for number in cities) and all(
            place(stop) == target for stop in between[arrives:]
        )


def _through(exits: dict[int, tuple[tuple[int, int], ...]], end: int, edge: int) -> Iterator[tuple[int, ...]]:
    """How track leads from one end of a hex to an edge: straight on, or over a stop."""
    for leads, _ in exits.get(end, ()):
        if leads == edge:
            yield ()
        elif leads < 0 <= end and any(other == edge for other, _ in exits.get(leads, ())):
            yield (leads,)


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
