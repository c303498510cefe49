"""What the program calls things by stays with it: players read words, in catalogues and rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ferrovia import titles
from ferrovia.engine.flow.frame import Frame, Procedure
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.title import Title
from ferrovia.titles.registry import all_titles
from languages.extraction import UNCLEAR, Text
from tests.languages.ours import our_texts

ID = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|(?<!\w)\[[a-z_]+\]")
NO_GAME: Any = None  # what a step is called has nothing to do with the game
TITLES = pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.name)


@pytest.fixture(scope="module")
def ours() -> list[Text]:
    return [text for text in our_texts().values() if text.context != UNCLEAR]


def _frames(title: Title) -> Iterator[Frame]:
    """One of each kind that lies on the agenda of a title, with a lot and without."""
    for kind in title.frames:
        if issubclass(kind, OperatingTurn | Procedure):
            continue  # these have the words of their steps, or none
        fields = dict.fromkeys(kind.__struct_fields__, "")
        yield kind(**fields)
        if "lot" in fields:
            yield kind(**{**fields, "lot": "Bayard"})


def _steps(kind: type[TurnStep] = TurnStep) -> Iterator[TurnStep]:
    for each in kind.__subclasses__():
        if hasattr(each, "label"):
            yield each.__new__(each)  # what it is called needs nothing that it is made with
        yield from _steps(each)


def _clauses() -> Iterator[tuple[str, str]]:
    for path in sorted(Path(titles.__file__).parent.glob("*/clauses*.toml")):
        for tables in tomllib.loads(path.read_text("utf-8")).values():
            for table in tables if isinstance(tables, list) else ():
                told = (value for key, value in table.items() if key not in ("id", "needs") and isinstance(value, str))
                yield from ((f"{path.name} {table['id']}", value) for value in told)


def test_an_id_is_told_from_words() -> None:
    assert ID.findall("the step now is 'loan_choice', by [air_raids]") == ["loan_choice", "[air_raids]"]
    assert ID.findall("start spaces 68 [4,2] and the first-aid step, PH5 or 3bis") == []


def test_every_step_has_words_in_both_languages(ours: list[Text]) -> None:
    known = {text.text for text in ours}
    called = {step.label for step in _steps()}
    for title in all_titles().values():
        called |= {frame.called(NO_GAME) for frame in _frames(title)}
    assert len(called) > 40
    assert called - known == set()
    assert {word for word in called if ID.search(word)} == set()


@TITLES
def test_every_kind_of_event_has_its_sentence(title: Title) -> None:
    for kind in title.events:
        assert kind.says is not None
        assert ID.sub("", str(kind.says)) == str(kind.says)


@TITLES
def test_every_option_has_its_name(title: Title) -> None:
    assert title.option_names.keys() == title.options.keys() | title.setup.readings.keys()
    assert not any(ID.search(name) for name in title.option_names.values())


def test_no_text_and_no_clause_holds_an_id(ours: list[Text]) -> None:
    fields = re.compile(r"\{[^}]*\}|`[^`]*`|[a-z_]+=\S+")  # what is filled in, or typed by whoever keeps a house
    said = {text.text for text in ours if text.is_filled}
    assert sorted(text for text in said if ID.search(fields.sub("", text))) == []
    told = list(_clauses())
    assert len(told) > 6000
    assert [(where, text) for where, text in told if ID.search(text)] == []
