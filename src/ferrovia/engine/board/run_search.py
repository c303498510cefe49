"""The routes of one train: the best, or all above a floor.

Every route is grown in two arms from a station of the company. A station whose routes are all done is closed
to the routes of the next, and the second arm leaves by a later stretch than the first, so no route is met
twice.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

from ferrovia.engine.board.run_bounds import Bounds, both
from ferrovia.engine.board.run_network import Course, Way

Trail = Any  # None, or (trail before, way taken): a linked list that grows without copying


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

    def arms(self) -> tuple[list[Way], list[Way]]:
        """The stretches of both arms, each from the root outwards."""
        return _unrolled(self.first), _unrolled(self.second)


def _unrolled(trail: Trail) -> list[Way]:
    ways = []
    while trail is not None:
        trail, way = trail
        ways.append(way)
    return ways[::-1]


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
    network = course.network
    ways, bonus, passable = course.ways, course.bonus, network.passable
    shift, track = network.shift, network.track & ~avoid
    ahead, flood = bounds.ahead, bounds.flood
    found: list[Found] = []
    calls = 0

    def keep(value: int, used: int, first: Trail, second: Trail) -> None:
        nonlocal floor
        if not every:
            floor = value + 1
        elif limit is not None and len(found) >= limit:
            raise TooMany
        found.append(Found(value, used & track, root, first, second))

    def second_arm(
        at: int, start: int, used: int, left: int, value: int, counted: int, first: Trail, trail: Trail
    ) -> None:
        nonlocal calls
        calls += 1
        if not calls & 63 and until is not None and perf_counter() > until:
            raise OutOfTime(found)
        row = ways[at]
        beyond = ahead[at]
        for place in range(start, len(row)):
            mask, end, cost, gain, end_bonus, counts, _ = way = row[place]
            rest = left - cost
            if rest < 0 or mask & used:
                continue
            now = value + gain
            if now + end_bonus >= floor and counted + counts >= 2:
                keep(now + end_bonus, used | mask, first, (trail, way))
            if passable[end] and now + beyond[place][rest] >= floor:
                if flood and now + flood(end, -1, used | mask) < floor:
                    continue
                second_arm(end, 0, used | mask, rest, now, counted + counts, first, (trail, way))

    def first_arm(at: int, used: int, left: int, value: int, counted: int, trail: Trail) -> None:
        nonlocal calls
        calls += 1
        if not calls & 63 and until is not None and perf_counter() > until:
            raise OutOfTime(found)
        ended = value + bonus[at]
        if ended + bonus[root] >= floor and counted >= 2:
            keep(ended + bonus[root], used, trail, None)
        if passable[root] and ended + other_arm[left] >= floor:
            if not flood or ended + flood(root, -1, used) >= floor:
                second_arm(root, leaving + 1, used, left, ended, counted, trail, None)
        if not passable[at]:
            return
        beyond = ahead[at]
        for place, way in enumerate(ways[at]):
            mask, end, cost, gain, _, counts, _ = way
            rest = left - cost
            if rest < 0 or mask & used:
                continue
            now = value + gain
            if now + beyond[place][rest] + other_arm[rest] < floor:
                continue
            key = (at << 8 | place) << 8 | rest
            most = both_arms.get(key)
            if most is None:
                most = both_arms[key] = both(beyond[place], other_arm, rest)
            if now + most >= floor:
                if flood and now + flood(end, root, used | mask) < floor:
                    continue
                first_arm(end, used | mask, rest, now, counted + counts, (trail, way))

    done = avoid
    for root in network.own:
        here = 1 << (shift + root)
        reach = (course.limit or 0) - course.start_cost[root]
        for leaving, way in enumerate(ways[root]):
            mask, end, cost, gain, _, counts, _ = way
            if mask & done or cost > reach:
                continue
            other_arm, both_arms = bounds.from_root(root, leaving, reach)
            now = course.value[root] + gain
            if now + both(ahead[root][leaving], other_arm, reach - cost) >= floor:
                counted = network.counted[root] + counts
                first_arm(end, done | here | mask, reach - cost, now, counted, (None, way))
        if root not in network.far:
            done |= here
    return found
