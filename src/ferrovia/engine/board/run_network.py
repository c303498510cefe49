"""The network a company runs on, in numbers: stops as bits, stretches of track as masks.

A route is a chain of stretches. Pieces of track (`run_pieces`) and stops share one integer: the low bits are the
pieces, those from `Network.shift` on the stops. Two stretches can follow each other exactly when their masks do not
meet, and two routes can run together exactly when they share no piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import NamedTuple

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.reach import TERMINAL
from ferrovia.engine.board.run_pieces import cut
from ferrovia.engine.board.runners import FOREIGN, ForeignLine, Runner, line_side, plain_stop

# One unit of revenue. A hexside takes 1 away, so that of two runs that pay the same the shorter is better.
SCALE = 1 << 16


class Network:
    """What a company's routes can be made of: the stops they reach and the stretches between them."""

    __slots__ = ("counted", "ends", "far", "own", "passable", "pieces", "segments", "shift", "stops", "track")

    def __init__(
        self,
        layout: Layout,
        own: frozenset[StopId],
        closed: frozenset[StopId],
        uncounted: frozenset[StopId],
        lines: tuple[ForeignLine, ...] = (),
    ) -> None:
        far_ends = {line.far_end for line in lines}
        homeward = homeward_lines(layout, own, closed, lines)
        found: dict[StopId, tuple[Segment, ...]] = dict.fromkeys(homeward, ())
        open_stops: set[StopId] = set()
        ahead = sorted(own) + sorted(segment.end for segment in homeward.values())
        while ahead:
            stop = ahead.pop()
            if stop in found:
                continue
            if stop in far_ends:
                found[stop] = ()
                continue
            if _is_open(layout, stop, own, closed):
                open_stops.add(stop)
            leaves = stop in own or stop in open_stops
            found[stop] = (*layout.segments(stop), *line_segments(layout, lines, stop)) if leaves else ()
            ahead.extend(segment.end for segment in found[stop])
        found.update({far_end: (segment,) for far_end, segment in homeward.items()})
        self.stops = tuple(sorted(found))
        self.segments = tuple(tuple(sorted(found[stop], key=_by_track)) for stop in self.stops)
        self.far = frozenset(number for number, stop in enumerate(self.stops) if stop in far_ends)
        self.ends = tuple(
            number for number, stop in enumerate(self.stops) if stop in far_ends or layout.stop(stop).kind == "offboard"
        )
        # Areas last: a line keeps off all of them, also off those whose routes are done.
        self.own = tuple(
            sorted(
                (number for number, stop in enumerate(self.stops) if stop in own or stop in homeward),
                key=lambda number: (number in self.ends, number not in self.far, number),
            )
        )
        self.passable = tuple(stop in open_stops for stop in self.stops)
        self.counted = tuple(int(plain_stop(stop) not in uncounted) for stop in self.stops)
        # For the hexsides of each stretch its pieces of track.
        self.pieces = cut(segment.sides for row in self.segments for segment in row)
        self.shift = max(self.pieces.values(), default=0).bit_length()
        self.track = (1 << self.shift) - 1


def _is_open(layout: Layout, stop: StopId, own: frozenset[StopId], closed: frozenset[StopId]) -> bool:
    """Whether the company may pass a stop."""
    return layout.stop(stop).kind not in TERMINAL and (stop in own or stop not in closed)


def homeward_lines(
    layout: Layout, own: frozenset[StopId], closed: frozenset[StopId], lines: tuple[ForeignLine, ...]
) -> dict[StopId, Segment]:
    """Lines to areas that have a station of the company, from there: no box has such areas, a position may."""
    reached = [
        line
        for line in lines
        if line.end in own and _has_stop(layout, line.start) and _is_open(layout, line.start, own, closed)
    ]
    return {
        segment.end: segment.backwards()
        for line in reached
        for segment in line_segments(layout, lines, line.start)
        if segment.end == line.far_end
    }


def network(
    layout: Layout,
    own: frozenset[StopId],
    closed: frozenset[StopId],
    uncounted: frozenset[StopId],
    lines: tuple[ForeignLine, ...] = (),
) -> Network:
    """The network of a company; worked out once for a layout and a set of stations."""
    key = ("network", own, closed, uncounted, lines)
    return layout.memory.recall(key, Network, layout, own, closed, uncounted, lines)


def line_segments(layout: Layout, lines: tuple[ForeignLine, ...], stop: StopId) -> tuple[Segment, ...]:
    """The lines that leave a stop, as stretches; each has a side of its own, so that only one train takes it."""
    return tuple(
        Segment(stop, line.far_end, line_side(layout.board, number), FOREIGN, (hex_of(stop), hex_of(line.end)))
        for number, line in enumerate(lines)
        if line.start == stop
    )


def known_stops(layout: Layout, stops: Iterable[StopId]) -> frozenset[StopId]:
    """Those of the given stops that the layout has: a station elsewhere runs no train."""
    return frozenset(stop for stop in stops if _has_stop(layout, stop))


def _has_stop(layout: Layout, stop: StopId) -> bool:
    hex_id, _, number = stop.rpartition(".")
    return hex_id in layout.board.hexes and number.isdecimal() and int(number) < len(layout.face(hex_id).stops)


class Leg(NamedTuple):
    """A stretch as one kind of train sees it when it leaves a stop."""

    mask: int  # its pieces of track and the stop at its end
    end: int
    cost: int  # its length and what the stop at its end counts
    gain: int  # scaled value of that stop in passing, less one per hexside
    bonus: int  # what the stop pays more, or less, if the route ends there
    counts: int  # 1 if the stop is one of the two that a route needs
    segment: Segment


class Course:
    """A company's network as one kind of train sees it."""

    __slots__ = ("bonus", "legs", "limit", "network", "start_cost", "value")

    def __init__(self, network: Network, runner: Runner) -> None:
        stops = network.stops
        self.network = network
        self.limit = runner.limit
        self.start_cost = [0 if runner.limit is None else runner.visit_cost(stop) for stop in stops]
        self.value = [runner.passing_value(stop) * SCALE for stop in stops]
        self.bonus = [runner.end_value(stop) * SCALE - passing for stop, passing in zip(stops, self.value, strict=True)]
        numbers = {stop: number for number, stop in enumerate(stops)}
        self.legs = [self._legs(runner, row, numbers) for row in network.segments]

    def changed(self, value: list[int], bonus: list[int], legs: list[list[Leg]]) -> Course:
        """The same network with other values."""
        other = copy(self)
        other.value, other.bonus, other.legs = value, bonus, legs
        return other

    def _legs(self, runner: Runner, row: tuple[Segment, ...], numbers: dict[StopId, int]) -> list[Leg]:
        """The stretches this train can use from a stop, without those that another makes superfluous."""
        network, limit = self.network, self.limit
        pieces, shift = network.pieces, network.shift
        kept: dict[int, list[Leg]] = {}
        for segment in row:
            edges = len(segment.hexes) - 1
            cost = runner.stretch_cost(segment.gauge, edges)
            if cost is None:
                continue
            end = numbers[segment.end]
            cost = 0 if limit is None else cost + self.start_cost[end]
            if limit is not None and cost > limit:
                continue
            mask = pieces[segment.sides] | 1 << (shift + end)
            if segment.gauge == FOREIGN:  # no other off-board end in the same route
                for other in network.ends:
                    mask |= 1 << (shift + other)
            rivals = kept.get(end)
            if rivals is None:
                rivals = kept[end] = []
            elif any(rival.mask & ~mask == 0 and rival.cost <= cost for rival in rivals):
                continue  # another stretch to the same stop is in no one's way that it is not, and counts no more
            leg = Leg(mask, end, cost, self.value[end] - edges, self.bonus[end], network.counted[end], segment)
            rivals.append(leg)
        return [leg for end in sorted(kept) for leg in kept[end]]


def _by_track(segment: Segment) -> tuple[int, int, int]:
    return len(segment.hexes), segment.sides, -segment.gauge
