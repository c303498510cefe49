"""draw: pictures of titles and games as files, and sentences for what cannot be drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.save import load, recorded, resume, save
from ferrovia.titles.registry import all_titles
from tests.cli.command import check_trouble, ferrovia, saved_walk

GAME = Path(__file__).parents[1] / "games" / "1849-five.json"


@pytest.mark.parametrize("what", ["board", "tiles", "market", "charters", "cards", "trains", "all"])
def test_every_picture_of_a_title_is_well_formed(tmp_path: Path, what: str) -> None:
    out = tmp_path / "out.svg"
    answer = ferrovia("draw", what, "1849", "-o", out)
    assert (answer.exit_code, answer.output) == (0, "")
    root = ElementTree.parse(out).getroot()
    assert root.tag.endswith("svg")
    found = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("name", sorted(all_titles()))
def test_the_booklet_of_every_title_is_a_pdf(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out.pdf"
    assert ferrovia("draw", "all", name, "-o", out).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("what", ["market", "charts", "all"])
def test_a_game_is_drawn_in_every_format(tmp_path: Path, what: str) -> None:
    for ending, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        out = tmp_path / f"out.{ending}"
        extra = ["--scale", "0.1"] if ending == "png" else []
        assert ferrovia("draw", what, GAME, "-o", out, *extra).exit_code == 0
        assert out.read_bytes().startswith(start)


def test_an_earlier_position_and_other_themes_and_languages_give_other_pictures(tmp_path: Path) -> None:
    made = set()
    extras: tuple[list[str | int], ...] = (
        [],
        ["--at", 100],
        ["--theme", "dark"],
        ["--language", "it"],
        ["--runs", "SFA", "--at", 200],
        ["--numbers"],
    )
    for number, extra in enumerate(extras):
        out = tmp_path / f"{number}.svg"
        assert ferrovia("draw", "board", GAME, "-o", out, *extra).exit_code == 0
        made.add(out.read_text("utf-8"))
    assert len(made) == len(extras)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["board", "1850"], ["1850", "1849"]),
        (["board", "no-such.json"], ["no-such.json"]),
        (["charts", "1849"], ["game"]),
        (["hats", "1849"], ["hats"]),
        (["board", "1849", "--at", "3"], ["title"]),
        (["board", "1849", "--runs", "RCS"], ["game"]),
        (["market", GAME, "--runs", "RCS"], ["board"]),
        (["board", "1849", "--numbers"], ["game"]),
        (["tiles", GAME, "--numbers"], ["board"]),
        (["board", GAME, "--runs", "XYZ"], ["XYZ", "SFA"]),
        (["board", GAME, "--at", "-1"], ["-1"]),
        (["board", "1849", "--theme", "pink"], ["pink"]),
        (["board", "1849", "--scale", "0"], ["0"]),
    ],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence(
    tmp_path: Path, arguments: list[str | Path], said: list[str]
) -> None:
    out = tmp_path / "out.svg"
    check_trouble(ferrovia("draw", *arguments, "-o", out), 2, *said)
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_we_do_not_speak_is_told_and_the_picture_is_english(tmp_path: Path) -> None:
    pictures = []
    for language in ("en", "la"):
        out = tmp_path / f"{language}.svg"
        answer = ferrovia("draw", "market", "1849", "-o", out, "--language", language)
        assert answer.exit_code == 0
        assert answer.stderr == (
            ""
            if language == "en"
            else "Ferrovia does not speak la, only en and it, so everything is said in English.\n"
        )
        pictures.append(out.read_bytes())
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("name", ["out.gif", "out", "folder.svg/out.svg"])
def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path, name: str) -> None:
    check_trouble(ferrovia("draw", "market", "1849", "-o", tmp_path / name), 2, "out")
    assert list(tmp_path.iterdir()) == []


def test_an_old_picture_stays_when_the_new_one_cannot_be_made(tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    out.write_bytes(b"old")
    check_trouble(ferrovia("draw", "market", "1849", "-o", out, "--scale", "20"), 2, "16000")
    assert out.read_bytes() == b"old"
    assert ferrovia("draw", "market", "1849", "-o", out, "--scale", "0.2").exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_charts_ask_no_rule_of_today_where_the_past_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the first format has no past: it must be played again, and where that fails the action is named."""
    apply = Game.apply
    whole = tmp_path / "whole.json"
    save(whole, recorded(resume(load(GAME))))

    def stricter(game: Game, action: Action, **rest: Any) -> list[Event]:
        if len(game.actions) == 24:
            raise Refusal("1849-2.4", "The rules of {year} do not allow this.", year=2027)
        return apply(game, action, **rest)

    monkeypatch.setattr(Game, "apply", stricter)
    for what in ("charts", "all"):
        answer = ferrovia("draw", what, GAME, "-o", tmp_path / "out.svg")
        check_trouble(answer, 2, "Action 25", "The rules of 2027 do not allow this. [1849-2.4]")
        assert not (tmp_path / "out.svg").exists()
    assert ferrovia("draw", "charts", GAME, "-o", tmp_path / "out.svg", "--at", 24).exit_code == 0
    assert ferrovia("draw", "charts", whole, "-o", tmp_path / "charts.svg").exit_code == 0


def test_a_broken_game_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    game = saved_walk(tmp_path / "g.json")
    game.write_text(game.read_text("utf-8")[:-20], "utf-8")
    check_trouble(ferrovia("draw", "board", game, "-o", tmp_path / "out.svg"), 2, "g.json")
    assert not (tmp_path / "out.svg").exists()
