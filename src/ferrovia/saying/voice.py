"""Voices: who says a message, in one language, with money and places as one title prints them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import NullTranslations
from string import Formatter
from typing import Any, Protocol

from ferrovia.saying import english, italian
from ferrovia.saying.apart import apart
from ferrovia.saying.catalogue import SOURCE, catalogue
from ferrovia.saying.message import Message, Said


class Grammar(Protocol):
    """What a sentence asks of its language."""

    def plural(self, number: int) -> int: ...
    def numeral(self, number: int, spec: str) -> str: ...
    def noun(self, name: str, spec: str, article: str) -> str: ...
    def joined(self, word: str, last: str) -> str: ...


GRAMMARS: dict[str, Grammar] = {"en": english, "it": italian}
# The context under which the catalogues tell the article of a name: "AFG" has "l'" in Italian.
ARTICLE = "article"
# ... and that of names that the map prints otherwise: "Bologna/Florence" is Bologna/Firenze.
MAP = "map"


class Voice:
    """Says messages in one language. Called with a text of our own, or with anything that has a message."""

    def __init__(
        self,
        language: str,
        words: NullTranslations | None = None,
        currency: str = "{}",
        place: Callable[[str], str | Said] = str,
    ) -> None:
        self.language = language
        self.currency = currency
        self.place = place  # what a hex is called by its id
        self._words = catalogue(language) if words is None else words
        self._grammar = GRAMMARS[language]

    def with_money(self, currency: str) -> Voice:
        """The same voice for a title that prints its money in another way."""
        return Voice(self.language, self._words, currency, self.place)

    def with_places(self, place: Callable[[str], str | Said]) -> Voice:
        """The same voice for a map on which hexes have names."""
        return Voice(self.language, self._words, self.currency, place)

    def __call__(self, said: str | Said, /, **values: Any) -> str:
        message = Message(said, **values) if isinstance(said, str) else said.message
        return self.filled(self.term(message.text), message.values)

    def filled(self, text: str, values: Mapping[str, Any]) -> str:
        """A text of this language with its fields filled in."""
        parts = []
        for literal, name, spec in _parsed(text):
            parts.append(literal)
            if name is not None:
                parts.append(self._field(values[name], spec))
        return "".join(parts)

    def term(self, text: str, context: str = "") -> str:
        """A word, or a text as it stands: its fields, if any, are not filled in."""
        if not text:
            return text  # gettext would answer with the heading of the catalogue
        return self._words.pgettext(context, text) if context else self._words.gettext(text)

    def _field(self, value: Any, spec: str) -> str:
        match value:
            case bool() | float() | None:
                return format(value, spec)
            case int():
                if spec == "money":
                    return self.currency.format(value)
                if "|" in spec:
                    return spec.split("|")[self._grammar.plural(value)]
                return self._formed(spec).numeral(value, spec) if spec else str(value)
            case str() if spec == "place":
                return self._placed(value)
            case str() if spec == "route":
                ways = value.split("-")
                placed = [self._placed(hex_id) for hex_id in ways]
                return value if placed == ways else " - ".join(placed)
            case str():
                text = self.term(value) if spec == "term" else apart(value)
            case list() | tuple():
                inner = spec if spec in ("term", "place") else ""
                return self._listed([self._field(each, inner) for each in value], spec)
            case _:
                text = self(value) if hasattr(value, "message") else str(value)
        if spec in ("", "term", "money"):
            return text
        if spec == "^":
            return text[:1].upper() + text[1:]
        return self._formed(spec).noun(text, spec, self._article(text))

    def _placed(self, hex_id: str) -> str:
        """A hex as the map of this language calls it."""
        text = self._field(self.place(hex_id), "")
        name, bracket, rest = text.rpartition(" (")
        return f"{self.term(name, MAP)}{bracket}{rest}" if name else text

    def _formed(self, spec: str) -> Grammar:
        """The grammar that knows a form: a text that no catalogue has is said in English."""
        return english if spec in english.FORMS else self._grammar

    def _article(self, name: str) -> str:
        """That of a name; of one that is explained in brackets, by what stands before them."""
        plain = name.partition(" (")[0]
        known = self.term(plain, ARTICLE)
        return "" if known == plain else known

    def _listed(self, parts: list[str], spec: str) -> str:
        """One, two and three; or one, two, three; or one; two; three."""
        if spec not in ("and", "or") or len(parts) < 2:
            return "; ".join(parts) if spec == ";" else ", ".join(parts)
        return f"{', '.join(parts[:-1])} {self._grammar.joined(spec, parts[-1])}"


@lru_cache(maxsize=4096)
def _parsed(text: str) -> tuple[tuple[str, str | None, str], ...]:
    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(text))


ENGLISH = Voice(SOURCE)
