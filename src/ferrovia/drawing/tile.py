"""One tile in any rotation, as the hobby draws it: colour, track, stops, revenue, letter and number."""

from __future__ import annotations

from ferrovia.drawing import labels, svg, tokens, values
from ferrovia.drawing.geometry import INRADIUS, corners, middle, straight
from ferrovia.drawing.ink import ink, outline, stretch, town, town_box
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import LIGHT, Palette
from ferrovia.drawing.places import Room
from ferrovia.drawing.tokens import Space
from ferrovia.drawing.track import drawn
from ferrovia.engine.board.hexes import Orientation
from ferrovia.engine.board.track import Face, Tile


def tile(
    tile: Tile,
    rotation: int = 0,
    *,
    orientation: Orientation = "flat",
    palette: Palette = LIGHT,
    number_size: float = 15.0,
    bleed: float = 0.0,
) -> str:
    """A tile around its centre, `RADIUS` to its corners; whatever its rotation, its words stand upright.

    With a bleed its colour and track go on beyond its sides, so that a cut a little outside them shows no paper.
    """
    drawn = _drawn(tile, rotation, orientation, palette, number_size, hairline=bool(bleed))[0]
    if not bleed:
        return drawn
    return _bleeding(tile.faces[rotation % 6], orientation, palette.over(tile.face.colour), bleed) + drawn


def _bleeding(face: Face, orientation: Orientation, palette: Palette, bleed: float) -> str:
    """The ground of a tile, larger by the bleed on all sides, and its track as far."""
    more = 1 + bleed / INRADIUS
    ground = svg.el(
        "polygon",
        points=svg.points(*(corner.times(more) for corner in corners(orientation))),
        fill=palette.ground(face.colour),
        class_="bleed",
    )
    exits = dict.fromkeys((edge, piece.gauge) for piece in face.pieces for edge in (piece.a, piece.b) if edge >= 0)
    ends = ((middle(orientation, edge), gauge) for edge, gauge in exits)
    return ground + "".join(stretch(straight(end.times(0.99), end.times(more)), gauge, palette) for end, gauge in ends)


def boxes(
    tile: Tile, rotation: int = 0, *, orientation: Orientation = "flat", palette: Palette = LIGHT
) -> tuple[Box, ...]:
    """The boxes of a tile's labels."""
    return _drawn(tile, rotation, orientation, palette, 15.0, hairline=False)[1]


def _drawn(
    tile: Tile, rotation: int, orientation: Orientation, palette: Palette, number_size: float, *, hairline: bool
) -> tuple[str, tuple[Box, ...]]:
    face = tile.faces[rotation % 6]
    palette = palette.over(face.colour)
    shown = drawn(face, orientation)
    room = Room(orientation, (shown.trail,))
    pen = palette.ink_on(face.colour)
    hexagon = svg.el(
        "polygon",
        points=outline(orientation),
        fill=palette.ground(face.colour),
        stroke=palette.city_edge,
        stroke_width=0.5 if hairline else 1.5,  # where it is cut, a bold line would show every slip
    )
    stops = _stops(face, orientation, room, palette)
    found = [values.value(room, words, palette) for words in values.worths(face)]
    if face.label:
        found.append(labels.letter(room, face.label, palette, pen))
    found.append(labels.hex_id(room, tile.id, palette, pen, size=number_size))
    markup = svg.group(
        hexagon, ink(face, orientation, palette), stops, *(each.markup for each in found), text_anchor="middle"
    )
    return markup, tuple(box for each in found for box in each.boxes)


def _stops(face: Face, orientation: Orientation, room: Room, palette: Palette) -> str:
    """Empty cities and towns."""
    parts: list[str] = []
    for stop, place in zip(face.stops, drawn(face, orientation).places, strict=True):
        if place.shape != "city":
            parts.append(town(place, palette))
            room.taken.append(town_box(place))
            continue
        slots = tokens.slots(place, max(stop.slots, 1), len(face.stops))
        room.taken.append(slots.box)
        parts.append(tokens.city(slots, palette))
        parts += [tokens.space(point, slots.radius, Space(), {}, palette) for point in slots.points]
    return "".join(parts)
