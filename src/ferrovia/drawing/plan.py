"""Where the hexes lie on the picture: the main map as it is, second maps in the nearest free corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot

from ferrovia.drawing.geometry import INRADIUS, RADIUS, Point, centre, mean
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.printed import Inset, Printed
from ferrovia.engine.board.board import Board

_AROUND = 36.0  # the frame around a second map, which has to fit on a sheet of paper
_SHEET = 2000.0
_TITLE = 62.0
_APART = 26.0


@dataclass(frozen=True)
class Plan:
    places: Mapping[str, Point]  # the centre of every hex
    frames: Mapping[str, Box]  # of second maps
    box: Box  # around it all

    def of_map(self, board: Board, name: str) -> dict[str, Point]:
        return {hex_id: place for hex_id, place in self.places.items() if board.hexes[hex_id].map == name}


def plan_of(printed: Printed) -> Plan:
    """The plan of a map, made once."""
    return printed.memory.recall("plan", _plan, printed)


def _plan(printed: Printed) -> Plan:
    board = printed.board
    raw = {hex.id: centre(board.orientation, hex.col, hex.row) for hex in board.hexes.values()}
    places = {hex_id: place for hex_id, place in raw.items() if not board.hexes[hex_id].map}
    frames: dict[str, Box] = {}
    for inset in printed.insets:
        own = {hex_id: place for hex_id, place in raw.items() if board.hexes[hex_id].map == inset.id}
        size = _bounds(board, own)
        wanted = Box(
            size.x - _AROUND, size.y - _AROUND - _TITLE, size.width + 2 * _AROUND, size.height + 2 * _AROUND + _TITLE
        )
        frame = _away(board, places, wanted) if printed.apart else _free(board, places, wanted, inset, frames)
        frames[inset.id] = frame
        shift = Point(frame.x - wanted.x, frame.y - wanted.y)
        places |= {hex_id: place.plus(shift) for hex_id, place in own.items()}
    return Plan(places, frames, around([_bounds(board, places), *frames.values()]))


def _away(board: Board, places: Mapping[str, Point], wanted: Box) -> Box:
    """To the left of everything, further than a sheet of paper is wide."""
    return Box(_bounds(board, places).x - wanted.width - _SHEET, wanted.y, wanted.width, wanted.height)


def _reach(board: Board) -> tuple[float, float]:
    return (RADIUS, INRADIUS) if board.orientation == "flat" else (INRADIUS, RADIUS)


def _bounds(board: Board, places: Mapping[str, Point]) -> Box:
    across, down = _reach(board)
    return around([Box(x - across, y - down, 2 * across, 2 * down) for x, y in places.values()])


def around(boxes: Sequence[Box]) -> Box:
    """The box that holds them all."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _free(board: Board, places: Mapping[str, Point], wanted: Box, inset: Inset, frames: Mapping[str, Box]) -> Box:
    """Where a frame of this size covers nothing, makes the picture little larger, and is near what it shows.

    There is always such a place: to the left of everything, at the latest.
    """
    across, down = _reach(board)
    main = _bounds(board, places)
    near = mean(places[hex_id] for hex_id in inset.covers)
    hexes = [
        Box(x - across - _APART, y - down - _APART, 2 * (across + _APART), 2 * (down + _APART))
        for x, y in places.values()
    ]
    step = RADIUS
    left, top = main.x - wanted.width - 2 * _APART, main.y - 2.5 * step
    columns = [left + step * right for right in range(int(main.width // step) + 15)]
    rows = [top + step * below for below in range(int(main.height // step) + 5)]
    wide = {x: max(main.right, x + wanted.width) - min(main.x, x) for x in columns}
    high = {y: max(main.bottom, y + wanted.height) - min(main.y, y) for y in rows}
    middle_x, middle_y = near.x - wanted.width / 2, near.y - wanted.height / 2
    spots = sorted(
        (wide[x] * high[y] + hypot(x - middle_x, y - middle_y) * main.width / 2, x, y)
        for x, y in product(columns, rows)
    )
    taken = [(box.x, box.y, box.right, box.bottom) for box in (*hexes, *frames.values())]
    for _, x, y in spots:
        right, bottom = x + wanted.width, y + wanted.height
        met = next((box for box in taken if x < box[2] and box[0] < right and y < box[3] and box[1] < bottom), None)
        if met is None:
            return Box(x, y, wanted.width, wanted.height)
        taken.remove(met)
        taken.insert(0, met)  # what is in the way here is in the way of the next, most often
    raise AssertionError("The last spots are to the left of everything.")
