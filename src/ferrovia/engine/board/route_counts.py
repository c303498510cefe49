"""How the length of a route was counted: stretch by stretch, with the gauge each of them ran on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

import msgspec

from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.route_faults import read_route
from ferrovia.engine.board.runners import Route, Runner
from ferrovia.engine.board.track import Gauge


class Leg(NamedTuple):
    """A stretch of a route from one stop to the next, and what it counts for a train."""

    hexes: tuple[str, ...]
    gauge: Gauge
    length: int

    def __str__(self) -> str:
        return f"{'-'.join(self.hexes)} {str(self.gauge.name).lower()} {self.length}"


class Count(NamedTuple):
    """What a route counts for a train: its stretches, and its stops where these count too."""

    legs: tuple[Leg, ...]
    stops: int

    @property
    def length(self) -> int:
        return sum(leg.length for leg in self.legs) + self.stops

    def __str__(self) -> str:
        parts = [str(leg) for leg in self.legs if leg.length]
        return ", ".join(parts + ([f"stops {self.stops}"] if self.stops else []))


def count(layout: Layout, runner: Runner, hexes: Sequence[str]) -> Count:
    """How a shown route counts for a train, however long it is; nothing if it is no route at all."""
    route = read_route(layout, msgspec.structs.replace(runner, limit=None), hexes)
    return count_route(layout, runner, route) if isinstance(route, Route) else Count((), 0)


def count_route(layout: Layout, runner: Runner, route: Route) -> Count:
    """How a route over track counts for a train."""
    legs: list[Leg] = []
    ahead = route.hexes
    for start, end in pairwise(route.stops):
        leg = _leg(layout, runner, start, end, ahead)
        legs.append(leg)
        ahead = ahead[len(leg.hexes) - 1 :]
    return Count(tuple(legs), sum([runner.visit_cost(stop) for stop in route.stops]))


def _leg(layout: Layout, runner: Runner, start: str, end: str, ahead: tuple[str, ...]) -> Leg:
    """The stretch between two stops that lies on the hexes ahead; of several, the one that counts least."""
    length, segment = min(
        (
            (length, segment)
            for segment in layout.segments(start)
            if segment.end == end and segment.hexes == ahead[: len(segment.hexes)]
            if (length := runner.stretch_cost(segment.gauge, segment.edges)) is not None
        ),
        key=itemgetter(0),
    )
    return Leg(segment.hexes, Gauge(segment.gauge), length)
