"""A catalogue of marked words: whatever is said without marks was never in a catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from string import Formatter
from typing import Any

import pytest

from ferrovia.engine.flow.title import Title
from ferrovia.saying import english, voice

OPEN, SHUT = "\u2983", "\u2984"
_WORD = re.compile(r"[^\W\d_]{2,}")
_NO_WORDS = re.compile(r'\{"[^\n]*\}|\b[0-9a-f]{16,}\b')  # actions as JSON, hashes
# What the grammar of a language adds between the words of a text.
_GRAMMAR = frozenset({"an", "An", "and", "or"})


class Marked(NullTranslations):
    """Says every text in its own English, each word of it between marks."""

    def gettext(self, message: str) -> str:
        parts = []
        for literal, name, spec, _ in Formatter().parse(message):
            parts.append(marked(literal))
            if name is not None:
                inner = "|".join(marked(form) for form in spec.split("|")) if spec and "|" in spec else spec
                parts.append(f"{{{name}:{inner}}}" if inner else f"{{{name}}}")
        return "".join(parts)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == voice.ARTICLE else self.gettext(message)


def marked(text: str) -> str:
    escaped = text.replace("{", "{{").replace("}", "}}")
    return _WORD.sub(lambda word: f"{OPEN}{word[0]}{SHUT}", escaped)


def speak_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on Italian is English in marks."""
    monkeypatch.setattr(voice, "catalogue", lambda language: Marked() if language == "it" else NullTranslations())
    monkeypatch.setitem(voice.GRAMMARS, "it", english)


def unmarked(said: str, names: Iterable[str]) -> list[str]:
    """The words of a text that have no marks and are no names."""
    rest = re.sub(f"{OPEN}[^{SHUT}]*{SHUT}", " ", _NO_WORDS.sub(" ", said))
    known = _GRAMMAR | {word for name in names for word in _WORD.findall(name)}
    return sorted({word for word in _WORD.findall(rest) if word not in known})


def names_of(title: Title) -> set[str]:
    """Whatever is called by its own name in a game: places, companies, trains, tiles, variants, clauses."""
    return {title.name, title.currency, *title.options, *_names_in(title)}


def _names_in(title: Title) -> Iterator[str]:
    box = title.box
    for hex_id, printed in box.board.hexes.items():
        yield from (hex_id, printed.name)
    for table in (box.corporations, box.privates):
        for key, entry in table.items():
            yield from (key, entry.name)
    yield from box.trains
    yield from box.board.tiles
    yield from box.phases
    yield from _own_names(box.sheet("companies"))


def _own_names(table: Any) -> Iterator[str]:
    """Names that only a title's sheet has: destinations, regional companies, cards."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key in ("id", "name") and isinstance(value, str):
                yield value
            else:
                yield from _own_names(value)
    elif isinstance(table, list):
        for value in table:
            yield from _own_names(value)
