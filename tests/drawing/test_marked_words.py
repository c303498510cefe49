"""No word of a picture escapes the catalogues: each is marked where it comes out of one, or is a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from string import Formatter

import pytest

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.naming import map_words
from ferrovia.drawing.palette import LIGHT
from ferrovia.drawing.pictures import PIECES, Subject, drawn, pages
from ferrovia.drawing.pieces import paragraph, picture
from ferrovia.drawing.printed import printed_of
from ferrovia.saying.voice import ARTICLE
from tests.drawing.editions import NAMESPACE, STORED, TITLES, edition, elements, stored

MARK = "¤"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MARKED = re.compile(rf"{MARK}\S*")
_GRAMMAR = {"and", "or"}  # of lists: a voice says these by itself
_PLAIN = re.compile(r"[^\W\d_]{2,}")


class Marked(NullTranslations):
    """English with a mark before every word."""

    def gettext(self, message: str) -> str:
        return "".join(_marked(*part) for part in Formatter().parse(message))

    def pgettext(self, context: str, message: str) -> str:
        return message if context == ARTICLE else self.gettext(message)


def _marked(literal: str, name: str | None, spec: str | None, _: str | None) -> str:
    words = _WORD.sub(rf"{MARK}\g<0>", literal)
    if name is None:
        return words
    forms = "|".join(_WORD.sub(rf"{MARK}\g<0>", form) for form in spec.split("|")) if spec and "|" in spec else spec
    return f"{words}{{{name}:{forms}}}" if forms else f"{words}{{{name}}}"


def marked(name: str) -> Edition:
    return Edition(edition(name).box, words=Marked())


def names(known: Edition) -> set[str]:
    """The words of names that a title prints: they are the same in every language."""
    companies, game, sheet = known.sheet("companies"), known.sheet("game"), known.sheet("map")
    scenery, printed = known.sheet("scenery"), printed_of(known)
    tables = [*scenery.get("river", ()), *scenery.get("sea", ()), *sheet.get("map", ()), *known.companies.values()]
    tables += [*companies.get("private", ()), *companies.get("political_card", ())]
    found = [table["name"] for table in tables]
    found += [table["id"] for table in tables if "id" in table]
    found += [place for place in known.places.values() if place not in map_words()["places"].values()]
    found += [place.removeprefix("Port of ") for place in known.places.values()]
    found += [line.name for border in printed.borders for line in border.lines]
    found += [town for marks in printed.marks.values() for mark in marks if mark.kind == "bonus" for town in mark.says]
    found += [tile.face.label for tile in known.box.board.tiles.values()]
    found += [hex.face.label for hex in known.box.board.hexes.values()]
    found += [stop for concession in game.get("concession", ()) for stop in concession["names"]]
    found += [
        stop for concession in companies.get("concession", ()) for way in concession["routes"] for stop in way.values()
    ]
    found += [*known.places, *known.trains, *known.box.board.tiles, known.name, known.sheet("game")["currency"]]
    found += [table["name"] for table in known.sheet("trains")["phase"]]
    return {word for name in found for word in _PLAIN.findall(str(name))} - {"Port", "of"}


def told(shown: str) -> Iterator[str]:
    """Everything that a picture says: to the eye, and to whoever listens."""
    for element in elements(shown):
        if element.tag in (f"{NAMESPACE}text", f"{NAMESPACE}title"):
            yield element.text or ""
        yield element.attrib.get("aria-label", "")


def unmarked(shown: str, known: Edition) -> set[str]:
    return {word for words in told(shown) for word in _PLAIN.findall(_MARKED.sub(" ", words))} - names(known) - _GRAMMAR


@pytest.mark.parametrize("name", TITLES)
def test_every_word_of_a_title_comes_from_a_catalogue(name: str) -> None:
    known = marked(name)
    shown = [
        *pages("all", Subject(known, LIGHT)),
        *(drawn(what, Subject(known, LIGHT)) for what in PIECES if what != "charts"),
    ]
    measure = {"mm"}
    assert {word for each in shown for word in unmarked(each, known)} <= measure


@pytest.mark.parametrize("name", STORED)
def test_every_word_of_a_game_comes_from_a_catalogue(name: str) -> None:
    game = stored(name)
    known = marked(game.title.name)
    runs = next((company for company in game.state.stations if game.trains(company)), "")
    shown = [drawn(what, Subject(known, LIGHT, game, runs if what == "board" else "")) for what in PIECES]
    players = {word for player in game.state.seats for word in _PLAIN.findall(player)}
    assert {word for each in shown for word in unmarked(each, known)} <= players


def test_a_word_that_comes_from_no_catalogue_would_be_found() -> None:
    known = marked("1849")
    words = f"{known.word('shares', count=2)} of Palermo {known.voice.term('left over')}"
    assert unmarked(picture(paragraph(words, 20, 3, "#000000"), LIGHT, "AFG"), known) == {"of"}
