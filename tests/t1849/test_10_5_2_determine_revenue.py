"""1849, 10.5.2: what a run earns, and that nothing less than the best is taken."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.flow.actions import Dividend, Run, RunTrains
from tests.t1849.table import Table, routes


def girgenti() -> Table:
    """SFA in phase 6: Girgenti (20) to Caltanissetta (30, green) to Terranova (20), no town between."""
    table = Table().phase("6").start("SFA", stock={"Bruno": [10]}).trains("SFA", "6H")
    return table.lay("J6 659 3", "H6 8 4", "G7 8 5", "H8 666 0", "J8 9 0", "L8 8 3").operate("SFA", "run")


@pytest.mark.clause("1849-10.5.2.1")
def test_example_cities_of_30_20_and_20_earn_70() -> None:
    table = girgenti()
    table.do(routes(("6H", "J6 H6 G7 H8 J8 L8 M9")))
    bruno = table.game.cash("Bruno")
    table.do(Dividend("pay"))
    assert table.game.state.earnings["SFA"] == 70
    assert table.game.cash("Bruno") == bruno + 7  # the chart shows earnings by share


@pytest.mark.clause("1849-10.5.2.1")
def test_towns_and_ports_are_added_to_the_cities() -> None:
    table = Table().phase("6").start("ATA").trains("ATA", "6H").lay("M13 675 1").operate("ATA", "run")
    table.do(routes(("6H", "M13 K13 L14")), Dividend("withhold"))
    assert table.game.state.earnings["ATA"] == 20 + 10 + 60


@pytest.mark.clause("1849-10.5.2.2")
def test_every_place_pays_between_10_and_130() -> None:
    """Over all that is printed on board and tiles; a city or town on a blank hex has no value before its tile."""
    game = Table().game
    board = game.title.box.board
    faces = [tile.face for tile in board.tiles.values()]
    faces += [hex.face for hex in board.hexes.values() if hex.face.colour != "blank"]
    stops = [stop for face in faces for stop in face.stops]
    values = {value for stop in stops for value in stop.revenue}
    assert (min(values), max(values)) == (10, 130)
    assert all(value % 10 == 0 for value in values)
    assert max(board.tiles["652"].face.stops[0].revenue) == 130  # Palermo in brown
    assert game.layout.stop(stop_id("A5")).value(0) == 10  # its port
    towns = {stop.revenue for face in faces if face.colour == "yellow" for stop in face.stops if stop.kind == "town"}
    assert towns == {(10,)}


def mazzara(runs_as_shown: bool = False) -> Table:
    """CTL with Trapani, Marsala and Mazzara on one line."""
    table = Table(runs_as_shown=runs_as_shown).start("CTL").trains("CTL", "4H").lay("G1 4 0")
    return table.operate("CTL", "run")


@pytest.mark.clause("1849-10.5.2.3", "1849-R23")
def test_less_than_the_best_run_is_refused_and_the_better_one_named() -> None:
    table = mazzara()
    table.may_not(routes(("4H", "C1 E1")), "1849-10.5.2.3", saying="earn 40; the best earn 50: C1-E1-G1")
    assert table.game.decision.choices == (RunTrains((Run("4H", ("C1", "E1", "G1")),)),)
    table.do(routes(("4H", "G1 E1 C1")), Dividend("withhold"))
    assert table.game.state.earnings["CTL"] == 50


@pytest.mark.clause("1849-10.5.2.3")
def test_a_train_left_standing_that_could_earn_is_refused_too() -> None:
    table = Table().start("CTL").trains("CTL", "4H", "4H").lay("G1 4 0").operate("CTL", "run")
    table.may_not(routes(("4H", "C1 E1 G1")), "1849-10.5.2.3", saying="the best earn 70")
    table.do(routes(("4H", "C1 E1"), ("4H", "E1 G1")))


@pytest.mark.clause("1849-R23")
def test_a_game_played_elsewhere_keeps_its_lower_runs() -> None:
    table = mazzara(runs_as_shown=True)
    table.do(routes(("4H", "C1 E1")), Dividend("withhold"))
    assert table.game.state.earnings["CTL"] == 40
    table = mazzara(runs_as_shown=True)
    table.may_not(RunTrains(()), "1849-10.5.1")  # it must run all the same
    table.may_not(routes(("4H", "C1 G1")), "1849-10.1.1")


@pytest.mark.clause("1849-10.5.2.1")
@pytest.mark.parametrize(
    ("phase", "grey", "calabria"),
    [("4", 20, 10), ("6", 20, 10), ("8", 30, 30), ("10", 30, 30), ("12", 40, 90), ("16", 40, 90)],
)
def test_grey_cities_pay_by_phase_and_printed_yellow_ones_what_is_printed(phase: str, grey: int, calabria: int) -> None:
    table = Table().phase(phase).start("CTL")
    values = table.game.title.runs.runner(table.game, "CTL", "4H").values
    assert [values[stop_id(hex_id)] for hex_id in ("C1", "E1", "M9")] == [grey] * 3
    assert values[stop_id("C15")] == calabria
    printed = {"C5": 50, "H12": 40, "B14": 30, "M11": 20, "M13": 10}  # before their first tile, in every phase
    assert {hex_id: values[stop_id(hex_id)] for hex_id in printed} == printed
