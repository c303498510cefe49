"""Whether routes that somebody shows may be run, hex by hex and piece by piece, with no thought of speed.

It shares nothing with the program's own reader but the board and the runners, which say how far a train goes and
what a stop is worth to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import ForeignLine, Runner
from ferrovia.engine.flow.game import Game

Side = frozenset[tuple[str, int]]  # both hexes that meet there, each with its edge
ENDS = ("port", "offboard")  # where every route ends


class Stretch(NamedTuple):
    """From one stop to the next: the gauges of its pieces, in words, and the sides it crosses."""

    start: StopId
    end: StopId
    gauges: frozenset[str]
    sides: tuple[Side, ...]

    @property
    def is_line(self) -> bool:
        return self.gauges == {"LINE"}


class Where(NamedTuple):
    """For whom, and on which map, routes are judged."""

    layout: Layout
    own: frozenset[StopId]
    full: frozenset[StopId]
    uncounted: frozenset[StopId]
    lines: tuple[ForeignLine, ...] = ()


def where(game: Game, corporation: str, lines: Iterable[ForeignLine] = ()) -> Where:
    """A corporation's map: its own stations, and the cities that others have filled."""
    stations = game.state.stations
    tokens = Counter(stop for stops in stations.values() for stop in stops)
    own = frozenset(stations[corporation])
    full = frozenset(stop for stop in tokens if stop not in own and tokens[stop] >= game.layout.stop(stop).slots)
    return Where(game.layout, own, full, game.title.runs.uncounted_stops(game), tuple(lines))


def readings(at: Where, hexes: Sequence[str]) -> list[list[Stretch]]:
    """Every way to follow track over these hexes, one after the other, from a stop to a stop."""
    layout, board = at.layout, at.layout.board
    if len(hexes) < 2 or not all(hex_id in board.hexes for hex_id in hexes):
        return []

    def leave(
        place: int, end: int, start: StopId, gauges: frozenset[str], sides: tuple[Side, ...]
    ) -> Iterator[list[Stretch]]:
        """Go on from an end of the hex at this place: an edge where we came in, or a stop (below 0)."""
        here = hexes[place]
        for piece in layout.face(here).pieces:
            for one, other in ((piece.a, piece.b), (piece.b, piece.a)):
                if one != end:
                    continue
                now = gauges | {str(piece.gauge.name)}
                if other >= 0:
                    yield from cross(place, other, start, now, sides)
                    continue
                stop = StopId(f"{here}.{-1 - other}")
                stretch = Stretch(start, stop, now, sides)
                if place == len(hexes) - 1:
                    yield [stretch]
                else:
                    for rest in leave(place, other, stop, frozenset(), ()):
                        yield [stretch, *rest]

    def cross(
        place: int, edge: int, start: StopId, gauges: frozenset[str], sides: tuple[Side, ...]
    ) -> Iterator[list[Stretch]]:
        here, beside = hexes[place], board.neighbours[hexes[place]][edge]
        if beside is None or not board.sides[here][edge]:
            return
        if place + 1 < len(hexes) and beside[0] == hexes[place + 1]:
            side = frozenset({(here, edge), beside})
            yield from leave(place + 1, beside[1], start, gauges, (*sides, side))

    found: list[list[Stretch]] = []
    for number in range(len(layout.face(hexes[0]).stops)):
        found += leave(0, -1 - number, StopId(f"{hexes[0]}.{number}"), frozenset(), ())
    return found


def with_lines(at: Where, hexes: Sequence[str]) -> list[list[Stretch]]:
    """The readings of a route whose first or last two hexes are joined by another railway's line."""
    found: list[list[Stretch]] = []
    for line in at.lines:
        for way in (tuple(hexes), tuple(reversed(hexes))):
            if len(way) > 1 and (f"{way[-2]}.0", f"{way[-1]}.0") == (line.start, line.end):
                last = Stretch(line.start, line.end, frozenset({"LINE"}), (frozenset({(way[-2], -1), (way[-1], -1)}),))
                before = [[]] if len(way) == 2 else readings(at, way[:-1])
                found += [[*track, last] for track in before if not track or track[-1].end == line.start]
    return found


def stops_of(reading: Sequence[Stretch]) -> list[StopId]:
    return [reading[0].start, *(stretch.end for stretch in reading)]


def length(runner: Runner, reading: Sequence[Stretch]) -> int | None:
    """How long a train finds a route; None where it may not run."""
    total = sum(runner.stop_cost + runner.extra_costs.get(stop, 0) for stop in stops_of(reading))
    for stretch in reading:
        if stretch.is_line:
            each, edges = runner.line_cost, 1
        else:
            if {"STANDARD", "NARROW"} <= stretch.gauges:
                return None
            kind = next((gauge for gauge in ("STANDARD", "NARROW") if gauge in stretch.gauges), "DUAL")
            each, edges = runner.edge_cost[("STANDARD", "NARROW", "DUAL").index(kind)], len(stretch.sides)
        if each is None:
            return None
        total += each * edges
    return total


def may_run(at: Where, runner: Runner, reading: Sequence[Stretch]) -> bool:
    stops = stops_of(reading)
    sides = [side for stretch in reading for side in stretch.sides]
    kinds = [at.layout.stop(stop).kind for stop in stops]
    counted = length(runner, reading)
    return (
        len(set(stops)) == len(stops)
        and len(set(sides)) == len(sides)
        and not any(kind in ENDS for kind in kinds[1:-1])
        and not (reading[-1].is_line and kinds[0] == "offboard")
        and counted is not None
        and (runner.limit is None or counted <= runner.limit)
        and any(stop in at.own for stop in stops)
        and not any(stop in at.full for stop in stops[1:-1])
        and sum(stop not in at.uncounted for stop in stops) >= 2
    )


def earns(runner: Runner, reading: Sequence[Stretch]) -> int:
    first, *between, last = stops_of(reading)
    at_ends = sum(runner.end_values.get(stop, runner.values.get(stop, 0)) for stop in (first, last))
    return at_ends + sum(runner.values.get(stop, 0) for stop in between)


def run_by_foot(at: Where, trains: Sequence[Runner], shown: Sequence[tuple[str, Sequence[str]]]) -> int | None:
    """What shown routes, each a class of train and its hexes, earn together; None if they cannot be run."""
    runners = {runner.name: runner for runner in trains}
    owned = Counter(runner.name for runner in trains)
    if Counter(name for name, _ in shown) - owned:
        return None
    legal = [
        [way for way in (*readings(at, hexes), *with_lines(at, hexes)) if may_run(at, runners[name], way)]
        for name, hexes in shown
    ]
    best = None
    for together in product(*legal):
        sides = [side for reading in together for stretch in reading for side in stretch.sides]
        if len(set(sides)) == len(sides):
            earned = sum(earns(runners[name], reading) for (name, _), reading in zip(shown, together, strict=True))
            best = max(earned, best or 0)
    return best


def single_stretches(at: Where, hexes: Sequence[str]) -> Iterator[Stretch]:
    """The readings of a route that meets no stop between its ends."""
    for reading in readings(at, hexes):
        if len(reading) == 1 and not {"STANDARD", "NARROW"} <= reading[0].gauges:
            yield reading[0]
