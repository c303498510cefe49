"""A chart of what was measured in per cent: every interval in a row, against the limit that was asked for.

Verdicts differ by shape as well as by colour: a dot has passed, a ring is undecided, a square has failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ferrovia.drawing import svg
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.pieces import Piece, line, panel

_NAMES: Final = 58.0  # to the left
_ACROSS: Final = 110.0  # from nothing to all
_FIGURES: Final = 30.0  # to the right
_ROW: Final = 4.6
_TOP: Final = 6.0
_SIZE: Final = 2.9


@dataclass(frozen=True, slots=True)
class Span:
    """A row: parts of a whole, between 0 and 1."""

    name: str
    value: float
    low: float
    high: float
    least: float | None
    most: float | None
    verdict: Literal["pass", "undecided", "fail"]
    figures: str


def spans(rows: Sequence[Span], palette: Palette) -> Piece:
    """All rows, one under the other; the ground of a row is darker where its goal is reached."""
    high = _TOP + _ROW * len(rows) + 2
    across = _NAMES + _ACROSS + _FIGURES
    parts = [panel(across, high, palette)]
    for quarter in range(5):
        x = _NAMES + _ACROSS * quarter / 4
        parts.append(line(x, _TOP - 1.6, f"{25 * quarter} %", _SIZE * 0.85, palette.soft, anchor="middle"))
    parts += [svg.moved(0, _TOP + _ROW * number, _row(row, palette)) for number, row in enumerate(rows)]
    return Piece("".join(parts), across, high)


def _row(row: Span, palette: Palette) -> str:
    low, high = row.least or 0.0, 1.0 if row.most is None else row.most
    middle = _ROW / 2
    ground = svg.el(
        "rect", x=_x(low), y=0.4, width=_x(high) - _x(low), height=_ROW - 0.8, fill=palette.faint, fill_opacity=0.5
    )
    colour = palette.warning if row.verdict == "fail" else palette.ink
    bar = svg.el(
        "path", d=f"M{svg.number(_x(row.low))} {middle}H{svg.number(_x(row.high))}", stroke=colour, stroke_width=0.6
    )
    return svg.group(
        svg.title(f"{row.name}: {row.figures}"),
        ground,
        bar,
        _mark(row, _x(row.value), middle, colour, palette),
        line(_NAMES - 2, middle + 1, row.name, _SIZE, palette.ink, anchor="end", room=_NAMES - 4),
        line(_NAMES + _ACROSS + 2, middle + 1, row.figures, _SIZE, palette.soft, room=_FIGURES - 3),
    )


def _x(part: float) -> float:
    return _NAMES + _ACROSS * part


def _mark(row: Span, x: float, y: float, colour: str, palette: Palette) -> str:
    if row.verdict == "fail":
        return svg.el("rect", x=x - 0.9, y=y - 0.9, width=1.8, height=1.8, fill=colour)
    is_open = row.verdict == "undecided"
    return svg.el(
        "circle", cx=x, cy=y, r=0.95, fill=palette.panel if is_open else colour, stroke=colour, stroke_width=0.4
    )
