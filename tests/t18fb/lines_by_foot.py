"""18FB, 3.5.2: every line of a company by foot: border by border and piece by piece, with no thought of speed.

It shares nothing with the program's own lines but the board and what is printed on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.titles.t18fb import TITLE, components

BOARD = TITLE.box.board
NAPOLI = ("NC10", "NC8")
ROMA = ("F37", "G40")
MARKERS = {(1, "yellow"): 1, (1, "green"): 1, (1, "brown"): 2, (2, "yellow"): 1, (2, "green"): 2, (2, "brown"): 3}

Names = tuple[str, ...]
Borders = frozenset[frozenset[tuple[str, int]]]  # each written from both its hexes


class Line(NamedTuple):
    hexes: tuple[str, ...]
    end: str
    cost: int
    markers: int


def border_cost(hex_id: str, edge: int, phase: int) -> int | None:
    """What is printed on a side, on either hex; a side without anything is plain."""
    beside = BOARD.neighbours[hex_id][edge]
    assert beside is not None
    for at, side in ((hex_id, edge), beside):
        here = [table for table in components.hex_table(at).get("borders", ()) if table["edge"] == side]
        if any(phase < int(table.get("opens", "PH1")[2:]) for table in here):
            return None
        if here:
            return sum(int(table["cost"]) for table in here)
    return 10


def city_of(stop: str) -> str:
    hex_id = stop.partition(".")[0]
    return next((names[0] for names in (NAPOLI, ROMA) if hex_id in names), hex_id)


def every_line(layout: Layout, starts: Sequence[str], phase: int) -> Iterator[Line]:
    """All legal lines, hex by hex and piece by piece, with no thought of speed."""
    own = {city_of(stop) for stop in starts}

    def is_town(stop: str) -> bool:
        return layout.stop(StopId(stop)).kind == "town"

    def leave(
        hex_id: str, stop: str, hexes: Names, borders: Borders, towns: Names, cost: int, inside: bool
    ) -> Iterator[Line]:
        """From a stop over each of its tracks; `inside` a city, only to its other half."""
        number = int(stop.rpartition(".")[2])
        for piece in layout.face(hex_id).pieces:
            if piece.a == -1 - number:
                yield from cross(hex_id, piece.b, hexes, borders, towns, cost, inside)

    def cross(
        hex_id: str, edge: int, hexes: Names, borders: Borders, towns: Names, cost: int, inside: bool
    ) -> Iterator[Line]:
        beside = BOARD.neighbours[hex_id][edge]
        if beside is None or not BOARD.sides[hex_id][edge]:
            return
        border = frozenset({(hex_id, edge), beside})
        price = border_cost(hex_id, edge, phase)
        if border in borders or price is None:
            return
        there, entry = beside
        if inside and not (hex_id in NAPOLI and there in NAPOLI):
            return
        for piece in layout.face(there).pieces:
            if entry in (piece.a, piece.b):
                lead = piece.b if piece.a == entry else piece.a
                yield from arrive(hex_id, there, lead, (*hexes, there), borders | {border}, towns, cost + price, inside)

    def arrive(
        before: str, hex_id: str, lead: int, hexes: Names, borders: Borders, towns: Names, cost: int, inside: bool
    ) -> Iterator[Line]:
        if lead >= 0:
            yield from cross(hex_id, lead, hexes, borders, towns, cost, inside)
            return
        stop = stop_id(hex_id, -1 - lead)
        if is_town(stop):
            if stop not in towns:
                yield from leave(hex_id, stop, hexes, borders, (*towns, stop), cost, False)
            return
        if city_of(stop) == city_of(stop_id(hexes[0])):
            # Only the other half of Napoli, straight from the first: the line has not left its city.
            if len(hexes) == 2 and stop not in starts:
                yield from leave(hex_id, stop, hexes, borders, towns, cost, False)
            return
        if city_of(stop) not in own:
            met = {town.partition(".")[0] for town in towns}
            sizes = [(sum(one.size for one in layout.face(at).stops), layout.face(at).colour) for at in met]
            yield Line(hexes, stop, cost, sum(MARKERS[size] for size in sizes))
            if hex_id in NAPOLI and before not in NAPOLI:
                yield from leave(hex_id, stop, hexes, borders, towns, cost, True)

    for start in starts:
        hex_id = start.partition(".")[0]
        yield from leave(hex_id, start, (hex_id,), frozenset(), (), 0, False)
