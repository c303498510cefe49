"""What a train can still earn from where it stands: bounds that let the search pass over most routes.

The bound on an arm is the best *walk* within the length that is left: it may come back to a stop, but not at
once to the one it just left. It is a table, worked out once for a kind of train. Where stretches cost nothing
a walk has no end, and the bound is what lies within reach: see `Bounds.flood`.
"""

from __future__ import annotations

from collections.abc import Callable

from ferrovia.engine.board.run_network import Course

NEVER = -(1 << 60)
ALWAYS = 1 << 60


class Bounds:
    """The bounds for one kind of train on a company's network."""

    __slots__ = ("_course", "_roots", "ahead", "flood")

    def __init__(self, course: Course) -> None:
        self._course = course
        self._roots: dict[int, list[tuple[list[int], dict[int, int]]]] = {}
        free = any(leg.cost <= 0 for row in course.legs for leg in row)
        limit = course.limit or 0
        # For each stop and each leg from it: by length left at its end, the most that can follow there.
        self.ahead: list[list[list[int]]]
        self.flood: Callable[[int, int, int], int] | None
        if free:
            endless = [ALWAYS] * (limit + 1)
            self.ahead = [[endless for _ in row] for row in course.legs]
            self.flood = self._flood
        else:
            self.ahead = _walks(course, limit)
            self.flood = None

    def from_root(self, root: int, leaving: int, reach: int) -> tuple[list[int], dict[int, int]]:
        """Bounds for routes whose first arm leaves a root by its leg number `leaving`.

        The first is a table of the second arm alone, by length left; the second holds what both arms can still
        bring, as far as it was asked for: see `both`.
        """
        known = self._roots.get(root)
        if known is None:
            known = self._roots[root] = self._from_root(root, reach)
        return known[leaving]

    def _from_root(self, root: int, reach: int) -> list[tuple[list[int], dict[int, int]]]:
        course = self._course
        other = [course.bonus[root]] * (reach + 1)
        tables: list[tuple[list[int], dict[int, int]]] = [(other, {})]
        if not course.network.passable[root]:
            return tables * len(course.legs[root])
        for leg, beyond in zip(course.legs[root][:0:-1], self.ahead[root][:0:-1], strict=True):
            cost, gain = leg.cost, leg.gain
            other = other[:cost] + [
                most if most > gain + then else gain + then for most, then in zip(other[cost:], beyond, strict=False)
            ]
            tables.append((other, {}))
        return tables[::-1]

    def _flood(self, at: int, root: int, used: int) -> int:
        """The most that can follow from a stop, and from a root if the second arm is still to come."""
        course = self._course
        passable, legs, bonus = course.network.passable, course.legs, course.bonus
        best: dict[int, int] = {}
        ends = max(bonus[at], 0) + (max(bonus[root], 0) if root >= 0 else 0)
        stack = [at] if root < 0 else [at, root]
        while stack:
            for leg in legs[stack.pop()]:
                if leg.mask & used:
                    continue
                known = best.get(leg.end)
                if known is None and passable[leg.end]:
                    stack.append(leg.end)
                if known is None or leg.gain > known:
                    best[leg.end] = leg.gain
        total = 0
        tips = []
        for stop, gain in best.items():
            if passable[stop]:
                total += max(gain, 0)
                tips.append(max(bonus[stop], 0))
            else:
                tips.append(max(gain + bonus[stop], 0))
        tips.sort(reverse=True)
        return total + sum(tips[: 1 if root < 0 else 2]) + ends


def both(beyond: list[int], other: list[int], left: int) -> int:
    """The most that two arms can bring in the length left, each by its table."""
    return max([here + there for here, there in zip(beyond, other[left::-1], strict=False)])


def _walks(course: Course, limit: int) -> list[list[list[int]]]:
    """For each leg, by length left at its end, the value of the best walk from there."""
    legs, bonus, passable = course.legs, course.bonus, course.network.passable
    stops = range(len(legs))
    ahead = [[[bonus[leg.end]] * (limit + 1) for leg in row] for row in legs]
    # Legs by which a walk may leave each stop, with their tables, which are filled from short to long.
    onward = [
        [(leg.cost, leg.gain, leg.end, table) for leg, table in zip(legs[stop], ahead[stop], strict=True)]
        if passable[stop]
        else []
        for stop in stops
    ]
    arrivals: list[list[tuple[int, list[int]]]] = [[] for _ in stops]
    for stop in stops:
        for leg, table in zip(legs[stop], ahead[stop], strict=True):
            arrivals[leg.end].append((stop, table))
    for left in range(limit + 1):
        for stop in stops:
            best, turn, next_best = bonus[stop], -1, bonus[stop]
            for cost, gain, end, table in onward[stop]:
                if cost <= left:
                    most = gain + table[left - cost]
                    if most > best:
                        if turn != end:
                            next_best = best
                        best, turn = most, end
                    elif most > next_best and end != turn:
                        next_best = most
            if best > bonus[stop]:
                for source, table in arrivals[stop]:
                    table[left] = best if turn != source else next_best
    return ahead
