"""Finding a choice by words: for those who type a move, in the terminal and at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.saying.names import plain


@dataclass(frozen=True)
class Found:
    """The places of the choices that somebody may mean, and the price they named."""

    places: tuple[int, ...]
    price: int | None = None

    @property
    def only(self) -> int | None:
        return self.places[0] if len(self.places) == 1 else None


def search(texts: Sequence[str], line: str) -> list[int]:
    """The places of the texts that hold every word; only one that is the very line, if there is one.

    >>> search(["Buy RCS", "Buy 10% of RCS", "Pass"], "buy rcs")
    [0]
    >>> search(["Lay tile 7 on D4", "Lay tile 8 on D4", "Pass"], "D4 lay")
    [0, 1]
    """
    said, wanted = [plain(text) for text in texts], plain(line)
    exact = [place for place, text in enumerate(said) if text == wanted]
    if len(exact) == 1:
        return exact
    return [place for place, text in enumerate(said) if all(word in text for word in wanted.split())]


def meant(choices: Sequence[Choice], texts: Sequence[str], line: str) -> Found:
    """What a typed line means: the number of a choice, words of it, and a price at the end where one can be named."""
    line = line.strip()
    if re.fullmatch(r"\d{1,4}", line) and 1 <= int(line) <= len(choices):
        return Found((int(line) - 1,))
    found = search(texts, line)
    if found:
        return Found(tuple(found))
    words, _, last = line.rpartition(" ")
    if not last.isdecimal() or len(last) > 9:
        return Found(())
    places = range(len(choices)) if not words else search(texts, words)
    if re.fullmatch(r"\d{1,4}", words) and 1 <= int(words) <= len(choices):
        places = [int(words) - 1]
    price = int(last)
    fitting = [place for place in places if _at(choices[place], price) is not None]
    return Found(tuple(fitting), price)


def _at(choice: Choice, price: int) -> Action | None:
    if not isinstance(choice, Range):
        return None
    action = choice.at(price)
    return action if choice.allows(action) else None
