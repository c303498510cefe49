"""Reading a route that somebody shows, and why it is not legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice, pairwise

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.reach import TERMINAL
from ferrovia.engine.board.runners import FOREIGN, ForeignLine, Route, Runner, Runs, line_side
from ferrovia.engine.board.track import Gauge
from ferrovia.saying.message import term


class RouteFault(Enum):
    """Why a route, or a set of them, is not legal."""

    NOT_JOINED = term("The route of the {train} does not follow track from hex to hex.")
    NO_STOP_AT_END = term("The route of the {train} does not begin and end at a stop.")
    SWITCHES_TRACK = term("The {train} would reverse at a junction, or change track where tracks only cross.")
    GAUGE_CHANGE = term("The {train} would change gauge between two stops.")
    SIDE_TWICE = term("The {train} would cross a hexside twice.")
    STOP_TWICE = term("The {train} would visit a stop twice.")
    BARRED_TRACK = term("The {train} may not run on track of that gauge.")
    PASSES_END = term("The {train} would pass through a port or an offboard area, where every route ends.")
    TOO_LONG = term("The route is too long for the {train}.")
    NO_STATION = term("The route of the {train} has no station of its own corporation.")
    PASSES_CLOSED = term("The {train} would pass through a city that is full of other corporations' tokens.")
    TOO_FEW_STOPS = term("The route of the {train} joins fewer than two stops that count.")
    SHARED_TRACK = term("The {train} would use track that another train of the corporation uses.")
    TWO_AREAS = term("The {train} takes a line to an offboard area, so its route may not end in another.")
    TRAIN_TOO_MANY = term("The corporation has no {train}, or no other one, to run.")


_ANY_GAUGE = int(Gauge.DUAL)  # as plain bits, which are combined for every piece of track


def read_route(
    layout: Layout, runner: Runner, hexes: Sequence[str], lines: Iterable[ForeignLine] = ()
) -> Route | RouteFault:
    """The route that a train takes over these hexes, or why it cannot, whoever runs it."""
    shown = tuple(hexes)
    way = only_way(layout, shown)
    route = _route(layout, runner, shown, way) if way else None
    if isinstance(route, Route):
        return route
    first_fault = None
    for stretches in _known_readings(layout, shown, tuple(sorted(lines))):
        route = _route(layout, runner, shown, stretches)
        if isinstance(route, Route):
            return route
        first_fault = first_fault or route
    return first_fault or _reading_fault(layout, hexes)


def only_way(layout: Layout, hexes: tuple[str, ...]) -> tuple[Segment, ...]:
    """The stretches of track over these hexes from a stop to a stop, where there is just one way to take; or none."""
    return layout.memory.recall(("only way", hexes), _only_way, layout, hexes)


def _only_way(layout: Layout, hexes: tuple[str, ...]) -> tuple[Segment, ...]:
    ways = list(islice(_ways(layout, hexes), 2))
    return ways[0] if len(ways) == 1 else ()


def _ways(layout: Layout, hexes: tuple[str, ...]) -> Iterator[tuple[Segment, ...]]:
    """The stretches of track on the map that lead over these hexes, one after the other."""
    if len(hexes) < 2 or hexes[0] not in layout.board.hexes:
        return
    last = len(hexes) - 1
    open_ways: list[tuple[StopId, int, tuple[Segment, ...]]] = [
        (stop_id(hexes[0], number), 0, ()) for number in range(len(layout.face(hexes[0]).stops))
    ]
    while open_ways:
        stop, place, taken = open_ways.pop()
        for segment in layout.segments(stop):
            covered = segment.hexes
            if covered[1] != hexes[place + 1] or covered != hexes[place : place + len(covered)]:
                continue
            if place + len(covered) > last:
                yield (*taken, segment)
            else:
                open_ways.append((segment.end, place + len(covered) - 1, (*taken, segment)))


def _company_fault(
    route: Route, stations: frozenset[StopId], closed: frozenset[StopId], uncounted: frozenset[StopId]
) -> RouteFault | None:
    if stations.isdisjoint(route.stops):
        return RouteFault.NO_STATION
    if any(stop in closed and stop not in stations for stop in route.stops[1:-1]):
        return RouteFault.PASSES_CLOSED
    if sum(stop not in uncounted for stop in route.stops) < 2:
        return RouteFault.TOO_FEW_STOPS
    return None


def shown_runs(
    layout: Layout,
    runners: Sequence[Runner],
    routes: Sequence[tuple[str, Sequence[str]]],
    own: Iterable[StopId],
    closed: frozenset[StopId],
    uncounted: frozenset[StopId] = frozenset(),
    lines: Iterable[ForeignLine] = (),
) -> Runs | tuple[RouteFault, str]:
    """The runs that somebody shows, or why they are not legal and which train is at fault.

    A shown route is the class of its train and its hexes.
    """
    drawn = tuple(sorted(lines))
    read: list[Route] = []
    by_name = {runner.name: runner for runner in runners}
    left = [runner.name for runner in runners]
    stations = frozenset(own)
    used = 0
    for name, hexes in routes:
        if name not in left:
            return RouteFault.TRAIN_TOO_MANY, name
        left.remove(name)
        route = read_route(layout, by_name[name], hexes, drawn)
        fault = route if isinstance(route, RouteFault) else _company_fault(route, stations, closed, uncounted)
        if fault is not None or isinstance(route, RouteFault):
            return fault or RouteFault.NOT_JOINED, name
        if used & route.sides:
            return RouteFault.SHARED_TRACK, name
        used |= route.sides
        read.append(route)
    revenue = sum(route.revenue for route in read)
    return Runs(tuple(read), revenue, revenue, False)


def _known_readings(
    layout: Layout, hexes: tuple[str, ...], lines: tuple[ForeignLine, ...]
) -> tuple[list[Segment], ...]:
    """The ways to read a route on this layout, worked out once."""
    return layout.memory.recall(("readings", hexes, lines), _all_readings, layout, hexes, lines)


def _all_readings(layout: Layout, hexes: tuple[str, ...], lines: tuple[ForeignLine, ...]) -> tuple[list[Segment], ...]:
    return tuple(_readings(layout, hexes)) or tuple(_line_readings(layout, hexes, lines))


def _line_readings(layout: Layout, hexes: tuple[str, ...], lines: tuple[ForeignLine, ...]) -> Iterator[list[Segment]]:
    """The ways to read a route whose last or first stretch is a line."""
    for number, line in enumerate(lines):
        ends = (hex_of(line.start), hex_of(line.end))
        for shown in (hexes, hexes[::-1]):
            if shown[-2:] != ends:
                continue
            last = Segment(line.start, line.end, line_side(layout.board, number), FOREIGN, ends)
            rest = [[]] if len(shown) == 2 else [
                stretches for stretches in _readings(layout, shown[:-1]) if stretches[-1].end == line.start
            ]  # fmt: skip
            for stretches in rest:
                yield [*stretches, last]


def _readings(layout: Layout, hexes: tuple[str, ...]) -> Iterator[list[Segment]]:
    """Every way to follow track over these hexes from a stop to a stop, gauges and repeats left aside."""
    if len(hexes) < 2 or any(hex_id not in layout.board.hexes for hex_id in hexes):
        return
    neighbours, sides = layout.board.neighbours, layout.board.sides
    last = len(hexes) - 1
    # Where a reading has come to: place in the route and end (edge or stop) of the hex there; the stop, place, gauge
    # and sides of the stretch that is still open; the stretches before it. The last is followed first.
    ways: list[tuple[int, int, StopId, int, int, int, tuple[Segment, ...]]] = [
        (0, -1 - number, stop_id(hexes[0], number), 0, _ANY_GAUGE, 0, ())
        for number in reversed(range(len(layout.face(hexes[0]).stops)))
    ]
    while ways:
        place, end, start, since, gauge, crossed, before = ways.pop()
        here = hexes[place]
        exits = layout.face(here).exits.get(end, ())
        if place == last:
            for leads, other_gauge in exits:
                if leads < 0:
                    stop = stop_id(here, -1 - leads)
                    yield [*before, Segment(start, stop, crossed, gauge & other_gauge, hexes[since:])]
            continue
        for leads, other_gauge in reversed(exits):
            carried = gauge & other_gauge
            if leads < 0:
                stop = stop_id(here, -1 - leads)
                stretches = (*before, Segment(start, stop, crossed, carried, hexes[since : place + 1]))
                ways.append((place, leads, stop, place, _ANY_GAUGE, 0, stretches))
                continue
            beside, side = neighbours[here][leads], sides[here][leads]
            if beside and side and beside[0] == hexes[place + 1]:
                ways.append((place + 1, beside[1], start, since, carried, crossed | side, before))


def _reading_fault(layout: Layout, hexes: Sequence[str]) -> RouteFault:
    """Why no track can be followed over these hexes."""
    if len(hexes) < 2 or not all(_are_joined(layout, *pair) for pair in pairwise(hexes)):
        return RouteFault.NOT_JOINED
    if not layout.face(hexes[0]).stops or not layout.face(hexes[-1]).stops:
        return RouteFault.NO_STOP_AT_END
    return RouteFault.SWITCHES_TRACK


def _are_joined(layout: Layout, here: str, there: str) -> bool:
    """Whether track of both hexes meets at the side between them."""
    board = layout.board
    if here not in board.hexes or there not in board.hexes:
        return False
    return any(
        beside is not None
        and beside[0] == there
        and board.sides[here][edge] != 0
        and edge in layout.face(here).edges
        and beside[1] in layout.face(there).edges
        for edge, beside in enumerate(board.neighbours[here])
    )


def _route(layout: Layout, runner: Runner, hexes: tuple[str, ...], stretches: Sequence[Segment]) -> Route | RouteFault:
    """A way to read a route as a train runs it, or why it cannot."""
    stops = (stretches[0].start, *[stretch.end for stretch in stretches])
    crossed = 0
    for stretch in stretches:
        crossed |= stretch.sides
    if not all(stretch.gauge for stretch in stretches):
        return RouteFault.GAUGE_CHANGE
    if crossed.bit_count() < sum([stretch.edges for stretch in stretches]):
        return RouteFault.SIDE_TWICE
    if len(set(stops)) < len(stops):
        return RouteFault.STOP_TWICE
    if any(layout.stop(stop).kind in TERMINAL for stop in stops[1:-1]):
        return RouteFault.PASSES_END
    if stretches[-1].gauge == FOREIGN and layout.stop(stops[0]).kind == "offboard":
        return RouteFault.TWO_AREAS
    length = sum([runner.visit_cost(stop) for stop in stops])
    for stretch in stretches:
        cost = runner.stretch_cost(stretch.gauge, stretch.edges)
        if cost is None:
            return RouteFault.BARRED_TRACK
        length += cost
    if runner.limit is not None and length > runner.limit:
        return RouteFault.TOO_LONG
    return Route(runner.name, hexes, stops, runner.revenue(stops), length, crossed)
