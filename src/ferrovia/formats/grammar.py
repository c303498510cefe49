"""The grammar of written moves: an action in the words of its form, and the actions that a line may be by its words.

Every form of a title becomes a pattern once. No choices are listed: whether an action is legal is for the game to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from string import Formatter
from typing import Any

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.forms import COMMON_FORMS, Form
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.slots import SLOTS, Names, Slot
from ferrovia.saying.names import plain

_NOTHING: Any = object()


class Grammar:
    """The forms of one title, for a game of certain players."""

    def __init__(self, title: Title, players: tuple[str, ...]) -> None:
        self.names = Names(title, players)
        forms = [form for form in (*title.seen.forms, *COMMON_FORMS) if form.kind in title.actions]
        self.patterns = [Pattern(form, self.names) for form in forms]

    def written(self, game: Game, action: Action) -> str:
        """A move of this moment in words."""
        here = _here(game)
        for pattern in self.patterns:
            if pattern.form.at in here and pattern.fits(action):
                return pattern.written(self.names, action)
        raise LookupError(f"No form fits {action!r}.")

    def read(self, game: Game, line: str) -> list[Action]:
        """The actions that are written so at this moment, legal or not."""
        return list(dict.fromkeys(self._read(_here(game), line)))

    def _read(self, here: Iterable[str], line: str) -> Iterator[Action]:
        for pattern in self.patterns:
            if pattern.form.at in here:
                action = pattern.read(self.names, line)
                if action is not None:
                    yield action


def _here(game: Game) -> tuple[str, ...]:
    """Where the game stands, by the names that forms have for it."""
    if game.over:
        return ("",)
    tag: Any = type(game.top).__struct_config__.tag
    return ("", str(tag), game.top.step_id(game))


class Pattern:
    """A form that is ready to be written and read."""

    def __init__(self, form: Form, names: Names) -> None:
        self.form = form
        parsed = [(literal, field, spec or "") for literal, field, spec, _ in Formatter().parse(form.text)]
        self._parts: list[tuple[str, str, Slot | None]] = [
            (literal, field or "", SLOTS[spec] if field else None) for literal, field, spec in parsed
        ]
        self.fixed = _unnamed(form, {field for _, field, _ in self._parts})
        self._expression = re.compile(
            "".join(_loosely(literal) + (slot.pattern(names) if slot else "") for literal, _, slot in self._parts)
            + r"\.?",
            re.IGNORECASE,
        )
        self.slots = [(field, slot) for _, field, slot in self._parts if slot is not None]
        self.words = plain(" ".join(literal for literal, _, _ in self._parts)).replace(",", "").split()

    def fits(self, action: Action) -> bool:
        return type(action) is self.form.kind and all(
            getattr(action, field) == value for field, value in self.fixed.items()
        )

    def written(self, names: Names, action: Action) -> str:
        return "".join(
            literal + (slot.write(names, getattr(action, field)) if slot else "")
            for literal, field, slot in self._parts
        )

    def read(self, names: Names, line: str) -> Action | None:
        found = self._expression.fullmatch(line)
        if found is None:
            return None
        values = dict(self.fixed)
        for (field, slot), text in zip(self.slots, found.groups(), strict=True):
            value = slot.read(names, text)
            if value is None:
                return None
            values[field] = value
        return self.form.kind(**values)


def _unnamed(form: Form, named: set[str]) -> dict[str, Any]:
    """The values of the fields that the words of a form leave out."""
    values = {}
    for field in msgspec.structs.fields(form.kind):
        value = form.fixed.get(field.name, _NOTHING if field.required else field.default)
        if field.name not in named:
            if value is _NOTHING:
                raise LookupError(f"'{form.text}' does not tell the {field.name}.")
            values[field.name] = value
    return values


def _loosely(literal: str) -> str:
    """Words with any space between them; commas may be left out."""
    words = [re.escape(word).replace(",", ",?") for word in re.split(r"\s+", literal)]
    return r"\s+".join(words)


@lru_cache(maxsize=64)
def _grammar(title: Title, players: tuple[str, ...]) -> Grammar:
    return Grammar(title, players)


def grammar_of(game: Game) -> Grammar:
    """The grammar of a game's title, with its players."""
    return _grammar(game.title, game.settings.players)
