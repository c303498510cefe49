"""The best routes of a whole fleet.

First each kind of train alone, and a good choice for all of them. What each earns alone bounds what all earn
together; if that leaves few routes that could be part of something better, they are listed and packed. If not,
prices for track (`run_prices`) lower the bound until few are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ferrovia.engine.board.run_packing import IDLE, Chosen, Packer, RouteList
from ferrovia.engine.board.run_prices import Bargaining, Prices, Seen, plain_value
from ferrovia.engine.board.run_search import Found, OutOfTime, TooMany, look_at_clock, search

Kinds = tuple[int, ...]  # a fleet: the kind of each of its trains, in rising order

# Where listing and packing give way to better prices: routes of a kind, and tries; and how both grow with each round.
FEW, MORE = 1500, 200
SMALLER = 0.6  # how much smaller the gap must be to list again
NEARER = 0.1  # prices are settled when the routes not met yet can hide no more than this part of the gap
ROUNDS = (25, 75, 225)  # how long prices are settled among the known routes: first hastily, then with care
MOST_PRICES = 60  # how often prices are tried
FIRST, WIDER = 8, 1.5  # the first part of the gap that is searched, and by how much each next one is wider


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

    __slots__ = ("_best", "_ceiling", "_counts", "_met", "_seen", "_until", "kinds")

    def __init__(self, seen: Sequence[Seen], kinds: Kinds, until: float | None = None) -> None:
        self.kinds = kinds
        self._seen = seen
        self._counts = [kinds.count(kind) for kind in range(len(seen))]
        self._until = until
        self._best = _choice([IDLE] * len(kinds))
        self._ceiling = self._all([
            sum(max(value + bonus, value, 0) for value, bonus in zip(course.value, course.bonus, strict=True))
            for course, _ in seen
        ])  # fmt: skip
        self._met: list[list[Found]] = [[] for _ in seen]  # routes of each kind

    def solve(self) -> Outcome:
        """The best routes for all its trains, or the best that time allows."""
        try:
            self._solve()
        except OutOfTime:
            return Outcome(self._best, self._ceiling, finished=False)
        return Outcome(self._best, self._best.value, finished=True)

    def _solve(self) -> None:
        alone = [self._route(kind, 0, 1) or IDLE for kind in range(len(self._seen))]
        tops = [found.value for found in alone]
        self._ceiling = self._all(tops)
        self._start(alone)
        if self._best.value >= self._ceiling:
            return
        free = Prices([], 0, [], self._seen, tops, alone, self._ceiling)
        if not self._prove(free, self._best.value + 1, FEW):
            self._prove_with_prices()

    def _all(self, values: Sequence[int]) -> int:
        """What the whole fleet earns if each train of a kind earns so much."""
        return sum(count * value for count, value in zip(self._counts, values, strict=True))

    # A first choice

    def _start(self, alone: Sequence[Found]) -> None:
        """Train by train the best route beside the others', the best train first; then improved."""
        routes = [IDLE] * len(self.kinds)
        used = 0
        for place in sorted(range(len(self.kinds)), key=lambda place: -alone[self.kinds[place]].value):
            kind = self.kinds[place]
            found: Found | None = alone[kind]
            if alone[kind].pieces & used:
                found = self._route(kind, used, 1)
            routes[place] = found or IDLE
            used |= routes[place].pieces
            self._best = _choice(routes)
        settled = 0
        while settled < len(self.kinds):
            for place, kind in enumerate(self.kinds):
                others = routes[:place] + routes[place + 1 :]
                better = self._route(kind, _pieces(others), routes[place].value + 1)
                settled += 1
                if better is not None:
                    routes[place] = better
                    settled = 1
                    self._best = _choice(routes)

    def _route(self, kind: int, avoid: int, floor: int) -> Found | None:
        """The best route for a kind of train beside others."""
        course, bounds = self._seen[kind]
        try:
            found = search(course, bounds, floor, avoid=avoid, until=self._until)
        except OutOfTime as late:
            if late.found and self._best.value == 0:
                self._take([(kind, late.found[-1])])
            raise
        self._met[kind] += found
        return found[-1] if found else None

    # Proofs

    def _prove(self, prices: Prices, least: int, few: int | None = None) -> bool:
        """Find the best choice worth at least `least`, or know that there is none; with `few`, if that is quick."""
        look_at_clock(self._until)
        budget = prices.ceiling - least
        lists = []
        for kind, ((course, bounds), top) in enumerate(zip(prices.seen, prices.tops, strict=True)):
            try:
                routes = search(course, bounds, top - budget, every=True, limit=few, until=self._until)
            except TooMany:
                return False
            if top <= budget:
                routes += [IDLE] * self._counts[kind]
            lists.append(RouteList(routes))
        return self._pack(lists, prices, least, few)

    def _pack(self, lists: Sequence[RouteList], prices: Prices, least: int, most_tries: int | None) -> bool:
        """Pack listed routes, and whether all of them were tried."""
        packer = Packer(lists, self._worth, least, most_tries, self._until)
        try:
            packer.pack(self._counts, prices.total, prices.dear)
        except TooMany:
            return False
        finally:
            if packer.best:
                self._take(packer.best)
        return True

    def _prove_with_prices(self) -> None:
        bargaining = Bargaining(self._seen, self._counts)
        for kind, met in enumerate(self._met):
            bargaining.note(kind, met)
        levels = bargaining.nothing()
        lowest: Prices | None = None
        tried = self._ceiling - self._best.value
        care = 0
        for number in range(MOST_PRICES):
            look_at_clock(self._until)
            levels, low = bargaining.settle(levels, self._best.value, ROUNDS[care])
            prices = bargaining.proven(levels, self._until)
            if lowest is None or prices.ceiling < lowest.ceiling:
                lowest = prices
                self._ceiling = min(self._ceiling, prices.ceiling)
            self._repair(bargaining, prices)
            gap = lowest.ceiling - self._best.value
            if gap <= 0:
                return
            if gap < tried * SMALLER:
                tried = gap
                if self._prove(lowest, self._best.value + 1, FEW + MORE * number):
                    return
            if lowest.ceiling - low <= gap * NEARER:
                self._pack(bargaining.lists(lowest.levels), lowest, self._best.value + 1, FEW)
                levels = lowest.levels
                care += 1
                if care == len(ROUNDS):
                    break
        assert lowest is not None
        self._prove_from_above(lowest)

    def _repair(self, bargaining: Bargaining, prices: Prices) -> None:
        """The best priced routes as a choice: those that meet others give way."""
        used, chosen = 0, []
        for kind in self.kinds:
            found = prices.best[kind]
            if found.pieces & used:
                course, bounds = prices.seen[kind]
                beside = search(course, bounds, 1, avoid=used, until=self._until)
                bargaining.note(kind, beside)
                found = beside[-1] if beside else IDLE
            used |= found.pieces
            chosen.append((kind, found))
        self._take(chosen)

    def _prove_from_above(self, prices: Prices) -> None:
        """Search what lies just below the ceiling, then more and more, until something is found or known."""
        gap = prices.ceiling - self._best.value - 1
        part = gap // FIRST
        while True:
            if part * WIDER > gap:
                part = gap
            least, before = prices.ceiling - part, self._best
            self._prove(prices, least)
            if self._best is not before or part == gap:
                return
            self._ceiling = min(self._ceiling, least - 1)
            part = int(part * WIDER) + 1

    def _worth(self, kind: int, found: Found) -> int:
        return 0 if found is IDLE else plain_value(self._seen[kind][0], found)

    def _take(self, chosen: Chosen) -> None:
        """Keep a choice if it is better than the best so far."""
        routes = [IDLE] * len(self.kinds)
        places = [self.kinds.index(kind) for kind in range(len(self._seen))]
        for kind, found in chosen:
            routes[places[kind]] = found._replace(value=self._worth(kind, found)) if found is not IDLE else IDLE
            places[kind] += 1
        choice = _choice(routes)
        if choice.value > self._best.value:
            self._best = choice


def _choice(routes: Sequence[Found]) -> Choice:
    return Choice(sum(found.value for found in routes), tuple(routes))


def _pieces(routes: Sequence[Found]) -> int:
    used = 0
    for found in routes:
        used |= found.pieces
    return used
