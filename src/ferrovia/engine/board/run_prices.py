"""Prices for track: what several trains together cannot exceed.

Give every piece of track a price. A route's *priced* value is its value less the prices of its pieces. What the
trains earn together is never more than all prices and, for each train, the best priced value: each piece is used
once at most, so nobody pays more than its price for it. That holds whatever the prices are; so they may be guessed,
and only the best priced routes must be found exactly. Good prices bring the bound close to what can be earned.

Passing a stop has a price, too, where an odd number of stretches can leave it at once: a route that passes takes
two of them, so that of seven stretches only three routes can make use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ferrovia.engine.board.run_bounds import Bounds
from ferrovia.engine.board.run_network import Course, Leg, Network
from ferrovia.engine.board.run_packing import IDLE, RouteList
from ferrovia.engine.board.run_search import Found, search

Levels = list[int]  # a price for each row: pieces of track, then stops
Seen = tuple[Course, Bounds]  # the network as a kind of train sees it

PACE = 4  # rounds without gain after which prices move more slowly


class Prices(NamedTuple):
    """What some prices prove."""

    levels: Levels
    total: int  # all prices, each as often as it can be paid
    dear: list[tuple[int, int]]  # the pieces that have a price, with it
    seen: Sequence[Seen]  # the priced network as each kind of train sees it
    tops: Sequence[int]  # the best priced value of each kind; 0 is idle
    best: Sequence[Found]  # and its route
    ceiling: int  # what no choice exceeds


class Known(NamedTuple):
    """A route met before, without prices."""

    found: Found
    rows: tuple[int, ...]  # what it pays for

    def priced(self, levels: Levels) -> int:
        return self.found.value - sum([levels[row] for row in self.rows])


class Bargaining:
    """How prices become good: the routes met so far ask for track, and the prices of what too many ask for rise."""

    __slots__ = ("_counts", "_known", "_most", "_seen", "_tolls")

    def __init__(self, seen: Sequence[Seen], counts: Sequence[int]) -> None:
        network = seen[0][0].network
        self._seen = seen
        self._counts = counts
        self._most = [1] * network.shift  # how many routes can use each row
        self._tolls = _tolls(network, sum(counts))  # the row of each stop where passing has a price
        self._most += [many for _, many in self._tolls.values()]
        self._known: list[dict[tuple[int, int], Known]] = [{} for _ in seen]

    def note(self, kind: int, routes: Sequence[Found]) -> None:
        """Remember routes of a kind of train."""
        course, known = self._seen[kind][0], self._known[kind]
        for found in routes:
            value = plain_value(course, found)
            if (value, found.pieces) not in known:
                known[value, found.pieces] = Known(found._replace(value=value), self._rows(found))

    def _rows(self, found: Found) -> tuple[int, ...]:
        rows = []
        pieces = found.pieces
        while pieces:
            piece = pieces & -pieces
            rows.append(piece.bit_length() - 1)
            pieces ^= piece
        if self._tolls:
            first, second = found.arms()
            passed = [leg.end for leg in (*first[:-1], *second[:-1])]
            if second:
                passed.append(found.root)
            rows += [self._tolls[stop][0] for stop in passed if stop in self._tolls]
        return tuple(rows)

    def nothing(self) -> Levels:
        return [0] * len(self._most)

    def settle(self, start: Levels, goal: int, rounds: int) -> tuple[Levels, int]:
        """Prices under which the known routes bound the fleet low, and that bound; it proves nothing yet.

        Each round lowers the price of what too few routes ask for and raises that of what too many ask for, the
        more the further the bound is above `goal`, which is known to be earned.
        """
        most, size = self._most, range(len(self._most))
        prices = [float(price) for price in start]
        best, lowest = prices, float("inf")
        pace, idle = 1.0, 0
        tables = []
        for known in self._known:
            by_value = sorted(known.values(), key=lambda one: -one.found.value)
            tables.append([(one.found.value, one.rows) for one in by_value])
        for _ in range(rounds):
            bound = sum([price * many for price, many in zip(prices, most, strict=True) if price])
            spare = most.copy()
            for table, count in zip(tables, self._counts, strict=True):
                top: float = 0
                asked: tuple[int, ...] = ()
                for value, rows in table:
                    if value <= top:
                        break
                    left = value - sum([prices[row] for row in rows])
                    if left > top:
                        top, asked = left, rows
                bound += count * top
                for row in asked:
                    spare[row] -= count
            if bound < lowest - 1:
                best, lowest, idle = prices, bound, 0
            else:
                idle += 1
                if idle == PACE:
                    prices, pace, idle = best, pace / 2, 0
                    if pace < 0.05:
                        break
                    continue
            norm = sum([spare[row] * spare[row] for row in size if spare[row] < 0 or prices[row] > 0])
            if not norm or bound <= goal:
                break
            stride = pace * (bound - goal) / norm
            prices = [
                max(price - stride * free, 0.0) if free < 0 or price > 0 else price
                for price, free in zip(prices, spare, strict=True)
            ]
        return [round(price) for price in best], round(lowest)

    def proven(self, levels: Levels, until: float | None) -> Prices:
        """What prices prove: the best priced route of each kind, found exactly."""
        seen, tops, best = [], [], []
        for kind, (course, _) in enumerate(self._seen):
            priced = self._priced(course, levels)
            bounds = Bounds(priced)
            top, route = 0, IDLE
            for one in self._known[kind].values():
                left = one.priced(levels)
                if left > top:
                    top, route = left, one.found
            found_now = search(priced, bounds, top + 1, until=until)
            if found_now:
                self.note(kind, found_now)
                top, route = found_now[-1].value, found_now[-1]
            seen.append((priced, bounds))
            tops.append(top)
            best.append(route)
        total = sum(level * many for level, many in zip(levels, self._most, strict=True))
        ceiling = total + sum(count * top for count, top in zip(self._counts, tops, strict=True))
        track = self._seen[0][0].network.shift
        dear = [(level, 1 << row) for row, level in enumerate(levels[:track]) if level]
        return Prices(levels, total, dear, seen, tops, best, ceiling)

    def lists(self, levels: Levels) -> list[RouteList]:
        """The known routes with their priced values."""
        lists = []
        for known, count in zip(self._known, self._counts, strict=True):
            routes = [one.found._replace(value=one.priced(levels)) for one in known.values()]
            lists.append(RouteList(routes + [IDLE] * count))
        return lists

    def _priced(self, course: Course, levels: Levels) -> Course:
        """The network with prices, as a kind of train sees it: a toll takes from passing what ending gives back."""
        network = course.network
        toll = [0] * len(network.stops)
        for stop, (row, _) in self._tolls.items():
            toll[stop] = levels[row]
        costs: dict[int, int] = {}
        for pieces in network.pieces.values():
            cost, left = 0, pieces
            while left:
                piece = left & -left
                cost += levels[piece.bit_length() - 1]
                left ^= piece
            costs[pieces] = cost
        track = network.track
        return course.changed(
            [value - less for value, less in zip(course.value, toll, strict=True)],
            [bonus + more for bonus, more in zip(course.bonus, toll, strict=True)],
            [
                [
                    Leg(mask, end, cost, gain - costs[mask & track] - toll[end], bonus + toll[end], counts, segment)
                    for mask, end, cost, gain, bonus, counts, segment in row
                ]
                for row in course.legs
            ],
        )


def plain_value(course: Course, found: Found) -> int:
    """What a route is worth without prices."""
    total = course.value[found.root]
    for arm in found.arms():
        for leg in arm:
            total += course.value[leg.end] - leg.segment.edges
        total += course.bonus[arm[-1].end if arm else found.root]
    return total


def _tolls(network: Network, trains: int) -> dict[int, tuple[int, int]]:
    """Of each stop where passing has a price, its row, and how many routes can pass."""
    tolls: dict[int, tuple[int, int]] = {}
    for stop, segments in enumerate(network.segments):
        if network.passable[stop]:
            leaving = _at_once([network.pieces[segment.sides] for segment in segments])
            if leaving % 2 and leaving // 2 < trains:
                tolls[stop] = (network.shift + len(tolls), leaving // 2)
    return tolls


def _at_once(leaving: Sequence[int]) -> int:
    """How many of the stretches that leave a stop can be used at once, at most: pieces that cover them all."""
    count = 0
    while leaving:
        shared: dict[int, int] = {}
        for pieces in leaving:
            while pieces:
                piece = pieces & -pieces
                shared[piece] = shared.get(piece, 0) + 1
                pieces ^= piece
        widest = max(shared, key=lambda piece: (shared[piece], piece))
        leaving = [pieces for pieces in leaving if not pieces & widest]
        count += 1
    return count
