"""All hexes of a picture: what each of them shows now, drawn anew only where something has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ferrovia.drawing.borders import DrawnBorder, border
from ferrovia.drawing.cell import Content, Style, cell
from ferrovia.drawing.geometry import middle
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.places import Drawing
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.position import Position
from ferrovia.drawing.printed import Printed
from ferrovia.drawing.routes import Run, Strokes, by_hex
from ferrovia.drawing.tokens import Space, filled
from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.hexes import opposite
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.track import Face

Borders = Mapping[tuple[str, int], DrawnBorder]


def cells(printed: Printed, shown: Position, runs: Sequence[Run], style: Style) -> dict[str, Drawing]:
    """Every hex of the board, in the order of the map."""
    strokes = by_hex(runs)
    taken, lined = _reached(printed, style), _sides(printed)
    return {
        hex_id: _cell(
            printed, shown, hex_id, strokes.get(hex_id, ()), taken.get(hex_id, ()), lined.get(hex_id, ()), style
        )
        for hex_id in printed.board.hexes
    }


def one_cell(printed: Printed, shown: Position, hex_id: str, style: Style, runs: Strokes = ()) -> Drawing:
    """One hex of the board."""
    taken, lined = _reached(printed, style), _sides(printed)
    return _cell(printed, shown, hex_id, runs, taken.get(hex_id, ()), lined.get(hex_id, ()), style)


def _reached(printed: Printed, style: Style) -> dict[str, tuple[Box, ...]]:
    return printed.memory.recall(("taken", style.key), _taken, printed, style)


def _sides(printed: Printed) -> dict[str, tuple[int, ...]]:
    return printed.memory.recall("lined", _lined, printed)


def borders(printed: Printed, style: Style) -> Borders:
    """Every border of the board, by hex and edge."""
    return printed.memory.recall(("borders", style.key), _borders, printed, style)


def _cell(
    printed: Printed,
    shown: Position,
    hex_id: str,
    runs: Strokes,
    taken: tuple[Box, ...],
    lined: tuple[int, ...],
    style: Style,
) -> Drawing:
    face = shown.layout.face(hex_id)
    placed = shown.layout.tiles.get(hex_id)
    leveled = hex_id in printed.marks or any(len(stop.revenue) > 1 for stop in face.stops)
    level = shown.level if leveled else None
    spaces = tuple([_spaces(shown, stop_id(hex_id, number), stop.slots) for number, stop in enumerate(face.stops)])
    laid = shown.marks.get(hex_id, ())
    costs = shown.costs_again or placed is None
    key = (style.key, hex_id, placed, level, spaces, laid, runs, costs)

    def draw() -> Drawing:
        content = Content(
            printed.board.hexes[hex_id],
            plan_of(printed).places[hex_id],
            face,
            _ink_id(hex_id, face, placed),
            placed[0] if placed else "",
            level,
            spaces,
            (*laid, *printed.marks.get(hex_id, ())),
            printed.foreign_track.get(hex_id, ()),
            taken,
            lined,
            runs,
            costs,
        )
        return cell(content, style)

    return printed.cells.recall(key, draw)


def _ink_id(hex_id: str, face: Face, placed: tuple[str, int] | None) -> str:
    """The id of a face's track among the definitions: tiles share theirs, a printed hex has its own."""
    if not face.pieces:
        return ""
    return f"tile-{placed[0]}-{placed[1]}" if placed else f"print-{hex_id}"


def _spaces(shown: Position, stop: StopId, slots: int) -> tuple[Space, ...]:
    """The spaces of a stop and who is in them; what its face shows beyond those that are told of is open."""
    kept = shown.spaces.get(stop, ())
    return filled((*kept, *("",) * (slots - len(kept))), shown.tokens.get(stop, ()))


def _borders(printed: Printed, style: Style) -> Borders:
    places, neighbours = plan_of(printed).places, printed.board.neighbours
    found: dict[tuple[str, int], DrawnBorder] = {}
    for each in printed.borders:
        beside = neighbours[each.hex][each.edge]
        name = beside[0] if beside else ""
        found[each.hex, each.edge] = border(each, style.orientation, style.words, name, style.prefix, places[each.hex])
    return found


def _taken(printed: Printed, style: Style) -> dict[str, tuple[Box, ...]]:
    """Where labels of borders reach into hexes, as these see it."""
    places = plan_of(printed).places
    at = {(round(place.x), round(place.y)): hex_id for hex_id, place in places.items()}
    found: dict[str, list[Box]] = {}
    for (hex_id, edge), drawn in borders(printed, style).items():
        if drawn.box is None:
            continue
        found.setdefault(hex_id, []).append(drawn.box)
        away = middle(style.orientation, edge).times(2)
        there = places[hex_id].plus(away)
        beside = at.get((round(there.x), round(there.y)), "")
        found.setdefault(beside, []).append(shifted(drawn.box, -away.x, -away.y))
    return {hex_id: tuple(boxes) for hex_id, boxes in found.items()}


def _lined(printed: Printed) -> dict[str, tuple[int, ...]]:
    """The sides of hexes along which something is drawn, whichever of two hexes names them."""
    found: dict[str, list[int]] = {}
    for each in printed.borders:
        if all(line.kind == "plain" for line in each.lines):
            continue
        found.setdefault(each.hex, []).append(each.edge)
        beside = printed.board.neighbours[each.hex][each.edge]
        if beside and not each.link:
            found.setdefault(beside[0], []).append(opposite(each.edge))
    return {hex_id: tuple(edges) for hex_id, edges in found.items()}


def shifted(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y, box.width, box.height)
