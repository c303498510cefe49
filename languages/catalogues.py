"""Catalogues: the .po files of each language, how they follow the source, and what is compiled out of them.

Building Ferrovia comes here when Ferrovia itself cannot be imported yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

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
ARTICLE = "article"  # the context of names, which have an article for a translation
NONE = "-"  # a name without article: nobody can leave it empty by mistake


def languages(root: Path = ROOT) -> list[str]:
    """The languages besides English: a folder of .po files for each."""
    return sorted(
        folder.name for folder in (root / "languages").iterdir() if folder.is_dir() and any(folder.glob("*.po"))
    )


def files(language: str, root: Path = ROOT) -> dict[str, Path]:
    """The .po files of a language by the rooms they are for."""
    return {path.stem: path for path in sorted((root / "languages" / language).glob("*.po"))}


class Unreadable(Exception):
    """Why a .po file cannot be read, in one sentence."""


def read(path: Path, language: str) -> Catalog:
    try:
        with path.open("rb") as file:
            return read_po(file, locale=language, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {error}") from error


def entries(catalog: Catalog) -> Iterator[Entry]:
    """The messages of a catalogue without its heading."""
    return (entry for entry in catalog if entry.id)


def key(entry: Entry) -> tuple[str, str]:
    return entry.context or "", entry.id[0] if isinstance(entry.id, tuple | list) else entry.id


def is_translated(entry: Entry) -> bool:
    """A fuzzy one is a guess."""
    return not entry.fuzzy and all(translations(entry))


def translations(entry: Entry) -> list[str]:
    """What stands for a text: one, or one for each number where a library counts."""
    said = entry.string if isinstance(entry.string, tuple | list) else [entry.string]
    return [each or "" for each in said]


def update(language: str, texts: Texts, root: Path = ROOT) -> None:
    """Bring the files of a language up to date: new texts wait for a translation, unused ones go."""
    known: dict[tuple[str, str], Entry] = {}
    for path in files(language, root).values():
        for entry in entries(read(path, language)):
            if key(entry) not in known or is_translated(entry):
                known[key(entry)] = entry
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
    context = text.context or None
    if known is None or bool(text.many) != isinstance(known.id, tuple | list):
        catalog.add(name, locations=places, context=context)
        return
    flags = {"fuzzy"} if known.fuzzy else set()
    catalog.add(name, known.string, locations=places, flags=flags, user_comments=known.user_comments, context=context)


def compile_all(root: Path = ROOT) -> None:
    """One compiled catalogue for each language, where gettext looks for it."""
    for language in languages(root):
        whole = Catalog(locale=language, fuzzy=False, charset="utf-8")
        for path in files(language, root).values():
            for entry in entries(read(path, language)):
                if is_translated(entry) and not (entry.context == ARTICLE and entry.string == NONE):
                    whole.add(entry.id, entry.string, context=entry.context)
        made = root / "src" / "ferrovia" / "saying" / "compiled" / language / "LC_MESSAGES" / "ferrovia.mo"
        made.parent.mkdir(parents=True, exist_ok=True)
        # Under another name until it is whole: several may compile at once, and others read.
        with NamedTemporaryFile(dir=made.parent, delete=False) as draft:
            write_mo(draft, whole)
        Path(draft.name).chmod(0o644)
        Path(draft.name).replace(made)
