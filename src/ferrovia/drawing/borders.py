"""Hexsides that cost, stop or lead elsewhere: rivers, mountains, closed sides and lettered ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
_TALL = 15.0
_BADGE = 16.0
_BESIDE = 0.25  # of the side: where its cost stands, off the middle, which track crosses


@dataclass(frozen=True, slots=True)
class DrawnBorder:
    """A border around the centre of the hex that names it: the line under the track, the label over all."""

    line: str
    label: str
    box: Box | None


def border(each: Border, orientation: Orientation, words: Words, beside: str, prefix: str, place: Point) -> DrawnBorder:
    """A border of the hex at `place`, out of what `definitions` defines."""
    kind, label = _key(each), _label(each)
    shown = svg.el("use", href=f"#{prefix}{kind}") if kind else ""
    line = svg.moved(
        round(place.x, 1),
        round(place.y, 1),
        svg.title(words.border(each, beside)),
        shown,
        id=f"{prefix}border-{each.hex}-{each.edge}",
    )
    if each.link:
        at = middle(orientation, each.edge).times(1.24)
        return DrawnBorder(line, _used(each.link, at.plus(place), prefix), around(at, 2 * _BADGE, 2 * _BADGE))
    if not label:
        return DrawnBorder(line, "", None)
    at = _label_place(orientation, each.edge)
    return DrawnBorder(line, _used(label, at.plus(place), prefix), around(at, _wide(label), _TALL))


def definitions(borders: Sequence[Border], orientation: Orientation, palette: Palette, prefix: str) -> str:
    """Each kind of line on each side, each cost and each letter, once."""
    sides = {_key(each): each for each in borders}
    letters = {each.link: each for each in borders if each.link}
    costs = {_label(each): each for each in borders if not each.link}
    parts = {key: _strokes(each.lines, side(orientation, each.edge), palette) for key, each in sides.items() if key}
    parts |= {_id(link): _badge(link, palette) for link in letters}
    parts |= {_id(label): _cost(each, palette) for label, each in costs.items() if label}
    return "".join(svg.group(markup, id=f"{prefix}{key}") for key, markup in parts.items())


def _key(each: Border) -> str:
    """What kind of line lies on which side; nothing where it is plain."""
    kinds = [line.kind + ("-later" if line.opens else "") for line in each.lines if line.kind != "plain"]
    return f"{'-'.join(kinds)}-{each.edge}" if kinds else ""


def _label(each: Border) -> str:
    """What is written on a border: what it costs, and when it opens."""
    if all(line.kind in ("plain", "impassable") for line in each.lines):
        return ""
    opens = next((line.opens for line in each.lines if line.opens), "")
    return f"{each.cost} {opens}".strip()


def _id(words: str) -> str:
    return "side-" + words.replace(" ", "-")


def _used(words: str, at: Point, prefix: str) -> str:
    return svg.el("use", href=f"#{prefix}{_id(words)}", x=round(at.x, 1), y=round(at.y, 1))


def _label_place(orientation: Orientation, edge: int) -> Point:
    start, end = side(orientation, edge)
    return start.towards(end, _BESIDE)


def _wide(words: str) -> float:
    return width(words, _SIZE, True) + 7


def _strokes(lines: Iterable[BorderLine], ends: tuple[Point, Point], palette: Palette) -> str:
    """The lines of a border; the second river of a side runs beside the first."""
    rivers = 0
    parts: list[str] = []
    for line in sorted(lines, key=lambda line: line.kind):  # mountains first, rivers over them
        parts.append(_stroke(line, ends, palette, second=rivers > 0))
        rivers += line.kind == "river"
    return "".join(parts)


def _stroke(line: BorderLine, ends: tuple[Point, Point], palette: Palette, *, second: bool = False) -> str:
    (ax, ay), (bx, by) = ends
    straight = f"M{ax:.0f} {ay:.1f}L{bx:.0f} {by:.1f}"
    match line.kind:
        case "impassable":
            return svg.el("path", d=straight, stroke=palette.casing, stroke_width=13, stroke_linecap="round") + svg.el(
                "path", d=straight, stroke=palette.border, stroke_width=8, stroke_linecap="round"
            )
        case "river":
            if second:
                return svg.el("path", d=_wavy(ends, -1), fill="none", stroke=palette.river, stroke_width=3.5)
            return svg.el(
                "path", d=_wavy(ends, 1), fill="none", stroke=palette.river, stroke_width=7, stroke_linecap="round"
            )
        case "mountain":
            ink = palette.border if line.opens else palette.mountain
            return svg.el(
                "path", d=straight, stroke=palette.halo, stroke_width=11, stroke_opacity=0.7, stroke_linecap="round"
            ) + svg.el(
                "path", d=straight, stroke=ink, stroke_width=6.5, stroke_dasharray="0.1 10", stroke_linecap="round"
            )
    return ""


def _wavy(ends: tuple[Point, Point], way: int) -> str:
    """A bend to one side and a bend to the other, so that rivers flow from corner to corner."""
    (ax, ay), (bx, by) = ends
    dx, dy = bx - ax, by - ay
    ox, oy = -dy * 0.09 * way, dx * 0.09 * way
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return (
        f"M{ax:.1f} {ay:.1f}Q{ax + dx / 4 + ox:.1f} {ay + dy / 4 + oy:.1f} {mx:.1f} {my:.1f}"
        f"Q{ax + dx * 0.75 - ox:.1f} {ay + dy * 0.75 - oy:.1f} {bx:.1f} {by:.1f}"
    )


def _cost(each: Border, palette: Palette) -> str:
    words = _label(each)
    wide = _wide(words)
    later = any(line.opens for line in each.lines)
    ground = svg.el(
        "rect", x=-wide / 2, y=-_TALL / 2, width=wide, height=_TALL, rx=_TALL / 2,
        fill=palette.cost, stroke=palette.border if later else palette.mountain, stroke_width=0.8,
    )  # fmt: skip
    label = svg.text(
        0, CAPITAL * _SIZE / 2, words,
        font_size=_SIZE, font_weight="bold", text_anchor="middle", fill=palette.cost_ink,
    )  # fmt: skip
    return ground + label


def _badge(letter: str, palette: Palette) -> str:
    """The letter of a side that goes on elsewhere."""
    circle = svg.el("circle", r=_BADGE - 1, fill=palette.city, stroke=palette.city_edge, stroke_width=2)
    return circle + svg.text(
        0, CAPITAL * 10, letter, font_size=20, font_weight="bold", text_anchor="middle", fill=palette.city_edge
    )


def legend_swatch(kind: str, opens: str, palette: Palette) -> str:
    """A short stretch of a border for the legend."""
    return _stroke(BorderLine(kind, opens=opens), (Point(-22, 0), Point(22, 0)), palette)
