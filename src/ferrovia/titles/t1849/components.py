"""What is in the box: the component sheets, read once."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow.sheets import Box, Sheet

BOX = Box(__package__)

sheet = BOX.sheet


def train_roster(corporation_count: int, options: Sequence[str] = ()) -> tuple[str, ...]:
    """The trains in play, in the order of their sale (1849-2.0.2, 10.6.4), those of chosen variants too."""
    count = f"count_{corporation_count}"
    in_play = [table for table in sheet("trains")["train"] if table.get("variant", "") in ("", *options)]
    return tuple(table["name"] for table in in_play for _ in range(table[count]))


def private(name: str) -> Sheet:
    """What the card of a private company says."""
    return _named(sheet("companies")["private"], "id", name)


def train(name: str) -> Sheet:
    """What the card of a train says."""
    return _named(sheet("trains")["train"], "name", name)


def variant(option: str) -> Sheet:
    """What the box says about a variant of section 14."""
    terms: Sheet = sheet("game")["variant"][option]
    return terms


def _named(tables: Sequence[Sheet], key: str, name: str) -> Sheet:
    return next(table for table in tables if table[key] == name)
