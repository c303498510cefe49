"""The solver against brute force, on small made-up networks and every kind of train."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.bots.made_up import made_up_network
from ferrovia.engine.board import run_fleet
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import Runner, best_runs, can_run
from ferrovia.engine.board.run_bounds import NEVER, Bounds
from ferrovia.engine.board.run_network import Course, network
from ferrovia.engine.board.run_prices import Prices
from ferrovia.engine.board.run_search import search
from tests.engine.board.by_foot import best_by_foot, routes_by_foot
from tests.engine.board.faults import runs_fault
from tests.engine.board.networks import Position, sicilian, small_position, stop_counted

SEEDS = st.integers(0, 10**9)
SIZES = st.integers(4, 16)
# Narrow double, standard double, unlimited off the narrow with doubled cities, counted in stops.
KINDS = ("4H", "6H", "8H", "10H", "R6H", "E", "2 stops", "3 stops", "5 stops")
FLEETS = st.lists(st.sampled_from(KINDS), min_size=1, max_size=4) | st.tuples(
    st.sampled_from(KINDS), st.integers(2, 4)
).map(lambda pair: [pair[0]] * pair[1])
WORK = 60_000


def runner(kind: str, position: Position) -> Runner:
    if kind.endswith("stops"):
        return stop_counted(kind, int(kind.split()[0]), position.values)
    return sicilian(kind, position.values)


def check(seed: int, size: int, fleet: list[str]) -> None:
    position = small_position(seed, size)
    layout, own, closed, uncounted, _ = position
    trains = [runner(kind, position) for kind in fleet]
    walked = {train.name: routes_by_foot(layout, train, own, closed, uncounted) for train in trains}
    for train in trains:
        assert can_run(layout, train, own, closed, uncounted) == bool(walked[train.name])
    expected = best_by_foot([walked[train.name] for train in trains], WORK)
    while expected is None:
        trains.pop()
        expected = best_by_foot([walked[train.name] for train in trains], WORK)

    runs = best_runs(layout, trains, own, closed, uncounted=uncounted)

    sides = sum(route.sides.bit_count() for route in runs.routes)
    assert (runs.revenue, sides) == expected
    assert runs.proven
    assert runs.bound == runs.revenue == sum(route.revenue for route in runs.routes)
    shown = [(route.train, route.hexes) for route in runs.routes]
    assert runs_fault(layout, trains, shown, own, closed, uncounted) is None
    assert best_runs(layout, trains, own, closed, uncounted=uncounted) is runs
    cold = Layout(layout.board, layout.tiles)
    assert best_runs(cold, trains, reversed(own), closed, uncounted=uncounted) == runs


@given(SEEDS, SIZES, FLEETS)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_best_runs_are_those_of_brute_force(seed: int, size: int, fleet: list[str]) -> None:
    check(seed, size, fleet)


@given(SEEDS, st.integers(8, 16), st.sampled_from(["E", "16H", "6 stops"]))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_one_long_train(seed: int, size: int, kind: str) -> None:
    check(seed, size, [kind])


@pytest.fixture
def dear_track(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Even the fewest routes are too many to list: every fleet is proven by prices, and by them alone."""
    monkeypatch.setattr(run_fleet, "FEW", 0)
    monkeypatch.setattr(run_fleet, "MORE", 0)
    proofs: list[int] = []
    from_above = run_fleet.Fleet._prove_from_above

    def noted(fleet: run_fleet.Fleet, prices: Prices) -> None:
        proofs.append(prices.total)
        from_above(fleet, prices)

    monkeypatch.setattr(run_fleet.Fleet, "_prove_from_above", noted)
    return proofs


def test_the_best_runs_by_prices_are_those_of_brute_force(dear_track: list[int]) -> None:
    @given(SEEDS, st.integers(8, 14), FLEETS)
    @settings(max_examples=50, deadline=None, derandomize=True)
    def by_prices(seed: int, size: int, fleet: list[str]) -> None:
        check(seed, size, fleet)

    by_prices()
    assert sum(total > 0 for total in dear_track) > 10  # there were prices, and they were not enough by themselves


@pytest.mark.parametrize("by_stops", [True, False])
@pytest.mark.parametrize("seed", [0, 4, 16])
def test_listing_and_prices_agree_on_a_made_up_network(seed: int, by_stops: bool, dear_track: list[int]) -> None:
    (layout, own, closed, uncounted, _), trains = made_up_network(seed, by_stops=by_stops)
    priced = best_runs(layout, trains, own, closed, uncounted=uncounted)
    run_fleet.FEW = 10**9
    cold = Layout(layout.board, layout.tiles)
    listed = best_runs(cold, trains[:2], own, closed, uncounted=uncounted)
    run_fleet.FEW = 0
    cold = Layout(layout.board, layout.tiles)
    assert best_runs(cold, trains[:2], own, closed, uncounted=uncounted).revenue == listed.revenue
    assert priced.proven
    assert priced.revenue >= listed.revenue
    shown = [(route.train, route.hexes) for route in priced.routes]
    assert runs_fault(layout, trains, shown, own, closed, uncounted) is None


@given(SEEDS, SIZES, st.sampled_from(["10H", "E", "5 stops"]))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_no_route_is_listed_twice(seed: int, size: int, kind: str) -> None:
    position = small_position(seed, size)
    course = Course(
        network(position.layout, frozenset(position.own), position.closed, position.uncounted), runner(kind, position)
    )
    listed = []
    for found in search(course, Bounds(course), NEVER, every=True):
        stretches = [way.segment for arm in found.arms() for way in arm]
        listed.append(frozenset((stretch.sides, frozenset({stretch.start, stretch.end})) for stretch in stretches))
    assert len(set(listed)) == len(listed)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@given(SEEDS, SIZES, st.integers(1, 3))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_five_hundred_networks_for_every_kind_of_train(kind: str, seed: int, size: int, count: int) -> None:
    check(seed, size, [kind] * count)


@pytest.mark.soak
@given(SEEDS, st.integers(4, 20), FLEETS)
@settings(max_examples=20_000, deadline=None)
def test_the_best_runs_are_those_of_brute_force_on_many_networks(seed: int, size: int, fleet: list[str]) -> None:
    check(seed, size, fleet)
