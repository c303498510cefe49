"""What is in the box: the component sheets, read once. They may be corrected without touching code."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from ferrovia.engine.flow.sheets import Box
from ferrovia.saying.message import Message

BOX = Box(__package__)

sheet = BOX.sheet


@lru_cache(maxsize=1024)
def phase_table(name: str) -> dict[str, Any]:
    """What only this title prints about a phase."""
    return next(table for table in sheet("trains")["phase"] if table["name"] == name)


@lru_cache(maxsize=64)
def phases_from(train: str) -> frozenset[str]:
    """The phases in which a train of a class has been sold already."""
    names = list(BOX.phases)
    first = next(name for name in names if BOX.phases[name].starts_with == train)
    return frozenset(names[names.index(first) :])


@lru_cache(maxsize=64)
def train_table(name: str) -> dict[str, Any]:
    """What only this title prints about a class of trains."""
    return next(table for table in sheet("trains")["train"] if table["name"] == name)


@cache
def t_locations() -> dict[str, tuple[str, ...]]:
    """1883-6.6: the hexes with a T, and the boxes to which their red lines lead."""
    return {place["hex"]: tuple(place["boxes"]) for place in sheet("map")["t_location"]}


@lru_cache(maxsize=1024)
def hex_table(hex_id: str) -> dict[str, Any]:
    """What only this title prints on a hex: height, side of the FS route, flood, port."""
    return next(table for table in sheet("map")["hex"] if table["id"] == hex_id)


@lru_cache(maxsize=1024)
def company_table(name: str) -> dict[str, Any]:
    """What only this title prints on a charter or a private's card."""
    companies = sheet("companies")
    return next(table for table in (*companies["corporation"], *companies["private"]) if table["id"] == name)


@lru_cache(maxsize=1024)
def concession_table(name: str) -> dict[str, Any]:
    return next(table for table in sheet("game")["concession"] if str(table["id"]) == name)


@lru_cache(maxsize=1024)
def event_table(key: str) -> dict[str, Any]:
    return next(table for table in sheet("game")["event"] if table["key"] == key)


def train_roster(box: Box) -> tuple[str, ...]:
    """All train cards in the order of their sale; 2G trains lie in a box of their own (1883-2.4.1)."""
    tables = box.sheet("trains")["train"]
    ordered = sorted(tables, key=lambda table: not table.get("in_line", True))
    return tuple(table["name"] for table in ordered for _ in range(table["count"]))


def event_deck(era: int) -> list[str]:
    return [table["key"] for table in sheet("game")["event"] if table["deck"] == era for _ in range(table["count"])]


def place(hex_id: str) -> Message | str:
    """A hex with its name."""
    return BOX.board.place(hex_id)


@lru_cache(maxsize=64)
def places(concession: str) -> str:
    """The places that a concession joins, by their names."""
    hexes = BOX.board.hexes
    return " - ".join(hexes[stop].name or stop for stop in concession_table(concession)["stops"])
