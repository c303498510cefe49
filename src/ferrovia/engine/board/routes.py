"""Best runs: the routes that pay a company most, exactly, and whether it can run at all.

This is the door to the room's train part. What a train and a route are is in `runners`, why a shown route is
not legal in `route_faults`; how the best runs are found is told in docs/best-runs.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter

from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.route_faults import RouteFault, read_route, route_fault, runs_fault
from ferrovia.engine.board.run_bounds import NEVER, Bounds
from ferrovia.engine.board.run_network import SCALE, Course, Network, known_stops, network
from ferrovia.engine.board.run_packing import IDLE, RouteList, pack
from ferrovia.engine.board.run_search import Found, OutOfTime, TooMany, search
from ferrovia.engine.board.runners import Route, Runner, Runs

__all__ = [
    "Route",
    "RouteFault",
    "Runner",
    "Runs",
    "best_runs",
    "can_run",
    "read_route",
    "route_fault",
    "runs_fault",
]


def best_runs(
    layout: Layout,
    runners: Sequence[Runner],
    own: Iterable[str],
    closed: frozenset[str],
    *,
    uncounted: frozenset[str] = frozenset(),
    seconds: float | None = None,
) -> Runs:
    """The routes that together pay a company most; of several such, those with the fewest hexsides.

    `own` are the stops with a station of the company; `closed` those full of others' stations, which may end
    a route but not be passed; `uncounted` those that are none of the two places a route needs. A train that
    could earn nothing does not run. With `seconds`, the answer is the best found in about that time.
    """
    stations = known_stops(layout, own)
    ground = network(layout, stations, closed, uncounted)
    kinds = [_kind(runner, ground) for runner in runners]
    key = ("best runs", stations, closed, uncounted, tuple(kinds), tuple(runner.name for runner in runners))
    known = layout.memory.get(key)
    if isinstance(known, Runs):
        return known
    until = None if seconds is None else perf_counter() + seconds
    runs = _Company(ground, runners, kinds).runs(until)
    if runs.proven:
        layout.memory[key] = runs
    return runs


def can_run(
    layout: Layout,
    runner: Runner,
    own: Iterable[str],
    closed: frozenset[str],
    uncounted: frozenset[str] = frozenset(),
) -> bool:
    """Whether a company has any legal route for this train."""
    stations = known_stops(layout, own)
    doubtful = False
    for stop in sorted(stations):
        for segment in layout.segments(stop):
            cost = runner.stretch_cost(segment.gauge, segment.edges)
            if cost is None:
                continue
            cost += runner.visit_cost(stop) + runner.visit_cost(segment.end)
            if runner.limit is not None and cost > runner.limit:
                continue
            if stop not in uncounted and segment.end not in uncounted:
                return True
            doubtful = True
    if not doubtful:
        return False
    # Only by way of stops that do not count: rare, so the whole search may answer.
    course = Course(network(layout, stations, closed, uncounted), runner)
    try:
        search(course, Bounds(course), NEVER, every=True, most=0)
    except TooMany:
        return True
    return False


Kind = tuple[object, ...]


def _kind(runner: Runner, ground: Network) -> Kind:
    """All that distinguishes a train from others on this network: trains of one kind are interchangeable."""
    stops = ground.stops
    return (
        runner.limit,
        runner.edge_cost,
        tuple([runner.visit_cost(stop) for stop in stops]),
        tuple([runner.passing_value(stop) for stop in stops]),
        tuple([runner.end_value(stop) for stop in stops]),
    )


class _Company:
    """One company's trains on its network, on the way to their best runs."""

    def __init__(self, ground: Network, runners: Sequence[Runner], kinds: Sequence[Kind]) -> None:
        self.ground = ground
        self.runners = runners
        first = {kind: number for number, kind in reversed(list(enumerate(kinds)))}
        self.kinds = [first[kind] for kind in kinds]  # for each train the first train of its kind
        self.courses: dict[int, Course] = {}
        self.bounds: dict[int, Bounds] = {}
        for number in sorted(set(self.kinds)):
            self.courses[number] = Course(ground, runners[number])
            self.bounds[number] = Bounds(self.courses[number])
        self.alone: dict[int, Found] = {}  # the best route of each kind without regard to the others
        self.trains: list[int] = []  # the kinds of the trains that can run, the best first
        self.best: list[Found] = []  # for each of `trains`

    def runs(self, until: float | None) -> Runs:
        """The best runs, or the best found until then."""
        try:
            self._solve(until)
            bound = sum(found.value for found in self.best)
            proven = True
        except OutOfTime:
            bound, proven = self._ceiling(), False
        return self._answer(bound, proven)

    def _solve(self, until: float | None) -> None:
        for kind in sorted(set(self.kinds)):
            self.alone[kind] = self._best(kind, 0, 1, until) or IDLE
        self.trains = sorted(
            (kind for kind in self.kinds if self.alone[kind].value),
            key=lambda kind: (-self.alone[kind].value, kind),
        )
        self.best = [IDLE] * len(self.trains)
        self._improve(until)
        slack = sum(self.alone[kind].value for kind in self.trains) - self._total() - 1
        if slack < 0:
            return
        lists = {}
        for kind in dict.fromkeys(self.trains):
            least = self.alone[kind].value - slack
            routes = search(self.courses[kind], self.bounds[kind], max(least, 1), every=True, until=until)
            if least <= 0:
                routes += [IDLE] * self.trains.count(kind)
            lists[kind] = RouteList(routes)
        places = {kind: place for place, kind in enumerate(lists)}
        order = [places[kind] for kind in self.trains]
        packed = pack(list(lists.values()), order, self._total() + 1, until)
        if packed is not None:
            self.best = packed

    def _improve(self, until: float | None) -> None:
        """Give each train in turn the best route beside the others', until none finds a better one."""
        changed = True
        while changed:
            changed = False
            for number, kind in enumerate(self.trains):
                others = 0
                for place, found in enumerate(self.best):
                    if place != number:
                        others |= found.sides
                better = self._best(kind, others, self.best[number].value + 1, until)
                if better is not None:
                    self.best[number] = better
                    changed = True

    def _best(self, kind: int, avoid: int, floor: int, until: float | None) -> Found | None:
        found = search(self.courses[kind], self.bounds[kind], floor, avoid=avoid, until=until)
        return found[0] if found else None

    def _total(self) -> int:
        return sum(found.value for found in self.best)

    def _ceiling(self) -> int:
        """What no runs exceed, however little is known."""
        total = 0
        for kind in self.kinds:
            course = self.courses[kind]
            everything = sum(
                max(value, value + bonus, 0) for value, bonus in zip(course.value, course.bonus, strict=True)
            )
            total += self.alone[kind].value if kind in self.alone else everything
        return total

    def _answer(self, bound: int, proven: bool) -> Runs:
        waiting = {kind: [] for kind in self.kinds}  # type: dict[int, list[Found]]
        for kind, found in sorted(zip(self.trains, self.best, strict=True), key=lambda pair: -pair[1].value):
            if found is not IDLE:
                waiting[kind].append(found)
        routes = []
        for runner, kind in zip(self.runners, self.kinds, strict=True):
            if waiting[kind]:
                routes.append(_route(self.ground, runner, waiting[kind].pop(0)))
        revenue = sum(route.revenue for route in routes)
        return Runs(tuple(routes), revenue, revenue if proven else -(-bound // SCALE), proven)


def _route(ground: Network, runner: Runner, found: Found) -> Route:
    """A found route as it is shown: from the end whose stops come first."""
    first, second = found.arms()
    pieces = [_turned(way.segment) for way in reversed(first)] + [way.segment for way in second]
    stops = [pieces[0].start, *(piece.end for piece in pieces)]
    if stops[::-1] < stops:
        stops.reverse()
        pieces = [_turned(piece) for piece in reversed(pieces)]
    hexes = list(pieces[0].hexes)
    length = sum(runner.visit_cost(stop) for stop in stops)
    for piece in pieces:
        length += runner.stretch_cost(piece.gauge, piece.edges) or 0
    for piece in pieces[1:]:
        hexes.extend(piece.hexes[1:])
    return Route(runner.name, tuple(hexes), tuple(stops), runner.revenue(stops), length, found.sides)


def _turned(segment: Segment) -> Segment:
    return Segment(segment.end, segment.start, segment.sides, segment.gauge, segment.hexes[::-1])
