"""The rules in Italian: every clause and every ruling, with the numbers of the English."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ferrovia.formats.rulebook import Clause, Ruling, rulebook, rulebooks
from ferrovia.saying.message import Message
from ferrovia.titles.registry import title
from tests.cli.command import ferrovia

FIELDS = {Clause: ("topic", "rule", "check"), Ruling: ("question", "ruling", "because")}
# What the Italian must hold as the English does: numbers, and the ids of companies, trains, hexes and rulings.
NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")
# Where the English has a comma after thousands the Italian has nothing, as the titles print their money.
THOUSANDS = re.compile(r"(?<![\w,])(?<!\d\.)\d{1,3}(?:,\d{3})+(?!\w|,\d)")
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
def test_a_corporation_has_the_article_with_which_the_program_speaks_of_it(name: str) -> None:
    say = title(name).voice("it")
    written = " ".join(text for fields in texts(name, "it").values() for text in fields.values())
    wrong: set[str] = set()
    for corporation in title(name).box.corporations:
        right = {
            say(Message(form, x=corporation))
            for form in ("{x:il}", "{x:del}", "{x:al}", "{x:dal}", "{x:nel}", "{x:sul}")
        }
        pattern = rf"(?i)\b(?:il |la |lo |l'|(?:de|ne|a|da|su)l(?:la |lo |l'| )){corporation}\b"
        wrong.update(found for found in re.findall(pattern, written) if found[0].lower() + found[1:] not in right)
    assert not wrong


def numbers(text: str) -> Counter[str]:
    return Counter(NUMBERS.findall(text))


def in_english(text: str) -> Counter[str]:
    """The numbers of an English text, thousands without their comma."""
    return numbers(THOUSANDS.sub(lambda found: found[0].replace(",", ""), text))


@pytest.mark.parametrize("name", rulebooks())
def test_no_number_differs(name: str) -> None:
    english, italian = texts(name, "en"), texts(name, "it")
    differ = [
        f"{entry} {field}"
        for entry, fields in english.items()
        for field, text in fields.items()
        if in_english(text) != numbers(italian[entry][field])
    ]
    assert differ == []


def test_a_wrong_number_would_be_found() -> None:
    said = "The bank is L. 7,760 (10.3); (FA,F31,100,1)."
    assert in_english(said) == numbers("La banca è di L. 7760 (10.3); (FA,F31,100,1).")
    for wrong in ("7,760", "7.760", "776", "7700"):
        assert in_english(said) != numbers(f"La banca è di L. {wrong} (10.3); (FA,F31,100,1).")
    assert in_english("(F31,100) and 4,5") == numbers("(F31,100) e 4,5")


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


def test_in_a_language_that_we_do_not_speak_the_rules_are_english_after_a_sentence() -> None:
    answer = ferrovia("rules", "1849", "9.2.6", "--language", "la")
    assert answer.exit_code == 0
    assert answer.stderr.splitlines() == [
        "Ferrovia does not speak la, only en and it, so everything is said in English."
    ]
    assert answer.stdout == ferrovia("rules", "1849", "9.2.6", "--language", "en").stdout
