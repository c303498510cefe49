"""Lines of another railway, from a stop to an off-board area: the solver against brute force, and their rules."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.engine.board.board import Board, hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import ForeignLine, RouteFault, Runner, best_runs, can_run
from tests.engine.board.by_foot import best_by_foot, routes_by_foot
from tests.engine.board.faults import route_fault, runs_fault
from tests.engine.board.networks import Position, odd_emilia, sicilian, small_position, stop_counted

SEEDS = st.integers(0, 10**9)
KINDS = ("2 stops", "3 stops", "4 stops", "6 stops", "6H", "E")
FLEETS = st.lists(st.sampled_from(KINDS), min_size=1, max_size=3) | st.tuples(
    st.sampled_from(KINDS), st.integers(2, 3)
).map(lambda pair: [pair[0]] * pair[1])
COSTS = st.sampled_from([None, 0, 1, 2])
WORK = 60_000


def some_lines(position: Position, seed: int, most: int) -> tuple[ForeignLine, ...]:
    """Lines to areas that do not touch their stops; several may lead to one area, and areas are worth a way."""
    random = Random(seed)
    layout = position.layout
    areas = [stop for stop in position.values if layout.stop(stop).kind == "offboard"]
    near = [area for area in areas if any(_touch(layout.board, hex_id, hex_of(area)) for hex_id in layout.tiles)]
    starts = [*position.own, *position.own, *(stop for stop in position.values if hex_of(stop) in layout.tiles)]
    lines: dict[tuple[str, str], ForeignLine] = {}
    for _ in range(random.randint(1, most) if starts else 0):
        start = random.choice(starts)
        end = random.choice(near if near and random.random() < 0.5 else areas)
        if layout.stop(start).kind in ("city", "town") and not _touch(layout.board, hex_of(start), hex_of(end)):
            lines[hex_of(start), hex_of(end)] = ForeignLine(start, end)
    position.values.update({area: position.values[area] + random.choice((0, 30, 90)) for area in areas})
    return tuple(lines.values())


def _touch(board: Board, here: str, there: str) -> bool:
    return any(beside is not None and beside[0] == there for beside in board.neighbours[here])


def runner(kind: str, position: Position, line_cost: int | None) -> Runner:
    if kind.endswith("stops"):
        train = stop_counted(kind, int(kind.split()[0]), position.values)
    else:
        train = sicilian(kind, position.values)
    return msgspec.structs.replace(train, line_cost=line_cost)


def check(seed: int, size: int, fleet: list[str], line_cost: int | None) -> int:
    """Compare solver and brute force; how many of the best routes take a line."""
    position = small_position(seed, size, odd_emilia())
    layout, own, closed, uncounted, _ = position
    lines = some_lines(position, seed, 5)
    trains = [runner(kind, position, line_cost) for kind in fleet]
    walked = {train.name: routes_by_foot(layout, train, own, closed, uncounted, lines) for train in trains}
    for train in trains:
        assert can_run(layout, train, own, closed, uncounted, lines) == bool(walked[train.name])
    expected = best_by_foot([walked[train.name] for train in trains], WORK)
    while expected is None:
        trains.pop()
        expected = best_by_foot([walked[train.name] for train in trains], WORK)

    runs = best_runs(layout, trains, own, closed, uncounted=uncounted, lines=lines)

    assert (runs.revenue, sum(route.sides.bit_count() for route in runs.routes)) == expected
    assert runs.proven
    shown = [(route.train, route.hexes) for route in runs.routes]
    assert runs_fault(layout, trains, shown, own, closed, uncounted, lines) is None
    backwards = [(train, hexes[::-1]) for train, hexes in shown]
    assert runs_fault(layout, trains, backwards, own, closed, uncounted, lines) is None
    cold = Layout(layout.board, layout.tiles)
    assert best_runs(cold, trains, own, closed, uncounted=uncounted, lines=reversed(lines)) == runs
    areas = {(hex_of(line.start), hex_of(line.end)) for line in lines}
    return sum(hexes[-2:] in areas or hexes[1::-1] in areas for _, hexes in shown)


@given(SEEDS, st.integers(4, 12), FLEETS, COSTS)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_with_lines_the_best_runs_are_those_of_brute_force(
    seed: int, size: int, fleet: list[str], cost: int | None
) -> None:
    check(seed, size, fleet, cost)


@pytest.mark.parametrize("cost", [0, 1])
def test_a_line_may_lead_to_an_area_with_a_station(cost: int) -> None:
    """No box has a station in an off-board area; a position built by hand may, and its routes count."""
    assert check(864920819, 24, ["2 stops", "6 stops"], cost) == 1


def test_a_line_from_nowhere_is_no_obstacle() -> None:
    layout, own, closed, uncounted, values = small_position(5, 10, odd_emilia())
    area = next(stop for stop in values if layout.stop(stop).kind == "offboard")
    lines = [ForeignLine(StopId("nowhere.0"), area), ForeignLine(StopId(f"{hex_of(own[0])}.8"), area)]
    train = msgspec.structs.replace(stop_counted("4", 4, values), line_cost=0)
    without = best_runs(layout, [train], own, closed, uncounted=uncounted)
    for stations in (own, (*own, area)):
        runs = best_runs(layout, [train], stations, closed, uncounted=uncounted, lines=lines)
        assert runs.proven
        assert runs.revenue >= without.revenue
        assert can_run(layout, train, stations, closed, uncounted, lines)


def test_many_of_the_best_runs_take_a_line() -> None:
    """What is compared above is not without lines."""
    assert sum(check(seed, 10, ["4 stops", "3 stops"], 0) for seed in range(30)) >= 15


@given(SEEDS, st.integers(4, 14), st.sampled_from(KINDS), COSTS)
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_line_alone_is_a_route_and_without_it_there_is_none(
    seed: int, size: int, kind: str, cost: int | None
) -> None:
    """The routes of brute force that are nothing but a line, shown by their two hexes."""
    position = small_position(seed, size, odd_emilia())
    layout, own, closed, uncounted, _ = position
    lines = some_lines(position, seed, 5)
    train = runner(kind, position, cost)
    for _, sides, stops in routes_by_foot(layout, train, own, closed, uncounted, lines):
        if any("line" in side for side in sides) and len(stops) == 2:
            hexes = tuple(hex_of(stop) for stop in stops)
            assert route_fault(layout, train, hexes, own, closed, uncounted, lines) is None
            assert route_fault(layout, train, hexes, own, closed, uncounted) is RouteFault.NOT_JOINED


@pytest.mark.soak
@given(SEEDS, st.integers(4, 26), FLEETS, COSTS)
@settings(max_examples=10_000, deadline=None)
def test_with_lines_on_many_networks(seed: int, size: int, fleet: list[str], cost: int | None) -> None:
    check(seed, size, fleet, cost)
