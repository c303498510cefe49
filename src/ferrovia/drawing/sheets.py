"""Pages to print, cut and play with: true size, with cutting marks.

A page is a picture of its own in millimetres, so it goes into a PDF as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, prod, sqrt
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import INRADIUS
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.pieces import Piece, at, fitted_into, line
from ferrovia.engine.board.hexes import Orientation

MARGIN: Final = 10.0
_FOOT: Final = 6.0  # kept at the lower edge for the name of the page

HEX: Final = 37.0  # from side to side of a hex; a millimetre more and the maps would take whole pages more
PER_UNIT: Final = HEX / (2 * INRADIUS)  # millimetres to a unit of the drawing of hexes
_GAP: Final = 1.6  # between hexes that are cut out
_OVERLAP: Final = 8.0  # of neighbouring sheets of the board
_MARK: Final = 4.0

View = tuple[float, float, float, float]  # left, top, width, height

_ROOT = re.compile(r"<svg [^>]*>")
_VIEW = re.compile(r'viewBox="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Paper:
    """What is printed on, in millimetres."""

    name: str
    short: float
    long: float

    def size(self, landscape: bool = False) -> tuple[float, float]:
        return (self.long, self.short) if landscape else (self.short, self.long)

    def room(self, landscape: bool = False) -> tuple[float, float]:
        """The page less its margins and its foot."""
        across, down = self.size(landscape)
        return across - 2 * MARGIN, down - 2 * MARGIN - _FOOT


A4: Final = Paper("A4", 210.0, 297.0)
LETTER: Final = Paper("Letter", 215.9, 279.4)
PAPERS: Final = {"a4": A4, "letter": LETTER}


@dataclass(frozen=True, slots=True)
class Page:
    """A page before it has its number: what is on it, and what it is called."""

    heading: str
    markup: str
    paper: Paper = A4
    landscape: bool = False


def numbered(page: Page, number: int, of: int, name: str, palette: Palette) -> str:
    """A page as a picture, with its foot."""
    across, down = page.paper.size(page.landscape)
    foot = line(MARGIN, down - MARGIN, f"{name} · {page.heading}", 2.8, palette.soft)
    count = line(across - MARGIN, down - MARGIN, f"{number} / {of}", 2.8, palette.soft, anchor="end")
    return svg.document(
        across,
        down,
        page.markup,
        foot,
        count,
        view=(0, 0, across, down),
        background=palette.paper,
        label=f"{name}: {page.heading}, {number}",
        unit="mm",
    )


def single(heading: str, piece: Piece, paper: Paper = A4, landscape: bool | None = None) -> Page:
    """A piece on a page of its own, in the middle, made smaller where it must be; it may choose how the page lies."""
    if landscape is None:
        landscape = piece.width > piece.height
    across, down = paper.room(landscape)
    shown = fitted_into(piece, across, down)
    left, top = MARGIN + (across - shown.width) / 2, MARGIN + (down - shown.height) / 2
    return Page(heading, at(left, top, shown), paper, landscape)


def cut_sheets(heading: str, pieces: Sequence[Piece], palette: Palette, paper: Paper = A4) -> list[Page]:
    """Pieces of one size, edge to edge so that one cut serves two, with marks at the ends of the cuts."""
    if not pieces:
        return []
    wide, high = pieces[0].width, pieces[0].height
    landscape = _fit(paper.room(True), wide, high) > _fit(paper.room(False), wide, high)
    across, down = paper.room(landscape)
    columns, rows = int(across // wide), int(down // high)
    left, top = MARGIN + (across - columns * wide) / 2, MARGIN + (down - rows * high) / 2
    pages = []
    for start in range(0, len(pieces), columns * rows):
        shown = pieces[start : start + columns * rows]
        filled = ceil(len(shown) / columns)
        used = columns if filled > 1 else len(shown)
        parts = [
            at(left + place % columns * wide, top + place // columns * high, piece) for place, piece in enumerate(shown)
        ]
        marks = _marks([left + wide * n for n in range(used + 1)], [top + high * n for n in range(filled + 1)], palette)
        pages.append(Page(heading, "".join(parts) + marks, paper, landscape))
    return pages


def _fit(space: tuple[float, float], wide: float, high: float) -> int:
    return int(space[0] // wide) * int(space[1] // high)


def _marks(columns: Sequence[float], rows: Sequence[float], palette: Palette, off: float = 0.5) -> str:
    """Short lines outside the block at every cut."""
    left, right, top, bottom = columns[0] - off, columns[-1] + off, rows[0] - off, rows[-1] + off
    n = svg.number
    ways = [f"M{n(x)} {n(top)}v{-_MARK}M{n(x)} {n(bottom)}v{_MARK}" for x in columns]
    ways += [f"M{n(left)} {n(y)}h{-_MARK}M{n(right)} {n(y)}h{_MARK}" for y in rows]
    return svg.el("path", d="".join(ways), stroke=palette.ink, stroke_width=0.15, fill="none", class_="cut")


def hex_sheets(
    heading: str, hexes: Sequence[str], orientation: Orientation, palette: Palette, paper: Paper = A4
) -> list[Page]:
    """Hexes drawn around their centres, in rows that nest; each is cut along its own edge."""
    across, down = paper.room()
    places = list(_honeycomb(orientation, across, down))
    ticks = _corner_ticks(orientation, palette)
    pages = []
    for start in range(0, len(hexes), len(places)):
        parts = [
            svg.moved(MARGIN + x, MARGIN + y, ticks, svg.group(drawn, transform=f"scale({PER_UNIT:.6g})"))
            for (x, y), drawn in zip(places, hexes[start : start + len(places)], strict=False)
        ]
        pages.append(Page(heading, "".join(parts), paper))
    return pages


def _honeycomb(orientation: Orientation, across: float, down: float) -> Iterator[tuple[float, float]]:
    """Centres of hexes that fit, line by line."""
    if orientation == "pointy":
        yield from ((x, y) for y, x in _lines(down, across))
    else:
        yield from _lines(across, down)


def _lines(along: float, across: float) -> Iterator[tuple[float, float]]:
    """Centres where hexes stand in columns side to side, every other column half a hex lower."""
    corner = HEX / sqrt(3)
    pitch, step = 1.5 * corner + _GAP, HEX + _GAP
    columns = int((along - 2 * corner) // pitch) + 1
    spare = (along - 2 * corner - (columns - 1) * pitch) / 2
    for column in range(columns):
        start = HEX / 2 + (step / 2 if column % 2 else 0)
        for row in range(int((across - start - HEX / 2) // step) + 1):
            yield corner + spare + column * pitch, start + row * step


def _corner_ticks(orientation: Orientation, palette: Palette) -> str:
    """Marks that lead outwards from the corners."""
    corner = HEX / sqrt(3)
    turn = 0 if orientation == "flat" else 30
    one = f"M{svg.number(corner + 0.2)} 0h0.9"
    return "".join(
        svg.el(
            "path", d=one, transform=f"rotate({turn + 60 * side})", stroke=palette.ink, stroke_width=0.15, class_="cut"
        )
        for side in range(6)
    )


def disc_sheets(heading: str, discs: Sequence[Piece], paper: Paper = A4) -> list[Page]:
    """Small round pieces, apart from each other: each is cut or punched alone."""
    across, down = paper.room()
    step = max(max(disc.width, disc.height) for disc in discs) + 1.6
    columns, rows = int(across // step), int(down // step)
    left = MARGIN + (across - columns * step) / 2
    return [
        Page(
            heading,
            "".join(
                at(left + place % columns * step, MARGIN + place // columns * step, disc)
                for place, disc in enumerate(discs[start : start + columns * rows])
            ),
            paper,
        )
        for start in range(0, len(discs), columns * rows)
    ]


def view_of(picture: str) -> View:
    """What of the plane a picture shows."""
    found = _VIEW.search(picture)
    if found is None:
        raise ValueError("The picture has no view.")
    left, top, across, down = (float(each) for each in found[1].split())
    return left, top, across, down


def nested(picture: str, x: float, y: float, width: float, height: float, view: View) -> str:
    """A part of a picture inside another."""
    root = svg.el(
        "svg", "|", x=x, y=y, width=width, height=height, viewBox=" ".join(map(svg.number, view)), overflow="hidden"
    ).partition("|")[0]
    return _ROOT.sub(root, picture, count=1)


def as_piece(picture: str, per_unit: float = PER_UNIT) -> Piece:
    """A whole picture as a piece, at a scale."""
    view = view_of(picture)
    across, down = view[2] * per_unit, view[3] * per_unit
    return Piece(nested(picture, 0, 0, across, down, view), across, down)


@dataclass(frozen=True, slots=True)
class Part:
    """What one sheet shows of a board: where it lies among the sheets, and what it keeps after the cut."""

    row: int
    column: int
    view: View
    kept: Box


@dataclass(frozen=True, slots=True)
class Parts:
    """A board cut into sheets, those left out on which there would be nothing."""

    parts: tuple[Part, ...]
    wide: float
    high: float
    paper: Paper
    landscape: bool


def board_parts(picture: str, shown: Sequence[Box], paper: Paper = A4, per_unit: float = PER_UNIT) -> Parts:
    """How a picture is cut into sheets that overlap by a strip; `shown` is where something lies on it."""
    left, top, across, down = view_of(picture)
    size = across * per_unit, down * per_unit
    landscape = prod(_counts(size, paper.room(True))) < prod(_counts(size, paper.room(False)))
    wide, high = paper.room(landscape)
    columns, rows = _counts(size, (wide, high))
    # The sheets share what is over, so that all are equally full.
    wide = min(wide, (across * per_unit + (columns - 1) * _OVERLAP) / columns)
    high = min(high, (down * per_unit + (rows - 1) * _OVERLAP) / rows)
    half = _OVERLAP / 2 / per_unit
    parts = []
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * (wide - _OVERLAP) / per_unit, top + row * (high - _OVERLAP) / per_unit
            before, above = (half if column else 0), (half if row else 0)
            after, below = (half if column + 1 < columns else 0), (half if row + 1 < rows else 0)
            kept = Box(x + before, y + above, wide / per_unit - before - after, high / per_unit - above - below)
            if any(kept.meets(box) for box in shown):
                parts.append(Part(row, column, (x, y, wide / per_unit, high / per_unit), kept))
    return Parts(tuple(parts), wide, high, paper, landscape)


def board_sheets(
    heading: Callable[..., str], picture: str, cut: Parts, palette: Palette, per_unit: float = PER_UNIT
) -> list[Page]:
    """A board at true size over several pages; the heading is told row and column."""
    pages = []
    for part in cut.parts:
        x, y, _, _ = part.view
        left, top = MARGIN + (part.kept.x - x) * per_unit, MARGIN + (part.kept.y - y) * per_unit
        marks = _marks([left, left + part.kept.width * per_unit], [top, top + part.kept.height * per_unit], palette, 0)
        shown = nested(picture, MARGIN, MARGIN, cut.wide, cut.high, part.view)
        name = heading(row=part.row + 1, column=part.column + 1)
        pages.append(Page(name, shown + marks, cut.paper, cut.landscape))
    return pages


def overview(heading: str, picture: str, cut: Parts, palette: Palette) -> Page:
    """The whole board on a page, with the sheets that it is cut into."""
    frames = "".join(
        svg.el(
            "rect", x=part.kept.x, y=part.kept.y, width=part.kept.width, height=part.kept.height,
            fill="none", stroke=palette.accent, stroke_width=4, stroke_dasharray="24 12",
        )
        + svg.text(
            part.kept.x + 18, part.kept.y + 50, f"{part.row + 1}-{part.column + 1}",
            font_size=44, font_weight="bold", fill=palette.accent,
        )
        for part in cut.parts
    )  # fmt: skip
    return single(heading, as_piece(picture.removesuffix("</svg>") + frames + "</svg>"), cut.paper)


def _counts(size: tuple[float, float], room: tuple[float, float]) -> tuple[int, int]:
    """Columns and rows of pages that cover an area."""
    columns, rows = (ceil((whole - _OVERLAP) / (part - _OVERLAP)) for whole, part in zip(size, room, strict=True))
    return max(1, columns), max(1, rows)
