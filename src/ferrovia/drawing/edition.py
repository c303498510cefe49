"""What a title prints, ready to be drawn: its component sheets, companies, money, and words in a language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from gettext import NullTranslations
from importlib.resources import files
from typing import Any

from ferrovia.drawing.naming import called
from ferrovia.engine.flow.definitions import Corporation
from ferrovia.engine.flow.sheets import Box, Sheet
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.title import Title
from ferrovia.saying.catalogue import catalogue
from ferrovia.saying.voice import Voice

PICTURE = "picture"  # the context of our words in the catalogues


@dataclass(frozen=True)
class Edition:
    """The printed parts of a title in one language."""

    box: Box
    language: str = "en"
    words: NullTranslations | None = None  # other words than the catalogue of the language has

    @property
    def name(self) -> str:
        name: str = self.sheet("game")["title"]
        return name

    @property
    def full_name(self) -> str:
        return self.voice.term(self.sheet("game")["full_title"])

    @property
    def subtitle(self) -> str:
        """What the title is called beside its number, as a heading."""
        rest = self.full_name.removeprefix(self.name).lstrip(":. ")
        return rest[:1].upper() + rest[1:]

    @cached_property
    def voice(self) -> Voice:
        return Voice(self.language, self.words, self.sheet("game")["currency"])

    def sheet(self, name: str) -> Sheet:
        return self.box.sheet(name)

    def word(self, key: str, **values: object) -> str:
        """A word of the room, such as `president`."""
        return self.voice.filled(self.voice.term(_words()[key], PICTURE), values)

    def own(self, key: str, otherwise: str = "", **values: object) -> str:
        """A text of the title, by a path such as `private.SCE`, from its own table of words."""
        found: Any = self._own
        for part in key.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        return self.voice.filled(self.voice.term(found), values) if isinstance(found, str) else otherwise

    @cached_property
    def _own(self) -> Sheet:
        """The words of the title, if it has any of its own."""
        try:
            return self.sheet("words")
        except FileNotFoundError:
            return {}

    def round(self, now: Round) -> str:
        """A round in few letters; one that a title alone has is in its own words."""
        key = f"round_{now.kind}"
        if key in _words():
            return self.word(key, turn=now.turn, number=now.number)
        return self.own(f"round.{now.kind}", self.voice(now))

    def money(self, amount: int) -> str:
        return self.voice.currency.format(amount)

    @cached_property
    def companies(self) -> dict[str, Sheet]:
        """Everything that has a charter, by its id: corporations, then companies of one owner."""
        sheet = self.sheet("companies")
        common: Sheet = sheet["corporation_common"]
        corporations = {table["id"]: common | table for table in sheet["corporation"]}
        return corporations | {table["id"]: {"kind": "regional"} | table for table in sheet.get("regional", ())}

    @cached_property
    def tokens(self) -> dict[str, Corporation]:
        """The companies as far as a token shows them."""
        return {
            key: Corporation(key, table["name"], (), (), 0, rgb=table["rgb"], text=table["text"])
            for key, table in self.companies.items()
        }

    def certificates(self, company: str) -> tuple[int, ...]:
        """Sizes in per cent, in the order of the stack; none where a company has one owner."""
        return tuple(self.companies[company].get("certificates", ()))

    @cached_property
    def trains(self) -> dict[str, Sheet]:
        """Classes of train by name, those of variants last."""
        tables = sorted(self.sheet("trains")["train"], key=lambda table: "variant" in table)
        return {table["name"]: table for table in tables}

    @cached_property
    def places(self) -> dict[str, str]:
        """The names of hexes."""
        return {table["id"]: table.get("name", "") for table in self.sheet("map")["hex"]}

    def called(self, name: str) -> str:
        """A place by its printed name, as the language calls it."""
        return called(name, self.voice)

    def place(self, hex_id: str) -> str:
        """A hex as people say it: by its name, with its id behind."""
        name = self.called(self.places.get(hex_id, ""))
        return f"{name} ({hex_id})" if name and name != hex_id else hex_id


def train_count(table: Sheet) -> int:
    """Cards of a class of train in the box; 0 where there is no end of them."""
    return max(0, int(table["count_6"] if "count_6" in table else table["count"]))


@lru_cache(maxsize=16)
def edition_of(title: Title, language: str = "en") -> Edition:
    """The edition of a title, from the sheets in its package."""
    return edition_in(title.box.package, language, title.revision)


@lru_cache(maxsize=16)
def edition_in(package: str, language: str = "en", revision: int | None = None) -> Edition:
    """Raises `LanguageTrouble` for a language that we do not have."""
    catalogue(language)
    return Edition(Box(package, revision), language)


@cache
def _words() -> dict[str, str]:
    return tomllib.loads((files("ferrovia.drawing") / "words.toml").read_text("utf-8"))
