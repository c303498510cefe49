"""The labels of a hex: its name, letter, cost, id and signs, each drawn where there is room for it.

Words are set from their middle: the group they stand in says `text-anchor="middle"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import Point
from ferrovia.drawing.lettering import CAPITAL, LEADING, fitted, width
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.places import NOTHING, Drawing, Room, Spot, Spots
from ferrovia.drawing.points import NO_POINTS
from ferrovia.drawing.signs import anchor, peaks
from ferrovia.drawing.spots import (
    ANYWHERE,
    COST,
    EVERYWHERE,
    HEIGHT,
    ID_OR_ASIDE,
    LETTER_OR_ASIDE,
    NAME,
    NAME_HIGH,
    NUMBER,
    ROW_OR_ASIDE,
    SIGN,
    VALUE,
)
from ferrovia.drawing.tokens import Slots, coach, token
from ferrovia.engine.flow.definitions import Corporation

SMALLEST = 10.0  # of a name that makes way for track: two millimetres at true size
_TIGHT = LEADING * 0.88  # lines of a name stand closer than those of a text


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
    first = box.y + (box.height - (len(lines) - 1) * size * _TIGHT) / 2 + CAPITAL * size / 2
    style: dict[str, str | float | None] = {
        "font_size": size,
        "font_weight": "bold" if bold else None,
        "font_style": "italic" if italic else None,
    }
    if spot.ink:
        style |= {"stroke": palette.halo, "stroke_width": 5, "stroke_linejoin": "round", "paint_order": "stroke"}
    return "".join(
        svg.text(middle, round(first + number * size * _TIGHT, 1), line, fill=ink, **style)
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
    """The name of a place, on one to three lines, as large as its hex allows; `high` up to leave room below it.

    Off the track it may stand anywhere and be smaller; only where no room is left there does it lie on track.
    """
    liked = NAME_HIGH if high else NAME
    bare = replace(room, sides=NO_POINTS)  # a river under a name is better than a name too small to read
    found = (
        _clear(room, _settings(words, bold, (size, size * 0.82)), liked, bold)
        or _clear(room, _settings(words, bold, (size * 0.7,)), ANYWHERE, bold)
        or _clear(bare, _settings(words, bold, (size * 0.82,)), liked, bold)
        or _clear(bare, _settings(words, bold, (size * 0.7,)), ANYWHERE, bold)
        or _clear(bare, _settings(words, bold, (size * 0.6, SMALLEST)), EVERYWHERE, bold)
        or _least_inked(bare, _settings(words, bold, (size, size * 0.82, size * 0.7)), liked, bold)
        or _least_inked(bare, [([words], fitted(words, 120, size * 0.7, 8, bold))], liked, bold)
    )
    if found is None:
        return NOTHING
    spot, lines, height = found
    room.taken.append(spot.box)
    return Drawing(written(spot, lines, round(height, 1), palette, ink, bold=bold, italic=italic), (spot.box,))


_Setting = tuple[list[str], float]  # lines and their size


def _clear(room: Room, settings: Iterable[_Setting], spots: Spots, bold: bool) -> tuple[Spot, list[str], float] | None:
    """The first setting of a name that finds a place off the track."""
    for lines, height in settings:
        if spot := room.clear(*_measures(lines, height, bold), spots):
            return spot, lines, height
    return None


def _least_inked(
    room: Room, settings: Iterable[_Setting], spots: Spots, bold: bool
) -> tuple[Spot, list[str], float] | None:
    """The setting of a name that covers the least track."""
    looked = [(room.look(*_measures(lines, height, bold), spots), lines, height) for lines, height in settings]
    found = [(spot, lines, height) for spot, lines, height in looked if spot is not None]
    return min(found, key=lambda each: each[0].ink, default=None)


def _measures(lines: Sequence[str], height: float, bold: bool) -> tuple[float, float]:
    across = max(width(line, height, bold) for line in lines) + 4
    return across, height * (CAPITAL + 0.28) + (len(lines) - 1) * height * _TIGHT


def _settings(words: str, bold: bool, sizes: Iterable[float]) -> Iterator[_Setting]:
    """The lines and sizes in which a name may be set, best first."""
    ways = [[words], _halved(words, bold), words.split()]
    for size in sizes:
        yield from ((lines, size) for at, lines in enumerate(ways) if len(lines) == at + 1)


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
        spot = room.find(width(words, size, True) + 4, size * 0.8, LETTER_OR_ASIDE)
        if spot is not None:
            return Drawing(written(spot, [words], size, palette, ink), (spot.box,))
    return NOTHING


def cost(room: Room, amount: int, terrain: str, palette: Palette, *, needed: bool) -> Drawing:
    """What it costs to build here, with the sign of its terrain."""
    size = 15.0
    sign = peaks(terrain, palette)
    across = width(str(amount), size, True) + (24 if sign else 0) + 6
    spot = room.find(across, 19, COST, over_track=needed)
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


def hex_id(room: Room, words: str, palette: Palette, ink: str, size: float = 16.0) -> Drawing:
    """The id of a hex or the number of a tile, in a corner, smaller where there is little room."""
    for high in (size, size * 0.9, size * 0.8, size * 0.65, size * 0.5):
        spot = room.find(width(words, high) + 3, high * 0.8, ID_OR_ASIDE)
        if spot is not None:
            return Drawing(written(spot, [words], round(high, 1), palette, ink, bold=False), (spot.box,))
    return NOTHING


def tile_number(room: Room, words: str, palette: Palette, ink: str) -> Drawing:
    """The number of the tile that lies on a hex, where there is room; the sign tells it from the id of the hex."""
    for size in (13.0, 11.0):
        if spot := room.clear(width(f"#{words}", size) + 3, size * 0.8, NUMBER):
            room.taken.append(spot.box)
            return Drawing(written(spot, [f"#{words}"], size, palette, ink, bold=False, italic=True), (spot.box,))
    return NOTHING


def sign(room: Room, words: str, palette: Palette, ground: str, ink: str, says: str, *, square: bool) -> Drawing:
    """A letter with a meaning of its own, in a small frame."""
    size, side = 15.0, 21.0
    spot = room.find(side, side, SIGN)
    if spot is None:
        return NOTHING
    box = spot.box
    frame = svg.el("rect", x=box.x, y=box.y, width=side, height=side, rx=4 if square else side / 2, fill=ground)
    return Drawing(svg.group(svg.title(says), frame, written(Spot(box, 0), [words], size, palette, ink)), (box,))


def harbour(room: Room, palette: Palette, says: str) -> Drawing:
    """The anchor of a port."""
    spot = room.find(26, 26, SIGN)
    if spot is None:
        return NOTHING
    box = spot.box
    return Drawing(svg.moved(box.x + 13, box.y + 13, svg.title(says), anchor(palette)), (box,))


def loose_slots(room: Room, count: int) -> Slots | None:
    """Circles for tokens in one row or two, anywhere on the hex."""
    for radius in (15.0, 13.0, 11.0, 9.0) if count else ():
        for rows in (1, 2, 3):
            columns = -(-count // rows)
            spot = room.clear(columns * 2 * radius + 6, rows * 2 * radius + 6, ROW_OR_ASIDE)
            if spot is None:
                continue
            room.taken.append(spot.box)
            left, top = spot.box.x + 3 + radius, spot.box.y + 3 + radius
            points = [Point(left + at % columns * 2 * radius, top + at // columns * 2 * radius) for at in range(count)]
            return Slots(tuple(points), radius)
    return None


def height(room: Room, terrain: str, palette: Palette, says: str) -> Drawing:
    """A hill or a mountain that counts where nothing is built."""
    spot = room.find(24, 16, HEIGHT)
    if spot is None:
        return NOTHING
    box = spot.box
    return Drawing(svg.moved(box.x + 12, box.y + 8, svg.title(says), peaks(terrain, palette)), (box,))


def counter(
    room: Room, owner: str, kind: str, corporations: Mapping[str, Corporation], palette: Palette, says: str
) -> Drawing:
    """Something a corporation has laid on a hex: a coach is a rounded square, an anchor or another counter round."""
    side = 30.0
    spot = room.find(side, side, VALUE)
    while spot is None and side > 14:
        side -= 4
        spot = room.find(side, side, VALUE)
    if spot is None:
        return NOTHING
    box = spot.box
    x, y = box.x + side / 2, box.y + side / 2
    if kind == "coach":
        return Drawing(svg.group(svg.title(says), coach(x, y, side, owner, corporations, palette)), (box,))
    return Drawing(svg.group(svg.title(says), token(x, y, side / 2 - 1, owner, corporations, palette)), (box,))
