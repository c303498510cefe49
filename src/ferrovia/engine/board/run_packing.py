"""The best routes of several trains together: one for each, no hexside twice.

The routes of a kind of train stand in a list, best first, and a set of them is an integer with one bit each:
its lowest bit is the best of the set. Which routes use a hexside is such a set, too; so the routes left beside
a chosen one are found with one operation for each of its hexsides, however many routes there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ferrovia.engine.board.run_search import Found, OutOfTime

IDLE = Found(0, 0, -1, None, None)


class RouteList:
    """The routes that one kind of train may take, best first."""

    __slots__ = ("all", "routes", "users")

    def __init__(self, routes: Sequence[Found]) -> None:
        self.routes = sorted(routes, key=lambda found: -found.value)
        self.all = (1 << len(self.routes)) - 1
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

    def best(self, among: int) -> int:
        """The value of the best route of a set that is not empty."""
        return self.routes[(among & -among).bit_length() - 1].value


def _as_set(numbers: list[int], size: int) -> int:
    marks = bytearray(size // 8 + 1)
    for number in numbers:
        marks[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(marks, "little")


def pack(
    lists: Sequence[RouteList], trains: Sequence[int], least: int, until: float | None = None
) -> list[Found] | None:
    """The best choice of one route for each train, worth at least `least` together; None if there is none.

    `trains` names for each train the list of its kind; equal trains stand next to each other.
    """
    best: list[Found] | None = None
    chosen: list[Found] = []
    steps = 0

    def place(number: int, value: int, left: tuple[int, ...]) -> None:
        nonlocal best, least, steps
        if number == len(trains):
            best, least = list(chosen), value + 1
            return
        kind = trains[number]
        later = trains[number + 1 :]
        equals = 1 + later.count(kind)
        others = value + sum(lists[other].best(left[other]) for other in later if other != kind)
        routes, among = lists[kind].routes, left[kind]
        while among:
            steps += 1
            if until is not None and not steps & 15 and perf_counter() > until:
                raise OutOfTime
            lowest = among & -among
            route = routes[lowest.bit_length() - 1]
            if others + route.value * equals < least:
                return
            among ^= lowest  # an equal train takes a route further down the list
            rest = list(left)
            rest[kind] = among
            most = value + route.value
            for other in later:
                rest[other] = lists[other].beside(rest[other], route.sides)
                if not rest[other]:
                    break
                most += lists[other].best(rest[other])
            else:
                if most >= least:
                    chosen.append(route)
                    place(number + 1, value + route.value, tuple(rest))
                    chosen.pop()

    if all(lists[kind].all for kind in trains):
        place(0, 0, tuple(row.all for row in lists))
    return best
