"""The check: what is wrong with the texts of the source and with their translations, a line for each fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Message as Entry

from ferrovia.saying.catalogue import SOURCE
from ferrovia.saying.voice import GRAMMARS
from languages.catalogues import ARTICLE, NONE, ROOT, entries, files, is_translated, key, read, translations
from languages.extraction import UNCLEAR, Text, Texts

# Forms of a field that every language has; others are those of its grammar.
COMMON = frozenset({"", "term", "money", "place", "route", "and", "or", ";", "^"})
SAME = ("term", "money", "place", "route")  # ... and those that a translation must have too
_NUMBER = re.compile(r"\.\d+f|g")


def faults(language: str, texts: Texts, root: Path = ROOT) -> Iterator[str]:
    """What is wrong with a language, and with the source that it translates."""
    seen: dict[tuple[str, str], str] = {}
    for room, path in files(language, root).items():
        for entry in entries(read(path, language)):
            name = _quoted(key(entry))
            if key(entry) in seen:
                yield f"{language}/{room}: {name} stands in {seen[key(entry)]} too"
            seen[key(entry)] = room
            text = texts.get(key(entry))
            if text is None:
                yield f"{language}/{room}: nothing uses {name}"
            elif text.room != room:
                yield f"{language}/{room}: {name} belongs to {text.room}"
            else:
                yield from (f"{language}/{room}: {name} {fault}" for fault in _of_entry(entry, text, language))
    for each in texts.values():
        if each.context == UNCLEAR:
            yield each.text
            continue
        if each.key not in seen:
            yield f"{language}: {_quoted(each.key)} of {each.room} is missing"
        if each.is_filled:
            yield from (f"{each.places[0]}: {_quoted(each.key)} {fault}" for fault in _forms(each.text, SOURCE))


def _quoted(name: tuple[str, str]) -> str:
    context, text = name
    return f"{text!r} ({context})" if context else repr(text)


def _of_entry(entry: Entry, text: Text, language: str) -> Iterator[str]:
    if not is_translated(entry) or bool(text.many) != isinstance(entry.id, tuple | list):
        yield "is not translated"
        return
    said = translations(entry)
    if text.context == ARTICLE:
        if said[0] not in _articles(language):
            yield f"has {said[0]!r}, which is no article"
        return
    for each in said:
        if fields(each) != fields(text.text) and not _is_filled_elsewhere(each, text):
            yield f"has other fields than the English: {each!r}"
        if each.count("\b") != text.text.count("\b"):
            yield f"has other blocks (\\b) than the English: {each!r}"
        if text.is_filled:
            yield from (f"{fault}: {each!r}" for fault in _forms(each, language))


def _is_filled_elsewhere(said: str, text: Text) -> bool:
    """A library may fill in a word that nobody can translate: it may be left out."""
    known = (fields(text.text) or set()) | (fields(text.many) or set())
    return not text.is_filled and (fields(said) or set()) <= known


def _articles(language: str) -> set[str]:
    return {article or NONE for article in getattr(GRAMMARS[language], "ARTICLES", ())}


def fields(text: str) -> set[str] | None:
    """The fields of a text, those of words to look up by that too; None where it cannot be read."""
    try:
        return {
            f"{name}:{spec}" if spec in SAME else name
            for _, name, spec, _ in Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        return None


def _forms(text: str, language: str) -> Iterator[str]:
    """What is wrong with the fields of a text by itself."""
    try:
        found = [(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        yield "has a brace too many or too few"
        return
    for name, spec in found:
        if not name.isidentifier() or name != name.lower():
            yield f"has a field {{{name}}}, which is no name for one"
        if not _is_form(spec, language):
            yield f"has a form {{{name}:{spec}}} that nobody understands"


def _is_form(spec: str, language: str) -> bool:
    if spec in COMMON or _NUMBER.fullmatch(spec):
        return True
    if "|" in spec:
        return spec.count("|") == 1
    try:
        GRAMMARS[language].noun("", spec, "")
    except ValueError:
        return False
    return True
