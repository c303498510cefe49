"""Extraction: each kind of source, and the file of a language that its texts belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from languages.extraction import UNCLEAR, Texts, room_of, texts
from tests.languages.ours import our_texts
from tests.titles import TITLES


@pytest.fixture(scope="module")
def ours() -> Texts:
    return our_texts()


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("engine/flow/game.py", "engine"),
        ("saying/catalogue.py", "engine"),
        ("formats/sentences.py", "formats"),
        ("bots/play.py", "formats"),
        ("sitting/law.py", "formats"),
        ("titles/registry.py", "formats"),
        ("programs.py", "formats"),
        ("titles/t18fb/runs.py", "18fb"),
        ("titles/t1849/components/words.toml", "1849"),
        ("drawing/board.py", "drawing"),
        ("cli/rules.py", "cli"),
        ("__main__.py", "cli"),
    ],
)
def test_every_file_has_a_room(path: str, room: str) -> None:
    assert room_of(Path(path)) == room


def test_texts_come_from_code_sheets_and_the_command_lines_library(ours: Texts) -> None:
    said = ours["", "Section {section}"]
    assert (said.room, said.places, said.is_filled) == ("cli", ["src/ferrovia/cli/rules.py"], True)
    assert ours["", "Measure fewer games and positions."].is_filled is False
    usage = ours["", "Usage:"]
    assert (usage.room, usage.places, usage.is_filled) == ("cli", ["click"], False)
    counted = ours["", "Got unexpected extra argument ({args})"]
    assert counted.many == "Got unexpected extra arguments ({args})"
    assert ours["article", "RCS"].room == "1849"
    for context, room in (("picture", "drawing"), ("map", "drawing")):
        assert {text.room for text in ours.values() if text.context == context} == {room}


def source(root: Path, **modules: str) -> Path:
    """A project with the sheets of ours, and with these modules."""
    package = root / "src/ferrovia"
    for name in ("drawing/words.toml", "drawing/map_words.toml"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text('one = "Words"\n')
    for name, code in modules.items():
        path = package / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    return root


def test_what_is_done_by_every_action_is_a_text(ours: Texts) -> None:
    assert {("", kind.deed) for title in TITLES for kind in title.actions} <= ours.keys()


def test_a_text_of_several_rooms_belongs_to_the_first(tmp_path: Path) -> None:
    root = source(
        tmp_path,
        cli__games="say('Pass')",
        engine__flow="Message('Pass')",
        titles__t1849__events="Message('Pass'); Message('Run')",
    )
    found = texts(root)
    assert found["", "Pass"].room == "engine"
    assert found["", "Pass"].places == [
        "src/ferrovia/engine/flow.py",
        "src/ferrovia/cli/games.py",
        "src/ferrovia/titles/t1849/events.py",
    ]
    assert found["", "Run"].room == "1849"


def test_a_constant_of_another_module_is_followed_and_a_slip_is_told_with_its_place(tmp_path: Path) -> None:
    root = source(tmp_path, formats__words="TEXT = 'Pass'", cli__games="say(TEXT)\nsay(f'{TEXT}!')\n")
    found = texts(root)
    assert found["", "Pass"].places == ["src/ferrovia/cli/games.py"]
    (slip,) = (text for text in found.values() if text.context == UNCLEAR)
    assert slip.text.startswith("src/ferrovia/cli/games.py:2: the text is not a literal")


def test_names_of_companies_take_an_article_and_printed_words_are_texts(tmp_path: Path) -> None:
    root = source(tmp_path)
    sheets = root / "src/ferrovia/titles/t1849/components"
    sheets.mkdir(parents=True)
    (sheets / "companies.toml").write_text('[[corporation]]\nid = "RCS"\n[[private]]\nid = "SCE"\n')
    (sheets / "game.toml").write_text(
        'full_title = "1849: The Game"\n[[event]]\nname = "Quake"\neffect = "It shakes."\n'
    )
    (sheets / "words.toml").write_text('title = "1849"\n[cards]\nback = "The back"\n')
    (sheets / "tiles.toml").write_text('name = "not said"\n')
    keys = {key for key, text in texts(root).items() if text.room == "1849"}
    assert keys == {
        ("article", "RCS"),
        ("article", "SCE"),
        ("", "1849: The Game"),
        ("", "Quake"),
        ("", "It shakes."),
        ("", "The back"),
    }
