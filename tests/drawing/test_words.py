"""Words of pictures: each used, none missing; that each has its Italian is the check of the catalogues."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import ferrovia.drawing
from ferrovia.drawing import cards
from ferrovia.drawing.edition import edition_in
from ferrovia.saying.catalogue import LanguageTrouble
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


def test_every_word_is_asked_for_and_none_is_missing() -> None:
    asked = set(re.findall(r"""word\(\s*["'](\w+)["']""", SOURCES))
    assert asked | named() <= set(COMMON)
    quoted = set(re.findall(r"""["'](\w+)["']""", SOURCES))
    built = {f"{key}_chart" for key in ("worth", "price", "revenue")}
    built |= {f"round_{kind}" for kind in ("auction", "stock", "operating", "end")}
    built |= {f"initial_{colour}" for colour in ("yellow", "green", "brown", "grey")}
    assert set(COMMON) <= quoted | named() | built


def test_a_language_that_we_do_not_have_is_refused() -> None:
    with pytest.raises(LanguageTrouble, match="la"):
        edition_in("ferrovia.titles.t1849", "la")


def test_società_is_written_with_its_accent_everywhere() -> None:
    """In names of companies, cards and clauses, whatever picture or page they come to stand on."""
    titles = Path(ferrovia.drawing.__file__).parents[1] / "titles"
    sheets = sorted(titles.rglob("*.toml"))
    assert sheets
    bare = re.compile(r"\b[Ss]ociet(?:a|a'|à')(?=\W)")
    assert [path.name for path in sheets if bare.search(path.read_text("utf-8"))] == []
