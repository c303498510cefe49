"""What a map sheet prints besides hexes and track: borders, lines of others, ports, letters; read for the eye alone.

The keys are those of the component sheets of all titles, so a title says what its map shows by writing it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.places import Drawing
from ferrovia.engine.board.board import Board
from ferrovia.engine.board.hexes import opposite

Sheet = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign on a hex: printed there, or laid there in the game."""

    kind: str  # "transfer", "flood", "anchor", "bonus", "gravity"; in a game also "coach" and "token"
    words: str = ""  # what it shows
    says: str = ""  # what it means, for a title
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
    lines: dict[str, tuple[tuple[int, int], ...]]  # pieces of others' lines by hex: from edge to edge, -1 the centre
    ways: tuple[tuple[str, ...], ...]  # those lines whole, hex by hex
    kept: dict[str, tuple[str, ...]]  # spaces a stop has besides those of its face, and for whom
    insets: tuple[Inset, ...]
    names: dict[str, str]  # of hexes where several make one place
    rivers: dict[str, str]
    closed: frozenset[str]  # hexes nobody ever enters
    linked: dict[tuple[str, int], str]  # letters of sides that lead to another map
    memory: dict[object, Any] = field(default_factory=dict, repr=False)
    cells: dict[object, Drawing] = field(default_factory=dict, repr=False)  # hexes as they were drawn last


@cache
def printed_of(edition: Edition) -> Printed:
    """The map of an edition, read once."""
    return read_printed(edition.box.board, edition.sheet("map"))


def read_printed(board: Board, sheet: Sheet) -> Printed:
    hexes: list[Sheet] = sheet["hex"]
    by_id = {table["id"]: table for table in hexes}
    return Printed(
        board=board,
        marks={table["id"]: marks for table in hexes if (marks := _marks(table, by_id))},
        borders=_borders(board, hexes),
        lines=_lines(board, _ways(sheet)),
        ways=_ways(sheet),
        kept=_kept(hexes),
        insets=tuple(
            Inset(table["id"], table["name"], tuple(table["covers"]))
            for table in sheet.get("map", ())
            if "covers" in table
        ),
        names={},
        rivers={table["id"]: table["river"] for table in hexes if "river" in table},
        closed=frozenset(table["id"] for table in hexes if table.get("inaccessible")),
        linked=_linked(sheet.get("link", ())),
    )


def _marks(table: Sheet, hexes: Mapping[str, Sheet]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    if table.get("t_boxes"):
        marks.append(Mark("transfer", "T", ", ".join(hexes[box]["name"] for box in table["t_boxes"])))
    if table.get("port"):
        marks.append(Mark("anchor"))
    for port in table.get("ports", ()):
        values = port["revenue"]
        marks.append(Mark("bonus", says=port["name"], values=tuple(values) if isinstance(values, list) else (values,)))
    if table.get("gravity"):
        marks.append(Mark("gravity", says=table["gravity"]))
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


def _ways(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(filter(None, (table["from_box"], *table["hexes"], table["to_box"]))) for table in sheet.get("fs_line", ())
    )


def _lines(board: Board, ways: tuple[tuple[str, ...], ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    pieces: dict[str, dict[tuple[int, int], None]] = {}
    for way in ways:
        for place, hex_id in enumerate(way):
            before = edge_to(board, hex_id, way[place - 1]) if place else -1
            after = edge_to(board, hex_id, way[place + 1]) if place + 1 < len(way) else -1
            pieces.setdefault(hex_id, {})[before, after] = None
    return {hex_id: tuple(found) for hex_id, found in pieces.items()}


def edge_to(board: Board, hex_id: str, other: str) -> int:
    """The edge of a hex beyond which another lies."""
    return next(
        edge for edge, beside in enumerate(board.neighbours[hex_id]) if beside is not None and beside[0] == other
    )


def _kept(hexes: list[Sheet]) -> dict[str, tuple[str, ...]]:
    """Homes and Bourbon spaces are spaces besides; where a sheet has them, so are its reserved ones."""
    stops = [(f"{table['id']}.{number}", stop) for table in hexes for number, stop in enumerate(table.get("stops", ()))]
    if not any("home" in stop for _, stop in stops):
        return {}
    return {
        key: spaces
        for key, stop in stops
        if (spaces := (*stop.get("home", ()), *stop.get("reserved", ()), *map(str, stop.get("bourbon", ()))))
    }


def _linked(tables: Any) -> dict[tuple[str, int], str]:
    letters: dict[tuple[str, int], str] = {}
    for table in tables:
        letters[table["main_hex"], table["main_edge"]] = table["letter"]
        letters[table["inner_hex"], table["inner_edge"]] = table["letter"]
    return letters
