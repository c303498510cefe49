"""The best routes of a whole fleet, built up from the best of smaller fleets.

What three trains earn at most tells what the fourth must bring: of its routes only those matter that are worth
the best known sum of all four, less the best of the other three. So the smaller fleets are solved first, each
exactly, and each gives its bound to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ferrovia.engine.board.run_bounds import Bounds
from ferrovia.engine.board.run_network import Course
from ferrovia.engine.board.run_packing import IDLE, RouteList, pack
from ferrovia.engine.board.run_search import Found, OutOfTime, search

Kinds = tuple[int, ...]  # a fleet: the kind of each of its trains, in rising order


class Choice(NamedTuple):
    """A route for each train of a fleet."""

    value: int
    routes: tuple[Found, ...]


class Outcome(NamedTuple):
    """What came of the search for a fleet."""

    choice: Choice
    ceiling: int  # what no choice exceeds
    finished: bool


class Fleet:
    """A company's trains on the way to their best routes."""

    __slots__ = ("_courses", "_lists", "_seen", "_solved", "_started", "_until", "kinds")

    def __init__(self, courses: Sequence[tuple[Course, Bounds]], kinds: Kinds, until: float | None = None) -> None:
        self.kinds = kinds
        self._courses = courses
        self._until = until
        self._solved: dict[Kinds, Choice] = {(): Choice(0, ())}
        self._started: dict[Kinds, Choice] = {}  # not yet known to be the best
        self._seen: list[tuple[int, Found]] = []  # routes met on the way, each with its kind
        self._lists: dict[int, tuple[int, RouteList]] = {}  # for each kind a floor and all routes above it

    def solve(self) -> Outcome:
        """The best routes for all its trains, or the best that time allows."""
        try:
            best = self._best(self.kinds)
        except OutOfTime:
            return Outcome(self._at_hand(), self._ceiling(self.kinds), finished=False)
        return Outcome(best, best.value, finished=True)

    def _best(self, kinds: Kinds) -> Choice:
        known = self._solved.get(kinds)
        if known is None:
            known = self._solved[kinds] = self._alone(kinds) if len(kinds) == 1 else self._together(kinds)
        return known

    def _alone(self, kinds: Kinds) -> Choice:
        return _choice([self._route(kinds[0], 0, 1) or IDLE])

    def _together(self, kinds: Kinds) -> Choice:
        smaller = {place: self._best(_without(kinds, place)) for place in _firsts(kinds)}
        start = self._started[kinds] = self._start(kinds, smaller)
        if start.value >= self._ceiling(kinds):
            return start
        # An idle train leaves a smaller fleet, and the best of those is in `start` already: all must run.
        floors = {kinds[place]: max(start.value + 1 - others.value, 1) for place, others in smaller.items()}
        lists = {kind: self._list(kind, floor) for kind, floor in floors.items()}
        sets = {kind: lists[kind].above(floor) for kind, floor in floors.items()}
        order = sorted(kinds, key=lambda kind: (sets[kind], kind))  # few routes first
        after = [self._best(tuple(sorted(order[number + 1 :]))).value for number in range(len(order))]
        try:
            packed = pack(lists, sets, order, after, start.value + 1, self._until)
        except OutOfTime as late:
            if late.found:
                self._started[kinds] = _in_order(kinds, order, late.found)
            raise
        return _in_order(kinds, order, packed) if packed else start

    def _start(self, kinds: Kinds, smaller: dict[int, Choice]) -> Choice:
        """A good choice to begin with: the best of a smaller fleet and one train more, then improved."""
        best = Choice(-1, ())
        for place, others in smaller.items():
            routes = list(others.routes)
            routes.insert(place, self._route(kinds[place], _sides(routes), 1) or IDLE)
            best = max(best, _choice(routes), key=lambda choice: choice.value)
        return self._improved(kinds, list(best.routes))

    def _improved(self, kinds: Kinds, routes: list[Found]) -> Choice:
        """Each train in turn takes the best route beside the others', until none finds a better one."""
        settled = 0
        while settled < len(kinds):
            for place, kind in enumerate(kinds):
                others = routes[:place] + routes[place + 1 :]
                better = self._route(kind, _sides(others), routes[place].value + 1)
                settled += 1
                if better is not None:
                    routes[place] = better
                    settled = 1
        return _choice(routes)

    def _route(self, kind: int, avoid: int, floor: int) -> Found | None:
        course, bounds = self._courses[kind]
        try:
            found = search(course, bounds, floor, avoid=avoid, until=self._until)
        except OutOfTime as late:
            self._seen += [(kind, route) for route in late.found]
            raise
        self._seen += [(kind, route) for route in found]
        return found[0] if found else None

    def _list(self, kind: int, floor: int) -> RouteList:
        """All routes of a kind worth at least `floor`, and perhaps more."""
        known = self._lists.get(kind)
        if known is None or known[0] > floor:
            course, bounds = self._courses[kind]
            routes = search(course, bounds, floor, every=True, until=self._until)
            known = self._lists[kind] = (floor, RouteList(routes))
        return known[1]

    def _ceiling(self, kinds: Kinds) -> int:
        """What a fleet cannot exceed, by what is known so far."""
        if kinds in self._solved:
            return self._solved[kinds].value
        bounds = [sum(self._ceiling_alone(kind) for kind in kinds)]
        for place in _firsts(kinds):
            smaller = self._solved.get(_without(kinds, place))
            if smaller is not None:
                bounds.append(smaller.value + self._ceiling_alone(kinds[place]))
        return min(bounds)

    def _ceiling_alone(self, kind: int) -> int:
        if (kind,) in self._solved:
            return self._solved[kind,].value
        course, _ = self._courses[kind]
        return sum(max(value + bonus, value, 0) for value, bonus in zip(course.value, course.bonus, strict=True))

    def _at_hand(self) -> Choice:
        """The best choice for all trains that the routes met so far allow without further search."""
        if self.kinds in self._started:
            return self._started[self.kinds]
        routes: list[Found] = []
        for kind in self.kinds:
            used = _sides(routes)
            free = [found for other, found in self._seen if other == kind and not found.sides & used]
            routes.append(max(free, key=lambda found: found.value, default=IDLE))
        return _choice(routes)


def _choice(routes: Sequence[Found]) -> Choice:
    return Choice(sum(found.value for found in routes), tuple(routes))


def _in_order(kinds: Kinds, order: Sequence[int], packed: Sequence[Found]) -> Choice:
    """A choice for a fleet from routes found for its trains in another order."""
    pairs = sorted(zip(order, packed, strict=True), key=lambda pair: pair[0])
    assert tuple(kind for kind, _ in pairs) == kinds
    return _choice([found for _, found in pairs])


def _sides(routes: Sequence[Found]) -> int:
    used = 0
    for found in routes:
        used |= found.sides
    return used


def _firsts(kinds: Kinds) -> list[int]:
    """The place of the first train of each kind."""
    return [place for place, kind in enumerate(kinds) if kind not in kinds[:place]]


def _without(kinds: Kinds, place: int) -> Kinds:
    return kinds[:place] + kinds[place + 1 :]
