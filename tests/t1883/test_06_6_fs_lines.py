"""1883, 6.6: the red lines of the Ferrovie dello Stato, from a T location to an external box."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import LayTile, RunTrains
from ferrovia.titles.t1883.emilia import Concession
from tests.t1883.table import Table, routes

VIGNOLA_MODENA = ("62 57 0", "63 9 0", "65 8 0")


def run_step(corporation: str, *tiles: str, trains: tuple[str, ...] = ("3",), phase: str = "1", **tokens: str) -> Table:
    """A corporation about to run; others' tokens as `SV="54 67"`."""
    table = Table().phase(phase).lay(*tiles).start(corporation)
    for other, hexes in tokens.items():
        table.start(other, at=85, homes=other != "FMMSF").tokens(other, *hexes.split())
    return table.trains(corporation, *trains).operate(corporation, "run")


def earned(table: Table, *runs: tuple[str, str]) -> int:
    table.do(routes(*runs))
    return table.turn.revenue


@pytest.mark.clause("1883-6.6.1", "1883-6.6.8")
def test_a_3_runs_from_a_t_city_to_its_box() -> None:
    assert earned(run_step("FMMSF"), ("3", "55 BOL")) == 30 + 30
    assert earned(run_step("FMMSF"), ("3", "BOL 55")) == 60
    run_step("FMMSF", trains=("2", "3")).may_not(routes(("2", "55 BOL")), "1883-6.6.2")


@pytest.mark.clause("1883-6.6.1")
@pytest.mark.parametrize(
    ("hex_id", "tile", "box"),
    [
        ("55", "", "BOL"),
        ("55", "", "MAN"),
        ("31", "", "BOL"),
        ("76", "76 57 0", "BOL"),
        ("47", "", "MAN"),
        ("78", "", "VER"),
        ("75", "75 57 0", "VER"),
        ("82", "82 57 0", "VER"),
    ],
)
def test_the_t_locations_and_their_boxes(hex_id: str, tile: str, box: str) -> None:
    table = run_step("SV", *filter(None, [tile]), SAFRE="").tokens("SV", hex_id)
    table.may(routes(("3", f"{hex_id} {box}")))
    other = {"BOL": "VER", "MAN": "VER", "VER": "BOL"}[box]
    table.may_not(routes(("3", f"{hex_id} {other}")), "1883-6.6.1")


@pytest.mark.clause("1883-6.6.1", "1883-6.6.9")
def test_example_from_a_base_over_a_t_city_it_takes_a_4() -> None:
    """FMV from Vignola over Modena to Bologna."""
    assert earned(run_step("FMV", *VIGNOLA_MODENA, trains=("4",)), ("4", "62 63 65 55 BOL")) == 20 + 30 + 30
    run_step("FMV", *VIGNOLA_MODENA).may_not(routes(("3", "62 63 65 55 BOL")), "1883-6.6.2")


@pytest.mark.clause("1883-6.6.2", "1883-6.6.8")
def test_the_t_city_counts_two_and_pays_once() -> None:
    table = run_step("FMMSF", trains=("2", "3"))
    table.may_not(routes(("2", "55 MAN")), "1883-6.6.2")
    assert earned(table, ("3", "55 MAN")) == 30 + 20


@pytest.mark.clause("1883-6.6.2")
def test_the_t_city_counts_once_where_its_line_is_not_taken() -> None:
    assert earned(run_step("FMV", *VIGNOLA_MODENA, trains=("2",)), ("2", "62 63 65 55")) == 50


@pytest.mark.clause("1883-6.6.3")
def test_cities_along_the_line_do_not_count() -> None:
    """Modena, full of two others, lies between Reggio Emilia and Bologna."""
    table = run_step("SAFRE", FMMSF="55", FMV="55")
    assert "55.0" in table.game.closed_to("SAFRE")
    assert earned(table, ("3", "31 BOL")) == 30 + 30


@pytest.mark.clause("1883-6.6.4", "1883-6.6.10")
def test_a_full_t_city_serves_its_owners_only() -> None:
    table = run_step("FMV", *VIGNOLA_MODENA, trains=("4",), SAFRE="55", FMMSF="55")
    table.may_not(routes(("4", "62 63 65 55 BOL")), "1883-6.6.4")
    table.may_not(routes(("4", "55 BOL")), "1883-6.6.4")
    table.may(routes(("4", "62 63 65 55")))
    table.trains("FMMSF", "3").operate("FMMSF", "run").may(routes(("3", "55 BOL")))


@pytest.mark.clause("1883-6.6.4")
def test_a_t_city_with_a_free_space_serves_everybody() -> None:
    run_step("FMV", *VIGNOLA_MODENA, trains=("4",), SAFRE="55").may(routes(("4", "62 63 65 55 BOL")))


@pytest.mark.clause("1883-6.6.10")
def test_example_another_full_city_on_the_line_does_not_matter() -> None:
    """Carpi, on the line from Modena to Mantova, is full of SV."""
    table = run_step("FMV", *VIGNOLA_MODENA, "54 57 0", trains=("4",), SV="54")
    assert earned(table, ("4", "62 63 65 55 MAN")) == 20 + 30 + 20


@pytest.mark.clause("1883-6.6.5")
def test_a_route_over_a_red_line_has_one_box() -> None:
    """Parma - Reggio Emilia by local track, Reggio Emilia - Bologna by the red line."""
    table = run_step("SAFRE", "31 RE3 0", "19 9 2", "16 9 2", "7 9 2", trains=("5",), phase="5")
    table.may_not(routes(("5", "PAR 7 16 19 31 BOL")), "1883-6.6.5")
    table.may(routes(("5", "PAR 7 16 19 31")), routes(("5", "31 BOL")))
    best = table.game.decision.choices[0]
    assert isinstance(best, RunTrains)
    assert [route.hexes for route in best.routes] == [("31", "BOL")]


@pytest.mark.clause("1883-6.6.6")
def test_two_trains_take_two_lines() -> None:
    table = run_step("SAFRE", "76 57 0", trains=("3", "3")).tokens("SAFRE", "76")
    table.may_not(routes(("3", "31 BOL"), ("3", "31 BOL")), "1883-6.6.6")
    table.may_not(routes(("3", "31 BOL"), ("3", "BOL 31")), "1883-6.6.6")
    assert earned(table, ("3", "31 BOL"), ("3", "76 BOL")) == 60 + 50
    boxes = run_step("SAFRE", "75 57 0", trains=("3", "3")).tokens("SAFRE", "75")
    assert earned(boxes, ("3", "31 BOL"), ("3", "75 VER")) == 60 + 40


@pytest.mark.clause("1883-R31")
def test_both_lines_of_modena_for_two_trains() -> None:
    table = run_step("FMMSF", trains=("3", "3"))
    assert earned(table, ("3", "55 BOL"), ("3", "55 MAN")) == 60 + 50
    run_step("FMMSF", trains=("4", "5")).may_not(routes(("4", "55 MAN"), ("5", "55 MAN")), "1883-6.6.6")
    run_step("FMMSF", trains=("5",)).may_not(routes(("5", "BOL 55 MAN")), "1883-6.6.5")


@pytest.mark.clause("1883-6.6.7")
def test_a_red_line_joins_no_two_cities() -> None:
    table = run_step("SAFRE", trains=("4",), phase="2")
    table.may_not(routes(("4", "31 55")), "1883-6.6.7")
    table.may_not(routes(("4", "31 55 BOL")), "1883-6.6.7")
    table.operate("SAFRE", "track").may_not(LayTile("55", "MO2", 0), "1883-6.4.2.3")


@pytest.mark.clause("1883-6.6.7")
def test_a_red_line_completes_no_concession() -> None:
    """Castelfranco - Persiceto - Bassa bolognese: the FS join the first two, local track only from Persiceto on."""
    table = run_step("FBV", "82 57 1", "91 9 1", "97 58 5", "76 57 0").tokens("FBV", "76")
    table.own_is(concessions={**table.own.concessions, "8": Concession("FBV", 1)})
    table.title.track.changed(table.game)
    assert table.own.concessions["8"].owner == "FBV"
    table.game.take_tile("76")
    table.lay("76 57 1").title.track.changed(table.game)
    assert "8" not in table.own.concessions


@pytest.mark.clause("1883-6.6.1")
@pytest.mark.parametrize(("phase", "box"), [("1", 30), ("2", 30), ("3", 50), ("5", 50), ("6", 70), ("8", 70)])
def test_boxes_pay_by_phase(phase: str, box: int) -> None:
    assert earned(run_step("FMMSF", trains=("3",) if phase < "5" else ("5",), phase=phase), (
        "3" if phase < "5" else "5", "55 BOL")) == 30 + box  # fmt: skip


@pytest.mark.clause("1883-6.6.1")
def test_in_the_red_week_no_line_is_open() -> None:
    table = run_step("FMMSF", "65 8 5", trains=("3",)).own_is(in_force=("red_week",))
    table.may_not(routes(("3", "55 BOL")), "1883-11.1.11")


@pytest.mark.clause("1883-R67", "1883-6.6.1")
def test_the_co_operative_runs_on_red_lines_before_its_capitalisation() -> None:
    table = Table().phase("2").trains("CCFR", "3").operate("CCFR", "run")
    assert earned(table, ("3", "31 BOL")) == 60
    table.trains("CCFR", "2").operate("CCFR", "run").may_not(routes(("2", "31 BOL")), "1883-6.6.2")
