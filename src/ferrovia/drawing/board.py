"""The board: every hex with what lies on it, its borders and coasts, second maps beside it, and a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ferrovia.drawing import svg, terrain
from ferrovia.drawing.borders import DrawnBorder, border, definitions
from ferrovia.drawing.cell import Content, Style, cell
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import middle
from ferrovia.drawing.ink import dot, ink, outline
from ferrovia.drawing.labels import pill, pill_id, worths
from ferrovia.drawing.legend import legend
from ferrovia.drawing.lettering import Box, width
from ferrovia.drawing.palette import LIGHT, Palette
from ferrovia.drawing.places import Drawing
from ferrovia.drawing.plan import Plan, plan_of
from ferrovia.drawing.position import Position, empty, level_colours
from ferrovia.drawing.printed import Printed, printed_of
from ferrovia.drawing.routes import Run, Strokes, by_hex
from ferrovia.drawing.tokens import Space, definition, filled
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.track import Face

MARGIN = 66.0
HEADING = 92.0
_KEPT = 8000  # drawn hexes that are kept, of all games and themes of a title


@dataclass(frozen=True)
class Picture:
    """A whole picture, and the boxes of its labels on it."""

    markup: str
    boxes: tuple[Box, ...]


def board(
    edition: Edition,
    position: Position | None = None,
    *,
    palette: Palette = LIGHT,
    prefix: str = "",
    runs: Sequence[Run] = (),
) -> str:
    """The board of a title, empty or as it stands in a game, with runs along its track."""
    return picture(edition, position, palette=palette, prefix=prefix, runs=runs).markup


def picture(
    edition: Edition,
    position: Position | None = None,
    *,
    palette: Palette = LIGHT,
    prefix: str = "",
    runs: Sequence[Run] = (),
) -> Picture:
    printed = printed_of(edition)
    shown = position or empty(edition)
    plan = plan_of(printed)
    words = Words(edition.language)
    style = Style(printed.board.orientation, palette, edition.tokens, level_colours(edition), words, prefix)
    _check(printed, shown)
    faces = {hex_id: shown.layout.face(hex_id) for hex_id in printed.board.hexes}
    colours = {hex_id: face.colour for hex_id, face in faces.items()}
    borders = _borders(printed, style)
    ways = by_hex(runs)
    cells = {hex_id: _cell(printed, shown, hex_id, faces[hex_id], ways.get(hex_id, ()), style) for hex_id in faces}
    area = plan.box.grown(MARGIN)
    key = legend(printed, edition, style, area.width, runs)
    view = (area.x, area.y - HEADING, area.width, area.height + HEADING + key.height)
    sea = terrain.has_coast(printed.board)
    ground = palette.sea if sea else palette.paper
    layers = [
        _heading(edition, area, palette),
        svg.group(
            terrain.coast(printed.board, plan.of_map(printed.board, ""), palette) if sea else "",
            *(_inset(printed, plan, name, palette) for name in plan.frames),
            terrain.grounds(printed.board, plan.places, colours, palette),
            terrain.reliefs(printed.board, plan.places, colours, prefix),
            aria_hidden="true",
        ),
        "".join(drawn.line for drawn in borders.values()),
        svg.group(
            *(
                svg.moved(
                    round(place.x, 1),
                    round(place.y, 1),
                    svg.title(words.hex(printed.board.hexes[hex_id], _tile(shown, hex_id))),
                    cells[hex_id].markup,
                    id=f"{prefix}hex-{hex_id}",
                )
                for hex_id, place in plan.places.items()
            ),
            text_anchor="middle",
        ),
        svg.group(*(drawn.label for drawn in borders.values()), aria_hidden="true"),
        svg.moved(area.x, area.bottom, key.markup),
    ]
    label = f"{edition.full_name}: {words('board')}"
    markup = svg.document(
        view[2] / 2,
        view[3] / 2,
        *layers,
        view=view,
        background=ground,
        defs=_definitions(printed, faces, shown, style) + _stops(shown, faces, style),
        label=label,
    )
    return Picture(markup, tuple(_boxes(plan, cells, borders)))


def _check(printed: Printed, shown: Position) -> None:
    """A position of another board or with an unknown tile is told in a sentence before anything is drawn."""
    board = printed.board
    for hex_id, (tile, _) in shown.layout.tiles.items():
        if hex_id not in board.hexes:
            raise LookupError(f"There is no hex {hex_id} on this board.")
        if tile not in board.tiles:
            raise LookupError(f"There is no tile {tile} in this game; {hex_id} cannot be drawn.")


def _tile(shown: Position, hex_id: str) -> str:
    return shown.layout.tiles.get(hex_id, ("", 0))[0]


def _borders(printed: Printed, style: Style) -> dict[tuple[str, int], DrawnBorder]:
    key = ("borders", style.key)
    if key not in printed.memory:
        printed.memory[key] = {
            (each.hex, each.edge): border(
                each,
                style.orientation,
                style.words,
                _beside(printed, each.hex, each.edge),
                style.prefix,
                plan_of(printed).places[each.hex],
            )
            for each in printed.borders
        }
    found: dict[tuple[str, int], DrawnBorder] = printed.memory[key]
    return found


def _beside(printed: Printed, hex_id: str, edge: int) -> str:
    beside = printed.board.neighbours[hex_id][edge]
    return beside[0] if beside else ""


def _ink_id(shown: Position, hex_id: str, face: Face) -> str:
    """The id of a face's track among the definitions: tiles share theirs, a printed hex has its own."""
    if not face.pieces:
        return ""
    placed = shown.layout.tiles.get(hex_id)
    return f"tile-{placed[0]}-{placed[1]}" if placed else f"print-{hex_id}"


def _cell(printed: Printed, shown: Position, hex_id: str, face: Face, runs: Strokes, style: Style) -> Drawing:
    """A hex; drawn anew only when something on it has changed."""
    content = Content(
        printed.board.hexes[hex_id],
        face,
        _ink_id(shown, hex_id, face),
        hex_id in shown.layout.tiles,
        shown.level if any(len(stop.revenue) > 1 for stop in face.stops) or hex_id in printed.marks else None,
        tuple(_spaces(shown, stop_id(hex_id, number), stop.slots) for number, stop in enumerate(face.stops)),
        (*shown.marks.get(hex_id, ()), *printed.marks.get(hex_id, ())),
        printed.lines.get(hex_id, ()),
        _taken(printed, style).get(hex_id, ()),
        runs,
        shown.costs_again or hex_id not in shown.layout.tiles,
    )
    key = (hex_id, shown.layout.tiles.get(hex_id), content.level, content.spaces, content.marks, runs, content.costs)
    known = printed.cells.get((key, style.key))
    if known is None:
        if len(printed.cells) > _KEPT:
            printed.cells.clear()
        known = printed.cells[key, style.key] = cell(content, style)
    return known


def _spaces(shown: Position, stop: str, slots: int) -> tuple[Space, ...]:
    """The spaces of a stop and who is in them; what its face shows beyond those that are told of is open."""
    kept = shown.spaces.get(stop, ())
    return filled((*kept, *("",) * (slots - len(kept))), shown.tokens.get(stop, ()))


def _taken(printed: Printed, style: Style) -> dict[str, tuple[Box, ...]]:
    """Where labels of borders reach into hexes, as these see it."""
    key = ("taken", style.key)
    if key not in printed.memory:
        places = plan_of(printed).places
        found: dict[str, list[Box]] = {}
        for (hex_id, edge), drawn in _borders(printed, style).items():
            if drawn.box is None:
                continue
            found.setdefault(hex_id, []).append(drawn.box)
            away = middle(style.orientation, edge).times(2)
            there = places[hex_id].plus(away)
            beside = next((other for other, place in places.items() if place.distance(there) < 1), "")
            found.setdefault(beside, []).append(_shifted(drawn.box, -away.x, -away.y))
        printed.memory[key] = {hex_id: tuple(boxes) for hex_id, boxes in found.items()}
    taken: dict[str, tuple[Box, ...]] = printed.memory[key]
    return taken


def _shifted(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y, box.width, box.height)


def _boxes(plan: Plan, cells: Mapping[str, Drawing], borders: Mapping[tuple[str, int], DrawnBorder]) -> list[Box]:
    found = [_shifted(box, *plan.places[hex_id]) for hex_id, drawn in cells.items() for box in drawn.boxes]
    return found + [_shifted(drawn.box, *plan.places[key[0]]) for key, drawn in borders.items() if drawn.box]


def _definitions(printed: Printed, faces: Mapping[str, Face], shown: Position, style: Style) -> str:
    """What is drawn once and used often: the hex to click on, textures, and the track of each face."""
    tracks: dict[str, str] = {}
    for hex_id, face in faces.items():
        key = _ink_id(shown, hex_id, face)
        if key and key not in tracks:
            tracks[key] = _track(printed, key, face, style)
    shared = ("definitions", style.key)
    if shared not in printed.memory:
        printed.memory[shared] = (
            svg.el("polygon", id=f"{style.prefix}hex", points=outline(style.orientation), fill_opacity=0)
            + svg.group(dot(style.palette), id=f"{style.prefix}dot")
            + terrain.relief_definitions(style.palette, style.prefix)
            + definitions(printed.borders, style.orientation, style.palette, style.prefix)
        )
    return f"{printed.memory[shared]}{''.join(tracks.values())}"


def _stops(shown: Position, faces: Mapping[str, Face], style: Style) -> str:
    """The grounds of cities that have a hex to themselves, by their number of spaces, and what stops earn."""
    counts = {
        len(_spaces(shown, stop_id(hex_id), face.stops[0].slots))
        for hex_id, face in faces.items()
        if len(face.stops) == 1 and face.stops[0].kind == "city"
    }
    earned = sorted({words for face in faces.values() for words in worths(face)})
    return "".join(definition(count, style.palette, style.prefix) for count in sorted(counts)) + svg.group(
        *(svg.group(pill(words, style.palette), id=f"{style.prefix}{pill_id(words)}") for words in earned),
        text_anchor="middle",
    )


def _track(printed: Printed, key: str, face: Face, style: Style) -> str:
    known = printed.memory.get(("track", key, style.key))
    if not isinstance(known, str):
        known = svg.group(ink(face, style.orientation, style.palette), id=f"{style.prefix}{key}")
        printed.memory["track", key, style.key] = known
    return known


def _heading(edition: Edition, area: Box, palette: Palette) -> str:
    size = 58.0
    number = svg.text(area.x + 34, area.y - 20, edition.name, font_size=size, font_weight="bold", fill=palette.ink)
    rest = edition.full_name.removeprefix(edition.name).lstrip(":. ")
    words = svg.text(
        area.x + 34 + width(edition.name, size, True) + 22, area.y - 20, rest, font_size=30, fill=palette.soft
    )
    return number + words


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
