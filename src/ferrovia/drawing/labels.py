"""The labels of a hex: its name, letter, revenue, cost, id and signs, each drawn where there is room for it.

Words are set from their middle: the group they stand in says `text-anchor="middle"`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.lettering import CAPITAL, LINE, fitted, width
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.places import NOTHING, Drawing, Room, Spot, ring, spots
from ferrovia.drawing.signs import anchor, peaks
from ferrovia.drawing.tokens import Slots, coach, token
from ferrovia.engine.board.track import Face
from ferrovia.engine.flow.title import Corporation

_NAME = spots(
    (0, -52), (0, 54), (0, -62), (0, 62), (0, -44), (0, 46), (0, -70), (0, 70),
    (-16, -54), (16, -54), (-16, 56), (16, 56), (-28, -46), (28, -46), (-28, 48), (28, 48),
    (0, -36), (0, 36), (-36, -36), (36, -36), (-36, 38), (36, 38), (-20, -66), (20, -66), (-20, 66), (20, 66),
    (-58, 0), (58, 0), (-62, 0), (62, 0), (-52, -18), (52, -18), (-52, 18), (52, 18), (0, -24), (0, 24), (0, 0),
)  # fmt: skip
_HIGH = spots((0, -72), (0, -68), (0, -64), (0, -60))
_LETTER = (
    ring(68, 180, 0, 150, 210, 330, 30, 240, 300, 120, 60, 195, 165, 345, 15)
    + ring(76, 180, 0, 240, 300, 60, 120)
    + ring(52, 180, 0, 135, 225, 45, 315, 150, 210, 30, 330)
)
_VALUE = (
    ring(52, 0, 180, 45, 135, 315, 225, 60, 120, 300, 240)
    + ring(62, 0, 180, 60, 120, 300, 240, 30, 150, 330, 210)
    + ring(74, 0, 180, 60, 120, 240, 300)
    + ring(40, 0, 180, 45, 135, 315, 225, 90, 270)
    + ring(30, 0, 180, 45, 135, 315, 225, 90, 270)
    + ring(66, 90, 270, 45, 135, 225, 315)
)
_BELOW = spots((0, -46), (0, -42), (0, -38))
_ROW = spots(
    (0, 30), (0, -34), (0, 44), (0, 54), (0, 64), (0, -44), (0, -54), (0, -64), (0, 0),
    (-20, 40), (20, 40), (-20, -40), (20, -40), (-34, 20), (34, 20), (-34, -20), (34, -20), (0, 72), (0, -72),
)  # fmt: skip
_COST = spots(
    (0, 70), (0, 60), (0, 50), (-32, 68), (32, 68), (-46, 54), (46, 54), (-60, 34), (60, 34), (0, -70),
    (-32, -68), (32, -68), (-46, -54), (46, -54), (-66, 14), (66, 14), (-66, -14), (66, -14), (0, 38),
    (-40, 44), (40, 44), (-50, 28), (50, 28), (-54, 0), (54, 0), (-40, -44), (40, -44), (-50, -28), (50, -28),
)  # fmt: skip
_ID = spots(
    (-36, -79), (-32, -78), (-28, -78), (36, -79), (32, -78), (28, -78), (-36, 79), (-32, 78), (36, 79), (32, 78),
    (-40, -72), (40, -72), (-78, -12), (78, -12), (-78, 12), (78, 12), (-62, -50), (62, -50), (-62, 50), (62, 50),
)  # fmt: skip
_SIGN = (
    ring(70, 0, 180, 60, 120, 240, 300, 30, 150, 330, 210)
    + ring(58, 0, 180, 60, 120, 240, 300, 45, 135, 225, 315)
    + ring(46, 0, 180, 45, 135, 225, 315)
)
_LEADING = LINE * 0.88
_PILL = 27.0
_PILLS: dict[tuple[str, str], str] = {}  # those that were drawn, by id and theme


def written(
    spot: Spot,
    lines: Sequence[str],
    size: float,
    palette: Palette,
    ink: str,
    *,
    bold: bool = True,
    italic: bool = False,
) -> str:
    """Words in the middle of a box; over track they stand in a halo."""
    box = spot.box
    middle = round(box.x + box.width / 2, 1)
    first = box.y + (box.height - (len(lines) - 1) * size * _LEADING) / 2 + CAPITAL * size / 2
    style: dict[str, str | float | None] = {
        "font_size": size,
        "font_weight": "bold" if bold else None,
        "font_style": "italic" if italic else None,
    }
    if spot.ink:
        style |= {"stroke": palette.halo, "stroke_width": 5, "stroke_linejoin": "round", "paint_order": "stroke"}
    return "".join(
        svg.text(middle, round(first + number * size * _LEADING, 1), line, fill=ink, **style)
        for number, line in enumerate(lines)
    )


def name(
    room: Room,
    words: str,
    palette: Palette,
    ink: str,
    size: float,
    *,
    bold: bool,
    italic: bool = False,
    high: bool = False,
) -> Drawing:
    """The name of a place, on one line or two, as large as its hex allows; `high` up to leave room below it."""
    tries: list[tuple[list[str], float]] = []
    for share in (1.0, 0.82):
        tries.append(([words], size * share))
        if len(two := _halved(words, bold)) == 2:
            tries.append((two, size * share))
    tries.append(([words], fitted(words, 120, size * 0.7, 8, bold)))
    best: tuple[Spot, list[str], float] | None = None
    for lines, height in tries:
        across = max(width(line, height, bold) for line in lines) + 4
        tall = height * (CAPITAL + 0.28) + (len(lines) - 1) * height * _LEADING
        spot = room.look(across, tall, _HIGH + _NAME if high else _NAME)
        if spot is not None and (best is None or spot.ink < best[0].ink):
            best = spot, lines, height
            if not spot.ink:
                break
    if best is None:
        return NOTHING
    spot, lines, height = best
    room.taken.append(spot.box)
    return Drawing(written(spot, lines, height, palette, ink, bold=bold, italic=italic), (spot.box,))


def _halved(words: str, bold: bool) -> list[str]:
    """Words on two lines of about the same width, broken at a space, a stroke or an ampersand."""
    parts = words.replace("/", "/ ").split()
    ways = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
    if not ways:
        return [words]
    first, second = min(ways, key=lambda way: max(width(line, 10, bold) for line in way))
    return [first.removesuffix(" -"), second.removeprefix("- ")]


def letter(room: Room, words: str, palette: Palette, ink: str) -> Drawing:
    """The letter that binds tile and hex."""
    for size in (25.0, 20.0, 16.0, 13.0) if len(words) == 1 else (21.0, 17.0, 13.0):
        spot = room.find(width(words, size, True) + 4, size * 0.8, _LETTER + _VALUE)
        if spot is not None:
            return Drawing(written(spot, [words], size, palette, ink), (spot.box,))
    return NOTHING


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
    spot = room.find(across, _PILL, _VALUE)
    if spot is None:
        return NOTHING
    x, y = round(spot.box.x + across / 2, 1), round(spot.box.y + _PILL / 2, 1)
    if prefix is None:
        return Drawing(svg.moved(x, y, pill(words, palette)), (spot.box,))
    key = f"{prefix}{pill_id(words)}"
    shared = (key, palette.name)
    if shared not in _PILLS:
        _PILLS[shared] = pill(words, palette)
    return Drawing(svg.el("use", href=f"#{key}", x=x, y=y), (spot.box,), ((key, _PILLS[shared]),))


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
    spot = room.find(cell * len(values) + 4, tall + 4, (*_BELOW, *_ROW, *_VALUE) if high else _ROW + _VALUE)
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


def cost(room: Room, amount: int, terrain: str, palette: Palette, *, needed: bool) -> Drawing:
    """What it costs to build here, with the sign of its terrain."""
    size = 15.0
    sign = peaks(terrain, palette)
    across = width(str(amount), size, True) + (24 if sign else 0) + 6
    spot = room.find(across, 19, _COST, over_track=needed)
    if spot is None:
        return NOTHING
    box = spot.box
    ground = svg.el(
        "rect", x=box.x, y=box.y, width=across, height=19, rx=4,
        fill=palette.cost, fill_opacity=0.78, stroke=palette.mountain, stroke_width=0.8,
    )  # fmt: skip
    words = svg.text(
        box.right - 4, box.y + 9.5 + CAPITAL * size / 2, str(amount),
        font_size=size, font_weight="bold", text_anchor="end", fill=palette.cost_ink,
    )  # fmt: skip
    picture = svg.moved(box.x + 13, box.y + 9.5, sign) if sign else ""
    return Drawing(ground + picture + words, (box,))


def hex_id(room: Room, words: str, palette: Palette, ink: str, size: float = 12.5) -> Drawing:
    """The id of a hex or the number of a tile, in a corner, smaller where there is little room."""
    for high in (size, size * 0.8, size * 0.65, size * 0.5):
        spot = room.find(width(words, high) + 3, high * 0.8, _ID + _LETTER)
        if spot is not None:
            return Drawing(written(spot, [words], round(high, 1), palette, ink, bold=False), (spot.box,))
    return NOTHING


def sign(room: Room, words: str, palette: Palette, ground: str, ink: str, says: str, *, square: bool) -> Drawing:
    """A letter with a meaning of its own, in a small frame."""
    size, side = 15.0, 21.0
    spot = room.find(side, side, _SIGN)
    if spot is None:
        return NOTHING
    box = spot.box
    frame = svg.el("rect", x=box.x, y=box.y, width=side, height=side, rx=4 if square else side / 2, fill=ground)
    return Drawing(svg.group(svg.title(says), frame, written(Spot(box, 0), [words], size, palette, ink)), (box,))


def harbour(room: Room, palette: Palette, says: str) -> Drawing:
    """The anchor of a port."""
    spot = room.find(26, 26, _SIGN)
    if spot is None:
        return NOTHING
    box = spot.box
    return Drawing(svg.moved(box.x + 13, box.y + 13, svg.title(says), anchor(palette)), (box,))


def bonus(
    room: Room, values: Sequence[int], colours: Sequence[str], current: int | None, palette: Palette, says: str
) -> Drawing:
    """What a port adds at each level, with its anchor."""
    row = levels(room, values, colours, current, palette, size=11.5)
    if not row.boxes:
        return NOTHING
    picture = harbour(room, palette, says)
    return Drawing(svg.group(svg.title(says), row.markup) + picture.markup, row.boxes + picture.boxes)


def loose_slots(room: Room, count: int) -> Slots | None:
    """Circles for tokens in one row or two, anywhere on the hex."""
    for radius in (15.0, 13.0, 11.0, 9.0) if count else ():
        for rows in (1, 2, 3):
            columns = -(-count // rows)
            spot = room.look(columns * 2 * radius + 6, rows * 2 * radius + 6, _ROW + _VALUE)
            if spot is None or spot.ink:
                continue
            room.taken.append(spot.box)
            left, top = spot.box.x + 3 + radius, spot.box.y + 3 + radius
            points = [Point(left + at % columns * 2 * radius, top + at // columns * 2 * radius) for at in range(count)]
            return Slots(tuple(points), radius)
    return None


def height(room: Room, terrain: str, palette: Palette, says: str) -> Drawing:
    """A hill or a mountain that counts where nothing is built."""
    spot = room.find(24, 16, _SIGN + _COST)
    if spot is None:
        return NOTHING
    box = spot.box
    return Drawing(svg.moved(box.x + 12, box.y + 8, svg.title(says), peaks(terrain, palette)), (box,))


def counter(
    room: Room, owner: str, kind: str, corporations: Mapping[str, Corporation], palette: Palette, says: str
) -> Drawing:
    """Something a corporation has laid on a hex: a coach is a rounded square, an anchor or another counter round."""
    side = 30.0
    spot = room.find(side, side, _VALUE)
    while spot is None and side > 14:
        side -= 4
        spot = room.find(side, side, _VALUE)
    if spot is None:
        return NOTHING
    box = spot.box
    x, y = box.x + side / 2, box.y + side / 2
    if kind == "coach":
        return Drawing(svg.group(svg.title(says), coach(x, y, side, owner, corporations, palette)), (box,))
    return Drawing(svg.group(svg.title(says), token(x, y, side / 2 - 1, owner, corporations, palette)), (box,))
