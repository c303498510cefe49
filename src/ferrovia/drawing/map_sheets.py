"""The map at true size, on sheets to be pasted together: title, legend and names of seas each whole on one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ferrovia.drawing import cutting, svg, terrain
from ferrovia.drawing.board import definitions, document, map_layers
from ferrovia.drawing.cell import Style
from ferrovia.drawing.cells import borders, cells
from ferrovia.drawing.cutting import EDGE, Part, room_for
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import INRADIUS, RADIUS, Point
from ferrovia.drawing.legend import legend
from ferrovia.drawing.lettering import Box, width
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.pieces import Piece
from ferrovia.drawing.plan import Plan, around, plan_of
from ferrovia.drawing.position import empty, level_colours
from ferrovia.drawing.printed import Printed, printed_of, set_apart
from ferrovia.drawing.scenery import Sea, sea_boxes
from ferrovia.drawing.sheets import MARGIN, PER_UNIT, Page, Paper, as_piece, cut_marks, nested, single
from ferrovia.drawing.wording import Words

_COLUMNS: Final = (470.0, 620.0, 900.0, 1180.0)  # how wide a legend may be, narrow ones first


@dataclass(frozen=True)
class Sheet:
    """One sheet: its name, what it shows, and where that lies on the picture of the whole board."""

    name: str
    part: Part
    shown: Box
    whole: bool  # whether it shows a second map, whole


@dataclass(frozen=True)
class MapSheets:
    """A board ready to be printed over several pages."""

    picture: str
    sheets: tuple[Sheet, ...]
    beside: dict[str, Box]  # where title, legend and names of seas stand
    paper: Paper


def map_sheets(edition: Edition, palette: Palette, paper: Paper) -> MapSheets:
    """The map of a title, cut for a paper."""
    printed = printed_of(edition)
    apart = set_apart(printed, replace(printed.scenery, seas=()))
    plan = plan_of(apart)
    style = Style(printed.board.orientation, palette, edition.tokens, level_colours(edition), Words(edition.voice))
    parts = cutting.cut(_land(apart, plan), paper)
    sheets = [
        Sheet(f"{part.row + 1}-{part.column + 1}", part, _shown(part.kept, _land(apart, plan)), False) for part in parts
    ]
    for inset in printed.insets:
        frame = plan.frames[inset.id]
        found = cutting.cut([frame.grown(4 - EDGE)], paper)
        sheets += [Sheet(inset.name, part, plan_of(printed).frames[inset.id], True) for part in found]
    beside, markup, seas = _beside(printed, plan, edition, style, parts)
    apart.scenery = replace(printed.scenery, seas=seas)
    hexes, sides = cells(apart, empty(edition), (), style), borders(apart, style)
    picture = document(
        apart,
        edition,
        style,
        around([sheet.part.view for sheet in sheets]),
        map_layers(apart, empty(edition), hexes, sides, style),
        markup,
        defs=definitions(apart, hexes, style),
    )
    return MapSheets(picture, tuple(sheets), beside, paper)


def _shown(kept: Box, land: Sequence[Box]) -> Box:
    """What of a sheet is shown on the overview: its land, where other maps lie nearer than on the sheets."""
    box = around([each for each in land if each.meets(kept)]).grown(EDGE / 2)
    left, top = max(kept.x, box.x), max(kept.y, box.y)
    return Box(left, top, min(kept.right, box.right) - left, min(kept.bottom, box.bottom) - top)


def _land(printed: Printed, plan: Plan) -> list[Box]:
    """Where the hexes of the first map lie, without open water."""
    board = printed.board
    return [_hexagon(printed, place) for name, place in plan.of_map(board, "").items() if not _is_open(printed, name)]


def _is_open(printed: Printed, hex_id: str) -> bool:
    hex = printed.board.hexes[hex_id]
    return terrain.is_sea(hex) and hex.terrain != "lake"


def _hexagon(printed: Printed, place: Point) -> Box:
    across, down = (RADIUS, INRADIUS) if printed.board.orientation == "flat" else (INRADIUS, RADIUS)
    return Box(place.x - across, place.y - down, 2 * across, 2 * down)


def _beside(
    printed: Printed, plan: Plan, edition: Edition, style: Style, parts: tuple[Part, ...]
) -> tuple[dict[str, Box], str, tuple[Sea, ...]]:
    """Title, legend and seas, each in the nearest room that is whole on a sheet; what finds none is on the overview."""
    land = _land(printed, plan)
    taken = [box.grown(18) for box in land]
    left, top = min(box.x for box in land), min(box.y for box in land)
    bottom = max(box.bottom for box in land)
    found: dict[str, Box] = {}
    markup = ""
    head = _title(edition, style)
    if spot := room_for(head.width, head.height, parts, taken, (left, top)):
        taken.append(spot.grown(10))
        found["title"] = spot
        markup += svg.moved(spot.x, spot.y, head.markup)
    for key in (legend(printed, edition, style, across) for across in _COLUMNS):
        if spot := room_for(key.width, key.height, parts, taken, (left, bottom)):
            taken.append(spot.grown(10))
            found["legend"] = spot
            markup += svg.moved(spot.x, spot.y, _frame(key, printed, style.palette), key.markup)
            break
    seas = []
    for sea, box in zip(printed.scenery.seas, sea_boxes(printed.scenery), strict=True):
        if spot := room_for(box.width, box.height, parts, taken, (box.x, box.y)):
            taken.append(spot.grown(10))
            found[sea.name] = spot
            seas.append(Sea(sea.name, sea.at.plus(Point(spot.x - box.x, spot.y - box.y))))
    return found, markup, tuple(seas)


def _title(edition: Edition, style: Style) -> Piece:
    """Number and name, one under the other."""
    rest = edition.subtitle
    number = svg.text(0, 74, edition.name, font_size=96, font_weight="bold", fill=style.palette.ink)
    words = svg.text(2, 116, rest, font_size=30, fill=style.palette.soft)
    return Piece(number + words, max(width(edition.name, 96, True), width(rest, 30)) + 4, 126)


def _frame(key: Piece, printed: Printed, palette: Palette) -> str:
    coast = terrain.has_coast(printed.board)
    return svg.el(
        "rect", y=-8, width=key.width, height=key.height, rx=20,
        fill=palette.sea if coast else palette.paper, stroke=palette.coast if coast else palette.faint, stroke_width=3,
    )  # fmt: skip


def pages(found: MapSheets, heading: Callable[[str], str], palette: Palette) -> Iterator[Page]:
    """Each sheet as a page; the heading is told its name."""
    for sheet in found.sheets:
        part, view = sheet.part, sheet.part.view
        across, down = found.paper.room(part.landscape)
        x, y = MARGIN + (across - view.width * PER_UNIT) / 2, MARGIN + (down - view.height * PER_UNIT) / 2
        left, top = x + (part.kept.x - view.x) * PER_UNIT, y + (part.kept.y - view.y) * PER_UNIT
        marks = cut_marks(
            [left, left + part.kept.width * PER_UNIT], [top, top + part.kept.height * PER_UNIT], palette, 0
        )
        shown = nested(
            found.picture,
            x,
            y,
            view.width * PER_UNIT,
            view.height * PER_UNIT,
            (view.x, view.y, view.width, view.height),
        )
        yield Page(heading(sheet.name), shown + marks, found.paper, part.landscape)


def overview(heading: str, picture: str, found: MapSheets, palette: Palette) -> Page:
    """The whole board on a page, with the sheets that it is cut into."""
    frames = "".join(_outlined(sheet, palette) for sheet in found.sheets)
    return single(heading, as_piece(picture.removesuffix("</svg>") + frames + "</svg>"), found.paper)


def _outlined(sheet: Sheet, palette: Palette) -> str:
    box = sheet.shown.grown(-4)
    frame = svg.el(
        "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=26 if sheet.whole else None,
        fill="none", stroke=palette.accent, stroke_width=4, stroke_dasharray="24 12",
    )  # fmt: skip
    if sheet.whole:
        return frame
    return frame + svg.text(
        box.x + 18, box.y + 50, sheet.name, font_size=44, font_weight="bold", fill=palette.accent,
        stroke=palette.paper, stroke_width=6, stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip
