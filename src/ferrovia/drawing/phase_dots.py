"""Dots that count the phase of a tile, so that nobody needs its colour: in the western tip, where no track goes."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.palette import Palette

DOTS: Mapping[str, int] = {"yellow": 1, "green": 2, "brown": 3, "grey": 4}
_TIP, _APART, _RADIUS = -82.0, 15.0, 5.4


def phase_dots(colour: str, at: Point, palette: Palette) -> str:
    """The dots of a tile of a colour around a place; nothing for what is no colour of tiles."""
    count = DOTS.get(colour, 0)
    first = -_APART * (count - 1) / 2
    return "".join(
        svg.el(
            "circle",
            cx=round(at.x + _TIP, 1),
            cy=round(at.y + first + _APART * number, 1),
            r=_RADIUS,
            fill=palette.city_edge,
            stroke="#ffffff",
            stroke_width=2,
        )
        for number in range(count)
    )
