"""Hexsides that cost, stop or lead elsewhere: rivers, mountains, closed sides and lettered ones."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Point, middle, side
from ferrovia.drawing.lettering import CAPITAL, Box, width
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.places import around
from ferrovia.drawing.printed import Border, BorderLine
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.hexes import Orientation

_SIZE = 12.5


@dataclass(frozen=True, slots=True)
class DrawnBorder:
    """A border around the centre of the hex that names it: the line under the track, the label over all."""

    line: str
    label: str
    box: Box | None


def border(
    border: Border, orientation: Orientation, palette: Palette, words: Words, beside: str, prefix: str = ""
) -> DrawnBorder:
    ends = side(orientation, border.edge)
    kinds = [line.kind for line in border.lines]
    closed = any(line.kind == "impassable" for line in border.lines)
    later = next((line.opens for line in border.lines if line.opens), "")
    strokes = "".join(_stroke(line, ends, palette, double=len(kinds) > 1) for line in border.lines)
    line = svg.group(svg.title(words.border(border, beside)), strokes, id=f"{prefix}border-{border.hex}-{border.edge}")
    if border.link:
        return DrawnBorder(line, _badge(border.link, middle(orientation, border.edge).times(1.24), palette), None)
    if closed or set(kinds) <= {"plain"}:
        return DrawnBorder(line, "", None)
    label, box = _cost(border.cost, later, ends, palette)
    return DrawnBorder(line, label, box)


def _stroke(line: BorderLine, ends: tuple[Point, Point], palette: Palette, *, double: bool) -> str:
    (ax, ay), (bx, by) = ends
    straight = f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
    match line.kind:
        case "impassable":
            return svg.el("path", d=straight, stroke=palette.casing, stroke_width=13, stroke_linecap="round") + svg.el(
                "path", d=straight, stroke=palette.border, stroke_width=8, stroke_linecap="round"
            )
        case "river":
            return svg.el(
                "path",
                d=_wavy(ends),
                fill="none",
                stroke=palette.river,
                stroke_width=5 if double else 7,
                stroke_linecap="round",
            )
        case "mountain":
            ink = palette.border if line.opens else palette.mountain
            return svg.el(
                "path", d=straight, stroke=ink, stroke_width=11, stroke_opacity=0.28, stroke_linecap="round"
            ) + svg.el(
                "path", d=straight, stroke=ink, stroke_width=6.5, stroke_dasharray="0.1 10", stroke_linecap="round"
            )
    return ""


def _wavy(ends: tuple[Point, Point]) -> str:
    """A bend to one side and a bend to the other, so that rivers flow from corner to corner."""
    (ax, ay), (bx, by) = ends
    dx, dy = bx - ax, by - ay
    ox, oy = -dy * 0.09, dx * 0.09
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return (
        f"M{ax:.1f} {ay:.1f}Q{ax + dx / 4 + ox:.1f} {ay + dy / 4 + oy:.1f} {mx:.1f} {my:.1f}"
        f"Q{ax + dx * 0.75 - ox:.1f} {ay + dy * 0.75 - oy:.1f} {bx:.1f} {by:.1f}"
    )


def _cost(amount: int, opens: str, ends: tuple[Point, Point], palette: Palette) -> tuple[str, Box]:
    """The cost beside the middle of the side, where track would cross."""
    words = f"{amount} {opens}".strip()
    box = around(ends[0].towards(ends[1], 0.25), width(words, _SIZE, True) + 6, 15)
    ground = svg.el(
        "rect", x=box.x, y=box.y, width=box.width, height=15, rx=7.5,
        fill=palette.cost, stroke=palette.border if opens else palette.mountain, stroke_width=0.8,
    )  # fmt: skip
    label = svg.text(
        box.x + box.width / 2, box.y + 7.5 + CAPITAL * _SIZE / 2, words,
        font_size=_SIZE, font_weight="bold", text_anchor="middle", fill=palette.cost_ink,
    )  # fmt: skip
    return ground + label, box


def _badge(letter: str, at: Point, palette: Palette) -> str:
    """The letter of a side that goes on elsewhere."""
    x, y = at
    return svg.el("circle", cx=x, cy=y, r=15, fill=palette.city, stroke=palette.city_edge, stroke_width=2) + svg.text(
        x, y + CAPITAL * 10, letter,
        font_size=20, font_weight="bold", text_anchor="middle", fill=palette.city_edge,
    )  # fmt: skip


def legend_swatch(kind: str, opens: str, palette: Palette) -> str:
    """A short stretch of a border for the legend."""
    return _stroke(BorderLine(kind, opens=opens), (Point(-22, 0), Point(22, 0)), palette, double=False)
