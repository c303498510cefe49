"""The stock market: its grid, how tokens move on it, and the order it puts corporations in."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

import msgspec

Cell = tuple[int, int]  # row, column; row 0 is the top row
Marker = tuple[str, int, int]  # corporation, row, column

NO_SPACE = -1  # in the place of a price, where the grid has a gap


class Direction(Enum):
    """Where a token moves, space by space."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


class Zone(msgspec.Struct, frozen=True):
    """Spaces with a meaning of their own."""

    kind: str
    cells: frozenset[Cell]


class StartSpace(msgspec.Struct, frozen=True):
    price: int
    cell: Cell


class Market(msgspec.Struct, frozen=True):
    """The printed market. Rows end where their list ends, and may have gaps."""

    rows: tuple[tuple[int, ...], ...]
    starts: tuple[StartSpace, ...]
    zones: tuple[Zone, ...] = ()

    def price(self, cell: Cell) -> int:
        return self.rows[cell[0]][cell[1]]

    def zone(self, kind: str) -> frozenset[Cell]:
        return frozenset(cell for zone in self.zones if zone.kind == kind for cell in zone.cells)

    def start_cell(self, price: int) -> Cell:
        return next(start.cell for start in self.starts if start.price == price)

    def moved(self, cell: Cell, direction: Direction, barred: frozenset[Cell] = frozenset()) -> Cell:
        """Where a token comes to stand: at an edge, sideways becomes up or down, up and down become nothing."""
        row, col = cell
        match direction:
            case Direction.RIGHT:
                to = (row, col + 1)
                return to if self._is_open(to, barred) else self.moved(cell, Direction.UP, barred)
            case Direction.LEFT:
                to = (row, col - 1)
                return to if self._is_open(to, barred) else self.moved(cell, Direction.DOWN, barred)
            case Direction.UP:
                to = (row - 1, col)
            case Direction.DOWN:
                to = (row + 1, col)
        return to if self._is_open(to, barred) else cell

    def has(self, cell: Cell) -> bool:
        """Whether there is such a space."""
        row, col = cell
        return 0 <= row < len(self.rows) and 0 <= col < len(self.rows[row]) and self.rows[row][col] != NO_SPACE

    def _is_open(self, cell: Cell, barred: frozenset[Cell]) -> bool:
        return self.has(cell) and cell not in barred

    def in_order(self, markers: Iterable[Marker]) -> tuple[str, ...]:
        """Market value order: dearest first, then furthest right, then top of the stack.

        Markers are given in the order of their arrival, so in one space the earlier lies above the later.
        """
        ranked = sorted(markers, key=lambda marker: (-self.rows[marker[1]][marker[2]], -marker[2]))
        return tuple(marker[0] for marker in ranked)


def cell_of(markers: Iterable[Marker], corporation: str) -> Cell | None:
    """The space a corporation's token stands on."""
    for marker in markers:
        if marker[0] == corporation:
            return marker[1], marker[2]
    return None


def read_market(sheet: dict[str, Any]) -> Market:
    """The market of a `market.toml`."""
    return Market(
        rows=tuple(tuple(row) for row in sheet["rows"]),
        starts=tuple(StartSpace(start["price"], (start["cell"][0], start["cell"][1])) for start in sheet["start"]),
        zones=tuple(
            Zone(zone["kind"], frozenset((row, col) for row, col in zone["cells"])) for zone in sheet.get("zone", ())
        ),
    )
