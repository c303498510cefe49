"""Best runs by example: the rulebook's, a real game's, and positions in which there is little to run."""

from __future__ import annotations

import msgspec
import pytest

from ferrovia.bots.made_up import made_up_network
from ferrovia.engine.board import routes, run_fleet, run_packing, run_search
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import Route, Runner, Runs, best_runs, can_run, read_route
from ferrovia.engine.board.run_bounds import NEVER, Bounds
from ferrovia.engine.board.run_network import Course, network
from ferrovia.engine.board.run_search import search
from ferrovia.engine.board.track import read_tiles
from tests.engine.board.by_foot import best_by_foot, routes_by_foot
from tests.engine.board.faults import runs_fault
from tests.engine.board.networks import (
    dense_position,
    odd_sicily,
    played_runs,
    sicilian,
    sicily,
    stop_counted,
    stops_of,
)
from tests.engine.board.rulebook_example import EXAMPLE_TILES, NARROW_LINE, STANDARD_LINE

NOBODY: frozenset[StopId] = frozenset()
MARSALA = (StopId("E1.0"),)


@pytest.fixture
def example() -> Layout:
    return Layout(sicily(), EXAMPLE_TILES)


def train(name: str, layout: Layout) -> Runner:
    return sicilian(name, stops_of(layout))


def read(layout: Layout, name: str, *hexes: str) -> Route:
    route = read_route(layout, train(name, layout), hexes)
    assert isinstance(route, Route)
    return route


# The rulebook's example


@pytest.mark.clause("1849-10.5.1.9")
def test_the_first_8h_runs_the_standard_line(example: Layout) -> None:
    route = read(example, "8H", *STANDARD_LINE)
    assert (route.length, route.revenue) == (8, 160)
    assert route.stops == ("C5.0", "D4.0", "C3.0", "G3.0", "G1.0", "E1.0")
    alone = best_runs(example, [train("8H", example)], MARSALA, NOBODY)
    assert alone.revenue == 160


@pytest.mark.clause("1849-10.5.1.10", "1849-10.5.1.8")
def test_the_second_8h_runs_the_narrow_line_in_the_same_turn(example: Layout) -> None:
    route = read(example, "8H", *NARROW_LINE)
    assert (route.length, route.revenue) == (8, 130)
    runs = best_runs(example, [train("8H", example)] * 2, MARSALA, NOBODY)
    assert (runs.revenue, runs.proven) == (290, True)
    assert [route.revenue for route in runs.routes] == [160, 130]
    standard, narrow = read(example, "8H", *STANDARD_LINE), read(example, "8H", *NARROW_LINE)
    # Between Palermo and Partinico both lines count 2, so either train may take either.
    assert runs.routes[0].sides | runs.routes[1].sides == standard.sides | narrow.sides


@pytest.mark.clause("1849-10.5.1.11", "1849-10.5.1.6")
def test_the_last_hex_into_dual_gauge_marsala_counts_as_narrow(example: Layout) -> None:
    assert read(example, "8H", "D4", "E3", "F2", "E1").length == 6


@pytest.mark.clause("1849-10.5.1.12")
def test_an_r6h_runs_on_to_trapani(example: Layout) -> None:
    route = read(example, "R6H", *NARROW_LINE, "C1")
    assert (route.length, route.revenue) == (5, 160)
    runs = best_runs(example, [train("R6H", example)], MARSALA, NOBODY)
    assert runs.revenue == 160
    assert runs.routes[0].stops == ("C1.0", "E1.0", "D4.0", "C5.0")


@pytest.mark.clause("1849-10.5.1.13")
@pytest.mark.parametrize(("name", "by_standard", "by_narrow"), [("8H", 2, 2), ("R6H", 4, 1)])
def test_palermo_to_partinico(example: Layout, name: str, by_standard: int, by_narrow: int) -> None:
    assert read(example, name, "C5", "B4", "D4").length == by_standard
    assert read(example, name, "D4", "C5").length == by_narrow


# A real game


class TestTheRecordedGame:
    def test_no_run_is_below_what_the_site_found(self) -> None:
        played = list(played_runs())
        assert len(played) == 48
        for run in played:
            layout, own, closed, ports, values = run.position
            trains = [sicilian(name, values) for name in run.trains]
            runs = best_runs(layout, trains, own, closed, uncounted=ports)
            assert runs.proven
            assert runs.revenue >= run.found_there >= run.revenue
            shown = [(route.train, route.hexes) for route in runs.routes]
            assert runs_fault(layout, trains, shown, own, closed, ports) is None
            walked = [routes_by_foot(layout, each, own, closed, ports) for each in trains]
            expected = best_by_foot(walked, 3_000_000)
            assert expected is not None
            assert runs.revenue == expected[0]


# Dense boards


@pytest.mark.parametrize("fleet", ["16H 16H", "16H R6H", "10H 10H 8H", "8H 6H 6H 4H", "E 16H", "E E"])
@pytest.mark.parametrize("seed", range(3))
def test_a_crowded_map_is_solved_the_same_warm_and_cold(fleet: str, seed: int) -> None:
    layout, own, closed, ports, values = dense_position(sicily(), seed)
    trains = [sicilian(name, values) for name in fleet.split()]
    first = best_runs(layout, trains, own, closed, uncounted=ports)
    assert first.proven
    shown = [(route.train, route.hexes) for route in first.routes]
    assert runs_fault(layout, trains, shown, own, closed, ports) is None
    other_order = best_runs(layout, trains[::-1], own, closed, uncounted=ports)
    assert other_order.revenue == first.revenue
    cold = Layout(layout.board, dict(reversed(layout.tiles.items())))
    assert best_runs(cold, trains, own[::-1], closed, uncounted=ports) == first


def test_a_new_tile_changes_the_answer(example: Layout) -> None:
    fleet = [train("R6H", example)]
    before = best_runs(example, fleet, MARSALA, NOBODY)
    cut = example.without_tile("F2")
    assert best_runs(cut, fleet, MARSALA, NOBODY).revenue < before.revenue
    again = cut.with_tile("F2", *EXAMPLE_TILES["F2"])
    assert best_runs(again, fleet, MARSALA, NOBODY) == before


def test_what_is_remembered_depends_on_everything_given(example: Layout) -> None:
    worth = stops_of(example)
    long_train = sicilian("16H", worth)
    nothing: frozenset[StopId] = frozenset()
    questions = [
        (long_train, MARSALA, NOBODY, nothing),
        (long_train, (StopId("C1.0"),), NOBODY, nothing),
        (long_train, MARSALA, frozenset({StopId("D4.0"), StopId("G1.0")}), nothing),
        (long_train, MARSALA, frozenset(worth), frozenset({StopId("C1.0"), StopId("D4.0")})),
        (long_train, (StopId("C5.0"),), NOBODY, nothing),
        (long_train, (StopId("C5.0"),), frozenset({StopId("G3.0")}), nothing),  # the same stops, but not to be passed
        (long_train, (StopId("C5.0"),), NOBODY, frozenset(worth) - {StopId("C5.0")}),
        (sicilian("8H", worth), MARSALA, NOBODY, nothing),
        (Runner("16H", 16, {StopId("E1.0"): 10, StopId("C1.0"): 10}, (1, 2, 1)), MARSALA, NOBODY, nothing),
        (Runner("16H", 16, worth, (1, None, 1)), MARSALA, NOBODY, nothing),
        (Runner("16H", 16, worth, (1, 2, 1), extra_costs={StopId("D4.0"): 9}), MARSALA, NOBODY, nothing),
        (Runner("16H", 16, worth, (1, 2, 1), end_values={StopId("E1.0"): 200}), MARSALA, NOBODY, nothing),
        (Runner("another name", 16, worth, (1, 2, 1)), MARSALA, NOBODY, nothing),
    ]

    def answer(
        layout: Layout, question: tuple[Runner, tuple[StopId, ...], frozenset[StopId], frozenset[StopId]]
    ) -> Runs:
        runner, own, closed, uncounted = question
        return best_runs(layout, [runner], own, closed, uncounted=uncounted)

    warm = [answer(example, question) for question in questions]
    cold = [answer(Layout(sicily(), EXAMPLE_TILES), question) for question in questions]
    again = [answer(example, question) for question in questions]
    assert warm == cold == again
    assert len({(runs.revenue, runs.routes) for runs in warm}) > 6  # the questions do differ


# Little to run


def test_without_trains_nothing_runs(example: Layout) -> None:
    runs = best_runs(example, [], MARSALA, NOBODY)
    assert (runs.routes, runs.revenue, runs.bound, runs.proven) == ((), 0, 0, True)


@pytest.mark.parametrize("own", [(), ("J6.0",), ("A1.0",), ("E1.7",), ("E1",), ("",), ("E1.x",)])
def test_without_a_station_on_track_nothing_runs(example: Layout, own: tuple[StopId, ...]) -> None:
    fleet = [train("16H", example), train("E", example)]
    runs = best_runs(example, fleet, own, NOBODY)
    assert (runs.routes, runs.revenue, runs.proven) == ((), 0, True)
    assert not any(can_run(example, each, own, NOBODY) for each in fleet)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_train_that_goes_nowhere(example: Layout, limit: int) -> None:
    runner = Runner("0H", limit, stops_of(example))
    assert best_runs(example, [runner], MARSALA, NOBODY).routes == ()
    assert not can_run(example, runner, MARSALA, NOBODY)


def test_more_trains_than_track(example: Layout) -> None:
    layout = Layout(sicily())  # only Marsala - Trapani
    fleet = [train("4H", layout)] * 3
    runs = best_runs(layout, fleet, MARSALA, NOBODY)
    assert [route.stops for route in runs.routes] == [("C1.0", "E1.0")]
    assert (runs.revenue, runs.proven) == (60, True)
    crowd = [train("10H", example)] * 12
    assert best_runs(example, crowd, (StopId("E1.0"), StopId("C5.0")), NOBODY).proven


def test_a_station_between_ports_only() -> None:
    layout = Layout(sicily())
    palermo = (StopId("C5.0"),)
    ports = frozenset({StopId("A5.0")})
    assert best_runs(layout, [train("16H", layout)], palermo, NOBODY, uncounted=ports).routes == ()
    assert not can_run(layout, train("16H", layout), palermo, NOBODY, ports)
    assert can_run(layout, train("16H", layout), palermo, NOBODY)


def test_by_way_of_a_stop_that_does_not_count(example: Layout) -> None:
    uncounted = frozenset({StopId("C1.0"), StopId("G1.0"), StopId("D4.0")})
    assert can_run(example, train("16H", example), MARSALA, NOBODY, uncounted)
    assert not can_run(
        example, train("R6H", example), (StopId("G1.0"),), NOBODY, uncounted - {StopId("C1.0")} | {StopId("E1.0")}
    )


def test_stops_without_worth_are_left_alone(example: Layout) -> None:
    runs = best_runs(example, [Runner("16H", 16, {})], MARSALA, NOBODY)
    assert (runs.routes, runs.revenue, runs.proven) == ((), 0, True)


def test_a_tile_that_fits_nowhere_is_no_obstacle() -> None:
    tiles = dict.fromkeys(sicily().hexes, ("9", 4))
    layout = Layout(sicily(), tiles)
    assert best_runs(layout, [train("16H", layout)], MARSALA, NOBODY).routes == ()


def test_every_stop_closed(example: Layout) -> None:
    everywhere = frozenset(stops_of(example))
    runs = best_runs(example, [train("16H", example)], MARSALA, everywhere)
    assert runs.proven
    assert [stop for route in runs.routes for stop in route.stops[1:-1]] == ["E1.0"]  # only its own is passed


@pytest.mark.parametrize("fleet", ["16H", "E E", "16H 16H 12H 10H"])
@pytest.mark.parametrize("seconds", [0.0, 1e-9, 0.002])
def test_a_short_time_gives_an_honest_answer(fleet: str, seconds: float) -> None:
    layout, own, closed, ports, values = dense_position(sicily(), 4)
    trains = [sicilian(name, values) for name in fleet.split()]
    runs = best_runs(layout, trains, own, closed, uncounted=ports, seconds=seconds)
    assert runs.revenue == sum(route.revenue for route in runs.routes) <= runs.bound
    shown = [(route.train, route.hexes) for route in runs.routes]
    assert runs_fault(layout, trains, shown, own, closed, ports) is None
    exact = best_runs(layout, trains, own, closed, uncounted=ports)
    assert exact.proven
    assert runs.revenue <= exact.revenue <= runs.bound
    assert runs.proven == (runs.revenue == runs.bound)


class Clock:
    """Tells a second more each time somebody looks."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return float(self.looks)


@pytest.mark.parametrize("few", [0, run_fleet.FEW])
def test_whenever_time_is_up_the_answer_is_legal_and_its_bound_holds(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(run_fleet, "FEW", few)
    monkeypatch.setattr(run_fleet, "MORE", few)
    (layout, own, closed, uncounted, _), trains = made_up_network(3, by_stops=True)
    exact = best_runs(layout, trains, own, closed, uncounted=uncounted)
    assert exact.proven
    clock = Clock()
    for module in (routes, run_search, run_packing):
        monkeypatch.setattr(module, "perf_counter", clock)
    answers = []
    for seconds in [0, 1, 2, 4, 8, 16, 24, 32, 48, 10**6]:
        cold = Layout(layout.board, layout.tiles)
        runs = best_runs(cold, trains, own, closed, uncounted=uncounted, seconds=seconds)
        assert runs.revenue <= exact.revenue <= runs.bound
        assert runs.proven == (runs.revenue == runs.bound)
        shown = [(route.train, route.hexes) for route in runs.routes]
        assert runs_fault(layout, trains, shown, own, closed, uncounted) is None
        answers.append(runs)
    assert not answers[0].proven
    assert answers[0].bound > exact.bound
    assert answers[-1] == exact
    assert len({(runs.revenue, runs.bound) for runs in answers}) > 2  # it was up at various times
    bounds = [runs.bound for runs in answers]
    assert bounds == sorted(bounds, reverse=True)


def test_what_time_cut_short_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    (layout, own, closed, uncounted, _), trains = made_up_network(3, by_stops=True)
    with monkeypatch.context() as stopped:
        for module in (routes, run_search, run_packing):
            stopped.setattr(module, "perf_counter", Clock())
        short = best_runs(layout, trains, own, closed, uncounted=uncounted, seconds=1)
    assert not short.proven
    warm = best_runs(layout, trains, own, closed, uncounted=uncounted)
    assert warm.proven
    assert warm == best_runs(Layout(layout.board, layout.tiles), trains, own, closed, uncounted=uncounted)


def test_two_trains_cross_where_tracks_only_cross() -> None:
    hub = ("hub", 0)
    layout = Layout(odd_sicily(), {"F4": ("crossing", 0), "D4": hub, "H4": hub, "E3": hub, "G5": hub})
    worth = dict.fromkeys(map(StopId, ("D4.0", "H4.0", "E3.0", "G5.0")), 10)
    fleet = [Runner("4H", 4, worth)] * 2
    own = (StopId("D4.0"), StopId("E3.0"))
    runs = best_runs(layout, fleet, own, NOBODY)
    expected = best_by_foot([routes_by_foot(layout, fleet[0], own, NOBODY, NOBODY)] * 2, 10**6)
    assert (runs.revenue, sum(route.sides.bit_count() for route in runs.routes)) == expected
    tracks = {frozenset((route.hexes[at - 1], route.hexes[at + 1])) for route in runs.routes
              for at, hex_id in enumerate(route.hexes) if hex_id == "F4"}  # fmt: skip
    assert tracks == {frozenset({"D4", "H4"}), frozenset({"E3", "G5"})}


def test_a_loop_is_no_route() -> None:
    ring = Layout(odd_sicily(), {"F4": ("hub", 0), "D4": ("7", 5), "E5": ("7", 1)})
    assert "F4" in {arrival.hex for arrival in ring.walk(StopId("F4.0")).arrivals}  # round and back into the city
    for limit in (None, 16):
        train_of_the_ring = Runner("E", limit, {StopId("F4.0"): 100})
        runs = best_runs(ring, [train_of_the_ring] * 2, (StopId("F4.0"),), NOBODY)
        assert (runs.routes, runs.proven) == ((), True)
        assert not can_run(ring, train_of_the_ring, (StopId("F4.0"),), NOBODY)


def test_a_train_counted_in_stops_ends_where_it_pays_more(example: Layout) -> None:
    values = dict.fromkeys(map(StopId, ("C5.0", "D4.0", "C3.0", "G3.0", "G1.0", "E1.0", "C1.0")), 10)
    plain = Runner("3", 3, values, (0, 0, 0), stop_cost=1)
    assert best_runs(example, [plain], MARSALA, NOBODY).routes[0].length == 3
    tips = Runner("3", 3, values, (0, 0, 0), stop_cost=1, end_values={StopId("D4.0"): 60, StopId("E1.0"): 0})
    best = best_runs(example, [tips], MARSALA, NOBODY).routes[0]
    assert (best.stops, best.revenue) == (("C1.0", "E1.0", "D4.0"), 80)
    heavy = Runner(
        "3", 3, values, (0, 0, 0), stop_cost=1, extra_costs={StopId("D4.0"): 1, StopId("C1.0"): 1, StopId("G1.0"): 1}
    )
    assert best_runs(example, [heavy], MARSALA, NOBODY).routes[0].length == 3
    assert len(best_runs(example, [heavy], MARSALA, NOBODY).routes[0].stops) == 2


def test_a_port_ends_a_route_even_with_a_station_in_it() -> None:
    tiles = {**EXAMPLE_TILES, "D4": ("harbour", 0), "F4": ("hub", 0)}
    layout = Layout(odd_sicily(), tiles)
    worth = {StopId("A5.0"): 10, StopId("C5.0"): 10, StopId("D4.0"): 10, StopId("F4.0"): 50}
    fleet = [Runner("16H", 16, worth)]
    alone = best_runs(layout, fleet, (StopId("D4.0"),), NOBODY)
    assert [route.stops for route in alone.routes] == [("D4.0", "F4.0")]
    both = best_runs(
        layout, [Runner("16H", 16, {**worth, StopId("F4.0"): 15})], (StopId("C5.0"), StopId("D4.0")), NOBODY
    )
    assert [route.stops for route in both.routes] == [("A5.0", "C5.0", "D4.0")]
    # Nor when all routes are listed, as for several trains.
    for own in [(StopId("D4.0"),), (StopId("C5.0"), StopId("D4.0"))]:
        course = Course(network(layout, frozenset(own), NOBODY, NOBODY), fleet[0])
        for found in search(course, Bounds(course), NEVER, every=True):
            legs = [{way.segment.start, way.segment.end} for arm in found.arms() for way in arm]
            assert sum("D4.0" in leg for leg in legs) <= 1


def test_a_train_without_limit_ends_at_two_closed_cities(example: Layout) -> None:
    worth = {StopId("G1.0"): 100, StopId("G3.0"): 1, StopId("C3.0"): 1, StopId("D4.0"): 0, StopId("C5.0"): 100}
    electric = Runner("E", None, worth, (0, None, 0))
    runs = best_runs(example, [electric], (StopId("G3.0"),), frozenset({StopId("G1.0"), StopId("C5.0")}))
    assert runs.routes[0].stops == ("C5.0", "D4.0", "C3.0", "G3.0", "G1.0")
    assert (runs.revenue, runs.routes[0].length) == (202, 0)


def test_a_detour_may_count_less_than_the_straight_track_in_it() -> None:
    # From I5 to F8 over G7: straight on narrow track, or standard track round by F6 and E7.
    board = odd_sicily()
    junction = {"id": "junction", "count": 1, "colour": "brown", "tracks": ["1-4:narrow", "1-2", "3-4"]}
    dual_town = {"id": "dual", "count": 1, "colour": "brown", "stops": [{"kind": "town", "revenue": 10}]}
    dual_town["tracks"] = ["0-s0:dual", "1-s0:dual", "4-s0:dual"]
    tiles = read_tiles({"tile": [junction, dual_town]})
    layout = Layout(
        msgspec.structs.replace(board, tiles={**board.tiles, **tiles}),
        {"G7": ("junction", 0), "H6": ("dual", 0), "F6": ("7", 4), "E7": ("7", 0), "F8": ("dual", 0), "H8": ("hub", 0)},
    )
    slow_on_narrow = Runner("6", 6, {StopId("H6.0"): 10, StopId("F8.0"): 10, StopId("H8.0"): 10}, (1, 3, 1))
    runs = best_runs(layout, [slow_on_narrow], (StopId("H6.0"),), NOBODY)
    assert runs.routes[0].hexes == ("H6", "G7", "F6", "E7", "G7", "F8", "H8")
    assert (runs.routes[0].length, runs.revenue) == (6, 30)


def test_unlike_trains_keep_their_order(example: Layout) -> None:
    values = stops_of(example)
    fleet = [sicilian("R6H", values), stop_counted("2", 2, values), sicilian("8H", values)]
    runs = best_runs(example, fleet, MARSALA, NOBODY)
    names = [route.train for route in runs.routes]
    assert names == [name for name in ("R6H", "2", "8H") if name in names]
