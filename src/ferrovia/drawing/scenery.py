"""What a map shows for the eye alone: rivers across the land, names on the sea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import INRADIUS, RADIUS, Point
from ferrovia.drawing.lettering import Box, box_of
from ferrovia.drawing.palette import Palette
from ferrovia.engine.board.hexes import Orientation

_SIZE = 54.0
_SPACING = 6.0


@dataclass(frozen=True, slots=True)
class River:
    name: str
    width: float
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Sea:
    name: str
    at: Point


@dataclass(frozen=True, slots=True)
class Scenery:
    rivers: tuple[River, ...] = ()
    seas: tuple[Sea, ...] = ()


def scenery_of(edition: Edition) -> Scenery:
    """The scenery of a title, if it has any."""
    try:
        sheet = edition.sheet("scenery")
    except FileNotFoundError:
        return Scenery()
    orientation: Orientation = edition.sheet("map")["orientation"]
    return Scenery(
        tuple(
            River(table["name"], table["width"], tuple(_place(orientation, point) for point in table["points"]))
            for table in sheet.get("river", ())
        ),
        tuple(Sea(table["name"], _place(orientation, table["at"])) for table in sheet.get("sea", ())),
    )


def _place(orientation: Orientation, at: Sequence[Any]) -> Point:
    """A place between the hexes, from a fraction of a column and row."""
    across, along = RADIUS * 1.5, INRADIUS
    return Point(at[0] * across, at[1] * along) if orientation == "flat" else Point(at[0] * along, at[1] * across)


def rivers(scenery: Scenery, palette: Palette) -> str:
    """Rivers as soft bands, each a smooth line through its points."""
    return "".join(
        svg.el(
            "path",
            svg.title(river.name),
            d=_smooth(river.points),
            fill="none",
            stroke=palette.river,
            stroke_width=river.width,
            stroke_opacity=0.6,
            stroke_linecap="round",
        )
        for river in scenery.rivers
    )


def _smooth(points: Sequence[Point]) -> str:
    """A curve that bends at each point and runs through the middles between them."""
    middles = [a.towards(b, 0.5) for a, b in pairwise(points)]
    way = f"M{_at(points[0])}L{_at(middles[0])}"
    for point, middle in zip(points[1:-1], middles[1:], strict=True):
        way += f"Q{_at(point)} {_at(middle)}"
    return way + f"L{_at(points[-1])}"


def _at(point: Point) -> str:
    return f"{point.x:.0f} {point.y:.0f}"


def seas(scenery: Scenery, palette: Palette) -> str:
    """The names of seas, wide and quiet."""
    return "".join(
        svg.text(
            sea.at.x,
            sea.at.y,
            sea.name,
            font_size=_SIZE,
            font_style="italic",
            letter_spacing=_SPACING,
            text_anchor="middle",
            fill=palette.sea_ink,
            fill_opacity=0.5,
        )
        for sea in scenery.seas
    )


def sea_boxes(scenery: Scenery) -> list[Box]:
    """The room that the names of seas take."""
    found = []
    for sea in scenery.seas:
        box = box_of(sea.at.x, sea.at.y, sea.name, _SIZE, "middle")
        found.append(Box(box.x - _SPACING * len(sea.name) / 2, box.y, box.width + _SPACING * len(sea.name), box.height))
    return found
