"""The best routes of several trains together: one for each, no hexside twice.

The routes of a kind of train stand in a list, best first, and a set of them is an integer with one bit each:
its lowest bit is the best of the set. Which routes use a hexside is such a set, too; so the routes left beside
a chosen one are found with one operation for each of its hexsides, however many routes there are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from time import perf_counter

from ferrovia.engine.board.run_search import Found, OutOfTime

IDLE = Found(0, 0, -1, None, None)


class RouteList:
    """The routes that one kind of train may take, best first."""

    __slots__ = ("routes", "users")

    def __init__(self, routes: Sequence[Found]) -> None:
        self.routes = sorted(routes, key=lambda found: -found.value)
        users: dict[int, list[int]] = {}
        for number, found in enumerate(self.routes):
            sides = found.sides
            while sides:
                side = sides & -sides
                users.setdefault(side, []).append(number)
                sides ^= side
        self.users = {side: _as_set(numbers, len(self.routes)) for side, numbers in users.items()}

    def beside(self, among: int, sides: int) -> int:
        """Those of a set of routes that keep off these sides."""
        users = self.users
        while sides:
            side = sides & -sides
            if side in users:
                among &= ~users[side]
            sides ^= side
        return among

    def above(self, floor: int) -> int:
        """The set of the routes worth at least `floor`."""
        return (1 << bisect_right(self.routes, -floor, key=lambda found: -found.value)) - 1

    def best(self, among: int) -> int:
        """The value of the best route of a set that is not empty."""
        return self.routes[(among & -among).bit_length() - 1].value


def _as_set(numbers: list[int], size: int) -> int:
    marks = bytearray(size // 8 + 1)
    for number in numbers:
        marks[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(marks, "little")


def pack(
    lists: Mapping[int, RouteList],
    sets: Mapping[int, int],
    trains: Sequence[int],
    after: Sequence[int],
    least: int,
    until: float | None = None,
) -> list[Found] | None:
    """The best choice of one route for each train, worth at least `least` together; None if there is none.

    `trains` are the kinds of the trains, equal ones together; each kind has its list and the set of it that is
    open. `after` says for each train what those after it can bring at most.
    """
    best: list[Found] | None = None
    chosen: list[Found] = []
    steps = 0
    later_kinds = [Counter(trains[number + 1 :]) for number in range(len(trains))]

    def place(number: int, value: int, left: Mapping[int, int]) -> None:
        nonlocal best, least, steps
        if number == len(trains):
            best, least = list(chosen), value + 1
            return
        kind = trains[number]
        later = later_kinds[number]
        equals = 1 + later[kind]
        beyond = after[number + later[kind]]
        others = sum(count * lists[other].best(left[other]) for other, count in later.items() if other != kind)
        others = min(others, beyond)
        routes, among = lists[kind].routes, left[kind]
        while among:
            steps += 1
            if until is not None and not steps & 15 and perf_counter() > until:
                raise OutOfTime(best or [])
            lowest = among & -among
            route = routes[lowest.bit_length() - 1]
            most = value + min(route.value * equals + others, route.value + after[number])
            if most < least:
                return
            among ^= lowest  # an equal train takes a route further down the list
            rest = dict(left)
            rest[kind] = among
            most = value + route.value
            for other, count in later.items():
                rest[other] = lists[other].beside(rest[other], route.sides)
                if not rest[other]:
                    break
                most += count * lists[other].best(rest[other])
            else:
                if most >= least:
                    chosen.append(route)
                    place(number + 1, value + route.value, rest)
                    chosen.pop()

    if all(sets[kind] for kind in trains):
        place(0, 0, sets)
    return best
