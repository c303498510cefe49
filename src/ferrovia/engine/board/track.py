"""What a tile or a printed hex shows: stops, pieces of track with their gauge, colour and label."""

from __future__ import annotations

from enum import IntFlag
from functools import cached_property
from typing import Any, Literal

import msgspec

from ferrovia.engine.board.hexes import turned
from ferrovia.saying.message import term

StopKind = Literal["city", "town", "port", "offboard"]
Colour = Literal["blank", "yellow", "green", "brown", "grey", "red", "blue", "darkgreen"]

COLOUR_ORDER: tuple[str, ...] = ("blank", term("yellow"), term("green"), term("brown"), term("grey"))


class Gauge(IntFlag):
    """A gauge is what can run on it: a stretch of several pieces can carry what all of them carry."""

    STANDARD = 1
    NARROW = 2
    DUAL = 3

    @classmethod
    def parse(cls, text: str) -> Gauge:
        return cls[text.upper()]


class Stop(msgspec.Struct, frozen=True):
    """A place that earns: a city with token slots, a town, a port or an off-board area."""

    kind: StopKind
    revenue: tuple[int, ...]
    slots: int = 0
    reserved: tuple[str, ...] = ()
    terminal: tuple[int, ...] = ()  # what it earns where a route ends, if that differs
    size: int = 1  # 2 for a double town drawn as one

    def end_value(self, level: int) -> int:
        """What it earns where a route begins or ends."""
        return self.terminal[min(level, len(self.terminal) - 1)] if self.terminal else self.value(level)

    def value(self, level: int) -> int:
        """What it earns at a revenue level; a single printed value holds at every level."""
        revenue = self.revenue
        return revenue[level] if level < len(revenue) else revenue[-1]


class Piece(msgspec.Struct, frozen=True):
    """A piece of track between two ends: an edge (0 to 5) or a stop (-1 for the first, -2 the second)."""

    a: int
    b: int
    gauge: Gauge

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Read ``0-3``, ``2-s0`` or ``1-4:narrow``.

        >>> Piece.parse("1-s0:narrow") == Piece(-1, 1, Gauge.NARROW)
        True
        """
        ends, _, gauge = text.partition(":")
        a, b = sorted(_end(end) for end in ends.split("-"))
        return cls(a, b, Gauge.parse(gauge or "standard"))

    def turned(self, rotation: int) -> Piece:
        a, b = sorted(end if end < 0 else turned(end, rotation) for end in (self.a, self.b))
        return Piece(a, b, self.gauge)


def _end(text: str) -> int:
    return -1 - int(text[1:]) if text.startswith("s") else int(text)


class Face(msgspec.Struct, frozen=True, dict=True):
    """The upper side of a hex as it lies: printed on the board, or a tile turned into place."""

    colour: Colour
    stops: tuple[Stop, ...] = ()
    pieces: tuple[Piece, ...] = ()
    label: str = ""

    @cached_property
    def exits(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """From each end, where its pieces lead: ``{end: ((other end, gauge), ...)}``, gauges as plain bits."""
        ends: dict[int, list[tuple[int, int]]] = {}
        for piece in self.pieces:
            ends.setdefault(piece.a, []).append((piece.b, int(piece.gauge)))
            ends.setdefault(piece.b, []).append((piece.a, int(piece.gauge)))
        return {end: tuple(sorted(leads)) for end, leads in sorted(ends.items())}

    @cached_property
    def edges(self) -> frozenset[int]:
        """The edges at which track leaves the hex."""
        return frozenset(end for end in self.exits if end >= 0)


class Tile(msgspec.Struct, frozen=True, dict=True):
    """A tile of the manifest, as it lies unturned."""

    id: str
    count: int
    face: Face
    hexes: tuple[str, ...] = ()

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """Its face in each of the six rotations."""
        return tuple(_turn(self.face, rotation) for rotation in range(6))


def _turn(face: Face, rotation: int) -> Face:
    pieces = tuple(sorted((piece.turned(rotation) for piece in face.pieces), key=lambda p: (p.a, p.b)))
    return Face(face.colour, face.stops, pieces, face.label)


def added_track(old: Face, new: Face) -> tuple[Piece, ...] | None:
    """The pieces that `new` adds to `old`, or None if it does not keep all of its track.

    Track that becomes dual is kept, and counts as added: it is not what lay there before.
    """
    kept = {(piece.a, piece.b): int(piece.gauge) for piece in new.pieces}
    for piece in old.pieces:
        if int(piece.gauge) & ~kept.get((piece.a, piece.b), 0):
            return None
    return tuple(piece for piece in new.pieces if piece not in old.pieces)


def same_stops(old: Face, new: Face) -> bool:
    """Whether a tile shows the same kinds and number of stops."""
    return [stop.kind for stop in old.stops] == [stop.kind for stop in new.stops]


def read_face(table: dict[str, Any]) -> Face:
    """A face from a `[[hex]]` or `[[tile]]` table of the component sheets."""
    stops = tuple(
        Stop(
            kind=stop["kind"],
            revenue=_as_tuple(stop.get("revenue", 0)),
            slots=stop.get("slots", 0),
            reserved=_as_tuple(stop.get("reserved", ())),
            terminal=_as_tuple(stop.get("terminal", ())),
            size=stop.get("size", 1),
        )
        for stop in table.get("stops", ())
    )
    pieces = sorted((Piece.parse(text) for text in table.get("tracks", ())), key=lambda p: (p.a, p.b))
    return Face(table["colour"], stops, tuple(pieces), table.get("label", ""))


def read_tiles(sheet: dict[str, Any]) -> dict[str, Tile]:
    """The tile manifest of a `tiles.toml`."""
    return {
        table["id"]: Tile(table["id"], table["count"], read_face(table), tuple(table.get("hexes", ())))
        for table in sheet["tile"]
    }


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (value,)
