"""The board: every hex with what lies on it, its borders and coasts, second maps beside it, and a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ferrovia.drawing import borders as border_lines
from ferrovia.drawing import svg, terrain
from ferrovia.drawing.cell import Style
from ferrovia.drawing.cells import Borders, borders, cells, shifted
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.ink import dot, outline
from ferrovia.drawing.legend import legend
from ferrovia.drawing.lettering import Box, width
from ferrovia.drawing.palette import LIGHT, Palette
from ferrovia.drawing.places import Drawing
from ferrovia.drawing.plan import Plan, plan_of
from ferrovia.drawing.position import Position, empty, level_colours
from ferrovia.drawing.printed import Printed, printed_of
from ferrovia.drawing.routes import Run
from ferrovia.drawing.scenery import rivers, sea_boxes, seas
from ferrovia.drawing.wording import Words
from ferrovia.saying.troubles import UnknownTrouble

MARGIN = 66.0
HEADING = 92.0


@dataclass(frozen=True)
class Picture:
    """A whole picture, and what of it has labels."""

    markup: str
    printed: Printed
    hexes: Mapping[str, Drawing]
    sides: Borders

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of its labels."""
        places = plan_of(self.printed).places
        own = [shifted(box, *places[hex_id]) for hex_id, drawn in self.hexes.items() for box in drawn.boxes]
        costs = [shifted(side.box, *places[key[0]]) for key, side in self.sides.items() if side.box]
        return (*own, *costs, *sea_boxes(self.printed.scenery))


def board(
    edition: Edition,
    position: Position | None = None,
    *,
    palette: Palette = LIGHT,
    prefix: str = "",
    runs: Sequence[Run] = (),
    numbered: bool = False,
) -> str:
    """The board of a title, empty or as it stands in a game, with runs along its track; tiles may be `numbered`."""
    return picture(edition, position, palette=palette, prefix=prefix, runs=runs, numbered=numbered).markup


def picture(
    edition: Edition,
    position: Position | None = None,
    *,
    palette: Palette = LIGHT,
    prefix: str = "",
    runs: Sequence[Run] = (),
    numbered: bool = False,
) -> Picture:
    printed = printed_of(edition)
    shown = position or empty(edition)
    _check(printed, shown)
    plan, words = plan_of(printed), Words(edition.voice)
    style = Style(printed.board.orientation, palette, edition.tokens, level_colours(edition), words, prefix, numbered)
    hexes, sides = cells(printed, shown, runs, style), borders(printed, style)
    area = plan.box.grown(MARGIN)
    key = legend(printed, edition, style, area.width, runs)
    markup = document(
        printed,
        edition,
        style,
        Box(area.x, area.y - HEADING, area.width, area.height + HEADING + key.height),
        _heading(edition, shown, area, style),
        map_layers(printed, shown, hexes, sides, style),
        svg.moved(area.x, area.bottom, key.markup),
        defs=definitions(printed, hexes, style),
    )
    return Picture(markup, printed, hexes, sides)


def map_layers(printed: Printed, shown: Position, hexes: Mapping[str, Drawing], sides: Borders, style: Style) -> str:
    """The map alone, from below: land and sea, borders, hexes, and the costs of borders."""
    return "".join(
        (
            land(printed, plan_of(printed), shown, style),
            "".join(side.line for side in sides.values()),
            svg.group(*(drawn.markup for drawn in hexes.values()), text_anchor="middle"),
            svg.group(*(side.label for side in sides.values()), aria_hidden="true"),
        )
    )


def document(printed: Printed, edition: Edition, style: Style, view: Box, *layers: str, defs: str) -> str:
    """A picture of the board, on sea or on paper."""
    return svg.document(
        view.width / 2,
        view.height / 2,
        *layers,
        view=(view.x, view.y, view.width, view.height),
        background=style.palette.sea if terrain.has_coast(printed.board) else style.palette.paper,
        defs=defs,
        label=f"{edition.full_name}: {style.words('board')}",
    )


def _check(printed: Printed, shown: Position) -> None:
    """A position of another board or with an unknown tile is told in a sentence before anything is drawn."""
    board = printed.board
    for hex_id, (tile, rotation) in shown.layout.tiles.items():
        if hex_id not in board.hexes:
            raise UnknownTrouble("There is no hex {hex} on this board.", hex=hex_id)
        if tile not in board.tiles:
            raise UnknownTrouble("There is no tile {tile} in this game; {hex} cannot be drawn.", tile=tile, hex=hex_id)
        if rotation not in range(6):
            text = "The tile on {hex} is turned by {rotation} sixths; there are 0 to 5."
            raise UnknownTrouble(text, hex=hex_id, rotation=rotation)


def land(printed: Printed, plan: Plan, shown: Position, style: Style) -> str:
    """Everything under the hexes that nobody points at: sea, coasts, and the ground of every hex."""
    board, palette = printed.board, style.palette
    colours = {hex_id: shown.layout.face(hex_id).colour for hex_id in board.hexes}
    return svg.group(
        printed.memory.recall(("coast", palette.name), coasts, printed, plan, palette),
        seas(printed.scenery, palette),
        terrain.grounds(board, plan.places, colours, palette),
        terrain.reliefs(board, plan.places, colours, palette, style.prefix),
        rivers(printed.scenery, palette),
        aria_hidden="true",
    )


def coasts(printed: Printed, plan: Plan, palette: Palette) -> str:
    if not terrain.has_coast(printed.board):
        return ""
    main = terrain.coast(printed.board, plan.of_map(printed.board, ""), palette)
    return main + "".join(_inset(printed, plan, name, palette) for name in plan.frames)


def definitions(printed: Printed, hexes: Mapping[str, Drawing], style: Style) -> str:
    """What is drawn once and used often: the hex to click on, textures, borders, and what the hexes ask for."""
    shared = printed.memory.recall(
        ("definitions", style.key),
        lambda: (
            svg.el("polygon", id=f"{style.prefix}hex", points=outline(style.orientation), fill_opacity=0)
            + "".join(
                svg.group(dot(palette), id=f"{style.prefix}dot{palette.suffix}")
                + terrain.relief_definitions(palette, style.prefix)
                for palette in filter(None, (style.palette, style.palette.inked))
            )
            + border_lines.definitions(printed.borders, style.orientation, style.palette, style.prefix)
        ),
    )
    asked = dict(each for drawn in hexes.values() for each in drawn.defs)
    own = "".join(svg.group(markup, id=key) for key, markup in asked.items())
    return shared + svg.group(own, text_anchor="middle")


def _heading(edition: Edition, shown: Position, area: Box, style: Style) -> str:
    """The title at the left; of a game also its round and phase, at the right."""
    size, y, palette = 58.0, area.y - 20, style.palette
    number = svg.text(area.x + 34, y, edition.name, font_size=size, font_weight="bold", fill=palette.ink)
    rest = edition.subtitle
    words = svg.text(area.x + 56 + width(edition.name, size, True), y, rest, font_size=30, fill=palette.soft)
    if shown.moment is None:
        return number + words
    round_, phase = shown.moment
    now = svg.text(
        area.right - 34, y, f"{edition.round(round_)}  ·  {style.words('phase', phase=phase)}",
        font_size=30, text_anchor="end", fill=palette.ink,
    )  # fmt: skip
    return number + words + now


def _inset(printed: Printed, plan: Plan, name: str, palette: Palette) -> str:
    box = plan.frames[name]
    inset = next(inset for inset in printed.insets if inset.id == name)
    frame = svg.el(
        "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=26,
        fill=palette.sea, stroke=palette.coast, stroke_width=4,
    )  # fmt: skip
    heading = svg.text(
        box.x + box.width - 26, box.y + 50, inset.name,
        font_size=32, font_weight="bold", fill=palette.sea_ink, text_anchor="end",
    )  # fmt: skip
    return frame + terrain.coast(printed.board, plan.of_map(printed.board, name), palette) + heading
