"""Words: the same in both languages, each used, none missing."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import ferrovia.drawing
from ferrovia.drawing import cards
from ferrovia.drawing.edition import LANGUAGES, edition_in
from tests.drawing.editions import TITLES, edition

COMMON = tomllib.loads((files("ferrovia.drawing") / "words.toml").read_text("utf-8"))
SOURCES = "".join(path.read_text("utf-8") for path in Path(ferrovia.drawing.__file__).parent.glob("*.py"))


def named() -> set[str]:
    """Words that are asked for by what a sheet says: kinds of company and of card, roles of destinations."""
    kinds = {str(table.get("kind") or "railway") for name in TITLES for table in edition(name).companies.values()}
    sections = {kind for name in TITLES for kind in cards.sections(edition(name))}
    roles = {
        str(stop["as"]).split(",")[0].split(" ")[0]
        for name in TITLES
        for table in edition(name).companies.values()
        for stop in table.get("historical", ())
        if "as" in stop
    }
    return kinds | sections | roles


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


def leaves(table: dict[str, Any], before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= leaves(value, f"{before}{key}.") if isinstance(value, dict) else {f"{before}{key}": value}
    return found


def test_both_languages_have_the_same_words_with_the_same_blanks() -> None:
    english, italian = (COMMON[language] for language in LANGUAGES)
    assert list(english) == list(italian)
    assert {key: fields(text) for key, text in english.items()} == {key: fields(text) for key, text in italian.items()}


def test_every_word_is_asked_for_and_none_is_missing() -> None:
    asked = set(re.findall(r"""word\(\s*["'](\w+)["']""", SOURCES))
    assert asked | named() <= set(COMMON["en"])
    quoted = set(re.findall(r"""["'](\w+)["']""", SOURCES))
    built = {f"{key}_chart" for key in ("worth", "price", "revenue")}
    built |= {f"round_{kind}" for kind in ("auction", "stock", "operating", "end")}
    built |= {f"initial_{colour}" for colour in ("yellow", "green", "brown", "grey")}
    assert set(COMMON["en"]) <= quoted | named() | built


@pytest.mark.parametrize("name", TITLES)
def test_a_title_says_everything_in_both_languages(name: str) -> None:
    sheet = edition(name).sheet("words")
    english, italian = (leaves(sheet[language]) for language in LANGUAGES)
    only_italian = {
        key for key in italian if not key.startswith(("event_name.", "event_effect.")) and key != "full_title"
    }
    assert only_italian == set(english)
    assert all(fields(english[key]) == fields(italian[key]) for key in english)
    events = {table["key"] for table in edition(name).sheet("game").get("event", ())}
    for kind in ("event_name", "event_effect"):
        assert set(sheet["it"].get(kind, {})) == events


def test_a_language_that_we_do_not_have_is_refused() -> None:
    with pytest.raises(LookupError, match="la"):
        edition_in("ferrovia.titles.t1849", "la")
