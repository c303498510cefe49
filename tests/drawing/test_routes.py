"""Runs over the board: unbroken from end to end, in the ink of their number, and told apart without colour."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ferrovia.drawing.board import board
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.palette import ROUTES
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.position import position
from ferrovia.drawing.printed import printed_of
from ferrovia.drawing.routes import RING, Run, by_hex, runs_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.runners import Route
from ferrovia.engine.flow.game import Game
from tests.drawing.editions import STORED, edition, elements, late, stored

End = tuple[int, int]  # a point of the picture, roughly


def all_runs(name: str) -> tuple[Edition, Game, list[Route], tuple[Run, ...]]:
    game = stored(name)
    known, _ = late(name)
    running = [corporation for corporation in game.state.stations if game.trains(corporation)]
    routes = [route for corporation in running for route in game.title.runs.best(game, corporation).routes]
    return known, game, routes, runs_of(printed_of(known), game.layout, routes)


def test_stored_games_have_runs_and_one_of_them_takes_a_line() -> None:
    found = [all_runs(name) for name in STORED]
    assert any(runs for _, _, _, runs in found)
    beside = [
        here in {beside[0] for beside in game.title.box.board.neighbours[there] if beside}
        for _, game, routes, _ in found
        for route in routes
        for here, there in pairwise(route.hexes)
    ]
    assert not all(beside)


@pytest.mark.parametrize("name", STORED)
def test_a_run_is_one_unbroken_way_from_its_first_stop_to_its_last(name: str) -> None:
    known, _, routes, runs = all_runs(name)
    places = plan_of(printed_of(known)).places
    for route, run in zip(routes, runs, strict=True):
        assert {hex_id for hex_id, _ in run.curves} >= set(route.hexes)
        if not route.sides:
            continue  # stations that count without a way between them are ringed
        ends = [{_near(curve.start, places[hex_id]), _near(curve.end, places[hex_id])} for hex_id, curve in run.curves]
        assert _is_connected(ends), route.hexes


def _near(point: Point, place: Point) -> End:
    there = point.plus(place)
    return round(there.x / 4), round(there.y / 4)


def _is_connected(pieces: list[set[End]]) -> bool:
    """Whether pieces that share an end make one whole; ends may be a rounding apart."""
    seen, waiting = pieces[:1], pieces[1:]
    grown = True
    while grown and waiting:
        touching = [piece for piece in waiting if any(_touch(piece, other) for other in seen)]
        grown = bool(touching)
        seen += touching
        waiting = [piece for piece in waiting if piece not in touching]
    return not waiting


def _touch(one: set[End], other: set[End]) -> bool:
    return any(abs(ax - bx) <= 1 and abs(ay - by) <= 1 for ax, ay in one for bx, by in other)


def test_the_board_shows_each_run_in_its_ink_and_says_which_it_is() -> None:
    known, game, routes, runs = all_runs("1883-four")
    runs = runs[:3]
    drawn = board(known, position(game), runs=runs)
    for run in runs:
        lines = [element for element in elements(drawn) if element.attrib.get("data-run") == str(run.number + 1)]
        assert len(lines) >= len({hex_id for hex_id, _ in run.curves})
        assert {line.attrib["stroke"] for line in lines} == {ROUTES[run.number].colour}
    assert len({tuple(ink.dashes) for ink in ROUTES}) == len(ROUTES)
    assert [route.revenue for route in routes[:3]] == [run.revenue for run in runs]


def test_runs_that_share_track_can_both_be_seen() -> None:
    known, game, routes, _ = all_runs("1883-four")
    twice = runs_of(printed_of(known), game.layout, [routes[0], routes[0]])
    strokes = next(iter(by_hex(twice).values()))
    assert {number for number, _ in strokes} == {0, 1}
    drawn = board(known, position(game), runs=twice)
    widths = {
        (element.attrib["data-run"], element.attrib["stroke-width"])
        for element in elements(drawn)
        if "data-run" in element.attrib
    }
    assert ("1", "12") in widths
    assert ("2", "7") in widths


def test_places_that_count_without_a_way_between_them_are_ringed() -> None:
    known = edition("18FB")
    layout = Layout(known.box.board)
    route = Route(
        train="PH5", hexes=("NC8", "F31"), stops=(StopId("NC8.0"), StopId("F31.0")), revenue=100, length=2, sides=0
    )
    (run,) = runs_of(printed_of(known), layout, [route])
    assert run.curves == tuple((hex_id, curve) for hex_id in ("NC8", "F31") for curve in RING)
    assert 'data-run="1"' in board(known, runs=[run])
