"""What is in the box: the component sheets, read once. They may be corrected without touching code."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from typing import Any

import msgspec

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.market import NO_SPACE, Cell, Market, StartSpace, Zone
from ferrovia.engine.flow.definitions import Corporation, Private, Train
from ferrovia.engine.flow.sheets import Box, read_corporations

ZONES = {"W": "white", "L": "light_blue", "D": "dark_blue"}


class SouthernBox(Box):
    """The box of 18FB, whose sheets say more than those of other titles."""

    @cached_property
    def market(self) -> Market:
        table = self.sheet("market")
        cells: dict[str, set[Cell]] = {kind: set() for kind in ZONES.values()}
        for row, line in enumerate(table["zone_map"]):
            for col, letter in enumerate(line):
                if letter in ZONES:
                    cells[ZONES[letter]].add((row, col))
        return Market(
            rows=tuple(tuple(price or NO_SPACE for price in row) for row in table["rows"]),
            starts=tuple(StartSpace(start["price"], (start["cell"][0], start["cell"][1])) for start in table["start"]),
            zones=tuple(Zone(kind, frozenset(found)) for kind, found in cells.items()),
        )

    @cached_property
    def corporations(self) -> dict[str, Corporation]:
        """Majors, nationals, and the regionals, in the order in which they operate, as companies of one certificate."""
        companies = self.sheet("companies")
        single = {
            table["id"]: Corporation(
                id=table["id"],
                name=table["name"],
                certificates=(100,),
                homes=(table["home"],),
                tokens=table["tokens"],
                colour=table["colour"],
                rgb=table["rgb"],
                text=table["text"],
            )
            for table in sorted(companies["regional"], key=lambda table: int(table["order"]))
        }
        return {**read_corporations(companies), **single}

    @cached_property
    def privates(self) -> dict[str, Private]:
        """The political cards, cheapest first (18FB-3.1.8)."""
        tables = self.sheet("companies")["political_card"]
        return {
            table["id"]: Private(table["id"], table["name"], table["cost"], table["revenue"][0]) for table in tables
        }

    @cached_property
    def trains(self) -> dict[str, Train]:
        return {
            table["name"]: Train(table["name"], table["cost"], table["cities"], stop_cost=1)
            for table in self.sheet("trains")["train"]
        }


BOX = SouthernBox(__package__)

sheet = BOX.sheet


# 2.4 Companies


@cache
def majors() -> tuple[str, ...]:
    return tuple(table["id"] for table in sheet("companies")["corporation"] if table["kind"] == "major")


@cache
def nationals() -> tuple[str, ...]:
    return tuple(table["id"] for table in sheet("companies")["corporation"] if table["kind"] == "national")


@cache
def share() -> int:
    """2.3: how many per cent a share is, of all companies that have several."""
    return min(company.share for company in BOX.corporations.values())


@cache
def regionals() -> tuple[str, ...]:
    """In the order in which they operate."""
    tables = sorted(sheet("companies")["regional"], key=lambda table: int(table["order"]))
    return tuple(table["id"] for table in tables)


@lru_cache(maxsize=1024)
def company_table(name: str) -> dict[str, Any]:
    """What is printed on a charter."""
    companies = sheet("companies")
    return next(table for table in (*companies["corporation"], *companies["regional"]) if table["id"] == name)


@lru_cache(maxsize=1024)
def destinations(corporation: str) -> tuple[str, ...]:
    """The historical destinations of a charter, as places."""
    return tuple(place_of_name(table["place"]) for table in company_table(corporation).get("historical", ()))


class ConcessionLine(msgspec.Struct, frozen=True):
    """The line a concession asks for: where it starts, and the two places it must reach."""

    home: str
    intermediate: str
    final: str


@lru_cache(maxsize=1024)
def concession_table(company: str) -> dict[str, Any]:
    return next(table for table in sheet("companies")["concession"] if table["company"] == company)


@lru_cache(maxsize=1024)
def concession_lines(company: str) -> tuple[ConcessionLine, ...]:
    """One for each choice of the president; none for a company without concession."""
    return tuple(
        ConcessionLine(line["home"], place_of_name(line["intermediate"]), place_of_name(line["final"]))
        for table in sheet("companies")["concession"]
        if table["company"] == company
        for line in table["routes"]
    )


@lru_cache(maxsize=1024)
def card_table(card: str) -> dict[str, Any]:
    return next(table for table in sheet("companies")["political_card"] if table["id"] == card)


# 2.5 The map


@lru_cache(maxsize=1024)
def hex_table(hex_id: str) -> dict[str, Any]:
    return next(table for table in sheet("map")["hex"] if table["id"] == hex_id)


@lru_cache(maxsize=1024)
def place_of_name(name: str) -> str:
    """The place that a hex, an off-map area or a location names."""
    return place(stop_id(name)) if name in BOX.board.hexes else name


@lru_cache(maxsize=1024)
def place(stop: StopId) -> str:
    """The place a stop belongs to: its hex, or the area or city of several hexes of which that is a part."""
    hex_id = stop.rpartition(".")[0]
    for table in (*sheet("map")["location"], *sheet("map")["offboard"]):
        if hex_id in table["hexes"]:
            return str(table["id"])
    return hex_id


@lru_cache(maxsize=1024)
def called(name: str) -> str:
    """A hex, or a place of several, as players speak of it: Bari (N21), Roma."""
    printed = BOX.board.hexes.get(name)
    if printed is None or not printed.name:
        return name
    area = place(stop_id(name))
    return area if offboard_table(area) is not None else f"{printed.name} ({name})"


@lru_cache(maxsize=1024)
def stops_of(name: str) -> tuple[StopId, ...]:
    """The printed stops of a place."""
    return tuple(stop for stop in BOX.board.stops if place(stop) == name)


@lru_cache(maxsize=1024)
def offboard_table(name: str) -> dict[str, Any] | None:
    return next((table for table in sheet("map")["offboard"] if table["id"] == name), None)


@lru_cache(maxsize=1024)
def ports(name: str) -> tuple[tuple[int, ...], ...]:
    """The values of a place's ports by level; a port serves every stop of its place (18FB-R73)."""
    hexes = dict.fromkeys(stop.rpartition(".")[0] for stop in stops_of(name))
    return tuple(tuple(port["revenue"]) for hex_id in hexes for port in hex_table(hex_id).get("ports", ()))


class Border(msgspec.Struct, frozen=True):
    """What it costs to cross a hexside, and the phase that opens it if it is closed at first."""

    cost: int
    opens: str = ""


@cache
def borders() -> dict[int, Border]:
    """Every hexside that track can cross, by its bit: the obstacles on it add up, else it is plain."""
    plain = int(sheet("map")["default_border"]["cost"])
    board = BOX.board
    found: dict[int, Border] = {}
    for hex_id, sides in board.sides.items():
        tables = hex_table(hex_id).get("borders", ())
        for edge, side in enumerate(sides):
            here = [table for table in tables if table["edge"] == edge]
            if side and (here or side not in found):
                cost = sum(int(table["cost"]) for table in here) if here else plain
                opens = next((str(table["opens"]) for table in here if "opens" in table), "")
                found[side] = Border(cost, opens)
    return found


@lru_cache(maxsize=1024)
def label_colours(label: str) -> tuple[str, ...]:
    """In which colours a letter asks for tiles of that letter."""
    return tuple(sheet("tiles")["labels"][label]["colours"])


@lru_cache(maxsize=1024)
def town_markers(size: int, colour: str) -> int:
    table: dict[str, int] = sheet("tiles")["town_markers"]["double" if size > 1 else "single"]
    return table.get(colour, 0)


# 2.6 Trains, 2.1 Phases


class Capacity(msgspec.Struct, frozen=True):
    """The X + Y of a train."""

    cities: int
    towns: int


@lru_cache(maxsize=1024)
def train_table(train: str) -> dict[str, Any]:
    return next(table for table in sheet("trains")["train"] if table["name"] == train)


@lru_cache(maxsize=1024)
def capacity(train: str) -> Capacity:
    return Capacity(train_table(train)["cities"], train_table(train)["towns"])


def is_regional_train(train: str) -> bool:
    return bool(train_table(train)["kind"] == "regional")


UNLIMITED = -1


def train_stock(box: Box) -> tuple[str, ...]:
    """The bank's trains in the order of their sale; of those without end one lies on the pile."""
    tables = box.sheet("trains")["train"]
    return tuple(table["name"] for table in tables for _ in range(max(table["count"], 1)))


@cache
def endless_trains() -> frozenset[str]:
    return frozenset(table["name"] for table in sheet("trains")["train"] if table["count"] == UNLIMITED)


@lru_cache(maxsize=1024)
def come_by(phase: str) -> frozenset[str]:
    """Everything that phases have brought by one of them, what it brings itself among it."""
    names = list(BOX.phases)
    return frozenset(event for name in names[: names.index(phase) + 1] for event in BOX.phases[name].events)


@lru_cache(maxsize=1024)
def phase_of(event: str) -> str:
    """The phase that brings something."""
    return next(name for name, phase in BOX.phases.items() if event in phase.events)
