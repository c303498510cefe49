"""Best runs: the routes that pay a company most, exactly, and whether it can run at all.

This is the door to the room's train part. What a train and a route are is in `runners`, why a shown route is
not legal in `route_faults`; how the best runs are found is told in docs/best-runs.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.route_faults import RouteFault, read_route, shown_runs
from ferrovia.engine.board.run_bounds import NEVER, Bounds
from ferrovia.engine.board.run_fleet import Fleet
from ferrovia.engine.board.run_network import SCALE, Course, homeward_lines, known_stops, line_segments, network
from ferrovia.engine.board.run_packing import IDLE
from ferrovia.engine.board.run_search import Found, TooMany, search
from ferrovia.engine.board.runners import ForeignLine, Route, Runner, Runs, plain_stop

__all__ = [
    "ForeignLine",
    "Route",
    "RouteFault",
    "Runner",
    "Runs",
    "best_runs",
    "can_run",
    "read_route",
    "shown_runs",
]


def best_runs(
    layout: Layout,
    runners: Sequence[Runner],
    own: Iterable[StopId],
    closed: frozenset[StopId],
    *,
    uncounted: frozenset[StopId] = frozenset(),
    lines: Iterable[ForeignLine] = (),
    seconds: float | None = None,
) -> Runs:
    """The routes that together pay a company most; of several such, those with the fewest hexsides.

    `own` are the stops with a station of the company; `closed` those full of others' stations, which may end
    a route but not be passed; `uncounted` those that are none of the two places a route needs; `lines` what
    trains may take from a stop to an off-board area. A train that could earn nothing does not run. With
    `seconds`, the answer is the best found in about that time.
    """
    where = (known_stops(layout, own), closed, uncounted, tuple(sorted(lines)))
    stops = network(layout, *where).stops
    kinds = [_kind(runner, stops) for runner in runners]
    key = ("best runs", where, tuple(kinds), tuple([runner.name for runner in runners]))
    known = layout.memory.get(key)
    if isinstance(known, Runs):
        return known
    runs, finished = _solve(layout, where, runners, kinds, seconds)
    if finished:
        layout.memory[key] = runs
    return runs


def can_run(
    layout: Layout,
    runner: Runner,
    own: Iterable[StopId],
    closed: frozenset[StopId],
    uncounted: frozenset[StopId] = frozenset(),
    lines: Iterable[ForeignLine] = (),
) -> bool:
    """Whether a company has any legal route for this train."""
    stations = known_stops(layout, own)
    drawn = tuple(sorted(lines))
    doubtful = False
    for segment in _from_stations(layout, stations, closed, drawn):
        cost = runner.stretch_cost(segment.gauge, segment.edges)
        if cost is None:
            continue
        cost += runner.visit_cost(segment.start) + runner.visit_cost(segment.end)
        if runner.limit is not None and cost > runner.limit:
            continue
        if plain_stop(segment.start) not in uncounted and plain_stop(segment.end) not in uncounted:
            return True
        doubtful = True
    if not doubtful:
        return False
    # Only by way of stops that do not count: rare, so the whole search may answer.
    course = Course(network(layout, stations, closed, uncounted, drawn), runner)
    try:
        search(course, Bounds(course), NEVER, every=True, limit=0)
    except TooMany:
        return True
    return False


def _from_stations(
    layout: Layout, stations: frozenset[StopId], closed: frozenset[StopId], lines: tuple[ForeignLine, ...]
) -> Iterator[Segment]:
    """Every stretch that begins at a station of the company."""
    for stop in sorted(stations):
        yield from layout.segments(stop)
        yield from line_segments(layout, lines, stop)
    if lines:
        yield from homeward_lines(layout, stations, closed, lines).values()


Where = tuple[
    frozenset[StopId], frozenset[StopId], frozenset[StopId], tuple[ForeignLine, ...]
]  # own, closed, uncounted; lines
Kind = tuple[object, ...]


def _kind(runner: Runner, stops: Sequence[StopId]) -> Kind:
    """All that distinguishes a train from others on these stops: trains of one kind are interchangeable."""
    # Asked for every best run, known or not, so nothing is called for each stop that all trains have alike.
    values, ends, extra = runner.values, runner.end_values, runner.extra_costs
    plain = [plain_stop(stop) for stop in stops]
    passing = tuple([values.get(stop, 0) for stop in plain])
    return (
        runner.limit,
        runner.edge_cost,
        runner.line_cost,
        tuple([runner.visit_cost(stop) for stop in stops]) if extra else runner.stop_cost,
        passing,
        tuple([ends.get(stop, value) for stop, value in zip(plain, passing, strict=True)]) if ends else passing,
    )


def _course(layout: Layout, where: Where, kind: Kind, runner: Runner) -> tuple[Course, Bounds]:
    """The network as a kind of train sees it, with its bounds; worked out once."""
    return layout.memory.recall(("course", where, kind), _bounded, layout, where, runner)


def _bounded(layout: Layout, where: Where, runner: Runner) -> tuple[Course, Bounds]:
    course = Course(network(layout, *where), runner)
    return course, Bounds(course)


def _solve(
    layout: Layout, where: Where, runners: Sequence[Runner], kinds: Sequence[Kind], seconds: float | None
) -> tuple[Runs, bool]:
    """The best runs, and whether the search was finished."""
    until = None if seconds is None else perf_counter() + seconds
    number_of = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    numbers = [number_of[kind] for kind in kinds]
    courses = [_course(layout, where, kind, runners[kinds.index(kind)]) for kind in number_of]
    fleet = Fleet(courses, tuple(sorted(numbers)), until)
    outcome = fleet.solve()
    # Of equal trains the first gets the best route.
    pairs = zip(fleet.kinds, outcome.choice.routes, strict=True)
    waiting = sorted(pairs, key=lambda pair: (pair[0], -pair[1].value))
    routes = []
    for runner, number in zip(runners, numbers, strict=True):
        place = next(place for place, pair in enumerate(waiting) if pair[0] == number)
        found = waiting.pop(place)[1]
        if found is not IDLE:
            routes.append(_route(runner, found))
    revenue = sum(route.revenue for route in routes)
    bound = -(-outcome.ceiling // SCALE)  # rounded up: hexsides took a little off it
    return Runs(tuple(routes), revenue, bound, bound == revenue), outcome.finished


def _route(runner: Runner, found: Found) -> Route:
    """A found route as it is shown: from the end whose stops come first."""
    first, second = found.arms()
    stretches = [leg.segment.backwards() for leg in reversed(first)] + [leg.segment for leg in second]
    stops = [stretches[0].start, *(stretch.end for stretch in stretches)]
    if stops[::-1] < stops:
        stops.reverse()
        stretches = [stretch.backwards() for stretch in reversed(stretches)]
    hexes = list(stretches[0].hexes)
    sides = 0
    for stretch in stretches:
        sides |= stretch.sides
    length = sum(runner.visit_cost(stop) for stop in stops)
    for stretch in stretches:
        length += runner.stretch_cost(stretch.gauge, stretch.edges) or 0
    for stretch in stretches[1:]:
        hexes.extend(stretch.hexes[1:])
    named = tuple(plain_stop(stop) for stop in stops)
    return Route(runner.name, tuple(hexes), named, runner.revenue(named), length, sides)
