"""Who can reach what: the stops and the edges that a company's routes lead to, from its stations.

A route uses no hexside and no stop twice, so reach is a question about simple paths. A sweep finds one such path
for almost everything; only where that one path is in the way is another searched for, and then in full.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Arrival, Layout

# Stops at which every route ends.
TERMINAL = frozenset({"port", "offboard"})

EASY = 50  # stops that most searches do with

Hop = tuple[StopId, int]  # a stop, and the sides crossed on the way to it from the stop before
Rest = tuple[
    StopId, frozenset[StopId], int
]  # a stop, all stops to which walks from it lead, the sides there that are used


class Reach:
    """What a company reaches from its own stations when it may not pass through `closed` stops."""

    __slots__ = ("_comes", "_layout", "_leading", "_leaves", "_own", "_routes", "closed", "paths")

    def __init__(self, layout: Layout, own: Iterable[StopId], closed: frozenset[StopId]) -> None:
        self._layout = layout
        self._own = tuple(dict.fromkeys(own))
        self.closed = closed
        self.paths: dict[StopId, int] = {}  # each reached stop, and the sides of one route to it
        self._leading: dict[str, list[tuple[StopId, Arrival]]] | None = None
        self._routes: dict[tuple[StopId, int], list[Hop] | None] = {}
        self._leaves: dict[StopId, bool] = {}
        self._comes: dict[tuple[str, int, int, int], bool] = {}
        self._sweep()

    def can_leave(self, stop: StopId) -> bool:
        """Whether a route that comes to this stop may go on from it."""
        known = self._leaves.get(stop)
        if known is None:
            is_passed = stop not in self.closed and self._layout.stop(stop).kind not in TERMINAL
            known = self._leaves[stop] = stop in self._own or is_passed
        return known

    def goes_on(self, stop: StopId, side: int) -> bool:
        """Whether a route can come to a stop and go on from it across a side."""
        path = self.paths.get(stop)
        if path is None or not self.can_leave(stop):
            return False
        return not path & side or self._route_to(stop, side) is not None

    def comes_to(self, hex_id: str, edge: int, gauge: int, avoid: int) -> bool:
        """Whether a route that keeps off some sides comes to an edge of a hex on track that a gauge continues."""
        key = (hex_id, edge, gauge, avoid)
        known = self._comes.get(key)
        if known is None:
            known = self._comes[key] = self._comes_to(hex_id, edge, gauge, avoid)
        return known

    def _comes_to(self, hex_id: str, edge: int, gauge: int, avoid: int) -> bool:
        ends = [
            (stop, arrival.sides | avoid)
            for stop, arrival in self._approaches().get(hex_id, ())
            if arrival.edge == edge and arrival.gauge & gauge and not arrival.sides & avoid
        ]
        if any(not self.paths[stop] & used for stop, used in ends):
            return True
        return any(self._route_to(stop, used) is not None for stop, used in ends)

    def hexes(self) -> Iterable[str]:
        """The hexes to which some track may lead."""
        return self._approaches()

    def _approaches(self) -> dict[str, list[tuple[StopId, Arrival]]]:
        """The track that leads to each hex, with the stop from which a route would take it."""
        if self._leading is None:
            leading: dict[str, list[tuple[StopId, Arrival]]] = {}
            for stop in self.paths:
                if self.can_leave(stop):
                    for arrival in self._layout.walk(stop).arrivals:
                        leading.setdefault(arrival.hex, []).append((stop, arrival))
            self._leading = leading  # whole, or not there: other threads ask too
        return self._leading

    def _sweep(self) -> None:
        """Find a route to every stop that has one. All stops on the way of a route are in `paths` with it."""
        paths, segments = self.paths, self._layout.segments
        paths |= dict.fromkeys(self._own, 0)
        queue = deque(self._own)
        doubtful: dict[StopId, None] = {}  # reached only over a side that the one known route used already
        while queue or doubtful:
            while queue:
                stop = queue.popleft()
                if not self.can_leave(stop):
                    continue
                used = paths[stop]
                for segment in segments(stop):
                    end = segment.end
                    if end in paths:
                        continue
                    if segment.sides & used:
                        doubtful[end] = None
                    else:
                        paths[end] = used | segment.sides
                        queue.append(end)
            while doubtful and not queue:
                stop, _ = doubtful.popitem()
                if stop not in paths:
                    queue += self._keep(self._route_to(stop, 0) or [])

    def _keep(self, route: list[Hop]) -> list[StopId]:
        """Note a route from an own station, and with it all stops on its way; those that are new."""
        new, used = [], 0
        for stop, sides in route:
            used |= sides
            if stop not in self.paths:
                self.paths[stop] = used
                new.append(stop)
        return new

    def _route_to(self, target: StopId, avoid: int) -> list[Hop] | None:
        """The hops of a route from an own station to `target` that keeps off the sides `avoid`."""
        key = (target, avoid)
        if key not in self._routes:
            self._routes[key] = self._search(target, avoid, frozenset(), _Vain())
        return self._routes[key]

    def _search(self, target: StopId, avoid: int, seen: frozenset[StopId], vain: _Vain) -> list[Hop] | None:
        """Go back from `target` to an own station, over stops not seen, and only where some walk still leads home.

        In a dense network very many ways lead to the same stop and leave the same rest of the map to search: once a
        search has become long, each rest is searched only once.
        """
        if target in self._own:
            return []
        seen |= {target}
        if not self._leads_home(target, avoid, seen):
            return None
        vain.tries += 1
        rest = self._rest(target, avoid, seen) if vain.tries > EASY else None
        if rest in vain.rests:
            return None
        for segment in self._layout.segments(target):
            if segment.sides & avoid or segment.end in seen or not self.can_leave(segment.end):
                continue
            route = self._search(segment.end, avoid | segment.sides, seen, vain)
            if route is not None:
                return [*route, (target, segment.sides)]
        if rest is not None:
            vain.rests.add(rest)
        return None

    def _leads_home(self, target: StopId, avoid: int, seen: frozenset[StopId]) -> bool:
        """Whether any walk, simple or not, leads to an own station off these sides and stops: no walk, no route."""
        known = set(seen)
        trail = [target]
        while trail:
            for segment in self._layout.segments(trail.pop()):
                if segment.end in self._own and not segment.sides & avoid:
                    return True
                if not segment.sides & avoid and segment.end not in known and self.can_leave(segment.end):
                    known.add(segment.end)
                    trail.append(segment.end)
        return False

    def _rest(self, target: StopId, avoid: int, seen: frozenset[StopId]) -> Rest:
        """The part of the map to which walks lead off these sides and stops. Routes go nowhere else, so where two rests
        are equal, so are the routes through them.
        """
        known, near = {target}, 0
        trail = [target]
        while trail:
            for segment in self._layout.segments(trail.pop()):
                end = segment.end
                near |= segment.sides
                if not segment.sides & avoid and end not in known and end not in seen and self.can_leave(end):
                    known.add(end)
                    if end not in self._own:
                        trail.append(end)
        return target, frozenset(known), avoid & near


class _Vain:
    """What a search has tried in vain."""

    __slots__ = ("rests", "tries")

    def __init__(self) -> None:
        self.tries = 0
        self.rests: set[Rest | None] = set()


def reach(layout: Layout, own: Iterable[StopId], closed: frozenset[StopId]) -> Reach:
    """The reach of a company; worked out once for a layout and a set of stations."""
    stations = tuple(own)
    return layout.memory.recall(("reach", stations, closed), _worked_out, layout, stations, closed)


def _worked_out(layout: Layout, stations: tuple[StopId, ...], closed: frozenset[StopId]) -> Reach:
    return Reach(layout.without_memory(), stations, closed)
