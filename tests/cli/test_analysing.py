"""analyse: how a game went, as text, as JSON, and as a page."""

from base64 import b64decode
from pathlib import Path

import pytest

from ferrovia.bots.play import bot_game, play_out
from ferrovia.formats.save import recorded, save
from tests.cli.command import asked, check_trouble, ferrovia


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a whole game."""
    game, bots = bot_game("1849", ["sensible"] * 3, "an evening")
    path = tmp_path_factory.mktemp("games") / "evening.json"
    save(path, recorded(play_out(game, bots)))
    return path


def test_worth_and_decisions_are_told_in_words_and_as_data(evening: Path) -> None:
    report = asked("analyse", evening, "--most", "4", "--quick")
    assert list(report) == ["rounds", "missed_revenue", "costly_decisions"]
    last = report["rounds"][-1]
    assert (
        last["worth"]
        == last["expected"]
        == {name: each["worth"] for name, each in asked("show", evening)["players"].items()}
    )
    assert len(report["costly_decisions"]) == 4
    costly = report["costly_decisions"][0]
    page = ferrovia("analyse", evening, "--most", "4", "--quick")
    assert page.exit_code == 0
    assert f"{costly['action']:4}  {costly['player']}: '{costly['done']}'. '{costly['better']}'" in page.stdout
    for player, worth in last["worth"].items():
        assert player in page.stdout
        assert f"L. {worth} ({worth})" in page.stdout


def test_the_page_holds_its_pictures(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "evening.html"
    answer = ferrovia("analyse", evening, "--most", "2", "--quick", "-o", out, "--language", "it")
    assert answer.exit_code == 0
    page = out.read_text()
    assert '<html lang="it">' in page
    pictures = [part.partition('"')[0] for part in page.split("data:image/svg+xml;base64,")[1:]]
    assert all(b64decode(picture).startswith(b"<svg") for picture in pictures)
    assert len(pictures) > 1
    assert "http:" not in page.replace("http://www.w3.org", "")
    assert "<script" not in page


def test_nothing_is_written_where_something_is_wrong(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "evening.png"
    check_trouble(ferrovia("analyse", evening, "-o", out), 2, "must end in .html")
    assert not out.exists()
    kept = tmp_path / "kept.html"
    kept.write_text("mine")
    check_trouble(ferrovia("analyse", evening, "-o", kept), 2, "already exists")
    assert kept.read_text() == "mine"
    fresh = tmp_path / "fresh.json"
    assert ferrovia("new", "1849", "--players", "Ada,Bruno,Carla", "-o", fresh).exit_code == 0
    check_trouble(ferrovia("analyse", fresh), 2, "Nothing has happened")
    check_trouble(ferrovia("analyse", tmp_path / "nowhere.json"), 2, "nowhere.json")
