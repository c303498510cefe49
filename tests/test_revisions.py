"""Revisions of a title's data: a game that has begun keeps its prices, and a new one has the newest."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from ferrovia.bots.logbook import Logbook
from ferrovia.bots.simulation import blank, matches
from ferrovia.drawing.edition import edition_of
from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.revisions import put_back
from ferrovia.engine.flow.sheets import Box
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.positions import positions
from ferrovia.formats.save import Record, earlier, load, replay, resume, save
from ferrovia.formats.verification import verify
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.registry import all_titles, title, title_of
from tests.cli.command import asked, check_trouble, ferrovia

FIRST = Path(__file__).parent / "games" / "1883-four.json"  # written before there were revisions
OLD, NEW = {"5": 450, "6": 600, "7": 700, "8": 800}, {"5": 420, "6": 500, "7": 550, "8": 600}


def late_prices(of: Box) -> dict[str, int]:
    return {train: of.trains[train].cost for train in "5678"}


@pytest.fixture(scope="module")
def buying() -> Record:
    """A game of the first revision, just before somebody buys the first 5 train of the bank."""
    record = load(FIRST)
    return earlier(record, record.actions.index(BuyTrain("5", "bank", 450)))


# The data


@pytest.mark.parametrize("name", all_titles())
def test_every_revision_can_be_taken_up(name: str) -> None:
    newest = title(name)
    for revision in range(1, newest.revision + 1):
        known = title(name, revision)
        assert known.revision == known.box.revision == revision
        assert known is title(name, revision)
        for sheet in {sheet for told in newest.box.earlier for sheet in told}:
            known.box.sheet(sheet)  # raises where one tells of what is not there
    for revision in (-1, newest.revision + 1):
        with pytest.raises(UnknownTrouble, match=f"no revision {revision} of the data of {name}; the newest that we"):
            title(name, revision)


def test_only_the_late_trains_of_1883_became_cheaper() -> None:
    first, second = title("1883", 1).box, title("1883").box
    assert (late_prices(first), late_prices(second)) == (OLD, NEW)
    for sheet in ("map", "tiles", "market", "companies", "game"):
        assert first.sheet(sheet) == second.sheet(sheet)
    assert first.phases == second.phases
    assert first.trains.keys() == second.trains.keys()
    assert [first.trains[train] == second.trains[train] for train in ("2", "2G", "3", "3bis", "4")] == [True] * 5


def test_revisions_are_told_by_what_the_next_one_changed() -> None:
    told = [{"trains": {"train": {"a": {"cost": 1}, "b": {"count": 7}}}}, {"trains": {"train": {"a": {"cost": 2}}}}]
    for revision, cost, count in ((1, 1, 7), (2, 2, 6), (3, 3, 6)):
        sheet = {"train": [{"name": "a", "cost": 3, "count": 5}, {"name": "b", "cost": 4, "count": 6}]}
        put_back("trains", sheet, told[revision - 1 :])
        was = [{"name": "a", "cost": cost, "count": 5}, {"name": "b", "cost": 4, "count": count}]
        assert sheet == {"train": was}


@pytest.mark.parametrize("told", [{"a": {"reach": 4}}, {"a": {"price": 4}}, {"z": {"cost": 4}}])
def test_nothing_else_can_have_been_otherwise(told: dict[str, dict[str, int]]) -> None:
    """What is also read off the sheets, such as how far a train runs, would be the newest in an old game."""
    with pytest.raises(LookupError):
        put_back("trains", {"train": [{"name": "a", "cost": 3, "reach": 5}]}, [{"trains": {"train": told}}])


# Games


def test_a_new_game_has_the_newest_data_and_says_so() -> None:
    game = Game(title("1883"), Settings("1883", ("Ada", "Bruno", "Carla"), "7"))
    assert game.settings.revision == 2
    assert late_prices(game.title.box) == NEW
    assert game.fork_for("Ada").settings.revision == 2


def test_a_game_is_never_played_with_data_of_another_revision() -> None:
    settings = Settings("1883", ("Ada", "Bruno", "Carla"), "7", revision=1)
    old = Game(title_of(settings), settings)
    with pytest.raises(LookupError, match="began with revision 1"):
        Game(title("1883"), settings)
    with pytest.raises(LookupError, match="began with revision 1"):
        Game.restore(title("1883"), settings, old.snapshot(), [])


def test_a_stored_game_goes_on_with_its_old_prices(buying: Record) -> None:
    game = resume(buying)
    assert (buying.settings.revision, game.title.revision) == (1, 1)
    assert game.why_not(BuyTrain("5", "bank", 420)) is not None
    game.apply(BuyTrain("5", "bank", 450))
    bystander = game.fork_for(None)
    assert late_prices(bystander.title.box) == OLD


def test_with_the_newest_data_it_would_not_be_the_same_game(buying: Record) -> None:
    """What this module promises is worth something: without it the file fails."""
    record = load(FIRST)
    assert verify(record).faults == []
    newest = msgspec.structs.replace(record, settings=msgspec.structs.replace(record.settings, revision=2))
    assert any("A 5 costs" in fault for fault in verify(newest).faults)


def test_every_stored_position_has_the_prices_of_its_game(buying: Record) -> None:
    assert {game.title.revision for game, _ in positions(earlier(buying, 3))} == {1}
    assert replay(buying, 3).title.revision == 1


def test_the_revision_is_kept_in_files(buying: Record, tmp_path: Path) -> None:
    assert "revision" not in json.loads(FIRST.read_bytes())["settings"]
    save(tmp_path / "again.json", buying)
    assert json.loads((tmp_path / "again.json").read_bytes())["settings"]["revision"] == 1
    assert load(tmp_path / "again.json").settings == buying.settings


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        (3, "There is no revision 3 of the data of 1883; the newest that we have is 2."),
        (0, "is damaged"),
        ("2", "is dam"),
    ],
)
def test_a_file_with_a_revision_that_we_do_not_have_is_refused(tmp_path: Path, revision: object, words: str) -> None:
    data = json.loads(FIRST.read_bytes())
    data["settings"]["revision"] = revision
    (tmp_path / "odd.json").write_text(json.dumps(data))
    with pytest.raises(FileTrouble, match=words):
        load(tmp_path / "odd.json")
    check_trouble(ferrovia("verify", tmp_path / "odd.json"), 2, words)


def test_trains_are_drawn_with_the_prices_of_the_game(buying: Record) -> None:
    def printed(revision: int) -> dict[str, int]:
        tables = edition_of(title("1883", revision)).sheet("trains")["train"]
        return {table["name"]: table["cost"] for table in tables if table["name"] in OLD}

    assert (printed(1), printed(2)) == (OLD, NEW)


# In the terminal


@pytest.fixture
def old_file(buying: Record, tmp_path: Path) -> Path:
    """A file as it was written before there were revisions."""
    path = tmp_path / "old.json"
    save(path, buying)
    data = json.loads(path.read_bytes())
    del data["settings"]["revision"]
    path.write_text(json.dumps(data))
    return path


def test_the_terminal_goes_on_with_the_old_prices(old_file: Path, tmp_path: Path) -> None:
    answer = ferrovia("act", old_file, '{"do":"buy_train","train":"5","source":"bank","price":420}')
    check_trouble(answer, 1, "A 5 costs L. 450.")
    answer = ferrovia("act", old_file, '{"do":"buy_train","train":"5","source":"bank","price":450}')
    assert answer.exit_code == 0, answer.output
    assert ferrovia("verify", old_file).exit_code == 0
    assert load(old_file).settings.revision == 1
    new = tmp_path / "new.json"
    assert ferrovia("new", "1883", "--players", "Ada,Bruno,Carla", "-o", new).exit_code == 0
    assert load(new).settings.revision == 2


def test_a_public_copy_tells_the_revision(old_file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    assert ferrovia("export", old_file, "--public", "-o", copy).exit_code == 0
    data = json.loads(copy.read_bytes())
    assert data["settings"].pop("revision") == 1
    copy.write_text(json.dumps(data))
    assert asked("show", copy)["title"] == "1883"  # one from before there were revisions
    data["settings"]["revision"] = 3
    copy.write_text(json.dumps(data))
    check_trouble(ferrovia("show", copy), 2, "There is no revision 3 of the data of 1883")


def test_a_logbook_of_another_revision_is_left_alone(tmp_path: Path) -> None:
    plan = matches("1883", 2, "s", players=3)
    old = blank(plan[0])
    assert old.revision == 2
    old.revision = 1
    with Logbook(tmp_path / "games.jsonl") as book:
        book.add(old)
    with Logbook(tmp_path / "games.jsonl") as book, pytest.raises(FileTrouble, match="revision 1 of the data"):
        book.left(plan)
