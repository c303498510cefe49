"""Fitting the map to the question: the part of a large board that is asked about, and the whole beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.printed import printed_of
from ferrovia.engine.board.layout import Layout
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

MAP = "map"  # in an address: whole or question
WHOLE, QUESTION = "whole", "question"
# About what a stage has, in pixels: beside the ledger, or above it where the board is wide.
_ROOM, _WIDE_ROOM = (680, 820), (1040, 590)
READABLE = 0.3  # pixels a unit; names cannot be read on a board that is drawn smaller
_MARGIN = 190  # units around the centres of hexes: the hex and half of its neighbours
_LEAST = 1000  # units: some five hexes; a single one must not fill the stage
_MOST = 0.72  # of the whole board; whoever is asked about nearly all of it sees all of it


@dataclass(frozen=True)
class Dots:
    """Hexes of one colour on the small map."""

    colour: str
    way: str


@dataclass(frozen=True)
class Fit:
    """What is shown of the board."""

    whole: Box
    question: Box | None  # what is asked about, where it is only a part
    chosen: Box | None  # around what is chosen
    picked: str
    is_large: bool  # so large that the whole is too small to be read

    @property
    def is_fitted(self) -> bool:
        """Whether a part is shown, as far as the size of the screen is not known."""
        if self.question is None or self.picked == WHOLE:
            return False
        return self.is_large or self.picked == QUESTION

    @property
    def box(self) -> Box:
        return self.question if self.question is not None and self.is_fitted else self.whole

    @property
    def view(self) -> str:
        return _told(self.box)

    @property
    def whole_view(self) -> str:
        return _told(self.whole)

    @property
    def question_view(self) -> str:
        return _told(self.question)

    @property
    def chosen_view(self) -> str:
        return _told(self.chosen)


def _told(box: Box | None) -> str:
    return " ".join(svg.number(each) for each in (box.x, box.y, box.width, box.height)) if box is not None else ""


def fit(scene: Scene, whole: Box, is_wide: bool, asked: Iterable[Point], chosen: Iterable[Point]) -> Fit:
    """How the map is shown where these places are asked about."""
    question = around(asked, whole)
    if question is not None and question.width * question.height > _MOST * whole.width * whole.height:
        question = None
    room = _WIDE_ROOM if is_wide else _ROOM
    scale = min(room[0] / whole.width, room[1] / whole.height)
    return Fit(whole, question, around(chosen, whole), scene.pick.get(MAP, ""), scale < READABLE)


def around(places: Iterable[Point], whole: Box) -> Box | None:
    """The box that holds these hexes with some margin, moved into the board."""
    points = list(places)
    if not points:
        return None
    left, right = min(point.x for point in points) - _MARGIN, max(point.x for point in points) + _MARGIN
    top, bottom = min(point.y for point in points) - _MARGIN, max(point.y for point in points) + _MARGIN
    width, height = min(max(right - left, _LEAST), whole.width), min(max(bottom - top, _LEAST), whole.height)
    x = min(max((left + right - width) / 2, whole.x), whole.right - width)
    y = min(max((top + bottom - height) / 2, whole.y), whole.bottom - height)
    return Box(x, y, width, height)


def dots(scene: Scene) -> tuple[Dots, ...]:
    """The small map: a dot for every hex, by the colour of what lies on it."""
    layout, printed = scene.game.layout, printed_of(edition(scene))
    return layout.memory.recall("dots", _dots, layout.without_memory(), plan_of(printed).places)


def _dots(layout: Layout, places: Mapping[str, Point]) -> tuple[Dots, ...]:
    ways: dict[str, list[str]] = defaultdict(list)
    for hex_id, place in places.items():
        ways[str(layout.face(hex_id).colour)].append(f"M{place.x:.0f} {place.y:.0f}h0")
    return tuple(Dots(colour, "".join(way)) for colour, way in ways.items())
