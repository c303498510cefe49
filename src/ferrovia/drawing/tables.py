"""Tables: columns as wide as what stands in them, long words wrapped, one row marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ferrovia.drawing import svg
from ferrovia.drawing.lettering import width
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.pieces import Piece, at, line, panel, paragraph

PADDING: Final = 1.6  # left and right of a cell
_HEAD: Final = 0.86  # of the size, for the headings


@dataclass(frozen=True, slots=True)
class Column:
    heading: str
    align: Literal["start", "middle", "end"] = "start"
    most: float = 60  # millimetres before words are wrapped
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    cells: Sequence[str | Piece]
    id: str | None = None
    title: str = ""
    marked: bool = False  # it is this one now
    done: bool = False  # it is past


def table(columns: Sequence[Column], rows: Sequence[Row], palette: Palette, size: float = 3.2) -> Piece:
    """The table with its frame; rows carry ids and titles for pages and screen readers."""
    widths = [_width(column, [row.cells[place] for row in rows], size) for place, column in enumerate(columns)]
    across = sum(widths) + 2 * PADDING * len(columns)
    parts: list[str] = []
    y = _head_height(size)
    head = _line(columns, [column.heading for column in columns], widths, palette, size, palette.soft)
    for row in rows:
        cells = [
            _cell(row.cells[place], column, widths[place], palette, size, row) for place, column in enumerate(columns)
        ]
        down = max(cell.height for cell in cells) + size * 0.75
        parts.append(_row(row, columns, cells, widths, across, down, y, palette))
        y += down
    ground = panel(across, y, palette)
    return Piece(ground + head + "".join(parts), across, y)


def _head_height(size: float) -> float:
    return size * 1.9


def _width(column: Column, cells: Sequence[str | Piece], size: float) -> float:
    wanted = [width(column.heading, size * _HEAD, bold=True)]
    wanted += [cell.width if isinstance(cell, Piece) else width(cell, size, column.bold) for cell in cells]
    return max(wanted[0], min(column.most, max(wanted) + 0.01))


def _line(
    columns: Sequence[Column], words: Sequence[str], widths: Sequence[float], palette: Palette, size: float, ink: str
) -> str:
    parts = []
    x = 0.0
    for column, heading, across in zip(columns, words, widths, strict=True):
        parts.append(
            line(_start(x, across, column), size * 1.3, heading, size * _HEAD, ink, bold=True, anchor=column.align)
        )
        x += across + 2 * PADDING
    return "".join(parts)


def _start(x: float, across: float, column: Column) -> float:
    return x + PADDING + {"start": 0.0, "middle": across / 2, "end": across}[column.align]


def _cell(cell: str | Piece, column: Column, across: float, palette: Palette, size: float, row: Row) -> Piece:
    if isinstance(cell, Piece):
        return cell
    ink = palette.soft if row.done else palette.ink
    if width(cell, size, column.bold) <= across:
        x = _start(0, across, column) - PADDING
        return Piece(line(x, size * 0.8, cell, size, ink, bold=column.bold, anchor=column.align), across, size * 1.22)
    return paragraph(cell, across, size, ink, bold=column.bold)


def _row(
    row: Row,
    columns: Sequence[Column],
    cells: Sequence[Piece],
    widths: Sequence[float],
    across: float,
    down: float,
    y: float,
    palette: Palette,
) -> str:
    parts = [svg.title(row.title)] if row.title else []
    parts.append(svg.el("path", d=f"M0.15 0H{svg.number(across - 0.15)}", stroke=palette.faint, stroke_width=0.2))
    if row.marked:
        ground = svg.el(
            "rect", x=0.3, y=0.2, width=across - 0.6, height=down - 0.4, fill=palette.accent, fill_opacity=0.14
        )
        parts.append(ground + svg.el("rect", x=0.3, y=0.2, width=0.9, height=down - 0.4, fill=palette.accent))
    x = 0.0
    for column, cell, wide in zip(columns, cells, widths, strict=True):
        aside = {"start": 0.0, "middle": (wide - cell.width) / 2, "end": wide - cell.width}[column.align]
        parts.append(at(x + PADDING + aside, (down - cell.height) / 2, cell))
        x += wide + 2 * PADDING
    return svg.moved(0, y, *parts, id=row.id)
