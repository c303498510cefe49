"""Extraction: every text that the program can say, gathered from its source, and the room that says it.

Texts stand in the source where they are said, as plain literals:

- the text of a call: `Message("...")`, `Refusal(rule, "...")`, `say("...")`, `tell("...")`, `term("...")` and so on
- `says = "..."` of an event, and what a method `sentence` of one returns
- `{{ say("...") }}` in the templates of pages
- the first lines of a command, the `help` of its options
- what is printed: words and sentences in the sheets of titles and pictures, and the names that take an article
- what the library of the command line says by itself
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.extract import extract_from_dir
from jinja2.ext import babel_extract

from languages.code import Help, Slip, constants, in_module

ROOMS = ("engine", "formats", "drawing", "table", "cli")  # the files of a language; one for each title comes after them
_ROOM_OF = {"saying": "engine", "agents": "formats", "bots": "formats", "sitting": "formats", "programs.py": "formats"}


@dataclass
class Text:
    """A text, under which context, in which forms, where it stands."""

    text: str
    context: str = ""
    many: str = ""  # the form for other numbers than one, where a library speaks so
    room: str = "engine"
    places: list[str] = field(default_factory=list)
    is_filled: bool = True  # by a voice; otherwise it is said as it stands, or a library fills it in

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.text


UNCLEAR = "unclear"  # the context of what is wrong with the source: no text, but a place and a sentence

Texts = dict[tuple[str, str], Text]


def texts(root: Path) -> Texts:
    """Everything that can be said. A text of several rooms belongs to the first of them."""
    found: Texts = {}
    source = root / "src" / "ferrovia"
    gathered = [*_of_code(source, root), *_of_templates(source, root), *_of_sheets(source, root), *_of_click()]
    names = [*ROOMS, *sorted({text.room for text in gathered} - set(ROOMS))]
    for text in sorted(filter(_has_words, gathered), key=lambda text: names.index(text.room)):
        kept = found.setdefault(text.key, text)
        if kept is not text:
            kept.places += [place for place in text.places if place not in kept.places]
            kept.many = kept.many or text.many
            kept.is_filled = kept.is_filled or text.is_filled
    return found


def _has_words(text: Text) -> bool:
    """Fields with signs between them, `{parts:;}`, are the same in every language."""
    try:
        return any(sign.isalpha() for literal, *_ in Formatter().parse(text.text) for sign in literal) or any(
            "|" in (spec or "") for _, _, spec, _ in Formatter().parse(text.text)
        )
    except ValueError:
        return True


# Code


def _of_code(source: Path, root: Path) -> Iterator[Text]:
    modules = {path: path.read_text("utf-8") for path in sorted(source.rglob("*.py"))}
    elsewhere = constants(modules.values())
    for path, code in modules.items():
        room, place = room_of(path.relative_to(source)), path.relative_to(root).as_posix()
        for text in in_module(code, elsewhere, is_command=path.parent.name == "cli"):
            if isinstance(text, Slip):
                yield Text(f"{place}:{text.line}: {text.why}", UNCLEAR, room=room)
            else:
                yield Text(str(text), room=room, places=[place], is_filled=not isinstance(text, Help))


def room_of(path: Path) -> str:
    """The file of a language that holds what a file of the source says."""
    first = path.parts[0]
    if first == "titles" and len(path.parts) > 2:
        return path.parts[1].removeprefix("t")
    known = _ROOM_OF.get(first, "formats" if first == "titles" else first)
    return known if known in ROOMS else "cli"


# Templates


def _of_templates(source: Path, root: Path) -> Iterator[Text]:
    for path in sorted(source.rglob("jinja2/**/*.html")):
        for text in in_template(path.read_text("utf-8")):
            yield Text(text, room=room_of(path.relative_to(source)), places=[path.relative_to(root).as_posix()])


def in_template(markup: str) -> Iterator[str]:
    """The texts of a page: `{{ say("...") }}`, with or without fields."""
    for _, _, message, _ in babel_extract(BytesIO(markup.encode()), ("say",), (), {"silent": "false"}):
        text = message[0] if isinstance(message, tuple) else message
        if text is not None:  # what is said may also be a value
            yield text


# Sheets


def _of_sheets(source: Path, root: Path) -> Iterator[Text]:
    for sheet_name, context in (("words", "picture"), ("map_words", "map")):
        path = source / "drawing" / f"{sheet_name}.toml"
        for _, text in _words(tomllib.loads(path.read_text("utf-8"))):
            yield Text(text, context, room="drawing", places=[path.relative_to(root).as_posix()])
    for path in sorted((source / "titles").glob("t*/components/*.toml")):
        sheet = tomllib.loads(path.read_text("utf-8"))
        room = room_of(path.relative_to(source))
        for context, text in _PRINTED.get(path.stem, _nothing)(sheet):
            yield Text(text, context, room=room, places=[path.relative_to(root).as_posix()])


def _nothing(sheet: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield from ()


def _companies(sheet: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every company, and every card that stands among them, takes an article or none."""
    for table in ("corporation", "private", "regional", "political_card"):
        for entry in sheet.get(table, ()):
            yield "article", entry["id"]


def _words(sheet: dict[str, Any], context: str = "") -> Iterator[tuple[str, str]]:
    """Whatever a sheet of words holds."""
    for key, value in sheet.items():
        if isinstance(value, dict):
            yield from _words(value, context)
        elif key != "title":
            yield context, value


def _game(sheet: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "", sheet["full_title"]
    for event in sheet.get("event", ()):
        yield "", event["name"]
        yield "", event["effect"]


_PRINTED: dict[str, Callable[[dict[str, Any]], Iterator[tuple[str, str]]]] = {
    "companies": _companies,
    "game": _game,
    "words": _words,
}


# The command line's library


def _of_click() -> Iterator[Text]:
    found = find_spec("click")
    if found is None or not found.submodule_search_locations:
        return
    folder = found.submodule_search_locations[0]
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
    for _, _, message, _, _ in extract_from_dir(folder, [("**.py", "python")], keywords=keywords):
        one, many = message if isinstance(message, tuple) else (message, "")
        yield Text(one, many=many, room="cli", places=["click"], is_filled=False)
