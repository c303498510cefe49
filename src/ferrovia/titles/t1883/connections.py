"""Section 5.6.1: whether one route joins given stops in their order, from stop to stop over local track.

A route has no direction, and its own token may lie before, between or behind the places of a concession. So the
places are tried with each token in each place among them, as one list of stops that a route calls at in turn. The
search takes the nearest way first, and goes on only where every leg that is left can still be walked, and where all of
them can be walked side by side: a flow with one unit for each leg, through every hexside and every stop once, from the
first, third, fifth ... of the stops still to be called at to the second, fourth ...

It goes from both ends by turns: where the way out of one end is closed, whoever begins at the other tries thousands of
ways to it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import pairwise, product
from typing import cast

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.reach import TERMINAL


def is_joined(layout: Layout, places: Iterable[str], stations: Iterable[StopId], closed: frozenset[StopId]) -> bool:
    """Whether a route calls at the hexes in order, with an own token on it, and not through closed stops."""
    own, search = tuple(dict.fromkeys(stations)), _Search(layout, closed)
    return any(
        search.joins(stops) and any(search.joins(calls) for calls in _with_token(stops, own))
        for stops in product(*(_stops_of(layout, place) for place in places))
    )


def _stops_of(layout: Layout, place: str) -> list[StopId]:
    """The stops of a place that have track at all."""
    stops = (stop_id(place, number) for number in range(len(layout.face(place).stops)))
    return [stop for stop in stops if layout.segments(stop)]


def _with_token(stops: tuple[StopId, ...], own: tuple[StopId, ...]) -> Iterator[tuple[StopId, ...]]:
    if any(token in stops for token in own):
        yield stops
        return
    for token in own:
        for at in range(len(stops) + 1):
            yield (*stops[:at], token, *stops[at:])


Point = StopId | int  # a stop, or the bit of a hexside
Gate = tuple[Point, bool]  # the way into a point, or out of it


def _points(layout: Layout) -> dict[Point, list[Point]]:
    """The track as a net of stops and hexsides."""
    net: dict[Point, list[Point]] = {}
    for hex_id, sides in layout.board.sides.items():
        for piece in layout.face(hex_id).pieces:
            a, b = (sides[end] if end >= 0 else stop_id(hex_id, -1 - end) for end in (piece.a, piece.b))
            if a and b:
                net.setdefault(a, []).append(b)
                net.setdefault(b, []).append(a)
    return net


class _Search:
    """A search for one route over a layout."""

    def __init__(self, layout: Layout, closed: frozenset[StopId]) -> None:
        self._layout = layout
        self._closed = closed

    def joins(self, calls: tuple[StopId, ...]) -> bool:
        """Whether a route without a side or a stop used twice calls at these stops in this order."""
        if not all(self._can_pass(stop) for stop in calls[1:-1]):
            return False
        searches = [self._goes_on(way[0], way[1:], 0, frozenset(way[:1])) for way in (calls, calls[::-1])]
        while True:
            for search in searches:
                try:
                    next(search)
                except StopIteration as end:
                    return bool(end.value)

    def _can_pass(self, stop: StopId) -> bool:
        return stop not in self._closed and self._layout.stop(stop).kind not in TERMINAL

    def _goes_on(
        self, here: StopId, left: tuple[StopId, ...], used: int, seen: frozenset[StopId]
    ) -> Generator[None, None, bool]:
        """Whether the stops that are left can be called at; it rests at every stop that it looks at."""
        if not left:
            return True
        yield
        legs = list(pairwise((here, *left)))
        shunned = seen.union(left)
        if not all(start in self._distances(end, start, used, shunned) for start, end in legs[1:]):
            return False
        distances = self._distances(left[0], here, used, shunned)
        if here not in distances or not self._fit_together((here, *left), used, shunned):
            return False
        ways = [
            segment
            for segment in self._layout.segments(here)
            if not segment.sides & used and (segment.end == left[0] or segment.end not in shunned)
            if segment.end in distances
        ]
        for segment in sorted(ways, key=lambda segment: distances[segment.end]):
            still = left[1:] if segment.end == left[0] else left
            if (yield from self._goes_on(segment.end, still, used | segment.sides, seen | {segment.end})):
                return True
        return False

    def _distances(self, end: StopId, start: StopId, used: int, shunned: frozenset[StopId]) -> dict[StopId, int]:
        """How many stops each stop lies off the end of a leg, over ways that shun the stops not of this leg."""
        distances = {end: 0}
        trail = [end]
        for stop in trail:
            for segment in self._layout.segments(stop):
                to = segment.end
                if to in distances or segment.sides & used:
                    continue
                if to == start:
                    distances[to] = distances[stop] + 1
                elif to not in shunned and self._can_pass(to):
                    distances[to] = distances[stop] + 1
                    trail.append(to)
        return distances

    def _fit_together(self, calls: tuple[StopId, ...], used: int, shunned: frozenset[StopId]) -> bool:
        """Whether all legs can be walked at once without sharing a side or a stop; which stops they join is open.

        A maximum flow: each point has a way in and a way out with room for one leg between them; a further leg may
        push earlier ones out of its way (`taken`: where the legs found so far come from, at each gate).
        """
        net = self._layout.memory.recall("points", _points, self._layout)
        room = {stop: 1 if stop in (calls[0], calls[-1]) else 2 for stop in calls}
        taking = frozenset(calls[1::2])
        taken: dict[Gate, set[Gate]] = {}

        def is_open(point: Point) -> bool:
            if isinstance(point, int):
                return not point & used
            return point in taking or (point not in shunned and self._can_pass(point))

        def gates(gate: Gate) -> Iterator[Gate]:
            point, is_out = gate
            if is_out:
                yield from ((to, False) for to in net.get(point, ()) if is_open(to))
            elif point not in taking:
                yield point, True

        def add_leg() -> bool:
            came: dict[Gate, Gate | None] = {(stop, True): None for stop in calls[::2] if room[stop]}
            trail = list(came)
            for gate in trail:
                point, is_out = gate
                if not is_out and not isinstance(point, int) and room.get(point):
                    room[point] -= 1
                    room[_flow(gate, came, taken)] -= 1
                    return True
                ahead = (to for to in gates(gate) if gate not in taken.get(to, ()))
                for to in (*ahead, *taken.get(gate, ())):
                    if to not in came:
                        came[to] = gate
                        trail.append(to)
            return False

        return all(add_leg() for _ in calls[1:])


def _flow(gate: Gate, came: dict[Gate, Gate | None], taken: dict[Gate, set[Gate]]) -> StopId:
    """Note a new leg gate by gate, back to the stop where it begins."""
    while (before := came[gate]) is not None:
        if gate in taken.get(before, ()):
            taken[before].remove(gate)  # it goes back along an earlier leg, which leaves this stretch
        else:
            taken.setdefault(gate, set()).add(before)
        gate = before
    return cast(StopId, gate[0])
