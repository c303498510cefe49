"""The board as it is printed: its hexes, which of them touch, and the sides that track may cross."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from ferrovia.engine.board.hexes import EDGES, Orientation, across, opposite
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.track import Face, Stop, Tile, read_face, read_tiles
from ferrovia.saying.message import Message

# Colours of printed hexes that never take a tile.
FIXED = frozenset({"grey", "red", "blue", "darkgreen"})

ANSWERS = 8  # kept for every hex of a board; a game asks two to four that the games before it did not


class Hex(msgspec.Struct, frozen=True):
    """A hex of the map with what is printed on it."""

    id: str
    col: int
    row: int
    face: Face
    name: str = ""
    terrain: str = "plain"
    cost: int = 0
    impassable: frozenset[int] = frozenset()
    map: str = ""  # the board it lies on, where a title has several

    @property
    def is_fixed(self) -> bool:
        return self.face.colour in FIXED


class Board(msgspec.Struct, frozen=True, dict=True):
    """The map and the tile manifest of a title."""

    orientation: Orientation
    hexes: dict[str, Hex]
    tiles: dict[str, Tile]
    # Sides that lead elsewhere than to the geometric neighbour: {(hex, edge): (hex, edge)}.
    links: dict[tuple[str, int], tuple[str, int]] = {}

    def place(self, hex_id: str) -> Message | str:
        """A hex by its name, Castelbuono (D4); names stay as they are, but a port is one in every language."""
        printed = self.hexes.get(hex_id)
        name = printed.name if printed is not None else ""
        town = name.removeprefix("Port of ")
        if town != name:
            return Message("Port of {town} ({hex})", hex=hex_id, town=town)
        return f"{name} ({hex_id})" if name else hex_id

    @cached_property
    def has_gauges(self) -> bool:
        """Whether there are tiles of more than one gauge."""
        return len({piece.gauge for tile in self.tiles.values() for piece in tile.face.pieces}) > 1

    @cached_property
    def neighbours(self) -> dict[str, tuple[tuple[str, int] | None, ...]]:
        """For each hex and edge the hex across and the edge by which it is entered, or None."""
        places = {(hex.map, hex.col, hex.row): hex.id for hex in self.hexes.values()}
        table: dict[str, tuple[tuple[str, int] | None, ...]] = {}
        for hex in self.hexes.values():
            row: list[tuple[str, int] | None] = []
            for edge in EDGES:
                other = places.get((hex.map, *across(self.orientation, hex.col, hex.row, edge)))
                beside = (other, opposite(edge)) if other is not None else None
                row.append(self.links.get((hex.id, edge), beside))
            table[hex.id] = tuple(row)
        return table

    @cached_property
    def sides(self) -> dict[str, tuple[int, ...]]:
        """For each hex and edge the bit of that hexside, or 0 where no track can ever cross."""
        bits: dict[frozenset[tuple[str, int]], int] = {}
        table: dict[str, tuple[int, ...]] = {}
        for hex in self.hexes.values():
            row = []
            for edge in EDGES:
                beside = self.neighbours[hex.id][edge]
                if beside is None or self._is_impassable(hex, edge, beside):
                    row.append(0)
                else:
                    row.append(bits.setdefault(frozenset({(hex.id, edge), beside}), 1 << len(bits)))
            table[hex.id] = tuple(row)
        return table

    @cached_property
    def side_count(self) -> int:
        """How many hexsides track can cross: so many bits are taken by `sides`."""
        return max(max(row) for row in self.sides.values()).bit_length()

    def _is_impassable(self, hex: Hex, edge: int, beside: tuple[str, int]) -> bool:
        other, entry = beside
        return edge in hex.impassable or entry in self.hexes[other].impassable

    @cached_property
    def closed_edges(self) -> dict[str, frozenset[int]]:
        """Edges of each hex against which no track may end: off the grid, impassable, blank side of a fixed hex."""
        return {
            hex.id: frozenset(edge for edge in EDGES if self._is_closed(hex.id, edge)) for hex in self.hexes.values()
        }

    def _is_closed(self, hex_id: str, edge: int) -> bool:
        beside = self.neighbours[hex_id][edge]
        if beside is None or not self.sides[hex_id][edge]:
            return True
        other = self.hexes[beside[0]]
        return other.is_fixed and beside[1] not in other.face.edges

    def is_off_grid(self, hex_id: str, edge: int) -> bool:
        """Whether an edge leads off the map; a sea hex without track there is off the map too."""
        beside = self.neighbours[hex_id][edge]
        if beside is None:
            return True
        other = self.hexes[beside[0]]
        return other.face.colour == "blue" and beside[1] not in other.face.edges

    @cached_property
    def memory(self) -> Memory[object, object]:
        """What was worked out about this board, for all games of the process."""
        return Memory(ANSWERS * len(self.hexes))

    @cached_property
    def stops(self) -> dict[StopId, Stop]:
        """Every printed stop by its id, ``<hex>.<number>``; a tile keeps the ids of the stops it replaces."""
        return {
            stop_id(hex.id, number): stop for hex in self.hexes.values() for number, stop in enumerate(hex.face.stops)
        }


def stop_id(hex_id: str, number: int = 0) -> StopId:
    """The id of a stop.

    >>> stop_id("C5")
    'C5.0'
    """
    return StopId(f"{hex_id}.{number}")


def hex_of(stop: StopId) -> str:
    """The hex a stop lies in.

    >>> hex_of("C5.0")
    'C5'
    """
    return stop.rpartition(".")[0]


def read_board(map_sheet: dict[str, Any], tile_sheet: dict[str, Any]) -> Board:
    """The board of a `map.toml` and a `tiles.toml`."""
    links: dict[tuple[str, int], tuple[str, int]] = {}
    for link in map_sheet.get("link", ()):
        outer, inner = (link["outer_hex"], link["outer_edge"]), (link["inner_hex"], link["inner_edge"])
        links |= {outer: inner, inner: outer}
    return Board(
        orientation=map_sheet["orientation"],
        hexes={table["id"]: _read_hex(table) for table in map_sheet["hex"]},
        tiles=read_tiles(tile_sheet),
        links=links,
    )


def _read_hex(table: dict[str, Any]) -> Hex:
    return Hex(
        id=table["id"],
        col=table["col"],
        row=table["row"],
        face=read_face(table),
        name=table.get("name", ""),
        terrain=table.get("terrain", "plain"),
        cost=table.get("cost", 0),
        impassable=frozenset(border["edge"] for border in table.get("borders", ()) if border["kind"] == "impassable"),
        map=table.get("map", ""),
    )
