"""What a map sheet prints besides hexes and track: borders, foreign lines, ports, letters; read for the eye alone.

The keys are those of the component sheets of all titles, so a title says what its map shows by writing it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.places import Drawing
from ferrovia.drawing.scenery import Scenery, scenery_of
from ferrovia.engine.board.board import Board, stop_id
from ferrovia.engine.board.hexes import opposite
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.memory import Memory

Sheet = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a hex: printed there, or laid there in the game."""

    kind: str  # "transfer", "flood", "anchor", "bonus", "gravity"; in a game also "coach" and "token"
    words: str = ""  # what it shows
    says: tuple[str, ...] = ()  # what it stands for: places, a town, or a terrain
    owner: str = ""
    values: tuple[int, ...] = ()  # by revenue level


@dataclass(frozen=True, slots=True)
class BorderLine:
    kind: str  # "impassable", "river", "mountain", "plain"
    cost: int = 0
    name: str = ""
    opens: str = ""  # the phase that opens it


@dataclass(frozen=True, slots=True)
class Border:
    """A hexside that costs, stops or leads elsewhere; it is named by one of its two hexes alone."""

    hex: str
    edge: int
    lines: tuple[BorderLine, ...]
    link: str = ""  # its letter, where the way goes on on another map

    @property
    def cost(self) -> int:
        return sum(line.cost for line in self.lines)


@dataclass(frozen=True, slots=True)
class Inset:
    """A second map that lies beside the first."""

    id: str
    name: str
    covers: tuple[str, ...]


@dataclass(eq=False)
class Printed:
    """The extras of one map, and what was once drawn of it."""

    board: Board
    marks: dict[str, tuple[Mark, ...]]
    borders: tuple[Border, ...]
    foreign_lines: tuple[tuple[str, ...], ...]  # lines of other railways, hex by hex
    foreign_track: dict[str, tuple[tuple[int, int], ...]]  # their pieces by hex: from edge to edge, -1 the centre
    spaces: dict[StopId, tuple[str, ...]]  # token spaces by stop: for whom each is kept, or nothing
    insets: tuple[Inset, ...]
    scenery: Scenery
    apart: bool = False  # whether second maps lie far from the first, to be printed on sheets of their own
    # Hexes as they were drawn last, of all games and themes; and what is drawn once for each theme.
    cells: Memory[object, Drawing] = field(default_factory=lambda: Memory(8192), repr=False)
    memory: Memory[object, object] = field(default_factory=lambda: Memory(64), repr=False)


@lru_cache(maxsize=16)
def printed_of(edition: Edition) -> Printed:
    """The map of an edition, read once."""
    return read_printed(edition.box.board, edition.sheet("map"), scenery_of(edition))


def set_apart(printed: Printed, scenery: Scenery) -> Printed:
    """The same map with its second maps far away and another scenery; it remembers its own drawings."""
    return replace(printed, apart=True, scenery=scenery, cells=Memory(8192), memory=Memory(64))


def read_printed(board: Board, sheet: Sheet, scenery: Scenery) -> Printed:
    hexes: list[Sheet] = sheet["hex"]
    by_id = {table["id"]: table for table in hexes}
    lines = _foreign_lines(sheet)
    return Printed(
        board=board,
        scenery=scenery,
        marks={table["id"]: marks for table in hexes if (marks := _marks(table, by_id))},
        borders=_borders(board, hexes),
        foreign_lines=lines,
        foreign_track=_foreign_track(board, lines),
        spaces=_spaces(sheet),
        insets=tuple(
            Inset(table["id"], table["name"], tuple(table["covers"]))
            for table in sheet.get("map", ())
            if "covers" in table
        ),
    )


def _marks(table: Sheet, hexes: Mapping[str, Sheet]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    if table.get("t_boxes"):
        marks.append(Mark("transfer", "T", tuple(hexes[box]["name"] for box in table["t_boxes"])))
    if table.get("port"):
        marks.append(Mark("anchor"))
    for port in table.get("ports", ()):
        values = port["revenue"]
        levels = tuple(values) if isinstance(values, list) else (values,)
        marks.append(Mark("bonus", says=(port["name"],), values=levels))
    if table.get("gravity"):
        marks.append(Mark("gravity", says=(table["gravity"],)))
    if table.get("flood"):
        marks.append(Mark("flood", "F"))
    return tuple(marks)


def _borders(board: Board, hexes: list[Sheet]) -> tuple[Border, ...]:
    found: dict[tuple[str, int], Border] = {}
    for table in hexes:
        edges: dict[int, list[Sheet]] = {}
        for entry in table.get("borders", ()):
            edges.setdefault(entry["edge"], []).append(entry)
        for edge, entries in edges.items():
            link = next((entry["link"] for entry in entries if "link" in entry), "")
            across = None if link else board.neighbours[table["id"]][edge]
            if across is not None and (across[0], opposite(edge)) in found:
                continue
            lines = tuple(
                BorderLine(entry["kind"], entry.get("cost", 0), entry.get("name", ""), entry.get("opens", ""))
                for entry in entries
            )
            found[table["id"], edge] = Border(table["id"], edge, lines, link)
    return tuple(found.values())


def _foreign_lines(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(filter(None, (table["from_box"], *table["hexes"], table["to_box"]))) for table in sheet.get("fs_line", ())
    )


def _foreign_track(board: Board, lines: tuple[tuple[str, ...], ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    pieces: dict[str, dict[tuple[int, int], None]] = {}
    for line in lines:
        for place, hex_id in enumerate(line):
            before = edge_to(board, hex_id, line[place - 1]) if place else -1
            after = edge_to(board, hex_id, line[place + 1]) if place + 1 < len(line) else -1
            pieces.setdefault(hex_id, {})[before, after] = None
    return {hex_id: tuple(found) for hex_id, found in pieces.items()}


def edge_to(board: Board, hex_id: str, other: str) -> int:
    """The edge of a hex beyond which another lies."""
    return next(
        edge for edge, beside in enumerate(board.neighbours[hex_id]) if beside is not None and beside[0] == other
    )


def _spaces(sheet: Sheet) -> dict[StopId, tuple[str, ...]]:
    """The token spaces of every printed stop.

    Where a sheet prints homes, they and its reserved and Bourbon spaces stand besides the open ones; elsewhere a
    reserved space is one of those of the stop.
    """
    stops = {
        stop_id(table["id"], number): stop
        for table in sheet["hex"]
        for number, stop in enumerate(table.get("stops", ()))
    }
    besides = any("home" in stop for stop in stops.values())
    found: dict[StopId, tuple[str, ...]] = {}
    for key, stop in stops.items():
        reserved = stop.get("reserved", ())
        kept = [reserved] if isinstance(reserved, str) else list(reserved)
        kept = [*stop.get("home", ()), *kept, *(f"B{number}" for number in stop.get("bourbon", ()))]
        free = stop.get("slots", 0) - (0 if besides else len(kept))
        found[key] = (*kept, *("",) * free)
    for area in sheet.get("offboard", ()):
        first = next(key for hex_id in area["hexes"] if (key := stop_id(hex_id)) in stops)
        found[first] = tuple(_keeper(slot) for slot in area["slots"])
    return {key: spaces for key, spaces in found.items() if spaces}


def _keeper(slot: Sheet) -> str:
    """For whom a space of an area off the map is kept."""
    return f"B{slot['number']}" if slot["kind"] == "bourbon" else str(slot.get("company", ""))
