"""Reading a route that somebody shows, and why it is not legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.reach import TERMINAL
from ferrovia.engine.board.runners import LINE, Line, Route, Runner, Runs
from ferrovia.engine.board.track import Gauge


class RouteFault(Enum):
    """Why a route, or a set of them, is not legal."""

    NOT_JOINED = "The route shown for the {train} does not follow track from hex to hex."
    NO_STOP_AT_END = "The route shown for the {train} does not begin and end at a stop."
    SWITCHES_TRACK = "The {train} would reverse at a junction, or change track where tracks only cross."
    GAUGE_CHANGE = "The {train} would change gauge between two stops."
    SIDE_TWICE = "The {train} would cross a hexside twice."
    STOP_TWICE = "The {train} would visit a stop twice."
    BARRED_TRACK = "The {train} may not run on track of that gauge."
    PASSES_END = "The {train} would pass through a port or an off-board area, where every route ends."
    TOO_LONG = "The route is too long for the {train}."
    NO_STATION = "The route of the {train} has no station of the company."
    PASSES_CLOSED = "The {train} would pass through a city that is full of other companies' stations."
    TOO_FEW_STOPS = "The route of the {train} joins fewer than two places that count."
    SHARED_TRACK = "The {train} would use track that another train of the company uses."
    TWO_AREAS = "The {train} takes a line to an off-board area and may have no other at its other end."
    TRAIN_TOO_MANY = "The company has no {train}, or no further one, to run."


_ANY_GAUGE = int(Gauge.DUAL)  # as plain bits, which are combined for every piece of track


class _Stretch(NamedTuple):
    """A piece of a shown route from one stop to the next."""

    start: str
    end: str
    gauge: int
    sides: tuple[int, ...]


def read_route(layout: Layout, runner: Runner, hexes: Sequence[str], lines: Iterable[Line] = ()) -> Route | RouteFault:
    """The route that a train takes over these hexes, or why it cannot, whoever runs it."""
    first_fault = None
    for stretches in _known_readings(layout, tuple(hexes), tuple(sorted(lines))):
        fault = _shape_fault(layout, runner, stretches)
        if fault is None:
            return _route(runner, tuple(hexes), stretches)
        first_fault = first_fault or fault
    return first_fault or _reading_fault(layout, hexes)


def route_fault(
    layout: Layout,
    runner: Runner,
    hexes: Sequence[str],
    own: Iterable[str],
    closed: frozenset[str],
    uncounted: frozenset[str] = frozenset(),
    lines: Iterable[Line] = (),
) -> RouteFault | None:
    """Why a company cannot run a train over these hexes, or None if it can."""
    route = read_route(layout, runner, hexes, lines)
    if isinstance(route, RouteFault):
        return route
    return _company_fault(route, frozenset(own), closed, uncounted)


def _company_fault(
    route: Route, stations: frozenset[str], closed: frozenset[str], uncounted: frozenset[str]
) -> RouteFault | None:
    if stations.isdisjoint(route.stops):
        return RouteFault.NO_STATION
    if any(stop in closed and stop not in stations for stop in route.stops[1:-1]):
        return RouteFault.PASSES_CLOSED
    if sum(stop not in uncounted for stop in route.stops) < 2:
        return RouteFault.TOO_FEW_STOPS
    return None


def runs_fault(
    layout: Layout,
    runners: Sequence[Runner],
    routes: Sequence[tuple[str, Sequence[str]]],
    own: Iterable[str],
    closed: frozenset[str],
    uncounted: frozenset[str] = frozenset(),
    lines: Iterable[Line] = (),
) -> tuple[RouteFault, str] | None:
    """Why a company cannot run these routes, and which train is at fault.

    A shown route is the class of its train and its hexes.
    """
    found = shown_runs(layout, runners, routes, own, closed, uncounted, lines)
    return None if isinstance(found, Runs) else found


def shown_runs(
    layout: Layout,
    runners: Sequence[Runner],
    routes: Sequence[tuple[str, Sequence[str]]],
    own: Iterable[str],
    closed: frozenset[str],
    uncounted: frozenset[str] = frozenset(),
    lines: Iterable[Line] = (),
) -> Runs | tuple[RouteFault, str]:
    """The runs that somebody shows, or why they are not legal and which train is at fault."""
    drawn = tuple(sorted(lines))
    read: list[Route] = []
    by_name = {runner.name: runner for runner in runners}
    left = Counter(runner.name for runner in runners)
    stations = frozenset(own)
    used = 0
    for name, hexes in routes:
        if not left[name]:
            return RouteFault.TRAIN_TOO_MANY, name
        left[name] -= 1
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


def _known_readings(layout: Layout, hexes: tuple[str, ...], lines: tuple[Line, ...]) -> tuple[list[_Stretch], ...]:
    """The ways to read a route on this layout, worked out once."""
    key = ("readings", hexes, lines)
    known = layout.memory.get(key)
    if not isinstance(known, tuple):
        known = tuple(_readings(layout, hexes)) or tuple(_line_readings(layout, hexes, lines))
        layout.memory[key] = known
    return known


def _line_readings(layout: Layout, hexes: tuple[str, ...], lines: tuple[Line, ...]) -> Iterator[list[_Stretch]]:
    """The ways to read a route whose last or first stretch is a line."""
    for number, line in enumerate(lines):
        ends = (hex_of(line.start), hex_of(line.end))
        side = 1 << (max(max(row) for row in layout.board.sides.values()).bit_length() + number)
        for way in (hexes, hexes[::-1]):
            if way[-2:] != ends:
                continue
            last = _Stretch(line.start, line.end, LINE, (side,))
            rest = [[]] if len(way) == 2 else [
                stretches for stretches in _readings(layout, way[:-1]) if stretches[-1].end == line.start
            ]  # fmt: skip
            for stretches in rest:
                yield [*stretches, last]


def _readings(layout: Layout, hexes: tuple[str, ...]) -> Iterator[list[_Stretch]]:
    """Every way to follow track over these hexes from a stop to a stop, gauges and repeats left aside."""
    if len(hexes) < 2 or any(hex_id not in layout.board.hexes for hex_id in hexes):
        return
    neighbours, sides = layout.board.neighbours, layout.board.sides

    def follow(place: int, end: int, stretch: _Stretch) -> Iterator[list[_Stretch]]:
        """Go on from an end (edge or stop) of the hex at this place, where the last stretch is still open."""
        here = hexes[place]
        for leads, gauge in layout.face(here).exits.get(end, ()):
            carried = stretch.gauge & gauge
            if leads < 0:
                whole = _Stretch(stretch.start, stop_id(here, -1 - leads), carried, stretch.sides)
                if place == len(hexes) - 1:
                    yield [whole]
                else:
                    fresh = _Stretch(whole.end, "", _ANY_GAUGE, ())
                    for rest in follow(place, leads, fresh):
                        yield [whole, *rest]
                continue
            beside = neighbours[here][leads]
            if place + 1 < len(hexes) and beside and beside[0] == hexes[place + 1] and sides[here][leads]:
                crossed = (*stretch.sides, sides[here][leads])
                yield from follow(place + 1, beside[1], _Stretch(stretch.start, "", carried, crossed))

    for number in range(len(layout.face(hexes[0]).stops)):
        yield from follow(0, -1 - number, _Stretch(stop_id(hexes[0], number), "", _ANY_GAUGE, ()))


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


def _shape_fault(layout: Layout, runner: Runner, stretches: list[_Stretch]) -> RouteFault | None:
    stops = _stops(stretches)
    crossed = [side for stretch in stretches for side in stretch.sides]
    if not all(stretch.gauge for stretch in stretches):
        return RouteFault.GAUGE_CHANGE
    if len(set(crossed)) < len(crossed):
        return RouteFault.SIDE_TWICE
    if len(set(stops)) < len(stops):
        return RouteFault.STOP_TWICE
    if any(layout.stop(stop).kind in TERMINAL for stop in stops[1:-1]):
        return RouteFault.PASSES_END
    if stretches[-1].gauge == LINE and layout.stop(stops[0]).kind == "offboard":
        return RouteFault.TWO_AREAS
    length = _length(runner, stretches)
    if length is None:
        return RouteFault.BARRED_TRACK
    if runner.limit is not None and length > runner.limit:
        return RouteFault.TOO_LONG
    return None


def _stops(stretches: list[_Stretch]) -> list[str]:
    return [stretches[0].start, *(stretch.end for stretch in stretches)]


def _length(runner: Runner, stretches: list[_Stretch]) -> int | None:
    length = sum(runner.visit_cost(stop) for stop in _stops(stretches))
    for stretch in stretches:
        cost = runner.stretch_cost(stretch.gauge, len(stretch.sides))
        if cost is None:
            return None
        length += cost
    return length


def _route(runner: Runner, hexes: tuple[str, ...], stretches: list[_Stretch]) -> Route:
    stops = _stops(stretches)
    sides = 0
    for stretch in stretches:
        for side in stretch.sides:
            sides |= side
    return Route(runner.name, hexes, tuple(stops), runner.revenue(stops), _length(runner, stretches) or 0, sides)
