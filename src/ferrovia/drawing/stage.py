"""The board for a page: without heading and legend, each hex under its own id with a veil below its labels."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.drawing import svg, terrain
from ferrovia.drawing.board import MARGIN, definitions, land
from ferrovia.drawing.cell import Style
from ferrovia.drawing.cells import borders, cells
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.ink import outline
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.position import Position, level_colours
from ferrovia.drawing.printed import printed_of
from ferrovia.drawing.tile import tile
from ferrovia.drawing.wording import Words


@dataclass(frozen=True)
class Stage:
    """A board as a page shows it, and where things lie on it."""

    markup: str
    box: Box
    background: str

    @property
    def view(self) -> str:
        return " ".join(svg.number(each) for each in (self.box.x, self.box.y, self.box.width, self.box.height))

    @property
    def is_wide(self) -> bool:
        """Whether the page should lie below the board rather than beside it."""
        return self.box.width / self.box.height > 1.25


def stage(edition: Edition, shown: Position, palette: Palette) -> Stage:
    printed = printed_of(edition)
    plan, words = plan_of(printed), Words(edition.voice)
    style = Style(printed.board.orientation, palette, edition.tokens, level_colours(edition), words, veiled=True)
    hexes, sides = cells(printed, shown, (), style), borders(printed, style)
    box = plan.box.grown(MARGIN)
    markup = "".join(
        (
            svg.el("defs", definitions(printed, hexes, style)),
            land(printed, plan, shown, style),
            "".join(side.line for side in sides.values()),
            svg.group(*(drawn.markup for drawn in hexes.values()), text_anchor="middle"),
            svg.group(*(side.label for side in sides.values()), aria_hidden="true"),
        )
    )
    return Stage(markup, box, palette.sea if terrain.has_coast(printed.board) else palette.paper)


def centre_of(edition: Edition, hex_id: str) -> Point:
    """Where a hex lies on the stage."""
    return plan_of(printed_of(edition)).places[hex_id]


def corners(edition: Edition) -> str:
    """The outline of a hex around its centre."""
    return outline(printed_of(edition).board.orientation)


def lone_tile(edition: Edition, name: str, rotation: int, palette: Palette) -> str:
    """A tile around its centre, to be chosen or to lie on the stage before it is laid."""
    board = edition.box.board
    return tile(board.tiles[name], rotation, orientation=board.orientation, palette=palette)
