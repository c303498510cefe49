"""Which tile may follow which: told from what the tiles show and from what their letters bind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ferrovia.drawing.edition import Edition
from ferrovia.engine.board.board import Board
from ferrovia.engine.board.track import COLOUR_ORDER, Face, Tile, added_track


@dataclass(frozen=True)
class Upgrade:
    """Tiles, and printed hexes, that have the same tiles to follow them."""

    before: tuple[str, ...]  # tiles; a printed hex has its id behind an @
    after: tuple[str, ...]


def upgrades(edition: Edition) -> tuple[Upgrade, ...]:
    """Every upgrade there is, in the order of the colours; what goes the same way stands together."""
    board = edition.box.board
    bound: Mapping[str, tuple[str, ...]] = {
        letter: tuple(table["colours"])
        for letter, table in edition.sheet("tiles").get("labels", {}).items()
        if letter != "source"
    }
    groups: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for key, face, hex_id in _sources(board):
        after = tuple(tile.id for tile in board.tiles.values() if _follows(face, hex_id, tile, bound))
        if after:
            groups.setdefault((COLOUR_ORDER.index(face.colour), after), []).append(key)
    return tuple(
        Upgrade(tuple(before), after) for (_, after), before in sorted(groups.items(), key=lambda group: group[0][0])
    )


def _sources(board: Board) -> list[tuple[str, Face, str]]:
    """What can be upgraded: tiles, and hexes that are printed in a colour."""
    tiles = [(tile.id, tile.face, "") for tile in board.tiles.values()]
    printed = [
        (f"@{hex.id}", hex.face, hex.id)
        for hex in board.hexes.values()
        if hex.face.colour in COLOUR_ORDER[1:] and not hex.is_fixed and hex.face.pieces
    ]
    return printed + tiles


def _follows(face: Face, hex_id: str, tile: Tile, bound: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a tile may replace a face in some rotation."""
    new = tile.face
    if COLOUR_ORDER.index(new.colour) != COLOUR_ORDER.index(face.colour) + 1:
        return False
    if not _letters_agree(face, new, bound) or (hex_id and tile.hexes and hex_id not in tile.hexes):
        return False
    if not _stops_agree(face, new):
        return False
    if len(face.stops) != len(new.stops):  # towns or cities that grow into one keep their sides
        return any(face.edges <= turned.edges for turned in tile.faces)
    return any(added_track(face, turned) is not None for turned in tile.faces)


def _letters_agree(face: Face, new: Face, bound: Mapping[str, tuple[str, ...]]) -> bool:
    """The same letter; or one that binds in only one of the two colours."""
    if face.label == new.label:
        return True
    if not bound:
        return False
    before_free = not face.label and new.label and face.colour not in bound.get(new.label, ())
    after_free = not new.label and face.label and new.colour not in bound.get(face.label, ())
    return bool(before_free or after_free)


def _stops_agree(face: Face, new: Face) -> bool:
    """The same stops; two towns may become a double one, several cities of a hex one."""
    old_kinds, new_kinds = [stop.kind for stop in face.stops], [stop.kind for stop in new.stops]
    if old_kinds == new_kinds:
        return [stop.size for stop in face.stops] == [stop.size for stop in new.stops]
    if len(old_kinds) > 1 and len(new_kinds) == 1 and set(old_kinds) == set(new_kinds):
        return old_kinds[0] == "city" or new.stops[0].size == len(old_kinds)
    return False
