"""The best routes of several trains together: one for each, no piece of track twice.

The routes of a kind of train stand in a list, best first, and a set of them is an integer with one bit each:
its lowest bit is the best of the set. Which routes use a piece is such a set, too; so the routes left beside
a chosen one are found with one operation for each of its pieces, however many routes there are.

All of it happens under prices (`run_prices`). A choice falls short of their bound by what its routes fall short of the
best priced ones, and by the prices of pieces that nobody uses. So a piece whose price is more than a choice may
still fall short must be used by somebody: the search goes on with the piece that fewest routes can use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import neg
from time import perf_counter

from ferrovia.engine.board.run_search import Found, OutOfTime, TooMany

MEMORY = 1 << 28  # bits that a list may keep to remember which of its routes keep off others

IDLE = Found(0, 0, -1, None, None)

Chosen = list[tuple[int, Found]]  # routes with the kind of their train


class RouteList:
    """The routes that one kind of train may take, best first."""

    __slots__ = ("_clear", "routes", "users", "values")

    def __init__(self, routes: Sequence[Found]) -> None:
        self.routes = sorted(routes, key=lambda found: -found.value)
        self._clear: dict[int, int] = {}  # for the pieces of a route, all routes that keep off them
        self.values = [found.value for found in self.routes]
        users: dict[int, list[int]] = {}
        for number, found in enumerate(self.routes):
            pieces = found.pieces
            while pieces:
                piece = pieces & -pieces
                if piece in users:
                    users[piece].append(number)
                else:
                    users[piece] = [number]
                pieces ^= piece
        self.users = {piece: _as_set(numbers, len(self.routes)) for piece, numbers in users.items()}

    def beside(self, among: int, pieces: int) -> int:
        """Those of a set of routes that keep off these pieces."""
        clear = self._clear.get(pieces)
        if clear is None:
            users, clash = self.users, 0
            left = pieces
            while left:
                piece = left & -left
                if piece in users:
                    clash |= users[piece]
                left ^= piece
            clear = ~clash
            if len(self._clear) * len(self.routes) < MEMORY:
                self._clear[pieces] = clear
        return among & clear


def _as_set(numbers: list[int], size: int) -> int:
    marks = bytearray(size // 8 + 1)
    for number in numbers:
        marks[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(marks, "little")


class Packer:
    """The search for one choice of routes.

    `worth` says what a route is worth without prices; what is sought is worth at least `least` in that way.
    """

    __slots__ = ("_chosen", "_least", "_lists", "_most_tries", "_plains", "_tries", "_until", "_worth", "best")

    def __init__(
        self,
        lists: Sequence[RouteList],
        worth: Callable[[int, Found], int],
        least: int,
        most_tries: int | None,
        until: float | None,
    ) -> None:
        self._lists = lists
        self._worth = worth
        self._least = least
        self._most_tries = most_tries
        self._until = until
        self._tries = 0
        self._chosen: list[tuple[int, int]] = []
        self._plains: dict[int, int] = {}
        self.best: Chosen | None = None

    def pack(self, counts: Sequence[int], prices: int, dear: Sequence[tuple[int, int]]) -> None:
        """Look for the best choice for so many trains of each kind.

        `prices` are all prices together, `dear` the pieces that have one.
        """
        everything = [(1 << len(one.routes)) - 1 for one in self._lists]
        if sum(counts) == 1:
            self._last(counts.index(1), everything[counts.index(1)], prices)
        else:
            self._place(counts, everything, prices, dear)

    def _place(self, counts: Sequence[int], left: list[int], beyond: int, dear: Sequence[tuple[int, int]]) -> None:
        """Go on with so many trains of each kind and their open routes.

        `beyond` is what the chosen routes bring under the prices, and all prices that can still be earned: with
        the best routes left it bounds the choice. `dear` are the pieces nobody uses yet, with their prices.
        """
        self._tick()
        lists = self._lists
        kinds = [kind for kind, count in enumerate(counts) if count]
        bound = beyond
        for kind in kinds:
            among = left[kind]
            if not among:
                return
            bound += counts[kind] * lists[kind].values[(among & -among).bit_length() - 1]
        budget = bound - self._least
        if budget < 0:
            return
        # What falls short of the best of its kind by more than the budget is out, and so may be the use of a piece.
        left = list(left)
        for kind in kinds:
            among, values = left[kind], lists[kind].values
            floor = values[(among & -among).bit_length() - 1] - budget
            last = among.bit_length() - 1
            if values[last] < floor:
                left[kind] = among & ((1 << bisect_right(values, -floor, key=neg)) - 1)
        branch, fewest = 0, 1 << 60
        open_dear = []
        for price, piece in dear:
            count = 0
            for kind in kinds:
                users = lists[kind].users.get(piece)
                if users:
                    count += (users & left[kind]).bit_count()
            if not count:
                beyond -= price
                budget -= price
                if budget < 0:
                    return
                continue
            open_dear.append((price, piece))
            if count < fewest and price > budget:
                branch, fewest = piece, count
        kind = min(kinds, key=lambda kind: (left[kind].bit_count(), kind))
        if branch and fewest < left[kind].bit_count():
            for kind in kinds:
                self._branch(counts, left, beyond, open_dear, kind, left[kind] & lists[kind].users.get(branch, 0))
        else:
            self._branch(counts, left, beyond, open_dear, kind, left[kind])

    def _last(self, kind: int, among: int, beyond: int) -> None:
        """The last train takes what pays most, prices aside."""
        self._tick()
        values = self._lists[kind].values
        earned = sum([self._plain(other, number) for other, number in self._chosen])
        while among:
            lowest = among & -among
            number = lowest.bit_length() - 1
            if beyond + values[number] < self._least:
                return
            among ^= lowest
            value = earned + self._plain(kind, number)
            if value >= self._least:
                chosen = [*self._chosen, (kind, number)]
                self.best = [(each, self._lists[each].routes[place]) for each, place in chosen]
                self._least = value + 1

    def _plain(self, kind: int, number: int) -> int:
        """The value of a route without prices."""
        key = number << 8 | kind
        value = self._plains.get(key)
        if value is None:
            value = self._plains[key] = self._worth(kind, self._lists[kind].routes[number])
        return value

    def _branch(
        self,
        counts: Sequence[int],
        left: list[int],
        beyond: int,
        dear: Sequence[tuple[int, int]],
        kind: int,
        among: int,
    ) -> None:
        """Try each of a set of routes for a train of a kind; what was tried is out for all of the kind."""
        lists = self._lists
        fewer = list(counts)
        fewer[kind] -= 1
        others = [other for other, count in enumerate(fewer) if count]
        last = sum(fewer) == 1
        routes, values = lists[kind].routes, lists[kind].values
        left = list(left)
        rest_bound = beyond
        for other in others:
            if not left[other]:
                return
            rest_bound += fewer[other] * lists[other].values[(left[other] & -left[other]).bit_length() - 1]
        while among:
            lowest = among & -among
            among ^= lowest
            left[kind] &= ~lowest
            number = lowest.bit_length() - 1
            if rest_bound + values[number] < self._least:
                return
            route = routes[number]
            rest = list(left)
            bound = beyond + values[number]
            for other in others:
                beside = rest[other] = lists[other].beside(left[other], route.pieces)
                if not beside:
                    break
                bound += fewer[other] * lists[other].values[(beside & -beside).bit_length() - 1]
            else:
                if bound < self._least:
                    continue
                self._chosen.append((kind, number))
                if last:
                    self._last(others[0], rest[others[0]], beyond + values[number])
                else:
                    unused = [pair for pair in dear if not pair[1] & route.pieces]
                    self._place(fewer, rest, beyond + values[number], unused)
                self._chosen.pop()

    def _tick(self) -> None:
        self._tries += 1
        if self._most_tries is not None and self._tries > self._most_tries:
            raise TooMany
        if self._until is not None and not self._tries & 15 and perf_counter() > self._until:
            raise OutOfTime([])
