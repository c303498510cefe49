"""Pages to print, cut and play with: true size, with cutting marks.

A page is a picture of its own in millimetres, so it goes into a PDF as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.geometry import INRADIUS
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.pieces import Piece, at, fitted_into, line
from ferrovia.engine.board.hexes import Orientation

MARGIN: Final = 10.0
_FOOT: Final = 6.0  # kept at the lower edge for the name of the page

HEX: Final = 37.0  # from side to side of a hex; a millimetre more and the maps would take whole pages more
PER_UNIT: Final = HEX / (2 * INRADIUS)  # millimetres to a unit of the drawing of hexes
_GAP: Final = 1.9  # between hexes that are cut out; more would cost a row
BLEED: Final = _GAP / 2 / PER_UNIT  # how far their colour goes on beyond the cut, in units of the drawing of hexes
_MARK: Final = 4.0
_TITLE: Final = 6.0  # of a page, as large as those of pieces that bring their own

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


def single(
    heading: str, piece: Piece, paper: Paper = A4, landscape: bool | None = None, *, titled: Palette | None = None
) -> Page:
    """A piece at the top of a page of its own, made smaller where it must be; it may choose how the page lies.

    A piece that does not say itself what it is stands under the heading, in the colours of `titled`.
    """
    if landscape is None:
        landscape = piece.width > piece.height
    across, down = paper.room(landscape)
    head = _TITLE * 1.45 if titled else 0.0
    shown = fitted_into(piece, across, down - head)
    left = MARGIN + (across - shown.width) / 2
    words = line(left, MARGIN + _TITLE * 0.8, heading, _TITLE, titled.ink, bold=True) if titled else ""
    return Page(heading, words + at(left, MARGIN + head, shown), paper, landscape)


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
        marks = cut_marks(
            [left + wide * n for n in range(used + 1)], [top + high * n for n in range(filled + 1)], palette
        )
        pages.append(Page(heading, "".join(parts) + marks, paper, landscape))
    return pages


def _fit(space: tuple[float, float], wide: float, high: float) -> int:
    return int(space[0] // wide) * int(space[1] // high)


def cut_marks(columns: Sequence[float], rows: Sequence[float], palette: Palette, off: float = 0.5) -> str:
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
            svg.moved(MARGIN + x, MARGIN + y, svg.group(drawn, transform=f"scale({PER_UNIT:.6g})"), ticks)
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
    pitch, step = 1.5 * corner + _GAP * sqrt(3) / 2, HEX + _GAP  # the same gap on all sides
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
    one = f"M{svg.number(corner + 0.1)} 0h{svg.number(_GAP / sqrt(3))}"
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
