"""One hex of the board: its track, stops and tokens, and its labels where there is room for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from ferrovia.drawing import labels, svg, tokens, values
from ferrovia.drawing.geometry import ORIGIN, Curve, Point, between_edges, side, straight, to_point
from ferrovia.drawing.ink import ink, path, town, town_box
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.places import NOTHING, Drawing, Room
from ferrovia.drawing.points import Points, along
from ferrovia.drawing.printed import Mark
from ferrovia.drawing.routes import Strokes, strokes
from ferrovia.drawing.tokens import Slots, Space
from ferrovia.drawing.track import Drawn, Place, drawn
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.board import Hex, stop_id
from ferrovia.engine.board.hexes import Orientation
from ferrovia.engine.board.track import Face
from ferrovia.engine.flow.definitions import Corporation


@dataclass(frozen=True)
class Style:
    """What all hexes of a picture have in common."""

    orientation: Orientation
    palette: Palette
    corporations: Mapping[str, Corporation]
    colours: tuple[str, ...]  # of the levels of revenue
    words: Words
    prefix: str = ""
    numbered: bool = False  # whether tiles show their numbers
    veiled: bool = False  # whether hexes have veils under tokens and labels, for a page that lights some of them

    def over(self, colour: str) -> Style:
        """The style of a hex of this colour."""
        palette = self.palette.over(colour)
        return self if palette is self.palette else replace(self, palette=palette)

    @cached_property
    def key(self) -> tuple[str, ...]:
        """What tells this style from another of the same board."""
        return (self.palette.name, self.words.voice.language, self.prefix, f"{self.veiled} {self.numbered}")


class Content(NamedTuple):
    """What one hex shows."""

    hex: Hex
    place: Point  # its centre on the picture
    face: Face
    ink: str  # the id of its track among the definitions, or nothing
    tile: str  # the tile that lies on it, or nothing
    level: int | None
    spaces: tuple[tuple[Space, ...], ...]  # by stop
    marks: tuple[Mark, ...] = ()
    foreign_track: tuple[tuple[int, int], ...] = ()  # of other railways, from edge to edge
    taken: tuple[Box, ...] = ()  # by what is drawn on its sides
    lined: tuple[int, ...] = ()  # the sides along which a river, mountains or a closed border run
    runs: Strokes = ()
    costs: bool = True  # whether building here still costs what is printed


def cell(content: Content, style: Style) -> Drawing:
    """A hex as a group in its place; the boxes of its labels are around its own centre."""
    face = content.face
    style = style.over(face.colour)
    palette = style.palette
    shown = drawn(face, style.orientation)
    foreign, foreign_trail = _foreign(style.orientation, content.foreign_track)
    sides = _sides(style.orientation, content.lined)
    room = Room(style.orientation, (shown.trail, foreign_trail), list(content.taken), sides)
    stops = [_stop(content, style, number, place) for number, place in enumerate(shown.places) if place.shape != "box"]
    for stop in stops:
        room.taken += stop.boxes
    track = [(f"{style.prefix}{content.ink}", ink(face, style.orientation, palette))] if content.ink else []
    # The line of another railway lies over tiles, so that it stays whole, but under the arrows of areas off the map.
    layers = [
        "".join(svg.el("use", href=f"#{key}") for key, _ in track),
        "".join(foreign_line(curve, palette) for curve in foreign),
    ]
    parts = [
        svg.title(style.words.hex(content.hex, content.tile)),
        svg.el("use", href=f"#{style.prefix}hex"),
        *(layers if face.colour != "red" else reversed(layers)),
        strokes(content.runs, palette),
        svg.el("use", href=f"#{style.prefix}hex", class_=_veil(face.colour, palette)) if style.veiled else "",
        *(stop.markup for stop in stops),
    ]
    written = _labels(content, style, room, shown)
    group = svg.moved(
        round(content.place.x, 1),
        round(content.place.y, 1),
        *parts,
        *(each.markup for each in written),
        id=f"{style.prefix}hex-{content.hex.id}",
    )
    defs = (*track, *(used for each in (*stops, *written) for used in each.defs))
    return Drawing(group, tuple(box for each in written for box in each.boxes), defs)


def _veil(colour: str, palette: Palette) -> str:
    """The class of the veil, which must stay thin where it is near the colour of the words."""
    return "veil deep" if colour == "darkgreen" or palette.suffix else "veil"


@lru_cache(maxsize=256)
def _foreign(orientation: Orientation, ends: tuple[tuple[int, int], ...]) -> tuple[tuple[Curve, ...], Points]:
    """The lines of other railways from edge to edge, and points along them."""
    curves = tuple(_curve(orientation, *each) for each in ends)
    return curves, along(curves)


@lru_cache(maxsize=256)
def _sides(orientation: Orientation, edges: tuple[int, ...]) -> Points:
    """Points along some sides of a hex."""
    return along(straight(*side(orientation, edge)) for edge in edges)


def _curve(orientation: Orientation, a: int, b: int) -> Curve:
    if a >= 0 and b >= 0:
        return between_edges(orientation, a, b)
    return to_point(orientation, max(a, b), ORIGIN)


def foreign_line(curve: Curve, palette: Palette) -> str:
    """A line that belongs to another railway: red, with a light broken core, and edges that part it from track."""
    way = path(curve)
    edge = svg.el("path", d=way, fill="none", stroke=palette.casing, stroke_width=10)
    line = svg.el("path", d=way, fill="none", stroke=palette.foreign_line, stroke_width=7)
    return (
        edge
        + line
        + svg.el("path", d=way, fill="none", stroke=palette.casing, stroke_width=2.2, stroke_dasharray="8 6")
    )


def _stop(content: Content, style: Style, number: int, place: Place) -> Drawing:
    stop, key = content.face.stops[number], stop_id(content.hex.id, number)
    says = svg.title(style.words.stop(content.hex, stop, content.level))
    if place.shape != "city":
        return Drawing(svg.group(says, _town(place, style), id=f"{style.prefix}stop-{key}"), (town_box(place),))
    spaces = content.spaces[number]
    if not spaces:
        return NOTHING
    slots = tokens.slots(place, len(spaces), len(content.face.stops))
    circles = _circles(content, style, number, slots)
    ground = tokens.city(slots, style.palette)
    if len(content.face.stops) > 1:
        return Drawing(svg.group(says, ground, circles, id=f"{style.prefix}stop-{key}"), (slots.box,))
    shared = f"{style.prefix}city-{len(spaces)}{style.palette.suffix}"  # cities that have a hex to themselves are alike
    used = svg.el("use", href=f"#{shared}")
    return Drawing(svg.group(says, used, circles, id=f"{style.prefix}stop-{key}"), (slots.box,), ((shared, ground),))


def _circles(content: Content, style: Style, number: int, slots: Slots) -> str:
    key = stop_id(content.hex.id, number)
    return "".join(
        svg.group(
            svg.title(style.words.space(content.hex, at, space, style.corporations)),
            tokens.space(point, slots.radius, space, style.corporations, style.palette),
            id=f"{style.prefix}slot-{key}.{at}",
        )
        for at, (point, space) in enumerate(zip(slots.points, content.spaces[number], strict=True))
    )


def _area(content: Content, style: Style, number: int, room: Room) -> Drawing:
    """An area off the map or a port: its spaces, if it has any, stand where there is room."""
    stop = content.face.stops[number]
    says = style.words.stop(content.hex, stop, content.level)
    key = f"{style.prefix}stop-{stop_id(content.hex.id, number)}"
    if stop.kind == "port":
        sign = labels.harbour(room, style.palette, says)
        return Drawing(svg.group(svg.title(says), sign.markup, id=key), sign.boxes)
    slots = labels.loose_slots(room, len(content.spaces[number]))
    circles = _circles(content, style, number, slots) if slots else ""
    return Drawing(svg.group(svg.title(says), circles, id=key), (slots.box,) if slots else ())


def _town(place: Place, style: Style) -> str:
    """A town; the dots of all hexes are one."""
    if place.shape != "dot":
        return town(place, style.palette)
    x, y = (round(side, 1) or None for side in place.point)
    return svg.el("use", href=f"#{style.prefix}dot{style.palette.suffix}", x=x, y=y)


def _labels(content: Content, style: Style, room: Room, shown: Drawn) -> Sequence[Drawing]:
    hex, face, palette = content.hex, content.face, style.palette
    pen = _pen(face.colour, palette)
    kinds = {stop.kind for stop in face.stops}
    crowded = "offboard" in kinds and len(content.spaces[0]) > 0
    found = [_mark(mark, content, style, room) for mark in content.marks if mark.owner]
    if hex.name and (face.colour != "blue" or kinds or hex.terrain == "lake"):
        grand = bool(kinds & {"city", "offboard"}) or face.colour in ("darkgreen", "red")
        size = 20.0 if grand else 17.0 if kinds else 14.0
        italic = not kinds and not grand
        found.append(
            labels.name(room, style.words.place(hex), palette, pen, size, bold=grand, italic=italic, high=crowded)
        )
    found += [
        values.levels(room, row, style.colours, content.level, palette, high=crowded) for row in values.rows(face)
    ]
    found += [_area(content, style, number, room) for number, place in enumerate(shown.places) if place.shape == "box"]
    found += [values.value(room, worth, palette, style.prefix) for worth in values.worths(face)]
    if face.label:
        found.append(labels.letter(room, face.label, palette, pen))
    found += [_mark(mark, content, style, room) for mark in content.marks if not mark.owner]
    if hex.cost and content.costs:
        found.append(labels.cost(room, hex.cost, hex.terrain, palette, needed=not content.tile))
    if face.colour != "red" and (face.colour != "blue" or kinds):
        found.append(labels.hex_id(room, hex.id, palette, palette.soft if _is_pale(content) else pen))
    if style.numbered and content.tile:
        found.append(labels.tile_number(room, content.tile, palette, pen))
    return found


def _is_pale(content: Content) -> bool:
    """Whether words of the second rank can be read on its ground."""
    return content.face.colour == "blank" and content.hex.terrain != "mountain"


def _pen(colour: str, palette: Palette) -> str:
    match colour:
        case "blank":
            return palette.place
        case "red":
            return palette.offboard_ink
    return palette.ink_on(colour)


def _mark(mark: Mark, content: Content, style: Style, room: Room) -> Drawing:
    palette, says = style.palette, style.words.mark(mark)
    match mark.kind:
        case "flood":
            return labels.sign(room, mark.words, palette, palette.port, palette.paper, says, square=False)
        case "transfer":
            return labels.sign(room, mark.words, palette, palette.foreign_line, palette.paper, says, square=True)
        case "anchor":
            return labels.harbour(room, palette, says)
        case "bonus":
            return values.bonus(room, mark.values, style.colours, content.level, palette, says)
        case "gravity":
            return labels.height(room, mark.says[0], palette, says)
        case _:
            return labels.counter(room, mark.owner, mark.kind, style.corporations, palette, says)
