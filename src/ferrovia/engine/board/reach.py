"""Who can reach what: the stops and the edges that a company's routes lead to, from its stations.

A route uses no hexside and no stop twice, so reach is a question about simple paths. A first sweep finds one
such path for almost everything; only what that sweep could not certify is searched for in full.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ferrovia.engine.board.layout import Arrival, Layout

# Stops at which every route ends.
TERMINAL = frozenset({"port", "offboard"})


class Reach:
    """What a company reaches from its own stations when it may not pass through `closed` stops."""

    __slots__ = ("_arrivals", "_certified", "_doubtful", "_layout", "_own", "closed", "paths")

    def __init__(self, layout: Layout, own: Iterable[str], closed: frozenset[str]) -> None:
        self._layout = layout
        self._own = tuple(dict.fromkeys(own))
        self.closed = closed
        self.paths: dict[str, int] = {}  # each reached stop, and the sides of one route to it
        self._certified: dict[str, list[Arrival]] | None = None
        self._doubtful: dict[str, list[tuple[str, Arrival]]] = {}
        self._arrivals: dict[str, tuple[Arrival, ...]] = {}
        self._sweep()

    def can_leave(self, stop: str) -> bool:
        """Whether a route that comes to this stop may go on from it."""
        if stop in self._own:
            return True
        return stop not in self.closed and self._layout.stop(stop).kind not in TERMINAL

    def _sweep(self) -> None:
        paths = self.paths
        for stop in self._own:
            paths[stop] = 0
        queue = deque(self._own)
        left_out: list[str] = []
        while queue:
            stop = queue.popleft()
            if not self.can_leave(stop):
                continue
            used = paths[stop]
            for segment in self._layout.segments(stop):
                if segment.end in paths:
                    continue
                if segment.sides & used:
                    left_out.append(segment.end)
                    continue
                paths[segment.end] = used | segment.sides
                queue.append(segment.end)
        for stop in dict.fromkeys(left_out):
            if stop not in paths:
                found = self._route_to(stop, 0)
                if found is not None:
                    paths[stop] = found
                    self._sweep_from(stop)

    def _sweep_from(self, stop: str) -> None:
        queue = deque([stop])
        while queue:
            here = queue.popleft()
            if not self.can_leave(here):
                continue
            used = self.paths[here]
            for segment in self._layout.segments(here):
                if segment.end not in self.paths and not segment.sides & used:
                    self.paths[segment.end] = used | segment.sides
                    queue.append(segment.end)

    def _route_to(self, target: str, avoid: int) -> int | None:
        """The sides of a route from an own station to `target` that keeps off the sides `avoid`."""
        if target in self._own:
            return 0
        if not self._walks_to(target, avoid):
            return None
        trail = [(stop, avoid, frozenset((stop,))) for stop in self._own]
        while trail:
            stop, used, seen = trail.pop()
            for segment in self._layout.segments(stop):
                if segment.sides & used or segment.end in seen:
                    continue
                if segment.end == target:
                    return (used | segment.sides) & ~avoid
                if self.can_leave(segment.end):
                    trail.append((segment.end, used | segment.sides, seen | {segment.end}))
        return None

    def _walks_to(self, target: str, avoid: int) -> bool:
        """Whether any walk, simple or not, leads to `target` off the sides `avoid`: no walk, no route."""
        seen = set(self._own)
        trail = list(self._own)
        while trail:
            stop = trail.pop()
            for segment in self._layout.segments(stop):
                if segment.sides & avoid or segment.end in seen:
                    continue
                if segment.end == target:
                    return True
                seen.add(segment.end)
                if self.can_leave(segment.end):
                    trail.append(segment.end)
        return False

    def _collect(self) -> dict[str, list[Arrival]]:
        certified: dict[str, list[Arrival]] = {}
        for stop, used in self.paths.items():
            if not self.can_leave(stop):
                continue
            for arrival in self._layout.walk(stop).arrivals:
                if arrival.sides & used:
                    self._doubtful.setdefault(arrival.hex, []).append((stop, arrival))
                else:
                    whole = arrival._replace(sides=arrival.sides | used)
                    certified.setdefault(arrival.hex, []).append(whole)
        return certified

    def hexes(self) -> Iterable[str]:
        """The hexes to which some track may lead."""
        if self._certified is None:
            self._certified = self._collect()
        return dict.fromkeys([*self._certified, *self._doubtful])

    def arrivals(self, hex_id: str) -> tuple[Arrival, ...]:
        """Where routes of the company come to the edges of a hex, each with the sides it used."""
        if self._certified is None:
            self._certified = self._collect()
        found = self._arrivals.get(hex_id)
        if found is None:
            sure = list(self._certified.get(hex_id, ()))
            for stop, arrival in self._doubtful.get(hex_id, ()):
                if any(a.edge == arrival.edge and a.gauge == arrival.gauge for a in sure):
                    continue
                path = self._route_to(stop, arrival.sides)
                if path is not None:
                    sure.append(arrival._replace(sides=arrival.sides | path))
            found = self._arrivals[hex_id] = tuple(sure)
        return found


def reach(layout: Layout, own: Iterable[str], closed: frozenset[str]) -> Reach:
    """The reach of a company; worked out once for a layout and a set of stations."""
    key = ("reach", tuple(own), closed)
    known = layout.memory.get(key)
    if not isinstance(known, Reach):
        known = layout.memory[key] = Reach(layout, key[1], closed)
    return known
