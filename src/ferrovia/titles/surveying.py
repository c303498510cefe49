"""The least work that joins places of a map by track, as a player would count it on the board."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from ferrovia.engine.board.hexes import EDGES
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.track import Face

NEW = 1.0  # a tile on a blank hex
CHANGED = 1.3  # one in the place of another: it needs the right tile, and perhaps a later phase
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


class Line(NamedTuple):
    """What is still to be laid of a line."""

    tiles: float  # about how many; without end where there is no way
    work: tuple[Work, ...]


NO_LINE = Line(inf, ())


def carries(face: Face, entry: int, leave: int) -> bool:
    """Whether track leads from one edge of a hex to another, perhaps by way of a stop."""
    return any(
        leads == leave or (leads < 0 and any(onward == leave for onward, _ in face.exits[leads]))
        for leads, _ in face.exits.get(entry, ())
    )


def line(layout: Layout, starts: Collection[str], goals: Collection[str], around_cities: bool = False) -> Line:
    """The least work that joins one of the starting hexes to one of the goals; cities may have to be gone around."""
    key = ("line to lay", frozenset(starts), frozenset(goals), around_cities)
    return layout.memory.recall(key, _least_work, layout, starts, goals, around_cities)


def line_through(layout: Layout, places: Collection[str]) -> Line:
    """The least work that joins hexes one after the other."""
    parts = [line(layout, (here,), (there,)) for here, there in zip(places, [*places][1:], strict=False)]
    return Line(sum(part.tiles for part in parts), tuple(work for part in parts for work in part.work))


Side = tuple[str, int]  # a hex, and the edge by which it is entered


def _least_work(layout: Layout, starts: Collection[str], goals: Collection[str], around_cities: bool) -> Line:
    board = layout.board
    least: dict[Side, float] = {}
    origin: dict[Side, Work] = {}
    heap: list[tuple[float, int, Side]] = []

    def leave(by: Work, tiles: float) -> None:
        assert by.exit is not None
        side = board.neighbours[by.hex][by.exit]
        if side is not None and board.sides[by.hex][by.exit] and tiles < least.get(side, inf):
            least[side], origin[side] = tiles, by
            heappush(heap, (tiles, len(origin), side))

    for start in sorted(starts):
        for edge in EDGES:
            if edge in layout.face(start).edges:
                leave(Work(start, None, edge), 0)
            elif not board.hexes[start].is_fixed and edge not in board.closed_edges[start]:
                leave(Work(start, None, edge), AT_AN_END)
    best, end = inf, None
    while heap:
        tiles, _, side = heappop(heap)
        hex_id, entry = side
        if tiles >= best:
            break
        if tiles > least[side] or hex_id in starts:
            continue
        face, is_fixed = layout.face(hex_id), board.hexes[hex_id].is_fixed
        if is_fixed and entry not in face.edges:
            continue
        if hex_id in goals:
            whole = tiles + (0 if entry in face.edges else AT_AN_END)
            if whole < best:
                best, end = whole, side
            continue
        if _bars(face, around_cities):
            continue
        for edge in EDGES:
            if edge == entry:
                continue
            if carries(face, entry, edge):
                leave(Work(hex_id, entry, edge), tiles)
            elif not is_fixed and edge not in board.closed_edges[hex_id]:
                leave(Work(hex_id, entry, edge), tiles + (NEW if face.colour == "blank" else CHANGED))
    return NO_LINE if end is None else Line(best, _traced(layout, origin, end))


def _bars(face: Face, around_cities: bool) -> bool:
    """Whether no line goes on through a hex."""
    ends = ("offboard", "port", "city") if around_cities else ("offboard", "port")
    return any(stop.kind in ends for stop in face.stops)


def _traced(layout: Layout, origin: dict[Side, Work], end: Side) -> tuple[Work, ...]:
    """What is to be done on the way to the end, from there back."""
    works = [Work(end[0], end[1], None)]
    while works[-1].entry is not None:
        works.append(origin[works[-1].hex, works[-1].entry])
    return tuple(work for work in works if not work.is_done_by(layout.face(work.hex)))
