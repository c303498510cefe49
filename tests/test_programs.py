"""The public face: what a program may import, and the examples that show how."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import ferrovia
from tests.italian import italian

PAGE = Path(__file__).parent.parent / "docs" / "programs.md"


@pytest.fixture(autouse=True)
def catalogue() -> None:
    italian()


def test_the_examples_come_out_as_they_are_written() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 30
    assert result.failed == 0


def test_everything_promised_is_there_and_shown() -> None:
    page = PAGE.read_text("utf-8")
    for name in ferrovia.__all__:
        assert getattr(ferrovia, name) is not None
        assert name in page, name
    assert set(ferrovia.__all__) <= set(dir(ferrovia))
    with pytest.raises(AttributeError, match="ferrovia has no steam"):
        ferrovia.steam  # noqa: B018


def test_to_import_it_is_to_import_nothing_else() -> None:
    """So a program that loads a game does not wait for pictures."""
    code = "import ferrovia, sys; print([name for name in sys.modules if name.startswith('ferrovia.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_settings_that_cannot_be_played_are_told() -> None:
    with pytest.raises(ValueError, match="There is no title 1848"):
        ferrovia.new("1848", ["Ada", "Bruno", "Carla"])
    with pytest.raises(ferrovia.Refusal, match="2") as refused:
        ferrovia.new("1849", ["Ada", "Bruno"])
    assert refused.value.sentence == "1849 is for 3, 4 or 5 players, not 2."
    with pytest.raises(LookupError, match="There is no corporation XYZ"):
        ferrovia.best_runs(ferrovia.new("1849", ["Ada", "Bruno", "Carla"]).game, "XYZ")


def test_a_language_we_do_not_speak_is_told() -> None:
    table = ferrovia.new("1849", ["Ada", "Bruno", "Carla"])
    with pytest.raises(ferrovia.LanguageTrouble, match="Ferrovia does not speak la"):
        ferrovia.said(table.game, ferrovia.actions.Pass(), "la")
    with pytest.raises(ferrovia.LanguageTrouble):
        table.view(language="la")


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    table = ferrovia.new("1849", ["Ada", "Bruno", "Carla"], seed="evening")
    for _ in range(3):
        table.act(ferrovia.actions.Pass())
    ferrovia.save(table, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_who_reads_a_game_changes_nothing_in_its_file(game_file: Path) -> None:
    before = game_file.read_bytes()
    table = ferrovia.read(game_file)
    assert [table.undo(), table.undo()] == [2, 1]
    table.act(ferrovia.actions.Pass())
    assert game_file.read_bytes() == before
    ferrovia.save(table, game_file)
    assert ferrovia.read(str(game_file)).number == 2


def test_who_opens_a_file_plays_in_it(game_file: Path) -> None:
    table = ferrovia.open_file(game_file)
    table.undo()
    assert ferrovia.read(game_file).number == 2
    table.act(ferrovia.actions.Pass())
    assert ferrovia.read(game_file).number == 3


def test_the_old_name_still_writes_and_warns(game_file: Path) -> None:
    with pytest.warns(DeprecationWarning, match=r"ferrovia\.open_file for that, or ferrovia\.read to look"):
        table = ferrovia.load(game_file)
    table.undo()
    assert ferrovia.read(game_file).number == 2


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    for door in (ferrovia.read, ferrovia.open_file):
        with pytest.raises(ferrovia.FileTrouble, match="no such file"):
            door(tmp_path / "nothing.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(ferrovia.FileTrouble, match="is not a game file"):
        ferrovia.read(tmp_path / "bad.json")
