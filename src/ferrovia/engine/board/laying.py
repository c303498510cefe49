"""Where a tile may lie: colour, stops, label, kept track, edges; and whether it extends a company's routes."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ferrovia.engine.board.board import Board, stop_id
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.reach import Reach
from ferrovia.engine.board.track import COLOUR_ORDER, Face, Piece, added_track, same_stops
from ferrovia.saying.message import term


class Fault(Enum):
    """Why a tile cannot lie on a hex, whoever lays it."""

    FIXED_HEX = term("No tile may be laid on {hex:place}: what is printed there stays.")
    NOT_EMPTY = term("A yellow tile goes only on an empty hex; {hex:place} already shows track.")
    COLOUR_ORDER = term("Tile {tile} is {new:term}: it goes only on a {before:term} hex, and {hex:place} is not.")
    LABEL = term("Tile {tile} and {hex:place} do not carry the same letter.")
    STOPS = term("Tile {tile} does not show the same cities and towns as {hex:place}.")
    TRACK_KEPT = term("Tile {tile} turned by {rotation} would not keep the track on {hex:place}.")
    OFF_GRID = term("Tile {tile} turned by {rotation} on {hex:place} would run track off the map.")
    IMPASSABLE = term("Tile {tile} turned by {rotation} on {hex:place} would run track against an impassable side.")
    BLANK_SIDE = term(
        "Tile {tile} turned by {rotation} on {hex:place} would run track against a printed hex that has none on that"
        " side."
    )


class Option(NamedTuple):
    """A tile in a rotation that may lie on a hex, and the track it would add there."""

    tile: str
    rotation: int
    face: Face
    added: tuple[Piece, ...]


def fault(layout: Layout, hex_id: str, tile_id: str, rotation: int) -> Fault | None:
    """Why this tile cannot lie here, or None if board and colours allow it."""
    board = layout.board
    hex = board.hexes[hex_id]
    tile = board.tiles[tile_id]
    if hex.is_fixed:
        return Fault.FIXED_HEX
    old, new = layout.face(hex_id), tile.faces[rotation]
    if COLOUR_ORDER.index(new.colour) != COLOUR_ORDER.index(old.colour) + 1:
        return Fault.NOT_EMPTY if new.colour == "yellow" else Fault.COLOUR_ORDER
    if new.label != hex.face.label or (tile.hexes and hex_id not in tile.hexes):
        return Fault.LABEL
    if not same_stops(old, new):
        return Fault.STOPS
    if added_track(old, new) is None:
        return Fault.TRACK_KEPT
    return edge_fault(board, hex_id, new)


def edge_fault(board: Board, hex_id: str, face: Face) -> Fault | None:
    """Against which kind of edge track of this face would run, if it may not."""
    for edge in sorted(face.edges & board.closed_edges[hex_id]):
        if board.is_off_grid(hex_id, edge):
            return Fault.OFF_GRID
        return Fault.BLANK_SIDE if board.sides[hex_id][edge] else Fault.IMPASSABLE
    return None


def options(layout: Layout, hex_id: str) -> tuple[Option, ...]:
    """Every tile and rotation that may lie on a hex as it shows now, whatever is left in the supply."""
    key = ("options", hex_id, layout.tiles.get(hex_id))
    return layout.board.memory.recall(key, _options, layout, hex_id)


def _options(layout: Layout, hex_id: str) -> tuple[Option, ...]:
    old = layout.face(hex_id)
    return tuple(
        Option(tile.id, rotation, face, added_track(old, face) or ())
        for tile in layout.board.tiles.values()
        for rotation, face in enumerate(tile.faces)
        if fault(layout, hex_id, tile.id, rotation) is None
    )


def extends(reach: Reach, layout: Layout, hex_id: str, added: tuple[Piece, ...]) -> bool:
    """Whether a route of the company can run onto some of the track a tile adds."""
    sides = layout.board.sides[hex_id]
    for piece in added:
        if piece.a < 0 and piece.b >= 0 and reach.goes_on(stop_id(hex_id, -1 - piece.a), sides[piece.b]):
            return True
        for edge, other in ((piece.a, piece.b), (piece.b, piece.a)):
            if edge >= 0 and reach.comes_to(hex_id, edge, int(piece.gauge), sides[other] if other >= 0 else 0):
                return True
    return False


def raises_value(reach: Reach, layout: Layout, hex_id: str, new: Face, level: int) -> bool:
    """Whether a tile makes a city or town that the company reaches worth more, in passing or at an end."""
    old = layout.face(hex_id)
    return any(
        (after.value(level) > before.value(level) or after.end_value(level) > before.end_value(level))
        and stop_id(hex_id, number) in reach.paths
        for number, (before, after) in enumerate(zip(old.stops, new.stops, strict=True))
    )
