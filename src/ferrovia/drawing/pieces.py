"""Pieces of a picture with a size: words, paragraphs, tables, side by side, one under the other, as a whole picture.

Lengths are millimetres at true size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.lettering import CAPITAL, LEADING, Anchor, fitted, shortened, width, wrapped
from ferrovia.drawing.palette import Palette

CORNER: Final = 3.0  # the radius of the corners of a card
RIM: Final = 0.3  # the width of the line around what would drown in its card
SCALE: Final = 4.0  # pixels to the millimetre, for pictures on a screen


@dataclass(frozen=True, slots=True)
class Piece:
    """Something drawn from (0, 0) to (width, height)."""

    markup: str
    width: float
    height: float


def line(
    x: float,
    y: float,
    words: str,
    size: float,
    ink: str,
    *,
    bold: bool = False,
    italic: bool = False,
    anchor: Anchor = "start",
    room: float | None = None,
    least: float | None = None,
) -> str:
    """One line of words on the baseline y: made smaller to fit its room, down to `least`, then shortened."""
    if room is not None:
        size = fitted(words, room, size, min(size, least or size * 0.6), bold)
        words = shortened(words, room + 0.01, size, bold)
    return svg.text(
        x,
        y,
        words,
        font_size=size,
        fill=ink,
        font_weight="bold" if bold else None,
        font_style="italic" if italic else None,
        text_anchor=None if anchor == "start" else anchor,
    )


def middle_line(x: float, y: float, words: str, size: float, ink: str, *, bold: bool = False, room: float) -> str:
    """Words whose capitals stand around the point, in both directions."""
    size = fitted(words, room, size, size * 0.4, bold)
    return line(x, y + CAPITAL * size / 2, words, size, ink, bold=bold, anchor="middle")


def paragraph(words: str, across: float, size: float, ink: str, *, bold: bool = False) -> Piece:
    """Words in lines of a width, from the top of the first line's capitals."""
    lines = wrapped(words, across, size, bold)
    step = size * LEADING
    markup = "".join(
        line(0, size * 0.8 + step * number, words, size, ink, bold=bold) for number, words in enumerate(lines)
    )
    return Piece(markup, across, step * len(lines))


def fitting_paragraph(words: str, across: float, down: float, size: float, least: float, ink: str) -> Piece:
    """A paragraph at the largest size at which it is no higher than `down`."""
    while size > least and len(wrapped(words, across, size)) * size * LEADING > down:
        size -= 0.05
    return paragraph(words, across, size, ink)


def at(x: float, y: float, piece: Piece) -> str:
    """A piece with its upper left corner at x, y."""
    return svg.moved(x, y, piece.markup) if piece.markup and (x or y) else piece.markup


def stacked(pieces: Iterable[Piece], gap: float = 0) -> Piece:
    """One under the other."""
    parts: list[str] = []
    y = across = 0.0
    for piece in pieces:
        if not piece.height:
            continue
        y += gap if parts else 0
        parts.append(at(0, y, piece))
        y, across = y + piece.height, max(across, piece.width)
    return Piece("".join(parts), across, y)


def beside(pieces: Iterable[Piece], gap: float = 0) -> Piece:
    """Side by side."""
    parts: list[str] = []
    x = down = 0.0
    for piece in pieces:
        if not piece.width:
            continue
        x += gap if parts else 0
        parts.append(at(x, 0, piece))
        x, down = x + piece.width, max(down, piece.height)
    return Piece("".join(parts), x, down)


def flowing(pieces: Sequence[Piece], across: float, gap: float = 0) -> Piece:
    """Side by side as long as there is room, then in the next row."""
    rows: list[list[Piece]] = []
    filled = 0.0
    for piece in pieces:
        if not rows or filled + gap + piece.width > across + 0.01:
            rows.append([])
            filled = -gap
        rows[-1].append(piece)
        filled += gap + piece.width
    return stacked((beside(row, gap) for row in rows), gap)


def scaled(piece: Piece, factor: float) -> Piece:
    if factor == 1:
        return piece
    markup = svg.group(piece.markup, transform=f"scale({factor:.5g})")
    return Piece(markup, piece.width * factor, piece.height * factor)


def fitted_into(piece: Piece, across: float, down: float) -> Piece:
    """Made smaller, never larger, until it fits."""
    return scaled(piece, min(1.0, across / piece.width, down / piece.height))


def headed(heading: str, piece: Piece, palette: Palette, size: float = 6) -> Piece:
    """A piece under its heading."""
    head = Piece(
        line(0, size * 0.8, heading, size, palette.ink, bold=True), width(heading, size, bold=True), size * 1.1
    )
    return stacked([head, piece], size * 0.35)


def panel(across: float, down: float, palette: Palette, *, fill: str | None = None, radius: float = 1.6) -> str:
    """The ground of a card or a table."""
    return svg.el(
        "rect",
        x=0.15,
        y=0.15,
        width=across - 0.3,
        height=down - 0.3,
        rx=radius,
        fill=fill or palette.panel,
        stroke=palette.faint,
        stroke_width=0.3,
    )


def head(across: float, down: float, fill: str, around: str | None = None) -> str:
    """The coloured head of a card, round where its panel is; a line around it where its colour would drown there."""
    n, edge, arc = svg.number, 0.15, f"A{svg.number(CORNER)} {svg.number(CORNER)} 0 0 1"
    near, far = n(edge + CORNER), n(across - edge - CORNER)
    way = f"M{edge} {n(down)}V{near}{arc} {near} {edge}H{far}{arc} {n(across - edge)} {near}V{n(down)}Z"
    return svg.el("path", d=way, fill=fill, stroke=around, stroke_width=RIM if around else None)


def picture(piece: Piece, palette: Palette, label: str, margin: float = 6, scale: float = SCALE) -> str:
    """A piece as a picture of its own, on paper."""
    across, down = piece.width + 2 * margin, piece.height + 2 * margin
    return svg.document(
        across * scale,
        down * scale,
        at(margin, margin, piece),
        view=(0, 0, across, down),
        background=palette.paper,
        label=label,
    )
