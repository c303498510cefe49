"""3.5.1: where a tile may lie: letters, competitive upgrades, the connections that must be kept, and new track."""

from __future__ import annotations

from ferrovia.engine.board.board import Board
from ferrovia.engine.board.laying import Fault, Option, edge_fault
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.track import COLOUR_ORDER, Face, Piece, Tile
from ferrovia.titles.t18fb import components


def kind(face: Face) -> str:
    """3.5.1.21: what a hex is to a tile: city, town, double town or plain."""
    if not face.stops:
        return "plain"
    if face.stops[0].kind != "town":
        return face.stops[0].kind
    return "double town" if sum(stop.size for stop in face.stops) > 1 else "town"


def joined_edges(layout: Layout, hex_id: str) -> frozenset[int]:
    """The edges at which the track of a hex meets track of its neighbours."""
    board = layout.board
    joined = set()
    for edge in layout.face(hex_id).edges:
        beside = board.neighbours[hex_id][edge]
        if beside is not None and board.sides[hex_id][edge] and beside[1] in layout.face(beside[0]).edges:
            joined.add(edge)
    return frozenset(joined)


def keeps_connections(old: Face, new: Face, joined: frozenset[int]) -> bool:
    """3.5.1.16: what is really connected stays so; a loose end may change."""
    return joined <= new.edges and all(
        _connects(new, one, other) for one in joined for other in joined if one < other and _connects(old, one, other)
    )


def _connects(face: Face, one: int, other: int) -> bool:
    """Whether track leads from one edge to another within a hex, straight or over one stop."""
    for end, _ in face.exits[one]:
        if end == other or (end < 0 and any(edge == other for edge, _ in face.exits[end])):
            return True
    return False


def new_track(old: Face, new: Face) -> tuple[Piece, ...]:
    """R40: the track that an upgrade creates; towns and cities that become one bring their track along."""
    if len(new.stops) > 1:
        before = [_edges_of(old, -1 - number) for number in range(len(old.stops))]
        return tuple(piece for piece in new.pieces if _edges_of(new, piece.a) not in before)
    if new.stops:
        return tuple(piece for piece in new.pieces if piece.b not in old.edges)
    return tuple(piece for piece in new.pieces if piece not in old.pieces)


def _edges_of(face: Face, stop: int) -> set[int]:
    return {edge for edge, _ in face.exits.get(stop, ())}


def fault(layout: Layout, hex_id: str, tile_id: str, rotation: int, joined: frozenset[int]) -> Fault | None:
    """Why a tile cannot lie on a hex, whoever lays it."""
    board = layout.board
    hex, tile = board.hexes[hex_id], board.tiles[tile_id]
    if hex.is_fixed:
        return Fault.FIXED_HEX
    old, new = layout.face(hex_id), tile.faces[rotation]
    step = COLOUR_ORDER.index(new.colour) - COLOUR_ORDER.index(old.colour)
    if step != 1 and not (step == 0 and hex_id in layout.tiles):
        return Fault.NOT_EMPTY if new.colour == "yellow" else Fault.COLOUR_ORDER
    if not _carries_letter(hex.face.label, new):
        return Fault.LABEL
    if kind(old) != kind(new):
        return Fault.STOPS
    if not keeps_connections(old, new, joined):
        return Fault.TRACK_KEPT
    return edge_fault(board, hex_id, new)


def _carries_letter(letter: str, new: Face) -> bool:
    """3.5.1.22 to 24: a tile with a letter goes on no other hex."""
    return new.label == binding_letter(letter, new.colour)


def binding_letter(letter: str, colour: str) -> str:
    """The letter of a hex, if it asks for tiles of that letter in a colour."""
    return letter if letter and colour in components.label_colours(letter) else ""


def _candidates(board: Board, hex_id: str, old: Face) -> list[Tile]:
    """The tiles whose colour, stops and letter could go there, in whatever rotation."""
    at = COLOUR_ORDER.index(old.colour)
    letter = board.hexes[hex_id].face.label
    return [
        tile
        for tile in board.tiles.values()
        if COLOUR_ORDER.index(tile.face.colour) - at in (0, 1)
        and kind(tile.face) == kind(old)
        and _carries_letter(letter, tile.face)
    ]


def options(layout: Layout, hex_id: str) -> tuple[Option, ...]:
    """Every tile and rotation that may lie on a hex as it is now; worked out once for what it is joined to."""
    if layout.board.hexes[hex_id].is_fixed:
        return ()
    joined = joined_edges(layout, hex_id)
    key = ("southern options", hex_id, layout.tiles.get(hex_id), joined)
    return layout.board.memory.recall(key, _options, layout, hex_id, joined)


def _options(layout: Layout, hex_id: str, joined: frozenset[int]) -> tuple[Option, ...]:
    board, old = layout.board, layout.face(hex_id)
    key = ("candidates", hex_id, old.colour, kind(old))
    return tuple(
        Option(tile.id, rotation, face, new_track(old, face))
        for tile in board.memory.recall(key, _candidates, board, hex_id, old)
        for rotation, face in enumerate(tile.faces)
        if fault(layout, hex_id, tile.id, rotation, joined) is None
    )
