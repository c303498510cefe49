"""1883, 6.7: routes, what they pay, dividends and what they do to the share price; Sassuolo and Vignola."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from ferrovia.engine.flow.actions import Dividend, LayTile, Pass
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import BANK
from tests.t1883.table import Table, routes

# Modena - Carpi - Mirandola - Quistello.
FOUR_STOPS = ("55 MO2 0", "54 57 0", "56 8 4", "67 6 1", "68 58 0")
# Guastalla, Boretto and Novellara in a ring.
RING = ("37 5 0", "27 3 4", "36 3 2")
# The rulebook's example: A Carpi 20, C Cavezzo 10, E Mirandola 30 (green), B Novi and D Gonzaga plain, F San Felice 20.
EXAMPLE = ("54 5 3", "66 58 1", "67 205 5", "56 9 0", "57 7 5", "75 57 2")


def run_step(
    corporation: str, *tiles: str, trains: tuple[str, ...] = ("3",), phase: str = "1", token: str = ""
) -> Table:
    table = Table().phase(phase).lay(*tiles).start(corporation).tokens(corporation, *token.split())
    return table.trains(corporation, *trains).operate(corporation, "run")


def earned(table: Table, *runs: tuple[str, str]) -> int:
    table.do(routes(*runs))
    return table.turn.revenue


def dividend(revenue: int, cell: tuple[int, int], choice: Any, corporation: str = "SV") -> Table:
    """A corporation at a market space decides over its run."""
    table = Table().start(corporation, at=cell, stock={"Ada": 1}).operate(corporation, "dividend")
    table.turn_is(revenue=revenue).do(Dividend(choice))
    return table


# 6.7


@pytest.mark.clause("1883-6.7.1")
def test_a_run_that_is_kept_moves_the_price_left() -> None:
    table = dividend(100, (4, 8), "withhold")
    assert (table.money("SV"), table.price("SV")) == ((100,), 80)
    assert table.game.cell("SV") == (4, 7)


@pytest.mark.clause("1883-6.7.2")
@pytest.mark.parametrize(("revenue", "cell"), [(70, (5, 7)), (80, (5, 7)), (60, (5, 6)), (500, (5, 7))])
def test_a_run_that_is_paid_moves_it_right_if_it_is_worth_a_share(revenue: int, cell: tuple[int, ...]) -> None:
    table = dividend(revenue, (5, 6), "pay")
    assert table.game.cell("SV") == cell
    assert table.money("SV") == (0,)


@pytest.mark.clause("1883-6.7.3")
def test_without_a_run_the_price_falls() -> None:
    table = Table().start("SV", at=(3, 6)).operate("SV", "run").go_on()
    assert table.price("SV") == 75
    edge = Table().start("SV", at=(3, 0)).operate("SV", "run").go_on()
    assert edge.game.cell("SV") == (4, 0)
    idle = run_step("SV", *RING, trains=("2",))
    before = idle.game.cell("SV")
    idle.do(Pass())  # it has a train and a route, and does not run
    assert idle.game.cell("SV") == (before[0], before[1] - 1)


@pytest.mark.clause("1883-6.7.3")
def test_a_strike_leaves_nothing_to_decide() -> None:
    table = run_step("SV", *RING, trains=("2",)).own_is(effects={"SV": "zero"})
    before = table.game.cell("SV")
    table.go_on()
    assert table.step == "issue"  # no money for a train
    assert table.game.cell("SV") == (before[0], before[1] - 1)


@pytest.mark.clause("1883-6.7.4")
def test_example_of_three_corporations() -> None:
    assert dividend(100, (4, 8), "withhold", "FMMSF").price("FMMSF") == 80
    assert dividend(70, (5, 6), "pay", "SAFRE").price("SAFRE") == 75
    assert dividend(60, (6, 6), "pay", "SV").price("SV") == 65


@pytest.mark.clause("1883-6.7.1")
def test_the_run_is_paid_or_kept_as_a_whole() -> None:
    table = Table().start("SV").operate("SV", "dividend").turn_is(revenue=100)
    table.may_not(Dividend("half"), "1883-6.7.1")
    table.may_not(Dividend("loot"), "1883-6.7.1")
    table.may_not(Pass(), "1883-6.7.1")


# 6.7.1


@pytest.mark.clause("1883-6.7.1.1")
def test_a_route_has_two_stops_or_more_up_to_the_number_of_the_train() -> None:
    table = run_step("FMMSF", *FOUR_STOPS, trains=("3", "4"), phase="2")
    table.may(routes(("3", "55 54")), routes(("3", "55 54 56 67")), routes(("4", "55 54 56 67 68")))
    table.may_not(routes(("3", "55 54 56 67 68")), "1883-6.7.1.1", "too long")
    table.may_not(routes(("3", "54 56 67")), "1883-6.7.1.1", "station")
    table.may_not(routes(("3", "55 54"), ("3", "55 BOL")), "1883-6.7.1.1", "no other")
    table.may_not(routes(("5", "55 54")), "1883-6.7.1.1")
    table.may_not(routes(), "1883-6.7.1.1")


@pytest.mark.clause("1883-6.7.1.1")
def test_a_3bis_covers_three() -> None:
    table = run_step("FMMSF", *FOUR_STOPS, trains=("3bis",), phase="3")
    table.may_not(routes(("3bis", "55 54 56 67 68")), "1883-6.7.1.1", "too long")
    assert earned(table, ("3bis", "55 54 56 67")) == 40 + 20 + 20


@pytest.mark.clause("1883-6.7.1.2")
def test_boxes_are_ends() -> None:
    through = run_step("SAFRE", "6 6 1", "5 CI3 0", phase="5", trains=("5",), token="6")
    through.may_not(routes(("5", "6 CPA 5")), "1883-6.7.1.2")
    both = run_step("SAFRE", "6 6 1", "7 8 0", token="6")
    assert earned(both, ("3", "CPA 6 7 PAR")) == 10 + 20 + 20


@pytest.mark.clause("1883-6.7.1.3")
def test_no_stop_twice_and_no_turning_at_a_switch() -> None:
    ring = run_step("SV", *RING, trains=("4",))
    ring.may_not(routes(("4", "37 27 36 37")), "1883-6.7.1.3", "stop twice")
    ring.may_not(routes(("4", "37 27 37")), "1883-6.7.1.3")
    ring.may_not(routes(("4", "37 46")), "1883-6.7.1.3", "track")
    ring.may(routes(("4", "37 27 36")))
    switch = run_step("SV", "37 57 2", "46 4 2", "56 25 2", "67 57 1", "54 57 0", token="67")
    switch.may_not(routes(("3", "67 56 54")), "1883-6.7.1.3", "reverse")
    switch.may(routes(("3", "67 56 46")))


@pytest.mark.clause("1883-6.7.1.4")
def test_trains_share_no_track_but_may_meet_in_cities() -> None:
    table = run_step("SV", *RING, trains=("2", "3"))
    table.may_not(routes(("2", "37 27"), ("3", "37 27 36")), "1883-6.7.1.4")
    table.may_not(routes(("3", "37 27 36"), ("2", "37 27")), "1883-6.7.1.4")
    assert earned(table, ("2", "37 36"), ("3", "37 27 36")) == 30 + 40


@pytest.mark.clause("1883-6.7.1.5", "1883-6.7.2.5", "1883-6.7.2.1")
def test_example_two_trains_meet_in_a_city() -> None:
    """A-C-E for 20 + 10 + 30 and A-B-D-E-F for 20 + 30 + 20."""
    assert earned(run_step("SAFRE", *EXAMPLE, token="54"), ("3", "54 66 67")) == 60
    assert earned(run_step("SAFRE", *EXAMPLE, token="54"), ("3", "54 56 57 67 75")) == 70
    table = run_step("SAFRE", *EXAMPLE, trains=("3", "3"), token="54")
    assert earned(table, ("3", "54 66 67"), ("3", "54 56 57 67 75")) == 130


@pytest.mark.clause("1883-6.7.1.6")
def test_example_two_trains_cross_on_a_tile() -> None:
    """From Carpi, straight over Novi and by Correggio across it: tile 20 has two tracks, tile 23 a common one."""
    tiles = ("54 5 2", "57 9 0", "58 5 0", "45 3 4", "67 57 1")
    runs = (("3", "54 56 57 58"), ("3", "54 45 56 67"))
    run_step("SAFRE", *tiles, "56 20 0", trains=("3", "3"), token="54").may(routes(*runs))
    common = run_step("SAFRE", *tiles, "56 23 3", trains=("3", "3"), token="54")
    common.may_not(routes(("3", "54 56 57 58"), ("3", "54 45 56 57 58")), "1883-6.7.1.4")


# 6.7.2


@pytest.mark.clause("1883-6.7.2.2")
def test_a_poorer_run_than_the_best_stands() -> None:
    table = run_step("SAFRE", *EXAMPLE, trains=("3", "3"), token="54").own_is(in_force=("red_week",))
    (best,) = (choice for choice in table.game.decision.choices if choice != Pass())
    fork = table.game.fork()
    fork.apply(best)
    turn = fork.find(OperatingTurn)
    assert turn is not None
    assert turn.revenue == 130
    assert earned(table, ("3", "54 66"), ("3", "54 56 57 67 75")) == 100


@pytest.mark.clause("1883-6.7.2.3")
def test_each_holder_gets_a_tenth_for_ten_per_cent() -> None:
    table = Table().start("SV", at=85, stock={"Bruno": 1}).operate("SV", "dividend").cash(Ada=0, Bruno=0)
    table.turn_is(revenue=130).do(Dividend("pay"))
    assert table.money("Ada", "Bruno", "Carla") == (26, 13, 400)


@pytest.mark.clause("1883-6.7.2.4")
def test_the_pool_pays_the_treasury_and_the_initial_offers_nobody() -> None:
    table = Table().start("SV", at=85, stock={"Ada": 3, "pool": 3}).operate("SV", "dividend")
    (before,) = table.money(BANK)
    table.turn_is(revenue=100).do(Dividend("pay"))
    assert table.money("SV") == (30,)
    assert table.money(BANK) == (before - 50 - 30,)


@pytest.mark.clause("1883-6.7.2.6")
@pytest.mark.parametrize(
    ("choice", "paid", "treasury", "kept"), [("pay", (52, 26, 13), 26, 13), ("withhold", (0, 0, 0), 130, 0)]
)
def test_example_of_a_dividend(
    choice: Literal["pay", "withhold"], paid: tuple[int, ...], treasury: int, kept: int
) -> None:
    table = Table().start("SV", at=85, stock={"Ada": 2, "Bruno": 2, "Carla": 1, "pool": 2})
    assert table.holding("SV", "offer") == [10]
    table.operate("SV", "dividend").cash(Ada=0, Bruno=0, Carla=0)
    (bank,) = table.money(BANK)
    table.turn_is(revenue=130).do(Dividend(choice))
    assert table.money("Ada", "Bruno", "Carla") == paid
    assert table.money("SV") == (treasury,)
    assert table.money(BANK) == (bank - 130 + kept,)


# 6.7.3


@pytest.mark.clause("1883-6.7.3.1")
@pytest.mark.parametrize(
    ("tile", "phase", "at_end", "passing"),
    [(None, "4", 20, 20), ("43 SA2 0", "4", 30, 30), ("43 SA3 0", "5", 50, 30), ("43 SA4 0", "7", 60, 30)],
)
def test_sassuolo_pays_more_at_an_end(tile: str | None, phase: str, at_end: int, passing: int) -> None:
    """Reggio Emilia 30 - Ventoso 10 - Sassuolo - Serramazzoni 10."""
    train = {"4": "4", "5": "5", "7": "7"}[phase]
    tiles = ("34 58 3", "42 4 0", *([tile] if tile else []))
    assert earned(run_step("SAFRE", *tiles, trains=(train,), phase=phase), (train, "31 34 43")) == 40 + at_end
    assert earned(run_step("SAFRE", *tiles, trains=(train,), phase=phase), (train, "43 34 31")) == 40 + at_end
    if tile:
        whole = run_step("SAFRE", *tiles, trains=(train,), phase=phase)
        assert earned(whole, (train, "31 34 43 42")) == 50 + passing


@pytest.mark.clause("1883-6.7.3.2")
def test_the_track_printed_in_vignola_is_kept() -> None:
    table = Table().start("FMV", cash=100).operate("FMV", "track")
    table.may_not(LayTile("62", "57", 1), "1883-6.7.3.2")
    table.may_not(LayTile("62", "57", 2), "1883-6.7.3.2")
    table.may(LayTile("62", "57", 0), LayTile("62", "5", 2), LayTile("62", "6", 1))
    assert "63" in table.game.reach("FMV").hexes()  # it is track before any tile
