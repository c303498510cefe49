"""What lies on the map: the tiles, and the stretches of track from stop to stop that they make.

A layout is immutable; laying a tile makes a new one. Forks of a game share theirs, and with it what was worked
out on the way, until one of them lays a tile. The walk from a stop depends only on the hexes it touched, so the
new layout takes over each walk that did not touch the changed hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ferrovia.engine.board.board import Board, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.track import Face, Stop

Placed = tuple[str, int]  # tile id, rotation

ANSWERS = 1024  # about one layout; games ask up to two hundred before the next tile


class Segment(NamedTuple):
    """A stretch of track between two stops with no stop in between."""

    start: StopId
    end: StopId
    sides: int  # the hexsides it crosses, one bit each: Board.sides
    gauge: int  # what can run on all of it: Gauge bits
    hexes: tuple[str, ...]  # from the hex of its start to the hex of its end

    @property
    def edges(self) -> int:
        """How many hexsides it crosses."""
        return len(self.hexes) - 1

    def backwards(self) -> Segment:
        """The same stretch from its other end."""
        return Segment(self.end, self.start, self.sides, self.gauge, self.hexes[::-1])


class Arrival(NamedTuple):
    """Track that leads from a stop up to an edge of a hex, whether or not the hex carries it on."""

    hex: str
    edge: int
    gauge: int
    sides: int


class Walk(NamedTuple):
    """All that can be reached from a stop before the next stop."""

    segments: tuple[Segment, ...]
    arrivals: tuple[Arrival, ...]
    touched: frozenset[str]


class Layout:
    """The board with its tiles."""

    __slots__ = ("_stops", "_values", "_walks", "board", "memory", "tiles")

    def __init__(self, board: Board, tiles: Mapping[str, Placed] | None = None) -> None:
        self.board = board
        self.tiles: dict[str, Placed] = dict(tiles or {})
        self._walks: dict[StopId, Walk] = {}
        self._stops: dict[StopId, Stop] = {}  # as they show now, of those that were asked for
        self._values: dict[int, dict[StopId, int]] = {}  # what they earn, by revenue level
        # What was worked out about this very layout (reach, best runs).
        self.memory: Memory[object, object] = Memory(ANSWERS)

    def face(self, hex_id: str) -> Face:
        """What shows on a hex: the tile there, else what is printed."""
        placed = self.tiles.get(hex_id)
        if placed is None:
            return self.board.hexes[hex_id].face
        tile, rotation = placed
        return self.board.tiles[tile].faces[rotation]

    def stop(self, stop: StopId) -> Stop:
        shown = self._stops.get(stop)
        if shown is None:
            hex_id, _, number = stop.rpartition(".")
            shown = self._stops[stop] = self.face(hex_id).stops[int(number)]
        return shown

    def values(self, level: int) -> Mapping[StopId, int]:
        """What every stop of the board earns at a revenue level."""
        values = self._values.get(level)
        if values is None:
            values = self._values[level] = {stop: self._value(stop, level) for stop in self.board.stops}
        return values

    def _value(self, stop: StopId, level: int) -> int:
        """What a stop earns; one that has become part of another earns nothing by itself."""
        hex_id, _, number = stop.rpartition(".")
        return self.stop(stop).value(level) if int(number) < len(self.face(hex_id).stops) else 0

    def with_tile(self, hex_id: str, tile: str, rotation: int) -> Layout:
        return self._changed(hex_id, {**self.tiles, hex_id: (tile, rotation)})

    def without_tile(self, hex_id: str) -> Layout:
        return self._changed(hex_id, {key: placed for key, placed in self.tiles.items() if key != hex_id})

    def _changed(self, hex_id: str, tiles: dict[str, Placed]) -> Layout:
        new = Layout(self.board)
        new.tiles = tiles
        walks = list(self._walks.items())  # whoever looks at this layout from another thread may add to them
        new._walks = {stop: walk for stop, walk in walks if hex_id not in walk.touched}
        new._stops = self._stops.copy()
        stops = max(len(self.face(hex_id).stops), len(self.board.hexes[hex_id].face.stops))
        changed = [stop_id(hex_id, number) for number in range(stops)]
        for stop in changed:
            new._stops.pop(stop, None)
        for level, values in list(self._values.items()):
            new._values[level] = values | {stop: new._value(stop, level) for stop in changed}
        return new

    def without_memory(self) -> Layout:
        """The same layout, for an answer that is kept in its memory and goes on asking it.

        An answer that held the layout itself would be held by it in turn, and with all its walks the layout would
        outlive its game until Python looks for such circles.
        """
        twin = Layout(self.board)
        twin.tiles, twin._walks, twin._stops, twin._values = self.tiles, self._walks, self._stops, self._values
        return twin

    def walk(self, stop: StopId) -> Walk:
        """The stretches of track that begin at a stop."""
        walk = self._walks.get(stop)
        if walk is None:
            walk = self._walks[stop] = self._walk_from(stop)
        return walk

    def segments(self, stop: StopId) -> tuple[Segment, ...]:
        return self.walk(stop).segments

    def _walk_from(self, stop: StopId) -> Walk:
        home, _, number = stop.rpartition(".")
        neighbours, sides = self.board.neighbours, self.board.sides
        segments: dict[tuple[StopId, int, int], Segment] = {}
        arrivals: dict[Arrival, None] = {}
        touched = {home}
        leaving = self.face(home).exits.get(-1 - int(number), ())
        loose_ends: list[tuple[str, int, int, int, tuple[str, ...]]] = [
            (home, edge, gauge, 0, (home,)) for edge, gauge in leaving if edge >= 0
        ]
        while loose_ends:
            at, edge, gauge, used, hexes = loose_ends.pop()
            side = sides[at][edge]
            beside = neighbours[at][edge]
            if not side or side & used or beside is None:
                continue
            used |= side
            into, entry = beside
            arrivals[Arrival(into, entry, gauge, used)] = None
            touched.add(into)
            hexes = (*hexes, into)
            for leads, other_gauge in self.face(into).exits.get(entry, ()):
                carried = gauge & other_gauge
                if not carried:
                    continue  # two gauges meet: no route crosses here
                if leads >= 0:
                    loose_ends.append((into, leads, carried, used, hexes))
                    continue
                end = stop_id(into, -1 - leads)
                if end != stop:
                    segments[end, used, carried] = Segment(stop, end, used, carried, hexes)
        return Walk(tuple(segments.values()), tuple(arrivals), frozenset(touched))
