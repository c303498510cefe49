"""The board for a page: without heading and legend, each hex under its own id with a veil below its labels.

What can change on it comes in pieces with ids, so that a page that shows a board can be given what is otherwise now.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from string import digits

from ferrovia.drawing import svg, terrain
from ferrovia.drawing.board import MARGIN, coasts, definitions
from ferrovia.drawing.cell import Style
from ferrovia.drawing.cells import borders, cells, one_cell
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.ink import dot, outline
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.phase_dots import phase_dots
from ferrovia.drawing.plan import Plan, plan_of
from ferrovia.drawing.position import Position, level_colours
from ferrovia.drawing.printed import Printed, printed_of
from ferrovia.drawing.scenery import rivers, seas
from ferrovia.drawing.tile import tile
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.memory import Memory

Pieces = Mapping[str, str]  # markup by id

_DRAWN = 32


@dataclass(frozen=True)
class Stage:
    """A board as a page shows it, and where things lie on it."""

    markup: str
    box: Box
    background: str
    pieces: Pieces  # what can change

    @property
    def view(self) -> str:
        return " ".join(svg.number(each) for each in (self.box.x, self.box.y, self.box.width, self.box.height))

    @property
    def is_wide(self) -> bool:
        """Whether the page should lie below the board rather than beside it."""
        return self.box.width / self.box.height > 1.25

    @cached_property
    def digest(self) -> str:
        """A name for what is to be seen."""
        return blake2b(self.markup.encode(), digest_size=6).hexdigest()

    def changes(self, shown: Pieces) -> str:
        """What must be put in place of pieces with the same ids, or added, where other pieces are shown."""
        return "".join(markup for key, markup in self.pieces.items() if shown.get(key) != markup)


def stage(edition: Edition, shown: Position, palette: Palette) -> Stage:
    """The stage, which is drawn once for all who look at the same."""
    printed, style = printed_of(edition), _style(edition, palette, veiled=True)
    return _stages.recall((printed, style.key, _sight(shown)), _stage, printed, shown, style)


def _style(edition: Edition, palette: Palette, prefix: str = "", *, veiled: bool = False) -> Style:
    words, orientation = Words(edition.voice), edition.box.board.orientation
    return Style(orientation, palette, edition.tokens, level_colours(edition), words, prefix, veiled=veiled)


_stages: Memory[Hashable, Stage] = Memory(_DRAWN)


def _sight(shown: Position) -> Hashable:
    """All of a position that is to be seen on the board."""
    things = (shown.layout.tiles, shown.tokens, shown.spaces, shown.marks)
    return (*(tuple(each.items()) for each in things), shown.level, shown.costs_again)


def _stage(printed: Printed, shown: Position, style: Style) -> Stage:
    plan, palette = plan_of(printed), style.palette
    hexes, sides = cells(printed, shown, (), style), borders(printed, style)
    below, above = printed.memory.recall(("land", style.key), _land, printed, plan, style)
    laid = _laid(printed, plan, shown, palette)
    drawn = {hex_id: each.markup for hex_id, each in hexes.items()}
    markup = "".join(
        (
            svg.el("defs", definitions(printed, hexes, style)),
            svg.group(below, *laid.values(), above, aria_hidden="true"),
            "".join(side.line for side in sides.values()),
            svg.group(*drawn.values(), text_anchor="middle"),
            svg.group(*(side.label for side in sides.values()), aria_hidden="true"),
        )
    )
    asked = dict(each for one in hexes.values() for each in one.defs)
    pieces = {
        **{key: svg.group(ink, id=key) for key, ink in asked.items()},
        **laid,
        **{f"hex-{hex_id}": each for hex_id, each in drawn.items()},
    }
    background = palette.sea if terrain.has_coast(printed.board) else palette.paper
    return Stage(markup, plan.box.grown(MARGIN), background, pieces)


def _land(printed: Printed, plan: Plan, style: Style) -> tuple[str, str]:
    """What is printed under the hexes, below and above the tiles: it never changes."""
    board, palette = printed.board, style.palette
    colours = {hex_id: hex.face.colour for hex_id, hex in board.hexes.items()}
    below = (
        coasts(printed, plan, palette),
        seas(printed.scenery, palette),
        terrain.grounds(board, plan.places, colours, palette),
        terrain.reliefs(board, plan.places, colours, palette, style.prefix),
    )
    return "".join(below), rivers(printed.scenery, palette)


def _laid(printed: Printed, plan: Plan, shown: Position, palette: Palette) -> Pieces:
    """The ground of every tile: a piece for each letter of the map, so that one tile does not change all of it."""
    laid: dict[str, dict[str, str]] = {hex_id.rstrip(digits): {} for hex_id in printed.board.hexes}
    for hex_id in shown.layout.tiles:
        laid[hex_id.rstrip(digits)][hex_id] = shown.layout.face(hex_id).colour
    found = {}
    for letter, colours in laid.items():
        places = {hex_id: plan.places[hex_id] for hex_id in colours}
        key = f"laid-{letter}"
        dots = "".join(phase_dots(colour, places[hex_id], palette) for hex_id, colour in colours.items())
        found[key] = svg.group(terrain.grounds(printed.board, places, colours, palette), dots, id=key)
    return found


def centre_of(edition: Edition, hex_id: str) -> Point:
    """Where a hex lies on the stage."""
    return plan_of(printed_of(edition)).places[hex_id]


def corners(edition: Edition) -> str:
    """The outline of a hex around its centre."""
    return outline(printed_of(edition).board.orientation)


def tried_hex(edition: Edition, shown: Position, hex_id: str, palette: Palette) -> str:
    """A hex in its place as it would be, to lie over the stage: with its name, its worth and the tokens on it."""
    printed, style = printed_of(edition), _style(edition, palette, _TRIED)
    drawn, colour = one_cell(printed, shown, hex_id, style), shown.layout.face(hex_id).colour
    inked = palette.over(colour)
    places = {hex_id: plan_of(printed).places[hex_id]}
    defs = (
        svg.el("polygon", id=f"{_TRIED}hex", points=outline(style.orientation), fill_opacity=0),
        svg.group(dot(inked), id=f"{_TRIED}dot{inked.suffix}"),
        *(svg.group(markup, id=key) for key, markup in dict(drawn.defs).items()),
    )
    return "".join(
        (
            svg.el("defs", svg.group(*defs, text_anchor="middle")),
            terrain.grounds(printed.board, places, {hex_id: colour}, palette),
            phase_dots(colour, places[hex_id], palette),
            svg.group(drawn.markup, text_anchor="middle"),
        )
    )


_TRIED = "tried-"  # before the ids of a hex that lies over the stage


def lone_tile(edition: Edition, name: str, rotation: int, palette: Palette) -> str:
    """A tile around its centre, to be chosen."""
    board = edition.box.board
    drawn = tile(board.tiles[name], rotation, orientation=board.orientation, palette=palette)
    return drawn + phase_dots(board.tiles[name].face.colour, Point(0, 0), palette)
