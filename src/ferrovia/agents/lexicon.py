"""The words of a title, and how an action is spelled with them.

An action is a sentence: its kind, then its fields one by one, a price last and digit by digit. A word means the same in
every game of the title and in every release that has the same `VERSION`; docs/agents.md tells the grammar.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from string import printable
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.title import Title

VERSION = 1

PRICE = "price"
PRICE_DIGITS = 6
NUMBER_DIGITS = 3  # of whatever else is counted: rotations, certificates in per cent

# Words that every title has: the first five are part of actions, the others are said in their place.
CONTROLS = ("end of list", "nothing", "letter by letter", "no", "yes", "by hand", "give up", "let it be")
END, NOTHING, SPELLED, NO, YES, BY_HAND, GIVE_UP, LET_IT_BE = range(len(CONTROLS))
LETTERS = tuple(letter for letter in printable[:95] if not letter.isdigit())

# What a field names, where its name tells; whatever else it holds is looked up among names.
_FIELDS = {"hex": "hex", "hexes": "hex", "route": "hex", "tile": "tile", "train": "train"}

Words = tuple[int, ...]


class Lexicon:
    """The words of one title, by number."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.seats = max(title.player_counts)
        self.words = tuple(_words(title, self.seats))
        self._number = {word: number for number, word in enumerate(self.words)}
        self._kinds = {kind: self._number["kind", _tag(kind)] for kind in title.actions}

    def __len__(self) -> int:
        return len(self.words)

    @property
    def digest(self) -> str:
        """What changes when any word changes, or its place, or the fields of an action."""
        fields = [(_tag(kind), *spelled_fields(kind)) for kind in self.title.actions]
        text = repr((VERSION, PRICE_DIGITS, NUMBER_DIGITS, self.words, fields))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def name(self, word: int) -> str:
        """A word for people: `tile 57`."""
        return " ".join(self.words[word])

    def kind(self, kind: type[Action]) -> int:
        return self._kinds[kind]

    def kind_of(self, word: int) -> type[Action]:
        return next(kind for kind, number in self._kinds.items() if number == word)

    def digit(self, digit: int) -> int:
        return self._number["digit", str(digit)]

    def digit_of(self, word: int) -> int | None:
        sort, digit = self.words[word]
        return int(digit) if sort == "digit" else None

    def hex(self, hex_id: str) -> int:
        return self._number["hex", hex_id]

    def spelled(self, action: Action, seats: Sequence[str]) -> Words:
        """A whole action; `seats` are the players clockwise, beginning with the one who says it."""
        said: list[int] = [self._kinds[type(action)]]
        for field in spelled_fields(type(action)):
            said += self.value(field, getattr(action, field), seats)
        return tuple(said)

    def head(self, action: Action, seats: Sequence[str]) -> Words:
        """An action up to its price."""
        return self.spelled(action, seats)[:-PRICE_DIGITS]

    def value(self, field: str, value: object, seats: Sequence[str]) -> list[int]:
        """The value of a field."""
        match value:
            case bool():
                return [YES if value else NO]
            case int():
                return self.number(value, PRICE_DIGITS if field == PRICE else NUMBER_DIGITS)
            case str():
                return self._text(field, value, seats)
            case tuple():
                return [*(word for part in value for word in self.value(field, part, seats)), END]
            case msgspec.Struct():
                parts = ((part, getattr(value, part)) for part in value.__struct_fields__)
                return [word for part, held in parts for word in self.value(part, held, seats)]
        raise TypeError(f"Nothing spells {value!r}.")

    def number(self, number: int, digits: int) -> list[int]:
        """A number digit by digit, with zeros before it."""
        text = f"{number:0{digits}d}"
        if len(text) > digits or number < 0:
            raise ValueError(f"{number} has no place in {digits} digits.")
        return [self._number["digit", digit] for digit in text]

    def _text(self, field: str, text: str, seats: Sequence[str]) -> list[int]:
        if not text:
            return [NOTHING]
        if text in seats:
            return [self._number["player", str(seats.index(text))]]
        known = self._number.get((_FIELDS.get(field, "name"), text))
        if known is not None:
            return [known]
        letters = [self._number["digit" if letter.isdigit() else "letter", letter] for letter in text]
        return [SPELLED, *letters, END]


@lru_cache(maxsize=16)
def lexicon(title: Title) -> Lexicon:
    return Lexicon(title)


@lru_cache(maxsize=256)
def spelled_fields(kind: type[Action]) -> tuple[str, ...]:
    """The fields of an action in the order in which they are said: a price comes last."""
    return tuple(sorted(kind.__struct_fields__, key=lambda field: field == PRICE))


def _words(title: Title, seats: int) -> Iterator[tuple[str, str]]:
    box = title.box
    yield from (("control", word) for word in CONTROLS)
    yield from (("digit", str(digit)) for digit in range(10))
    yield from (("letter", letter) for letter in LETTERS)
    yield from (("player", str(seat)) for seat in range(seats))
    yield from (("kind", _tag(kind)) for kind in title.actions)
    names = dict.fromkeys([*box.corporations, *box.privates, BANK, POOL, OFFER, *_literals(title.actions)])
    yield from (("name", name) for name in names)
    yield from (("train", train) for train in box.trains)
    yield from (("tile", tile) for tile in box.board.tiles)
    yield from (("hex", hex_id) for hex_id in box.board.hexes)


def _literals(kinds: Iterable[type[Action]]) -> Iterator[str]:
    """The words that fields of actions may hold and no others."""
    for kind in kinds:
        for hint in get_type_hints(kind).values():
            if get_origin(hint) is Literal:
                yield from get_args(hint)


def _tag(kind: type[Action]) -> str:
    tag: Any = kind.__struct_config__.tag
    return str(tag)
