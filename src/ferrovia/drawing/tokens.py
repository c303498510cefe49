"""City spaces and what stands in them: open, kept for somebody, or taken by a token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Point, polar
from ferrovia.drawing.lettering import CAPITAL, Box, fitted
from ferrovia.drawing.palette import Palette, plate_for
from ferrovia.drawing.track import Place
from ferrovia.engine.flow.definitions import Corporation


class Space(NamedTuple):
    """A space of a city: whose token stands in it, or for whom it is kept."""

    token: str = ""
    kept: str = ""


@dataclass(frozen=True, slots=True)
class Slots:
    """The circles of a city."""

    points: tuple[Point, ...]
    radius: float

    @property
    def box(self) -> Box:
        edge = self.radius + 3
        left, right = min(x for x, _ in self.points) - edge, max(x for x, _ in self.points) + edge
        top, bottom = min(y for _, y in self.points) - edge, max(y for _, y in self.points) + edge
        return Box(left, top, right - left, bottom - top)


# Rows of circles by their number, and the radius at which they leave room for names and track.
_ROWS: Mapping[int, tuple[tuple[int, ...], float]] = {
    1: ((1,), 30),
    2: ((2,), 27),
    3: ((1, 2), 25),
    4: ((2, 2), 24),
    5: ((2, 3), 21),
    6: ((3, 3), 20),
    7: ((2, 3, 2), 19),
    8: ((3, 2, 3), 18),
    9: ((3, 3, 3), 17),
}


@lru_cache(maxsize=4096)
def slots(place: Place, count: int, stops: int) -> Slots:
    """Where the circles of a city lie: around the centre if it is alone, in a row where stops share the hex."""
    if stops > 1:
        radius = {1: 24.0, 2: 20.0}.get(count, 52.0 / max(count, 1)) * (1 if stops == 2 else 0.82)
        row = polar(place.angle, 1)
        steps = [(number - (count - 1) / 2) * 2 * radius for number in range(count)]
        return Slots(tuple(place.point.plus(row.times(step)) for step in steps), radius)
    rows, radius = _ROWS.get(count, ((4,) * ((count + 3) // 4), 14.0))
    points: list[Point] = []
    # Rows of different lengths nest into each other; equal ones stand in columns.
    step = radius * (sqrt(3) if len(set(rows)) > 1 else 2)
    for number, length in enumerate(rows):
        y = (number - (len(rows) - 1) / 2) * step
        points += [Point((at - (length - 1) / 2) * 2 * radius, y) for at in range(length)]
    return Slots(tuple(points[:count]), float(radius))


@lru_cache(maxsize=1024)
def filled(kept: tuple[str, ...], tokens: tuple[str, ...]) -> tuple[Space, ...]:
    """Who stands where: everybody in the space kept for them, the others in open ones; those who find none come last.

    >>> filled(("RCS", ""), ("ATA",))
    (Space(token='', kept='RCS'), Space(token='ATA', kept=''))
    """
    spaces = [Space(kept=name) for name in kept]
    waiting = []
    for name in tokens:
        own = next((at for at, space in enumerate(spaces) if space == Space(kept=name)), None)
        if own is None:
            waiting.append(name)
        else:
            spaces[own] = Space(name, name)
    for name in waiting:
        free = next((at for at, space in enumerate(spaces) if space == Space()), None)
        if free is None:
            spaces.append(Space(name))
        else:
            spaces[free] = Space(name)
    return tuple(spaces)


def city(slots: Slots, palette: Palette) -> str:
    """The ground of a city: a circle, or one shape around all of its spaces."""
    if len(slots.points) == 1:
        ((x, y),) = slots.points
        return svg.el("circle", cx=x, cy=y, r=slots.radius + 2.5, fill=palette.city_edge)
    first, *others = slots.points if len(slots.points) != 4 else [slots.points[at] for at in (0, 1, 3, 2)]
    way = f"M{_at(first)}" + "".join(f"L{_at(point)}" for point in others) + "Z"
    shape = {"d": way, "stroke_linejoin": "round", "stroke_linecap": "round"}
    return svg.el(
        "path", fill=palette.city_edge, stroke=palette.city_edge, stroke_width=2 * slots.radius + 7, **shape
    ) + svg.el("path", fill=palette.city, stroke=palette.city, stroke_width=2 * slots.radius + 2, **shape)


def _at(point: Point) -> str:
    return f"{svg.number(point.x)} {svg.number(point.y)}"


def space(point: Point, radius: float, space: Space, corporations: Mapping[str, Corporation], palette: Palette) -> str:
    """One space, with the token or the name that is in it."""
    x, y = point
    if space.token or (space.kept and space.kept not in corporations):  # what is no company stands for itself
        return token(x, y, radius - 0.5, space.token or space.kept, corporations, palette)
    circle = svg.el("circle", cx=x, cy=y, r=radius, fill=palette.city, stroke=palette.city_edge, stroke_width=1.5)
    if not space.kept:
        return circle
    return circle + _letters(x, y, space.kept, 1.65 * radius, 0.78 * radius, palette.city_edge, faint=True)


def token(
    x: float, y: float, radius: float, name: str, corporations: Mapping[str, Corporation], palette: Palette
) -> str:
    """A token in its corporation's colour, with its letters."""
    colour, ink = _plate(name, corporations, palette)
    circle = svg.el("circle", cx=x, cy=y, r=radius, fill=colour, stroke=palette.city_edge, stroke_width=2)
    return circle + _letters(x, y, name, 1.66 * radius, 0.86 * radius, ink)


def coach(x: float, y: float, side: float, name: str, corporations: Mapping[str, Corporation], palette: Palette) -> str:
    """A coach: a rounded square on two wheels."""
    colour, ink = _plate(name, corporations, palette)
    body = svg.el(
        "rect", x=x - side / 2 + 1, y=y - side / 2 + 2, width=side - 2, height=side * 0.68, rx=5,
        fill=colour, stroke=palette.city_edge, stroke_width=2,
    )  # fmt: skip
    wheels = "".join(
        svg.el(
            "circle",
            cx=x + step * side,
            cy=y + side * 0.32,
            r=side * 0.13,
            fill=palette.city_edge,
            stroke=palette.casing,
        )
        for step in (-0.24, 0.24)
    )
    return body + wheels + _letters(x, y - side * 0.1, name, side - 7, side * 0.42, ink)


def _plate(name: str, corporations: Mapping[str, Corporation], palette: Palette) -> tuple[str, str]:
    """The colour of a token and its ink: its letters are small on most screens."""
    known = corporations.get(name)
    return plate_for(known.rgb, known.text) if known and known.rgb else plate_for(palette.soft)


def _letters(x: float, y: float, name: str, room: float, size: float, ink: str, *, faint: bool = False) -> str:
    size = round(fitted(name, room, size, 6, bold=True), 1)
    y = round(y + CAPITAL * size / 2, 1)
    return svg.text(
        round(x, 1), y, name, font_size=size, font_weight="bold", fill=ink, fill_opacity=0.6 if faint else None
    )
