"""How the length of a route was counted: stretch by stretch, with the gauge each of them ran on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.route_faults import only_way, read_route
from ferrovia.engine.board.runners import Route, Runner
from ferrovia.engine.board.track import Gauge
from ferrovia.saying.message import Message, term

_GAUGES = {
    int(Gauge.STANDARD): term("standard"),
    int(Gauge.NARROW): term("narrow"),
    int(Gauge.DUAL): term("dual"),
}
_STOPS = "stops"


class CountedLeg(NamedTuple):
    """A stretch of a route from one stop to the next, and what it counts for a train."""

    hexes: tuple[str, ...]
    gauge: int  # as plain bits
    length: int

    def __str__(self) -> str:
        return f"{'-'.join(self.hexes)} {_GAUGES[self.gauge]} {self.length}"


class Count(NamedTuple):
    """What a route counts for a train: its stretches, and its stops where these count too."""

    legs: tuple[CountedLeg, ...]
    stops: int

    @property
    def length(self) -> int:
        return sum(leg.length for leg in self.legs) + self.stops

    def __str__(self) -> str:
        """As events keep it; `in_words` says it."""
        parts = [str(leg) for leg in self.legs if leg.length]
        return ", ".join(parts + ([f"{_STOPS} {self.stops}"] if self.stops else []))


def in_words(counted: str) -> list[Message]:
    """A count as events keep it, part by part: "A5-C5 narrow 2, stops 3"."""
    return [_part(part) for part in counted.split(", ") if part]


def only_stops(counted: str) -> bool:
    """Whether a count as events keep it has stops alone, and no stretch of track."""
    return counted.startswith(f"{_STOPS} ")


def _part(part: str) -> Message:
    what, _, number = part.rpartition(" ")
    if what == _STOPS:
        return Message("stops {number}", number=number)
    hexes, _, gauge = what.rpartition(" ")
    return Message("{hexes} {gauge:term} {number}", hexes=hexes, gauge=gauge, number=number)


def count(layout: Layout, runner: Runner, hexes: Sequence[str]) -> Count:
    """How a shown route counts for a train, however long it is; nothing if it is no route at all."""
    route = read_route(layout, msgspec.structs.replace(runner, limit=None), hexes)
    return count_route(layout, runner, route) if isinstance(route, Route) else Count((), 0)


def count_route(layout: Layout, runner: Runner, route: Route) -> Count:
    """How a route over track counts for a train."""
    stops = sum([runner.visit_cost(stop) for stop in route.stops])
    way = only_way(layout, route.hexes)
    if way:
        return Count(tuple([CountedLeg(part.hexes, part.gauge, _cost(runner, part)) for part in way]), stops)
    legs: list[CountedLeg] = []
    ahead = route.hexes
    for start, end in pairwise(route.stops):
        leg = _leg(layout, runner, start, end, ahead)
        legs.append(leg)
        ahead = ahead[len(leg.hexes) - 1 :]
    return Count(tuple(legs), stops)


def _cost(runner: Runner, stretch: Segment) -> int:
    return runner.stretch_cost(stretch.gauge, stretch.edges) or 0


def _leg(layout: Layout, runner: Runner, start: StopId, end: StopId, ahead: tuple[str, ...]) -> CountedLeg:
    """The stretch between two stops that lies on the hexes ahead; of several, the one that counts least."""
    return min(
        (
            CountedLeg(segment.hexes, segment.gauge, length)
            for segment in layout.segments(start)
            if segment.end == end and segment.hexes == ahead[: len(segment.hexes)]
            if (length := runner.stretch_cost(segment.gauge, segment.edges)) is not None
        ),
        key=lambda leg: leg.length,
    )
