"""The map on foot: track walked piece by piece over what is printed on board and tiles.

It shares nothing with the engine's reach and routes but the printed pieces and the neighbours of a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ferrovia.engine.board.board import Board
from ferrovia.engine.board.track import Face, Stop

STANDARD, NARROW, DUAL = 1, 2, 3
Piece = tuple[int, int, int]  # two ends, an edge or a stop (-1 the first), and the gauge
Side = frozenset[tuple[str, int]]
Used = tuple[str, int, int]  # a piece of track: hex and its two ends


class Walked(NamedTuple):
    """One way along named hexes: its stops, the stretches between them, the hexsides and pieces it uses."""

    stops: tuple[str, ...]
    stretches: tuple[tuple[int, int], ...]  # gauge and number of hexsides, from stop to stop
    sides: frozenset[Side]
    pieces: frozenset[Used]


class Reached(NamedTuple):
    stops: frozenset[str]
    pieces: frozenset[Used]


class Ground:
    """The board with tiles on it."""

    def __init__(self, board: Board, tiles: Mapping[str, tuple[str, int]]) -> None:
        self.board = board
        self.tiles = tiles

    def shown(self, hex_id: str) -> Face:
        """What is printed on the tile there, unturned, or on the board."""
        placed = self.tiles.get(hex_id)
        return self.board.tiles[placed[0]].face if placed else self.board.hexes[hex_id].face

    def colour(self, hex_id: str) -> str:
        return self.shown(hex_id).colour

    def stop(self, stop: str) -> Stop:
        hex_id, _, number = stop.rpartition(".")
        return self.shown(hex_id).stops[int(number)]

    def stops(self, hex_id: str) -> list[str]:
        return [f"{hex_id}.{number}" for number in range(len(self.shown(hex_id).stops))]

    def pieces(self, hex_id: str) -> tuple[Piece, ...]:
        placed = self.tiles.get(hex_id)
        return _turned(self.shown(hex_id), placed[1] if placed else 0)

    def across(self, hex_id: str, edge: int) -> tuple[str, int] | None:
        """The hex on the other side, and the edge by which it is entered; None where no track can cross."""
        beside = self.board.neighbours[hex_id][edge]
        if beside is None:
            return None
        other, entry = beside
        if edge in self.board.hexes[hex_id].impassable or entry in self.board.hexes[other].impassable:
            return None
        return beside

    def joined(self, hex_id: str) -> set[int]:
        """The edges at which track of a hex meets track of its neighbours."""
        found = set()
        for edge in {end for piece in self.pieces(hex_id) for end in piece[:2] if end >= 0}:
            beside = self.across(hex_id, edge)
            if beside is not None and any(beside[1] in piece[:2] for piece in self.pieces(beside[0])):
                found.add(edge)
        return found

    def loose_ends(self, hex_id: str) -> list[int]:
        """The edges at which track runs off the grid, against a border or the blank side of a printed hex."""
        wrong = []
        for edge in {end for piece in self.pieces(hex_id) for end in piece[:2] if end >= 0}:
            beside = self.across(hex_id, edge)
            if beside is None:
                wrong.append(edge)
                continue
            other, entry = beside
            fixed = self.board.hexes[other].face.colour in ("grey", "red", "blue", "darkgreen")
            if fixed and not any(entry in piece[:2] for piece in self.pieces(other)):
                wrong.append(edge)
        return wrong

    # Where routes lead, taken loosely: a hexside may be met again

    def reach(self, starts: Iterable[str], closed: Iterable[str]) -> Reached:
        """Every stop and piece of track that some way from the starts leads to."""
        shut = set(closed)
        stops, pieces = set(starts), set()
        trail: list[tuple[str, int, int]] = [(*_at(stop), DUAL) for stop in stops]
        seen = set(trail)

        def come(hex_id: str, end: int, gauge: int) -> None:
            if (hex_id, end, gauge) not in seen:
                seen.add((hex_id, end, gauge))
                trail.append((hex_id, end, gauge))

        while trail:
            hex_id, end, gauge = trail.pop()
            for one, other, kind in self.pieces(hex_id):
                for here, there in ((one, other), (other, one)):
                    carried = gauge & kind
                    if here != end or not carried:
                        continue
                    pieces.add((hex_id, one, other))
                    if there >= 0:
                        beside = self.across(hex_id, there)
                        if beside is not None:
                            come(*beside, carried)
                        continue
                    stop = f"{hex_id}.{-1 - there}"
                    stops.add(stop)
                    if stop not in shut and self.stop(stop).kind not in ("port", "offboard"):
                        come(hex_id, there, DUAL)
        return Reached(frozenset(stops), frozenset(pieces))

    def stretches(self, station: str, most: int = 12) -> list[tuple[str, ...]]:
        """The hexes of every stretch from a stop to the next."""
        hex_id, end = _at(station)
        found: list[tuple[str, ...]] = []
        trail: list[tuple[str, int, tuple[str, ...]]] = [(hex_id, end, (hex_id,))]
        while trail:
            at, end, hexes = trail.pop()
            for one, other, _ in self.pieces(at):
                for here, there in ((one, other), (other, one)):
                    if here != end or len(hexes) > most:
                        continue
                    if there < 0:
                        found.append(hexes)
                        continue
                    beside = self.across(at, there)
                    if beside is not None and beside[0] not in hexes:
                        trail.append((*beside, (*hexes, beside[0])))
        return found

    def every_way(self, stops: Iterable[str], most: int) -> list[Walked] | None:
        """Every way that begins at one of these stops and meets nothing twice; None if there are too many."""
        found: dict[tuple[frozenset[Side], frozenset[str]], Walked] = {}
        stretches: dict[str, list[Walked]] = {}
        trail = [Walked((stop,), (), frozenset(), frozenset()) for stop in stops]
        while trail:
            way = trail.pop()
            last = way.stops[-1]
            if last not in stretches:
                ways = {walked for hexes in self.stretches(last) for walked in self.along(hexes)}
                stretches[last] = [walked for walked in ways if len(walked.stops) == 2 and walked.stops[0] == last]
            for more in stretches[last]:
                if more.stops[1] in way.stops or more.sides & way.sides or more.pieces & way.pieces:
                    continue
                longer = Walked(
                    (*way.stops, more.stops[1]),
                    (*way.stretches, *more.stretches),
                    way.sides | more.sides,
                    way.pieces | more.pieces,
                )
                if len(found) > most:
                    return None
                found[longer.sides, frozenset(longer.stops)] = longer
                trail.append(longer)
        return list(found.values())

    # A route that is named hex by hex

    def along(self, hexes: Sequence[str]) -> Iterator[Walked]:
        """Every way along these hexes, from a stop in the first to a stop in the last."""
        if not hexes:
            return
        for stop in self.stops(hexes[0]):
            yield from self._on(
                hexes, 0, -1 - int(stop.rpartition(".")[2]), Walked((stop,), (), frozenset(), frozenset()), 0, 0
            )

    def _on(self, hexes: Sequence[str], at: int, end: int, way: Walked, gauge: int, edges: int) -> Iterator[Walked]:
        """From an end within the hex at a place of the list: a stop if below 0, else the edge just entered by."""
        hex_id = hexes[at]
        if end < 0 and at == len(hexes) - 1 and len(way.stops) > 1:
            yield way
        for one, other, kind in self.pieces(hex_id):
            for here, there in ((one, other), (other, one)):
                if here != end or (hex_id, one, other) in way.pieces:
                    continue
                carried = kind if end < 0 else gauge & kind
                if not carried:
                    continue
                longer = way._replace(pieces=way.pieces | {(hex_id, one, other)})
                if there < 0:
                    stop = f"{hex_id}.{-1 - there}"
                    if stop not in way.stops:
                        stretches = (*way.stretches, (carried, edges))
                        longer = longer._replace(stops=(*way.stops, stop), stretches=stretches)
                        yield from self._on(hexes, at, there, longer, 0, 0)
                    continue
                beside = self.across(hex_id, there)
                if beside is None or at + 1 >= len(hexes) or beside[0] != hexes[at + 1]:
                    continue
                side = frozenset({(hex_id, there), beside})
                if side not in way.sides:
                    longer = longer._replace(sides=way.sides | {side})
                    count = 1 if end < 0 else edges + 1
                    yield from self._on(hexes, at + 1, beside[1], longer, carried, count)


def _at(stop: str) -> tuple[str, int]:
    hex_id, _, number = stop.rpartition(".")
    return hex_id, -1 - int(number)


@cache
def _turned(face: Face, rotation: int) -> tuple[Piece, ...]:
    def turn(end: int) -> int:
        return end if end < 0 else (end + rotation) % 6

    return tuple(sorted((*sorted((turn(piece.a), turn(piece.b))), int(piece.gauge)) for piece in face.pieces))  # type: ignore[misc]
