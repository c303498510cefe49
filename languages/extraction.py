"""Extraction: every text that the program can say, gathered from its source, and the room that says it.

Texts stand in the source where they are said, as plain literals:

- the text of a call: `Message("...")`, `Refusal(rule, "...")`, `say("...")`, `tell("...")`, `term("...")` and so on
- `says = "..."` of an event, and what a method `sentence` of one returns
- the first lines of a command, the `help` of its options
- what is printed: words and sentences in the sheets of titles and pictures, and the names that take an article
- what the library of the command line says by itself
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_from_dir

# Which argument of a call is a text, by the name of what is called.
CALLS = {
    "Message": 0,
    "Refusal": 1,
    "say": 0,
    "tell": 0,
    "term": 0,
    "OneSentence": 0,
    "Failed": 0,
    "Skipped": 0,
}
TROUBLE = "Trouble"  # ... and of every exception that is called one
ROOMS = ("engine", "formats", "drawing", "cli")  # the files of a language; one for each title comes after them
_ROOM_OF = {"saying": "engine", "bots": "formats", "sitting": "formats", "programs.py": "formats"}


@dataclass
class Text:
    """A text, under which context, in which forms, where it stands."""

    text: str
    context: str = ""
    many: str = ""  # the form for other numbers than one, where a library speaks so
    room: str = "engine"
    places: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.text


UNCLEAR = "unclear"  # the context of a text that is put together when the program runs: nobody can translate it

Texts = dict[tuple[str, str], Text]


def texts(root: Path) -> Texts:
    """Everything that can be said. A text of several rooms belongs to the first of them."""
    found: Texts = {}
    source = root / "src" / "ferrovia"
    gathered = [*_of_code(source, root), *_of_sheets(source, root), *_of_click()]
    names = [*ROOMS, *sorted({text.room for text in gathered} - set(ROOMS))]
    for text in sorted(gathered, key=lambda text: names.index(text.room)):
        kept = found.setdefault(text.key, text)
        if kept is not text:
            kept.places += [place for place in text.places if place not in kept.places]
            kept.many = kept.many or text.many
    return found


# Code


def _of_code(source: Path, root: Path) -> Iterator[Text]:
    for path in sorted(source.rglob("*.py")):
        room, place = room_of(path.relative_to(source)), path.relative_to(root).as_posix()
        for text in in_module(path.read_text("utf-8")):
            if isinstance(text, int):
                yield Text(f"{place}:{text}", UNCLEAR, room=room)
            else:
                yield Text(text, room=room, places=[place])


def room_of(path: Path) -> str:
    """The file of a language that holds what a file of the source says."""
    first = path.parts[0]
    if first == "titles" and len(path.parts) > 2:
        return path.parts[1].removeprefix("t")
    known = _ROOM_OF.get(first, "formats" if first == "titles" else first)
    return known if known in ROOMS else "cli"


def in_module(source: str) -> Iterator[str | int]:
    """The texts of a module; a number is the line of a call whose text is not a literal."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef() | ast.Module():
                yield from _in_function(node)
            case ast.ClassDef():
                yield from _of_events(node)


def _of_events(node: ast.ClassDef) -> Iterator[str]:
    for inner in node.body:
        if isinstance(inner, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "says" for to in inner.targets):
            yield from _literals(inner.value)
        if isinstance(inner, ast.FunctionDef) and inner.name == "sentence":
            for part in ast.walk(inner):
                if isinstance(part, ast.Return) and part.value is not None:
                    yield from _literals(part.value)


def _in_function(function: ast.FunctionDef | ast.Module) -> Iterator[str | int]:
    known: dict[str, list[ast.expr]] = {}
    for node in _own_nodes(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            known.setdefault(node.targets[0].id, []).append(node.value)
    for node in _own_nodes(function):
        if isinstance(node, ast.Call):
            yield from _of_call(node, known)
    if isinstance(function, ast.FunctionDef) and any(_is_command(each) for each in function.decorator_list):
        help_text = ast.get_docstring(function)
        if help_text:
            yield help_text


def _own_nodes(function: ast.FunctionDef | ast.Module) -> Iterator[ast.AST]:
    """What stands in a function, its decorators too, and not in a function inside it."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop(0)
        yield node
        if isinstance(node, ast.FunctionDef):
            waiting += node.decorator_list
        elif isinstance(node, ast.ClassDef):
            for each in ast.iter_child_nodes(node):
                waiting += each.decorator_list if isinstance(each, ast.FunctionDef) else [each]
        else:
            waiting += ast.iter_child_nodes(node)


def _of_call(call: ast.Call, known: dict[str, list[ast.expr]]) -> Iterator[str | int]:
    called = _name(call.func)
    if called in ("option", "version_option"):
        for keyword in call.keywords:
            if keyword.arg == "help":
                yield from _literals(keyword.value)
        return
    at = 0 if called.endswith(TROUBLE) else CALLS.get(called)
    if at is None or len(call.args) <= at:
        return
    argument = call.args[at]
    for value in known.get(argument.id, ()) if isinstance(argument, ast.Name) else [argument]:
        if _is_made_up(value):
            yield call.lineno
        yield from _literals(value)


def _is_made_up(node: ast.expr) -> bool:
    """A text that is put together when the program runs."""
    match node:
        case ast.JoinedStr() | ast.BinOp():
            return True
        case ast.IfExp():
            return _is_made_up(node.body) or _is_made_up(node.orelse)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"


def _literals(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp():
            yield from _literals(node.body)
            yield from _literals(node.orelse)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_command(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _name(decorator.func) in ("command", "group")


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
        yield Text(one, many=many, room="cli", places=["click"])
