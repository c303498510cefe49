"""The network a company runs on, in numbers: stops as bits, stretches of track as masks.

A route is a chain of stretches. Hexsides and stops share one integer: the low bits are the hexsides, the bits
above `Network.sides` the stops. Two stretches can follow each other exactly when their masks do not meet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.reach import TERMINAL
from ferrovia.engine.board.runners import LINE, Line, Runner

# One unit of revenue. A hexside takes 1 away, so that of two runs that pay the same the shorter is better.
SCALE = 1 << 16


class Network:
    """What a company's routes can be made of: the stops they reach and the stretches between them."""

    __slots__ = ("counted", "ends", "own", "passable", "segments", "shift", "sides", "stops")

    def __init__(
        self,
        layout: Layout,
        own: frozenset[str],
        closed: frozenset[str],
        uncounted: frozenset[str],
        lines: tuple[Line, ...] = (),
    ) -> None:
        found: dict[str, tuple[Segment, ...]] = {}
        far_ends = {line.far_end for line in lines}
        open_stops: set[str] = set()
        ahead = sorted(own)
        while ahead:
            stop = ahead.pop()
            if stop in found:
                continue
            if stop in far_ends:
                found[stop] = ()
                continue
            if layout.stop(stop).kind not in TERMINAL and (stop in own or stop not in closed):
                open_stops.add(stop)
            leaves = stop in own or stop in open_stops
            found[stop] = (*layout.segments(stop), *line_segments(layout, lines, stop)) if leaves else ()
            ahead.extend(segment.end for segment in found[stop])
        self.stops = tuple(sorted(found))
        self.segments = tuple(found[stop] for stop in self.stops)
        self.own = tuple(number for number, stop in enumerate(self.stops) if stop in own)
        self.passable = tuple(stop in open_stops for stop in self.stops)
        self.counted = tuple(int(stop not in uncounted) for stop in self.stops)
        self.ends = tuple(
            number for number, stop in enumerate(self.stops) if stop in far_ends or layout.stop(stop).kind == "offboard"
        )
        used = 0
        for row in self.segments:
            for segment in row:
                used |= segment.sides
        self.shift = used.bit_length()
        self.sides = (1 << self.shift) - 1


def network(
    layout: Layout,
    own: frozenset[str],
    closed: frozenset[str],
    uncounted: frozenset[str],
    lines: tuple[Line, ...] = (),
) -> Network:
    """The network of a company; worked out once for a layout and a set of stations."""
    key = ("network", own, closed, uncounted, lines)
    known = layout.memory.get(key)
    if not isinstance(known, Network):
        known = layout.memory[key] = Network(layout, own, closed, uncounted, lines)
    return known


def line_segments(layout: Layout, lines: tuple[Line, ...], stop: str) -> tuple[Segment, ...]:
    """The lines that leave a stop, as stretches; each has a side of its own, so that only one train takes it."""
    if not lines:
        return ()
    beyond = max(max(row) for row in layout.board.sides.values()).bit_length()
    return tuple(
        Segment(stop, line.far_end, 1 << (beyond + number), LINE, (hex_of(stop), hex_of(line.end)))
        for number, line in enumerate(lines)
        if line.start == stop
    )


def known_stops(layout: Layout, stops: Iterable[str]) -> frozenset[str]:
    """Those of the given stops that the layout has: a station elsewhere runs no train."""
    return frozenset(stop for stop in stops if _has_stop(layout, stop))


def _has_stop(layout: Layout, stop: str) -> bool:
    hex_id, _, number = stop.rpartition(".")
    return hex_id in layout.board.hexes and number.isdecimal() and int(number) < len(layout.face(hex_id).stops)


class Way(NamedTuple):
    """A stretch as one kind of train sees it when it leaves a stop."""

    mask: int  # its hexsides and the stop at its end
    end: int
    cost: int  # its length and what the stop at its end counts
    gain: int  # scaled value of that stop in passing, less one per hexside
    bonus: int  # what the stop pays more, or less, if the route ends there
    counts: int  # 1 if the stop is one of the two that a route needs
    segment: Segment


class Course:
    """A company's network as one kind of train sees it."""

    __slots__ = ("bonus", "limit", "network", "start_cost", "value", "ways")

    def __init__(self, network: Network, runner: Runner) -> None:
        stops = network.stops
        self.network = network
        self.limit = runner.limit
        self.start_cost = [0 if runner.limit is None else runner.visit_cost(stop) for stop in stops]
        self.value = [runner.passing_value(stop) * SCALE for stop in stops]
        self.bonus = [runner.end_value(stop) * SCALE - passing for stop, passing in zip(stops, self.value, strict=True)]
        numbers = {stop: number for number, stop in enumerate(stops)}
        self.ways = [self._ways(runner, row, numbers) for row in network.segments]

    def _ways(self, runner: Runner, row: tuple[Segment, ...], numbers: dict[str, int]) -> list[Way]:
        """The stretches this train can use from a stop, without those that another makes superfluous."""
        kept: dict[int, list[Way]] = {}
        for segment in sorted(row, key=_by_track):
            cost = runner.stretch_cost(segment.gauge, segment.edges)
            if cost is None:
                continue
            end = numbers[segment.end]
            cost = 0 if self.limit is None else cost + self.start_cost[end]
            if self.limit is not None and cost > self.limit:
                continue
            mask = segment.sides | 1 << (self.network.shift + end)
            if segment.gauge == LINE:  # no other off-board end in the same route
                for other in self.network.ends:
                    mask |= 1 << (self.network.shift + other)
            rivals = kept.setdefault(end, [])
            if any(rival.mask & ~mask == 0 and rival.cost <= cost for rival in rivals):
                continue  # another stretch to the same stop does with part of its track and counts no more
            gain = self.value[end] - segment.edges
            way = Way(mask, end, cost, gain, self.bonus[end], self.network.counted[end], segment)
            rivals.append(way)
        return [way for end in sorted(kept) for way in kept[end]]


def _by_track(segment: Segment) -> tuple[int, int, int]:
    return len(segment.hexes), segment.sides, -segment.gauge
