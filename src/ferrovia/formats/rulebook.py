"""The rules in our own words: the clauses and rulings of each title, in English and in Italian.

A title keeps them in `clauses.toml`; `clauses.it.toml` has the Italian words for the same ids.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.registry import TITLES, folder

# Mechanisms named in `needs` that stand for a part of the rules that is optional.
VARIANTS = "variants"


class Clause(msgspec.Struct, frozen=True):
    """One rule: the statement, and a position with what must come of it."""

    id: str
    section: str
    topic: str
    rule: str
    check: str
    needs: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.rule} {self.check}"


class Ruling(msgspec.Struct, frozen=True):
    """An open point of the rulebook, settled."""

    id: str
    question: str
    ruling: str
    because: str


class Rulebook(msgspec.Struct, frozen=True):
    """All rules of a title."""

    title: str
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]

    @property
    def entries(self) -> list[Clause | Ruling]:
        return [*self.clauses, *self.rulings]

    def sections(self) -> dict[str, list[Clause]]:
        """The clauses by section, in the order of the rulebook."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            found.setdefault(clause.section, []).append(clause)
        return found

    def find(self, name: str) -> list[Clause | Ruling]:
        """A clause or ruling by its id, with or without the title, and a section; raises `UnknownTrouble`."""
        wanted = {name, f"{self.title}-{name}"}
        section = (clause for clause in self.clauses if clause.section in wanted)
        found = dict.fromkeys((*(entry for entry in self.entries if entry.id in wanted), *section))
        if not found:
            raise UnknownTrouble("{title} has no clause, ruling or section {name}.", title=self.title, name=name)
        return list(found)

    def rulings_named(self, clause: Clause) -> list[Ruling]:
        """The rulings that a clause leans on."""
        named = set(re.findall(r"\bR\d+\b", clause.text))
        return [ruling for ruling in self.rulings if ruling.id.removeprefix(f"{self.title}-") in named]


Sheet = dict[str, Any]


def _read(sheet: Sheet, words: Sheet) -> Rulebook:
    said = {entry["id"]: entry for kind in ("clause", "ruling") for entry in words.get(kind, [])}
    clauses, rulings = (
        [{**entry, **said.get(entry["id"], {})} for entry in sheet.get(kind, [])] for kind in ("clause", "ruling")
    )
    return Rulebook(
        sheet["title"], msgspec.convert(clauses, tuple[Clause, ...]), msgspec.convert(rulings, tuple[Ruling, ...])
    )


def rulebooks(language: str = "en") -> dict[str, Rulebook]:
    """The rules of every title."""
    return {name: _rulebook(folder(name), language) for name in TITLES}


def rulebook(name: str, language: str = "en") -> Rulebook:
    """The rules of a title; raises `UnknownTrouble` for one we do not have."""
    if name not in TITLES:
        raise UnknownTrouble("We have no rules of {name}; we have those of {names:and}.", name=name, names=list(TITLES))
    return _rulebook(folder(name), language)


@lru_cache(maxsize=32)
def _rulebook(of: Path, language: str) -> Rulebook:
    """The rules of a title, in the words of a language where it has them in that, otherwise as they were written."""
    words = of / f"clauses.{language}.toml"
    said = tomllib.loads(words.read_text("utf-8")) if words.is_file() else {}
    return _read(tomllib.loads((of / "clauses.toml").read_text("utf-8")), said)
