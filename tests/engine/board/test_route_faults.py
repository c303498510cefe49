"""Why a shown route is not legal: one position for every fault."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ferrovia.engine.board import route_faults
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Placed
from ferrovia.engine.board.routes import (
    Route,
    RouteFault,
    Runner,
    best_runs,
    read_route,
)
from tests.engine.board.faults import route_fault, runs_fault
from tests.engine.board.networks import odd_sicily, sicilian, stops_of
from tests.engine.board.rulebook_example import EXAMPLE_TILES, NARROW_LINE, STANDARD_LINE

NOBODY: frozenset[StopId] = frozenset()
PORTS = frozenset({StopId("A5.0")})
# A loop of standard track: from the south side of G7 round by F6, E7 and F8.
LOOP = {"F6": ("7", 4), "E7": ("8", 5), "F8": ("7", 1)}


def layout(**tiles: Placed) -> Layout:
    return Layout(odd_sicily(), {**EXAMPLE_TILES, **tiles})


def train(name: str, position: Layout) -> Runner:
    return sicilian(name, stops_of(position))


def fault(
    name: str,
    position: Layout,
    *hexes: str,
    own: tuple[StopId, ...] = (StopId("C5.0"),),
    closed: frozenset[StopId] = NOBODY,
) -> RouteFault | None:
    return route_fault(position, train(name, position), hexes, own, closed, PORTS)


@pytest.mark.parametrize(
    "hexes",
    [
        (),
        ("C5",),
        ("C5", "E5"),  # hexes that do not touch
        ("C5", "D6"),  # no track there
        ("C5", "Atlantis"),
    ],
)
def test_a_route_follows_track_from_hex_to_hex(hexes: tuple[str, ...]) -> None:
    assert fault("16H", layout(), *hexes) is RouteFault.NOT_JOINED


@pytest.mark.parametrize("hexes", [("B4", "C5"), ("C5", "B4")])
def test_a_route_begins_and_ends_at_a_stop(hexes: tuple[str, ...]) -> None:
    assert fault("16H", layout(), *hexes) is RouteFault.NO_STOP_AT_END


@pytest.mark.parametrize("hexes", [("D4", "E3", "G3"), ("C3", "E3", "F2", "E1")])
def test_tracks_that_cross_are_not_switched(hexes: tuple[str, ...]) -> None:
    assert fault("16H", layout(), *hexes, own=(StopId("D4.0"), StopId("C3.0"))) is RouteFault.SWITCHES_TRACK


def test_the_gauge_changes_only_at_a_stop() -> None:
    position = layout(C5=("651", 5), D6=("78", 0), F6=("79", 0), H6=("79", 0), J6=("673", 2))
    assert fault("16H", position, "C5", "D6", "F6", "H6", "J6") is RouteFault.GAUGE_CHANGE


def test_no_hexside_twice() -> None:
    position = layout(**LOOP, G7=("40", 0), I7=("hub", 0))
    round_trip = ("I7", "G7", "F6", "E7", "F8", "G7", "I7")
    assert fault("16H", position, *round_trip, own=(StopId("I7.0"),)) is RouteFault.SIDE_TWICE


def test_no_stop_twice() -> None:
    position = layout(**LOOP, G7=("bypass", 2))
    assert fault("16H", position, "G7", "F6", "E7", "F8", "G7", own=(StopId("G7.0"),)) is RouteFault.STOP_TWICE


def test_an_electric_train_keeps_off_narrow_track() -> None:
    assert fault("E", layout(), *NARROW_LINE) is RouteFault.BARRED_TRACK
    assert fault("E", layout(), *STANDARD_LINE) is None


def test_a_port_ends_a_route() -> None:
    position = layout(D4=("harbour", 0))
    # D4 lies between B4 (its side 3) and E3 (its side 1 shows no track now): run out by the south side.
    position = position.with_tile("F4", "hub", 0)
    assert fault("16H", position, "C5", "B4", "D4") is None
    assert fault("16H", position, "C5", "B4", "D4", "F4") is RouteFault.PASSES_END


def test_a_route_is_no_longer_than_its_train() -> None:
    assert fault("8H", layout(), *STANDARD_LINE) is None
    assert fault("6H", layout(), *STANDARD_LINE) is RouteFault.TOO_LONG
    assert fault("R6H", layout(), *NARROW_LINE) is None


def test_a_route_has_a_station_of_the_company() -> None:
    assert fault("8H", layout(), *STANDARD_LINE, own=(StopId("C1.0"),)) is RouteFault.NO_STATION


def test_a_closed_city_ends_a_route_but_is_not_passed() -> None:
    to_trapani = (*NARROW_LINE, "C1")
    assert fault("R6H", layout(), *to_trapani) is None
    assert fault("R6H", layout(), *to_trapani, closed=frozenset({StopId("E1.0")})) is RouteFault.PASSES_CLOSED
    assert fault("R6H", layout(), *to_trapani, closed=frozenset({StopId("C1.0")})) is None
    both = frozenset({StopId("E1.0"), StopId("C5.0")})
    assert fault("R6H", layout(), *to_trapani, own=(StopId("E1.0"), StopId("C5.0")), closed=both) is None


def test_ports_are_none_of_the_two_places() -> None:
    assert fault("8H", layout(), "C5", "A5") is RouteFault.TOO_FEW_STOPS
    assert fault("8H", layout(), "A5", "C5", "B4", "D4") is None


def test_two_routes_share_no_track_and_no_train() -> None:
    position = layout()
    trains = [train("8H", position), train("8H", position), train("R6H", position)]
    own = (StopId("E1.0"),)

    def wrong(*routes: tuple[str, tuple[str, ...]]) -> tuple[RouteFault, str] | None:
        return runs_fault(position, trains, routes, own, NOBODY, PORTS)

    assert wrong(("8H", STANDARD_LINE), ("8H", NARROW_LINE)) is None
    assert wrong(("8H", STANDARD_LINE), ("8H", STANDARD_LINE)) == (RouteFault.SHARED_TRACK, "8H")
    assert wrong(("R6H", NARROW_LINE), ("8H", NARROW_LINE[::-1])) == (RouteFault.SHARED_TRACK, "8H")
    assert wrong(("16H", STANDARD_LINE)) == (RouteFault.TRAIN_TOO_MANY, "16H")
    assert wrong(("R6H", ("E1", "C1")), ("R6H", NARROW_LINE)) == (RouteFault.TRAIN_TOO_MANY, "R6H")
    assert wrong(("R6H", STANDARD_LINE)) == (RouteFault.TOO_LONG, "R6H")
    assert wrong() is None


def test_a_route_reads_the_same_as_it_was_found() -> None:
    position = layout()
    trains = [train(name, position) for name in ("8H", "8H", "R6H")]
    runs = best_runs(position, trains, (StopId("E1.0"),), NOBODY, uncounted=PORTS)
    for route in runs.routes:
        named = next(runner for runner in trains if runner.name == route.train)
        assert read_route(position, named, route.hexes) == route
        backwards = read_route(position, named, route.hexes[::-1])
        assert isinstance(backwards, Route)
        assert (backwards.revenue, backwards.length, backwards.sides) == (
            route.revenue,
            route.length,
            route.sides,
        )


def walks(position: Layout, place: str, most: int) -> Iterator[tuple[str, ...]]:
    """Every walk from hex to hex over track, legal or not, of so many sides at most."""
    yield (place,)
    if most:
        for edge in sorted(position.face(place).edges):
            beside = position.board.neighbours[place][edge]
            if beside is not None:
                for rest in walks(position, beside[0], most - 1):
                    yield (place, *rest)


@pytest.mark.parametrize("tiles", [{}, LOOP], ids=["example", "with a loop"])
@pytest.mark.parametrize("name", ["4H", "16H", "R6H"])
def test_the_only_way_over_some_hexes_is_what_following_the_track_finds(
    tiles: dict[str, tuple[str, int]], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = layout(**tiles)
    shown = [hexes for place in position.tiles for hexes in walks(position, place, 5)]
    read = [read_route(position, train(name, position), hexes) for hexes in shown]
    monkeypatch.setattr(route_faults, "only_way", lambda *_: ())
    assert read == [read_route(position, train(name, position), hexes) for hexes in shown]
    assert sum(isinstance(route, Route) for route in read) > 20


@pytest.mark.parametrize("each", RouteFault)
def test_every_fault_is_a_sentence(each: RouteFault) -> None:
    sentence = each.value.format(train="8H")
    assert "{" not in sentence
    assert sentence.endswith(".")
    assert "8H" in sentence
