"""The least work that joins places of a map by track, as a player would count it on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, pairwise
from math import inf
from typing import NamedTuple

from ferrovia.engine.board.board import Board
from ferrovia.engine.board.hexes import EDGES
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.track import Face

NEW = 1.0  # a tile on a blank hex
CHANGED = 1.3  # one in the place of another: it needs the right tile, and perhaps a later phase
FAR = 20  # tiles that nobody looks beyond
AT_AN_END = 1.1  # one where the line begins or ends


class Work(NamedTuple):
    """A hex that does not carry the line yet, with the edges it needs; None where the line begins or ends."""

    hex: str
    entry: int | None
    exit: int | None

    def is_done_by(self, face: Face) -> bool:
        if self.entry is None or self.exit is None:
            return (self.exit if self.entry is None else self.entry) in face.edges
        return carries(face, self.entry, self.exit)

    def is_done_on(self, layout: Layout, face: Face) -> bool:
        """Whether a tile does it, and its track is of a gauge that goes on beside it."""
        ends = [edge for edge in (self.entry, self.exit) if edge is not None]
        return self.is_done_by(face) and all(goes_on(layout, self.hex, face, edge) for edge in ends)


class Line(NamedTuple):
    """What is still to be laid of a line."""

    tiles: float  # about how many; without end where there is no way
    work: tuple[Work, ...]


NO_LINE = Line(inf, ())


def goes_on(layout: Layout, hex_id: str, face: Face, edge: int) -> bool:
    """Whether track at an edge of a hex can go on there: no track of another gauge lies beside it."""
    beside = layout.board.neighbours[hex_id][edge]
    other = layout.face(beside[0]).exits.get(beside[1], ()) if beside is not None else ()
    gauges = [gauge for _, gauge in face.exits.get(edge, ())]
    return not other or any(gauge & beyond for gauge in gauges for _, beyond in other)


def carries(face: Face, entry: int, leave: int) -> bool:
    """Whether track leads from one edge of a hex to another, perhaps by way of a stop."""
    return leave in _carried(face, entry)


def _carried(face: Face, entry: int) -> set[int]:
    """The edges to which track leads from an edge."""
    exits = face.exits
    if entry not in exits:
        return set()
    found: set[int] = set()
    for leads, _ in exits.get(entry, ()):
        found.update([onward for onward, _ in exits[leads]] if leads < 0 else (leads,))
    return found


def line(layout: Layout, starts: Collection[str], goals: Collection[str], around_cities: bool = False) -> Line:
    """The least work that joins one of the starting hexes to one of the goals; cities may have to be gone around."""
    ends = frozenset(goals)
    survey = _survey(layout, frozenset(starts), ends, around_cities, FAR)
    return _shortest(layout, survey, ends)


def short_line(layout: Layout, starts: Collection[str], goal: str, most: float) -> Line:
    """The same for one of many goals of about so many tiles at most: one survey is enough for all of them."""
    survey = _survey(layout, frozenset(starts), frozenset(), False, most)
    return _shortest(layout, survey, (goal,))


def tiles_to(layout: Layout, starts: Collection[str], goal: str, most: float) -> float:
    """How many tiles such a line takes; without end where it would be more than about so many."""
    return _end(layout, _survey(layout, frozenset(starts), frozenset(), False, most), (goal,))[0]


def _shortest(layout: Layout, survey: Survey, goals: Collection[str]) -> Line:
    tiles, end = _end(layout, survey, goals)
    return NO_LINE if end is None else Line(tiles, _traced(layout, survey.origin, end))


def _end(layout: Layout, survey: Survey, goals: Collection[str]) -> tuple[float, Side | None]:
    """How many tiles it takes to the nearest goal, and where that is entered."""
    best, end = inf, None
    for hex_id in sorted(goals):
        edges = layout.face(hex_id).edges
        for entry in EDGES:
            tiles = survey.least.get((hex_id, entry), inf) + (0 if entry in edges else AT_AN_END)
            if tiles < best:
                best, end = tiles, (hex_id, entry)
    return best, end


def line_through(layout: Layout, places: Sequence[str]) -> Line:
    """The least work that joins hexes one after the other."""
    return joined(line(layout, (here,), (there,)) for here, there in pairwise(places))


def joined(parts: Iterable[Line]) -> Line:
    """Lines one after the other: where one ends and the next begins a single tile does for both."""
    lines = list(parts)
    work = tuple(work for line in lines for work in line.work)
    twice = len(work) - len({part.hex for part in work})
    return Line(sum(line.tiles for line in lines) - AT_AN_END * twice, work)


Side = tuple[str, int]  # a hex, and the edge by which it is entered


class Survey(NamedTuple):
    """The way to every side of a hex that was looked at: how many tiles it takes, and the hex before."""

    least: dict[Side, float]
    origin: dict[Side, Work]


def _survey(layout: Layout, starts: frozenset[str], goals: frozenset[str], around_cities: bool, most: float) -> Survey:
    key = ("survey", starts, goals, around_cities, most)
    return layout.memory.recall(key, _surveyed, layout, starts, goals, around_cities, most)


def _surveyed(
    layout: Layout, starts: frozenset[str], goals: frozenset[str], around_cities: bool, most: float
) -> Survey:
    """Outwards from the starts, the nearest first, until no way to a goal could be shorter; without goals all ways."""
    face_of, hexes = layout.face, layout.board.hexes
    ways = layout.board.memory.recall("ways", _ways, layout.board)
    least: dict[Side, float] = {}
    origin: dict[Side, Work] = {}
    heap: list[tuple[float, int, Side]] = []
    order = count()

    def leave(
        hex_id: str, face: Face, entry: int | None, carried: Collection[int], tiles: float, further: float
    ) -> None:
        """On along the track that is there, and by new track."""
        for edge, side, may_be_laid in ways[hex_id]:
            if edge in carried:
                if not goes_on(layout, hex_id, face, edge):
                    continue
                taken = tiles
            elif may_be_laid and edge != entry:
                taken = further
            else:
                continue
            if taken <= most and taken < least.get(side, inf):
                least[side], origin[side] = taken, Work(hex_id, entry, edge)
                heappush(heap, (taken, next(order), side))

    for start in sorted(starts):
        face = face_of(start)
        leave(start, face, None, face.edges, 0, inf if hexes[start].is_fixed else AT_AN_END)
    nearest = inf
    while heap:
        tiles, _, side = heappop(heap)
        if tiles > nearest:
            break
        hex_id, entry = side
        face = face_of(hex_id)
        if hex_id in goals:
            nearest = min(nearest, tiles + (0 if entry in face.edges else AT_AN_END))
        if tiles > least[side] or hex_id in starts or _bars(face, around_cities):
            continue
        further = inf if hexes[hex_id].is_fixed else tiles + (NEW if face.colour == "blank" else CHANGED)
        leave(hex_id, face, entry, _carried(face, entry), tiles, further)
    return Survey(least, origin)


def _ways(board: Board) -> dict[str, list[tuple[int, Side, bool]]]:
    """By which edges each hex is left, where that leads, and whether new track may lead there."""
    return {hex_id: [*_ways_from(board, hex_id)] for hex_id in board.hexes}


def _ways_from(board: Board, hex_id: str) -> Iterator[tuple[int, Side, bool]]:
    for edge, side in enumerate(board.neighbours[hex_id]):
        if side is None or not board.sides[hex_id][edge]:
            continue
        beyond = board.hexes[side[0]]
        if not beyond.is_fixed or side[1] in beyond.face.edges:  # else no track ever ends there
            yield edge, side, edge not in board.closed_edges[hex_id]


def _bars(face: Face, around_cities: bool) -> bool:
    """Whether no line goes on through a hex."""
    if not face.stops:
        return False
    ends = ("offboard", "port", "city") if around_cities else ("offboard", "port")
    return any(stop.kind in ends for stop in face.stops)


def _traced(layout: Layout, origin: dict[Side, Work], end: Side) -> tuple[Work, ...]:
    """What is to be done on the way to the end, from there back."""
    works = [Work(end[0], end[1], None)]
    while works[-1].entry is not None:
        works.append(origin[works[-1].hex, works[-1].entry])
    return tuple(work for work in works if not work.is_done_by(layout.face(work.hex)))
