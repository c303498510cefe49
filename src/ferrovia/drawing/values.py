"""What stops and ports earn, as it is written on a hex: one value in a circle, or a row of them by level.

Words are set from their middle: the group they stand in says `text-anchor="middle"`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.drawing import svg
from ferrovia.drawing.labels import harbour
from ferrovia.drawing.lettering import CAPITAL, width
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.places import NOTHING, Drawing, Room
from ferrovia.drawing.spots import ROW_BELOW, ROW_OR_ASIDE, VALUE
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.track import Face

_PILL = 27.0
_PILLS: Memory[tuple[str, str], str] = Memory(1024)  # those that were drawn, by id and theme


def worths(face: Face) -> list[str]:
    """What the stops of a face earn, where that is one value at every level; what several earn alike is told once."""
    found: dict[str, None] = {}
    for stop in face.stops:
        if len(stop.revenue) == 1 and stop.revenue[0]:
            found[f"{stop.revenue[0]} | {stop.terminal[0]}" if stop.terminal else str(stop.revenue[0])] = None
    return list(found)


def rows(face: Face) -> list[tuple[int, ...]]:
    """What the stops of a face earn level by level."""
    return list(dict.fromkeys(stop.revenue for stop in face.stops if len(stop.revenue) > 1))


def value(room: Room, words: str, palette: Palette, prefix: str | None = None) -> Drawing:
    """What a stop earns, in a circle; with a prefix for ids it is defined once for all stops that earn the same."""
    across = _pill_width(words)
    spot = room.find(across, _PILL, VALUE)
    if spot is None:
        return NOTHING
    x, y = round(spot.box.x + across / 2, 1), round(spot.box.y + _PILL / 2, 1)
    if prefix is None:
        return Drawing(svg.moved(x, y, pill(words, palette)), (spot.box,))
    key = f"{prefix}{pill_id(words)}{palette.suffix}"
    shared = _PILLS.recall((key, palette.name), pill, words, palette)
    return Drawing(svg.el("use", href=f"#{key}", x=x, y=y), (spot.box,), ((key, shared),))


def pill(words: str, palette: Palette) -> str:
    """A circle, or a longer shape, with what a stop earns, around its own middle."""
    across = _pill_width(words) - 1
    size = 16.0
    ground = svg.el(
        "rect", x=-across / 2, y=-_PILL / 2 + 0.5, width=across, height=_PILL - 1, rx=_PILL / 2,
        fill=palette.revenue, stroke=palette.revenue_ink, stroke_width=1.5,
    )  # fmt: skip
    return ground + svg.text(
        0, round(CAPITAL * size / 2, 1), words, font_size=size, font_weight="bold", fill=palette.revenue_ink
    )


def pill_id(words: str) -> str:
    return "earns-" + words.replace(" | ", "-")


def _pill_width(words: str) -> float:
    return max(round(width(words, 16.0, True) + 11), _PILL)


def levels(
    room: Room,
    values: Sequence[int],
    colours: Sequence[str],
    current: int | None,
    palette: Palette,
    size: float = 17.0,
    *,
    high: bool = False,
) -> Drawing:
    """What a place earns at each level, in a row of boxes; the one that holds now is framed."""
    cell = round(max(width(str(each), size, True) for each in values) + 9, 1)
    tall = round(size * 1.42, 1)
    spot = room.find(cell * len(values) + 4, tall + 4, ROW_BELOW if high else ROW_OR_ASIDE)
    if spot is None:
        return NOTHING
    box = spot.box
    top = round(box.y + 2, 1)
    cells, words, frame = "", "", ""
    for number, each in enumerate(values):
        x = round(box.x + 2 + number * cell, 1)
        now = current is not None and number == min(current, len(values) - 1)
        ground = palette.zone.get(colours[min(number, len(colours) - 1)], palette.revenue)
        cells += svg.el("rect", x=x, y=top, width=cell, height=tall, fill=ground)
        words += svg.text(
            round(x + cell / 2, 1),
            round(top + tall / 2 + CAPITAL * size / 2, 1),
            str(each),
            fill_opacity=None if current is None or now else 0.62,
        )
        if now:
            frame = svg.el(
                "rect", x=x, y=top, width=cell, height=tall, fill="none", stroke=palette.accent, stroke_width=4
            )
    row = svg.group(cells, stroke=palette.city_edge) + svg.group(
        words, font_size=size, font_weight="bold", fill=palette.ink
    )
    return Drawing(row + frame, (box,))


def bonus(
    room: Room, values: Sequence[int], colours: Sequence[str], current: int | None, palette: Palette, says: str
) -> Drawing:
    """What a port adds at each level, with its anchor."""
    row = levels(room, values, colours, current, palette, size=11.5)
    if not row.boxes:
        return NOTHING
    picture = harbour(room, palette, says)
    return Drawing(svg.group(svg.title(says), row.markup) + picture.markup, row.boxes + picture.boxes)
