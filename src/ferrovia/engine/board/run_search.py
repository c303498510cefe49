"""The routes of one train: the best, or all above a floor.

Every route is grown in two arms from a station of the company. A station whose routes are all done is closed
to the routes of the next, and the second arm leaves by a later stretch than the first, so no route is met
twice.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

from ferrovia.engine.board.run_bounds import Bounds, both
from ferrovia.engine.board.run_network import Course, Leg

Trail = Any  # None, or (trail before, leg taken): a linked list that grows without copying


class OutOfTime(Exception):
    """The time given for a search is over; it carries what was found until then."""

    def __init__(self, found: list[Found]) -> None:
        super().__init__()
        self.found = found


def look_at_clock(until: float | None) -> None:
    """Between two searches: time may be over though each of them was short."""
    if until is not None and perf_counter() > until:
        raise OutOfTime([])


class TooMany(Exception):
    """More routes lie above the floor than are worth listing."""


class Found(NamedTuple):
    """A route as the search finds it."""

    value: int
    pieces: int
    root: int
    first: Trail
    second: Trail

    def arms(self) -> tuple[list[Leg], list[Leg]]:
        """The stretches of both arms, each from the root outwards."""
        return _unrolled(self.first), _unrolled(self.second)


def _unrolled(trail: Trail) -> list[Leg]:
    legs = []
    while trail is not None:
        trail, leg = trail
        legs.append(leg)
    return legs[::-1]


def search(
    course: Course,
    bounds: Bounds,
    floor: int,
    *,
    every: bool = False,
    avoid: int = 0,
    limit: int | None = None,
    until: float | None = None,
) -> list[Found]:
    """The best route worth at least `floor`, or every such route, that keeps off the pieces `avoid`.

    The best comes last, after some of those that were the best until then.
    """
    looking = _Search(course, bounds, floor, every, avoid, limit, until)
    looking.from_all_stations()
    return looking.found


class _Search:
    """One search; its two arms call themselves for every stretch they take."""

    __slots__ = (
        "_ahead", "_avoid", "_bonus", "_both_arms", "_bounds", "_calls", "_course", "_every", "_first", "_flood",
        "_floor", "_leaving", "_legs", "_limit", "_other_arm", "_passable", "_root", "_track", "_until", "found",
    )  # fmt: skip

    def __init__(
        self,
        course: Course,
        bounds: Bounds,
        floor: int,
        every: bool,
        avoid: int,
        limit: int | None,
        until: float | None,
    ) -> None:
        network = course.network
        self.found: list[Found] = []
        self._floor = floor
        self._every = every
        self._avoid = avoid
        self._limit = limit
        self._until = until
        self._calls = 0
        self._course = course
        self._bounds = bounds
        # What the arms read for every stretch, at hand.
        self._legs, self._bonus, self._passable = course.legs, course.bonus, network.passable
        self._ahead, self._flood = bounds.ahead, bounds.flood
        self._track = network.track & ~avoid
        # Where the first arm leaves, its bounds (`Bounds.from_root`), and how it ended where the second is grown.
        self._root = self._leaving = -1
        self._other_arm: list[int] = []
        self._both_arms: dict[int, int] = {}
        self._first: Trail = None

    def from_all_stations(self) -> None:
        network = self._course.network
        done = self._avoid
        for root in network.own:
            self._from_station(root, done)
            if root not in network.far:
                done |= 1 << (network.shift + root)

    def _from_station(self, root: int, done: int) -> None:
        """The routes over a station that keep off what is done."""
        course, bounds = self._course, self._bounds
        network = course.network
        here = 1 << (network.shift + root)
        reach = (course.limit or 0) - course.start_cost[root]
        self._root = root
        for leaving, leg in enumerate(course.legs[root]):
            mask, end, cost, gain, _, counts, _ = leg
            if mask & done or cost > reach:
                continue
            self._leaving = leaving
            self._other_arm, self._both_arms = bounds.from_root(root, leaving, reach)
            now = course.value[root] + gain
            if now + both(bounds.ahead[root][leaving], self._other_arm, reach - cost) >= self._floor:
                counted = network.counted[root] + counts
                self._first_arm(end, done | here | mask, reach - cost, now, counted, (None, leg))

    def _first_arm(self, at: int, used: int, left: int, value: int, counted: int, trail: Trail) -> None:
        """End here, begin the second arm, or go on with the first."""
        self._calls += 1
        if not self._calls & 63 and self._until is not None:
            self._look_at_clock()
        root, bonus, passable, other_arm, flood = self._root, self._bonus, self._passable, self._other_arm, self._flood
        ended = value + bonus[at]
        if ended + bonus[root] >= self._floor and counted >= 2:
            self._keep(ended + bonus[root], used, trail, None)
        if passable[root] and ended + other_arm[left] >= self._floor:
            if not flood or ended + flood(root, -1, used) >= self._floor:
                self._first = trail
                self._second_arm(root, self._leaving + 1, used, left, ended, counted, None)
        if not passable[at]:
            return
        beyond, both_arms = self._ahead[at], self._both_arms
        for place, leg in enumerate(self._legs[at]):
            mask, end, cost, gain, _, counts, _ = leg
            rest = left - cost
            if rest < 0 or mask & used:
                continue
            now = value + gain
            if now + beyond[place][rest] + other_arm[rest] < self._floor:
                continue
            key = (at << 8 | place) << 8 | rest
            most = both_arms.get(key)
            if most is None:
                most = both_arms[key] = both(beyond[place], other_arm, rest)
            if now + most >= self._floor:
                if flood and now + flood(end, root, used | mask) < self._floor:
                    continue
                self._first_arm(end, used | mask, rest, now, counted + counts, (trail, leg))

    def _second_arm(self, at: int, start: int, used: int, left: int, value: int, counted: int, trail: Trail) -> None:
        """Go on from a stop by its legs from `start` on."""
        self._calls += 1
        if not self._calls & 63 and self._until is not None:
            self._look_at_clock()
        passable, flood = self._passable, self._flood
        row = self._legs[at]
        beyond = self._ahead[at]
        for place in range(start, len(row)):
            mask, end, cost, gain, end_bonus, counts, _ = leg = row[place]
            rest = left - cost
            if rest < 0 or mask & used:
                continue
            now = value + gain
            if now + end_bonus >= self._floor and counted + counts >= 2:
                self._keep(now + end_bonus, used | mask, self._first, (trail, leg))
            if passable[end] and now + beyond[place][rest] >= self._floor:
                if flood and now + flood(end, -1, used | mask) < self._floor:
                    continue
                self._second_arm(end, 0, used | mask, rest, now, counted + counts, (trail, leg))

    def _keep(self, value: int, used: int, first: Trail, second: Trail) -> None:
        if not self._every:
            self._floor = value + 1
        elif self._limit is not None and len(self.found) >= self._limit:
            raise TooMany
        self.found.append(Found(value, used & self._track, self._root, first, second))

    def _look_at_clock(self) -> None:
        if self._until is not None and perf_counter() > self._until:
            raise OutOfTime(self.found)
