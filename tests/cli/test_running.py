"""best-runs: routes hex by hex with how they were counted, and honest answers where there are none."""

from pathlib import Path

import pytest

from ferrovia.engine.flow.actions import RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record, save
from ferrovia.titles.t1849 import TITLE as SICILIAN
from tests.cli.command import asked, check_trouble, ferrovia
from tests.t18fb.table import Table as SouthernTable
from tests.t1849.table import Table
from tests.t1883.table import Table as EmilianTable
from tests.table import AnyTable

PALERMO = ("RCS", "CTL", "ATA", "SFA", "AFG", "IFT")  # the sixth is left in the box


def kept(table: AnyTable, path: Path) -> Path:
    """A file with a position made by hand."""
    save(path, Record.of(table.game, [table.game.hash()]))
    return path


@pytest.fixture
def sicily(tmp_path: Path) -> Path:
    """RCS with the track from Palermo round to Partinico; IFT is not in the box of three players."""
    table = Table(3, PALERMO).start("RCS").lay("B4 7 5", "D4 4 0").trains("RCS", "4H").start("ATA", "Bruno")
    return kept(table.operate("RCS", "run"), tmp_path / "game.json")


def test_routes_are_told_hex_by_hex_with_how_they_were_counted(sicily: Path) -> None:
    report = asked("best-runs", sicily, "RCS")
    assert report["routes"] == [
        {
            "train": "4H",
            "hexes": ["A5", "C5", "B4", "D4"],
            "stops": ["A5.0", "C5.0", "D4.0"],
            "revenue": 70,
            "length": 3,
            "counted": "A5-C5 standard 1, C5-B4-D4 standard 2",
            "is_way": True,
        }
    ]
    assert (report["revenue"], report["bound"], report["proven"]) == (70, 70, True)
    assert report["by_chance"] == []
    assert report["expected_revenue"] == 70
    assert report["note"] == ""
    assert report["seconds"] > 0


def test_routes_for_people(sicily: Path) -> None:
    answer = ferrovia("best-runs", sicily, "RCS")
    assert answer.exit_code == 0
    assert "A5-C5-B4-D4" in answer.stdout
    assert "counts 3: A5-C5 standard 1" in answer.stdout
    assert "proven best" in answer.stdout


def test_routes_for_italians_with_money_as_the_title_prints_it(sicily: Path) -> None:
    page = ferrovia("best-runs", sicily, "RCS", "--language", "it").stdout
    assert page.startswith("    4H    L. 70  A5-C5-B4-D4\n")
    assert "  conta 3: " in page
    total = page.splitlines()[-1]
    assert total.startswith("Totale    L. 70  (ottimo dimostrato, in ")
    assert "," in total.split(" in ")[1]
    note = ferrovia("best-runs", sicily, "ATA", "--language", "it").stdout
    assert note.endswith("ATA non ha treni.\n")


def test_the_file_is_left_as_it_was(sicily: Path) -> None:
    before = sicily.read_bytes()
    asked("best-runs", sicily, "RCS")
    assert sicily.read_bytes() == before


def test_what_the_rules_take_as_the_best_is_what_is_told(sicily: Path, tmp_path: Path) -> None:
    table = Table(3, PALERMO).start("RCS").lay("B4 7 5", "D4 4 0").trains("RCS", "4H").operate("RCS", "run")
    (choice,) = table.game.decision.choices
    assert isinstance(choice, RunTrains)
    told = asked("best-runs", sicily, "RCS")["routes"]
    assert [(run.train, list(run.hexes)) for run in choice.routes] == [(run["train"], run["hexes"]) for run in told]


@pytest.mark.parametrize(
    ("corporation", "note"), [("ATA", "ATA has no train."), ("CTL", "CTL is not in play."), ("SFA", "not in play")]
)
def test_without_train_there_is_no_run(sicily: Path, corporation: str, note: str) -> None:
    report = asked("best-runs", sicily, corporation)
    assert report["routes"] == []
    assert report["revenue"] == report["expected_revenue"] == 0
    assert report["proven"] is True
    assert note in report["note"]
    assert note in ferrovia("best-runs", sicily, corporation).stdout


def test_without_token_or_route_there_is_no_run(tmp_path: Path) -> None:
    table = Table(3, PALERMO).start("RCS").trains("RCS", "4H")
    report = asked("best-runs", kept(table, tmp_path / "a.json"), "RCS")
    assert report["note"] == "RCS has no route that pays."
    table.game.state.stations = {**table.game.state.stations, "RCS": ()}
    table.game.state.tokens = {**table.game.state.tokens, "RCS": table.game.state.tokens["RCS"] + 1}
    report = asked("best-runs", kept(table, tmp_path / "b.json"), "RCS")
    assert report["note"] == "RCS has no station token on the map."


@pytest.mark.parametrize("corporation", ["XYZ", "", "rcs", "IFT"])
def test_unknown_corporations(sicily: Path, corporation: str) -> None:
    check_trouble(ferrovia("best-runs", sicily, corporation), 2, "There is no corporation", "AFG, ATA, CTL")


def test_gravity_trains_are_told_beside_the_best_runs(tmp_path: Path) -> None:
    table = EmilianTable(3).start("FBV").tokens("FBV", "72").lay("72 14 5", "76 5 0").trains("FBV", "2", "2G")
    path = kept(table, tmp_path / "game.json")
    report = asked("best-runs", path, "FBV")
    assert [route["train"] for route in report["routes"]] == ["2"]
    (downhill,) = report["by_chance"]
    assert (downhill["train"], downhill["chance"]) == ("2G", 70)
    assert downhill["expected"] == pytest.approx(0.7 * downhill["worth"])
    assert report["expected_revenue"] == pytest.approx(report["revenue"] + downhill["expected"])
    assert "70% of the time: L. " in ferrovia("best-runs", path, "FBV").stdout


def test_stations_that_need_no_way_between_them_are_listed_with_their_values(tmp_path: Path) -> None:
    table = SouthernTable().start("LTF", "Ada").line_done("LTF", final=False).lay("L39 57 0").trains("LTF", "PH1")
    path = kept(table.markers(LTF=3), tmp_path / "game.json")
    (runs,) = asked("best-runs", path, "LTF")["routes"]
    assert (runs["hexes"], runs["revenue"], runs["is_way"]) == (["L39", "K46"], 70, False)
    assert runs["counted"] == "stations L39 30, Tronto 20; markers 2 for 20"
    assert "L39, K46" in ferrovia("best-runs", path, "LTF").stdout
    assert asked("best-runs", path, "FC")["note"] == "FC is not in play."


def test_the_title_answers_for_its_own_way_of_running() -> None:
    table = Table(3, PALERMO).start("RCS").lay("B4 7 5", "D4 4 0").trains("RCS", "4H")
    assert isinstance(table.game, Game)
    assert SICILIAN.runs.best(table.game, "RCS").revenue == 70
    assert SICILIAN.runs.best(table.game, "RCS", seconds=1.0).proven
    assert SICILIAN.runs.chancy(table.game, "RCS") == ()
