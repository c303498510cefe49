"""The print-and-play booklet of a title: everything in the box, page by page, with its right count."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from ferrovia.drawing import cards, map_sheets, sheets, svg, tile_chart
from ferrovia.drawing.board import board
from ferrovia.drawing.charters import charter, chartered
from ferrovia.drawing.counters import counters, town_markers
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.market import market
from ferrovia.drawing.palette import PRINT, Palette
from ferrovia.drawing.papers import certificates, train_cards
from ferrovia.drawing.pieces import Piece, at, fitted_into, headed, line, paragraph, stacked
from ferrovia.drawing.sheets import A4, MARGIN, Page, Paper
from ferrovia.drawing.tables import Column, Row, table
from ferrovia.drawing.tile import tile
from ferrovia.drawing.trains import phases, roster

_COLOURS: Final = ("yellow", "green", "brown", "grey")
_BAR: Final = 100.0  # millimetres, to measure after printing


def booklet(edition: Edition, palette: Palette = PRINT, paper: Paper = A4) -> list[str]:
    """The pages as pictures."""
    inside = list(_inside(edition, palette, paper))
    pages = [_cover(edition, palette, paper, inside), *inside]
    return [sheets.numbered(page, number, len(pages), edition.name, palette) for number, page in enumerate(pages, 1)]


def _inside(edition: Edition, palette: Palette, paper: Paper) -> list[Page]:
    picture = board(edition, palette=palette)
    cut = map_sheets.map_sheets(edition, palette, paper)
    word = edition.word
    charters = [charter(edition, name, palette) for name in chartered(edition)]
    return [
        map_sheets.overview(word("overview"), picture, cut, palette),
        *map_sheets.pages(cut, lambda name: word("board_part", name=name), palette),
        sheets.single(word("market"), market(edition, palette), paper),
        sheets.single(word("reference"), reference(edition, palette), paper, landscape=False),
        sheets.single(word("tile_counts"), tile_chart.chart(edition, palette=palette), paper, titled=palette),
        sheets.single(word("upgrades"), tile_chart.tree(edition, palette=palette), paper, titled=palette),
        *sheets.cut_sheets(word("charters"), charters, palette, paper),
        *sheets.cut_sheets(word("certificate_sheet"), certificates(edition, palette), palette, paper),
        *sheets.cut_sheets(word("train_sheet"), train_cards(edition, palette), palette, paper),
        *_card_sheets(edition, palette, paper),
        *sheets.disc_sheets(word("token_sheet"), counters(edition, palette), paper),
        *sheets.cut_sheets(word("town_markers"), town_markers(edition, palette), palette, paper),
        *sheets.hex_sheets(word("tile_sheet"), _tiles(edition, palette), edition.box.board.orientation, palette, paper),
    ]


def _tiles(edition: Edition, palette: Palette) -> list[str]:
    """Every tile as often as the manifest has it, by colour."""
    tiles = sorted(edition.box.board.tiles.values(), key=lambda each: _COLOURS.index(each.face.colour))
    orientation = edition.box.board.orientation
    drawn = ((tile(each, orientation=orientation, palette=palette, bleed=sheets.BLEED), each.count) for each in tiles)
    return [each for each, count in drawn for _ in range(count)]


def _card_sheets(edition: Edition, palette: Palette, paper: Paper) -> list[Page]:
    """Each kind of card on sheets of its own: their backs may be marked."""
    pages: list[Page] = []
    for kind, found in cards.sections(edition).items():
        drawn = [
            cards.drawn(card, edition, palette, prefix=f"copy-{copy}-" if copy else "")
            for card in found
            for copy in range(card.copies)
        ]
        pages += sheets.cut_sheets(edition.word(kind), drawn, palette, paper)
    return pages


def reference(edition: Edition, palette: Palette) -> Piece:
    """Phases, trains and set-up on one page."""
    return stacked(
        [
            headed(edition.word("phases"), phases(edition, palette), palette, 5),
            headed(edition.word("roster"), roster(edition, palette), palette, 5),
            headed(edition.word("setup"), _setup(edition, palette), palette, 5),
        ],
        6,
    )


def _setup(edition: Edition, palette: Palette) -> Piece:
    """Money and certificate limits by the number of players."""
    rows: list[dict[str, int]] = edition.sheet("game")["setup"]
    shown = [key for key in ("players", "corporations", "starting_cash", "certificate_limit") if key in rows[0]]
    columns = [Column(edition.word(key), "middle", bold=key == "players") for key in shown]
    cells = [[edition.money(row[key]) if key == "starting_cash" else _limit(row, key) for key in shown] for row in rows]
    return table(columns, [Row(each) for each in cells], palette)


def _limit(row: dict[str, int], key: str) -> str:
    """A number, with the one that takes its place later behind a stroke."""
    later = next((value for name, value in row.items() if name.startswith(f"{key}_")), None)
    return str(row[key]) if later is None else f"{row[key]} / {later}"


def _cover(edition: Edition, palette: Palette, paper: Paper, inside: Sequence[Page]) -> Page:
    """Name, map, how to print, and what is on which page."""
    across, down = paper.room()
    parts = [
        line(0, 20, edition.name, 26, palette.ink, bold=True),
        line(0, 30, edition.subtitle, 7, palette.soft, room=across),
        svg.el("path", d=f"M0 36H{svg.number(across)}", stroke=palette.accent, stroke_width=1.2),
    ]
    shown = fitted_into(sheets.as_piece(board(edition, palette=palette, prefix="cover-")), across, 118)
    parts.append(at((across - shown.width) / 2, 41, shown))
    y = 41 + shown.height + 6
    half = (across - 8) / 2
    notes = [
        edition.word("cutting", paper=paper.name),
        edition.word("thick"),
        edition.word("also_needed", bank=edition.sheet("game")["bank"]),
        edition.own("also_needed"),
    ]
    if edition.sheet("market").get("default_source") == "reconstructed":
        notes.append(edition.word("reconstructed"))
    notes.append(edition.word("own_words"))
    left = stacked([paragraph(words, half, 3.3, palette.ink) for words in notes if words], 2.2)
    right = headed(edition.word("contents"), _contents(edition, inside, half, palette), palette, 4.6)
    parts += [at(0, y, left), at(half + 8, y, right), _bar(down, palette)]
    return Page(edition.word("booklet"), svg.moved(MARGIN, MARGIN, *parts), paper)


def _contents(edition: Edition, inside: Sequence[Page], across: float, palette: Palette) -> Piece:
    rows = []
    number = 2
    for heading, group in groupby(inside, key=lambda page: page.heading.partition(",")[0]):
        last = number + len(list(group)) - 1
        words = (
            edition.word("page", number=number) if last == number else edition.word("pages", first=number, last=last)
        )
        row = line(0, 3, heading, 3.4, palette.ink) + line(across, 3, words, 3.2, palette.soft, anchor="end")
        rows.append(Piece(row, across, 4.6))
        number = last + 1
    return stacked(rows)


def _bar(down: float, palette: Palette) -> str:
    """A bar to measure, at the foot of the cover."""
    ticks = "".join(f"M{10 * n} -1.5v3" for n in range(11))
    way = svg.el("path", d=f"M0 0H{svg.number(_BAR)}{ticks}", stroke=palette.ink, stroke_width=0.3)
    return svg.moved(0, down - 4, way, line(_BAR + 3, 1, "100 mm", 3, palette.ink))
