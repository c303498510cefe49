"""Catalogues: the .po files of each language, what is wrong with them, how they follow the source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from languages.extraction import UNCLEAR, Text, Texts

ROOT = Path(__file__).resolve().parent.parent
WIDTH = 120
HEADING = r"""msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""
# What an Italian article may be; the empty one of people is written "-".
ARTICLES = frozenset({"il", "lo", "la", "l'", "l'o", "-"})


def languages(root: Path = ROOT) -> list[str]:
    """The languages besides English: a folder of .po files for each."""
    return sorted(folder.name for folder in (root / "languages").iterdir() if any(folder.glob("*.po")))


def files(language: str, root: Path = ROOT) -> dict[str, Path]:
    """The .po files of a language by the rooms they are for."""
    return {path.stem: path for path in sorted((root / "languages" / language).glob("*.po"))}


def read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def entries(catalog: Catalog) -> Iterator[Entry]:
    """The messages of a catalogue without its heading."""
    return (entry for entry in catalog if entry.id)


def key(entry: Entry) -> tuple[str, str]:
    return entry.context or "", entry.id[0] if isinstance(entry.id, tuple | list) else entry.id


def faults(language: str, texts: Texts, root: Path = ROOT) -> Iterator[str]:
    """What is wrong with a language, a line for each fault."""
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
                yield from (f"{language}/{room}: {name} {fault}" for fault in _of_entry(entry, text))
    for missing in texts.keys() - seen.keys():
        if missing[0] == UNCLEAR:
            yield f"{missing[1]}: the text is not a literal, so nobody can translate it"
            continue
        yield f"{language}: {_quoted(missing)} of {texts[missing].room} is missing"


def _quoted(name: tuple[str, str]) -> str:
    context, text = name
    return f"{text!r} ({context})" if context else repr(text)


def _of_entry(entry: Entry, text: Text) -> Iterator[str]:
    said = list(entry.string) if isinstance(entry.string, tuple | list) else [entry.string]
    if entry.fuzzy or not all(said) or bool(text.many) != (len(said) > 1):
        yield "is not translated"
        return
    if text.context == "article" and said[0] not in ARTICLES:
        yield f"has {said[0]!r}, which is no article"
    for each in said:
        if fields(each or "") != fields(text.text):
            yield f"has other fields than the English: {each!r}"


def fields(text: str) -> set[str] | None:
    """The fields of a text, those of words to look up by that too; None where it cannot be read."""
    try:
        return {
            f"{name}:{spec}" if spec in ("term", "money") else name
            for _, name, spec, _ in Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        return None


def update(language: str, texts: Texts, root: Path = ROOT) -> None:
    """Bring the files of a language up to date: new texts wait for a translation, unused ones go."""
    known = {key(entry): entry for path in files(language, root).values() for entry in entries(read(path, language))}
    rooms = {text.room for text in texts.values()} | set(files(language, root))
    for room in rooms:
        catalog = Catalog(locale=language, fuzzy=False, project="Ferrovia", charset="utf-8")
        for text in texts.values():
            if text.room == room and text.context != UNCLEAR:
                _add(catalog, text, known.get(text.key))
        with (root / "languages" / language / f"{room}.po").open("wb") as file:
            file.write(HEADING.format(language=language).encode())
            write_po(file, catalog, width=WIDTH, sort_output=True, omit_header=True)


def _add(catalog: Catalog, text: Text, known: Entry | None) -> None:
    name = (text.text, text.many) if text.many else text.text
    places = [(place, 0) for place in sorted(text.places)]
    catalog.add(name, known.string if known else None, locations=places, context=text.context or None)


def compile_all(root: Path = ROOT) -> None:
    """One compiled catalogue for each language, where gettext looks for it."""
    for language in languages(root):
        whole = Catalog(locale=language, fuzzy=False, charset="utf-8")
        for path in files(language, root).values():
            for entry in entries(read(path, language)):
                said = entry.string
                if entry.context == "article" and said == "-":
                    said = ""
                whole.add(entry.id, said, context=entry.context)
        folder = root / "src" / "ferrovia" / "saying" / "compiled" / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        made = folder / "ferrovia.mo.new"
        with made.open("wb") as file:
            write_mo(file, whole)
        made.replace(folder / "ferrovia.mo")
