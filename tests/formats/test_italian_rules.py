"""The rules in Italian: every clause and every ruling, with the numbers of the English."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ferrovia.formats.rulebook import Clause, Ruling, rulebook, rulebooks
from tests.cli.command import ferrovia

FIELDS = {Clause: ("topic", "rule", "check"), Ruling: ("question", "ruling", "because")}
# What the Italian must hold as the English does: numbers, and the ids of companies, trains, hexes and rulings.
NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")
ENGLISH = re.compile(r"\b(the|and|with|must|may|when|which|its|from|player|corporation|train|share)\b")


def texts(name: str, language: str) -> dict[str, dict[str, str]]:
    book = rulebook(name, language)
    return {entry.id: {field: getattr(entry, field) for field in FIELDS[type(entry)]} for entry in book.entries}


@pytest.mark.parametrize("name", rulebooks())
def test_every_clause_and_ruling_is_there_in_italian(name: str) -> None:
    english, italian = texts(name, "en"), texts(name, "it")
    assert list(italian) == list(english)
    left = [
        f"{entry} {field}"
        for entry, fields in english.items()
        for field, text in fields.items()
        if len(text) > 12 and italian[entry][field] == text
    ]
    assert left == []


@pytest.mark.parametrize("name", rulebooks())
def test_no_number_differs(name: str) -> None:
    english, italian = texts(name, "en"), texts(name, "it")
    differ = [
        f"{entry} {field}"
        for entry, fields in english.items()
        for field, text in fields.items()
        if Counter(NUMBERS.findall(text)) != Counter(NUMBERS.findall(italian[entry][field]))
    ]
    assert differ == []


@pytest.mark.parametrize("name", rulebooks())
def test_no_english_is_left(name: str) -> None:
    found = {
        f"{entry} {field}": words
        for entry, fields in texts(name, "it").items()
        for field, text in fields.items()
        if (words := ENGLISH.findall(text))
    }
    assert found == {}


def test_the_rules_are_read_in_italian() -> None:
    page = ferrovia("rules", "1849", "9.2.6", "--language", "it").stdout
    assert page.startswith("1849-9.2.6")
    assert "  Prova: " in page
    assert ferrovia("rules", "1849", "9.2.6", lang="it_IT.UTF-8").stdout == page
    assert ferrovia("rules", "1849", "9.2.6", lang="de_DE.UTF-8").stdout != page
    assert "Delibere" in ferrovia("rules", "1849", "--language", "it").stdout
    in_latin = ferrovia("rules", "1849", "9.2.6", "--language", "la")
    assert in_latin.stderr == "Ferrovia does not speak la, only en and it.\n"
    assert in_latin.stdout == ferrovia("rules", "1849", "9.2.6", "--language", "en").stdout
