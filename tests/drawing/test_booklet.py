"""The booklet: everything in the box with its right count, at true size, on pages that can be printed."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

import pytest

from ferrovia.drawing import sheets
from ferrovia.drawing.booklet import booklet
from ferrovia.drawing.cards import HIGH, WIDE, sections
from ferrovia.drawing.counters import counters, pieces_of, town_markers
from ferrovia.drawing.cutting import cut
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import INRADIUS, RADIUS, corners
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.map_sheets import map_sheets
from ferrovia.drawing.palette import PRINT
from ferrovia.drawing.pieces import Piece
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.printed import printed_of, set_apart
from ferrovia.drawing.scenery import Scenery
from ferrovia.drawing.sheets import PAPERS, Paper
from ferrovia.drawing.terrain import is_sea
from ferrovia.drawing.tile import tile
from ferrovia.engine.board.hexes import Orientation
from ferrovia.saying.catalogue import LANGUAGES
from tests.drawing.editions import TITLES, edition, elements, ids, words
from tests.drawing.overlaps import collisions
from tests.drawing.written import labels

A4 = {("210mm", "297mm"), ("297mm", "210mm")}


@pytest.fixture(scope="module", params=TITLES)
def known(request: pytest.FixtureRequest) -> Edition:
    return edition(request.param)


@pytest.fixture(scope="module")
def pages(known: Edition) -> list[str]:
    return booklet(known)


def test_every_page_is_a4_and_has_its_number_and_no_id_twice(pages: list[str]) -> None:
    for number, page in enumerate(pages, 1):
        root = elements(page)[0]
        assert (root.attrib["width"], root.attrib["height"]) in A4
        assert f"{number} / {len(pages)}" in words(root)
        found = ids(page)
        assert len(found) == len(set(found))


def test_pages_to_read_begin_at_their_top_with_what_they_are(known: Edition, pages: list[str]) -> None:
    firsts = {"market": "market", "reference": "phases", "tile_counts": "tile_counts", "upgrades": "upgrades"}
    for key, first in firsts.items():
        (page,) = (page for page in pages if f">{known.name} · {known.word(key)}</text>" in page)
        highest = min(labels(page), key=lambda label: label.box.y)
        assert highest.words == known.word(first)
        assert highest.box.y < sheets.MARGIN + 2


def test_nothing_but_the_board_comes_near_the_edge_of_the_paper(pages: list[str]) -> None:
    for page in pages:
        if "<svg x=" in page:  # a part of the board, which is clipped
            continue
        _, _, across, down = sheets.view_of(page)
        room = Box(5, 5, across - 10, down - 10)
        assert [label.words for label in labels(page) if not room.holds(label.box)] == []


def test_everything_in_the_box_is_there_as_often_as_it_should(known: Edition, pages: list[str]) -> None:
    together = Counter(re.sub(r"-\d+$", "", key) for page in pages for key in ids(page))
    for company in known.companies:
        assert together[f"certificate-{company}"] == len(known.certificates(company))
        assert together[f"charter-{company}"] == (known.companies[company].get("kind") != "regional")
    singles = Counter(re.sub(r"^copy-\d+-", "", key) for page in pages for key in ids(page))
    for found in sections(known).values():
        for card in found:
            assert singles[f"card-{card.id}"] == card.copies


def test_tiles_are_as_many_as_the_manifest_says(known: Edition, pages: list[str]) -> None:
    tiles = known.box.board.tiles.values()
    cut_out = sum(page.count('class="cut"') for page in pages if page.count("rotate(60)") > 1)
    assert cut_out == 6 * sum(tile.count for tile in tiles)


def test_tokens_are_as_many_as_the_charters_say(known: Edition) -> None:
    found = counters(known, PRINT)
    assert len(found) >= sum(pieces_of(table) for table in known.companies.values())
    assert all(piece.width == piece.height == found[0].width for piece in found)


def test_every_company_that_collects_town_markers_has_a_row_of_chips(pages: list[str], known: Edition) -> None:
    found = town_markers(known, PRINT)
    assert bool(found) == ("town_markers" in known.sheet("tiles"))
    told = Counter(re.findall(r">Town marker of ([^<]*)<", "".join(pages)))
    assert told.total() == len(found)
    for company in known.companies if found else ():
        ones, fives = told[f"{company}: 1"], told[f"{company}: 5"]
        assert ones >= 4
        assert ones + 5 * fives >= 31  # as many as a company was ever seen to have


def test_a_hex_of_a_tile_and_of_the_board_measure_the_same(known: Edition, pages: list[str]) -> None:
    assert pytest.approx(sheets.PER_UNIT * 2 * INRADIUS) == sheets.HEX
    part = next(
        page for page in pages if "<svg x=" in page and known.word("overview") not in page and "100 mm" not in page
    )
    nested = re.search(r'<svg x="[^"]*" y="[^"]*" width="([^"]*)" height="[^"]*" viewBox="([^"]*)"', part)
    assert nested
    assert float(nested[1]) / float(nested[2].split()[2]) == pytest.approx(sheets.PER_UNIT, rel=1e-3)
    scale = re.search(r"scale\(([0-9.]+)\)", pages[-1])
    assert scale
    assert float(scale[1]) == pytest.approx(sheets.PER_UNIT, rel=1e-4)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_sheets_of_a_board_cover_all_of_its_hexes_and_none_is_pure_sea(known: Edition, paper: Paper) -> None:
    found = map_sheets(known, PRINT, paper)
    land = _land(known)
    kept = [sheet.part.kept for sheet in found.sheets]
    for box in land:
        across = [box.x + box.width * n / 8 for n in range(9)]
        down = [box.y + box.height * n / 8 for n in range(9)]
        assert all(any(each.grown(0.1).holds(Box(x, y, 0, 0)) for each in kept) for x in across for y in down)
    for sheet in found.sheets:
        assert any(sheet.part.kept.grown(-30).meets(box) for box in land) or sheet.whole, sheet.name
        wide, high = paper.room(sheet.part.landscape)
        assert sheet.part.view.width * sheets.PER_UNIT <= wide + 0.01
        assert sheet.part.view.height * sheets.PER_UNIT <= high + 0.01


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_no_title_legend_sea_or_second_map_is_cut_by_the_edge_of_a_sheet(known: Edition, paper: Paper) -> None:
    found = map_sheets(known, PRINT, paper)
    land, kept = _land(known), [sheet.part.kept for sheet in found.sheets]
    assert set(found.beside) == {"title", "legend", *(sea.name for sea in printed_of(known).scenery.seas)}
    for name, box in found.beside.items():
        assert sum(each.holds(box) for each in kept) == 1, name
        assert not any(box.meets(each) for each in land), name
    assert collisions(list(found.beside.values())) == []
    frames = plan_of(set_apart(printed_of(known), Scenery())).frames
    for frame in frames.values():
        assert sum(each.holds(frame) for each in kept) == 1
        assert sum(each.meets(frame) for each in kept) == 1


def _land(known: Edition) -> list[Box]:
    """The hexes of the first map that are not open water."""
    printed = printed_of(known)
    places = plan_of(printed).of_map(printed.board, "")
    return [
        Box(x - RADIUS, y - INRADIUS, 2 * RADIUS, 2 * INRADIUS)
        for name, (x, y) in places.items()
        if not is_sea(printed.board.hexes[name]) or printed.board.hexes[name].terrain == "lake"
    ]


def test_islands_far_apart_have_no_sheet_between_them() -> None:
    far = 10 * sheets.A4.long / sheets.PER_UNIT
    parts = cut([Box(0, 0, 100, 100), Box(far, 0, 100, 100)], sheets.A4)
    assert len(parts) == 2
    assert parts[0].kept.holds(Box(0, 0, 100, 100))
    assert parts[1].kept.holds(Box(far, 0, 100, 100))


def test_the_colour_and_track_of_a_tile_go_on_beyond_the_cut(known: Edition) -> None:
    name = next(name for name, each in known.box.board.tiles.items() if not each.face.stops)
    plain = known.box.board.tiles[name]
    root = ElementTree.fromstring(f"<g>{tile(plain, palette=PRINT, bleed=sheets.BLEED)}</g>")
    bleed = next(each for each in root.iter("polygon") if each.attrib.get("class") == "bleed")
    assert bleed.attrib["fill"] == PRINT.tile[plain.face.colour]
    highest = min(float(corner.split(",")[1]) for corner in bleed.attrib["points"].split())
    assert highest == pytest.approx(-(INRADIUS + sheets.BLEED), abs=0.1)
    exits = {edge for piece in plain.face.pieces for edge in (piece.a, piece.b) if edge >= 0}
    beyond = [each for each in root if each.tag == "path" and each.attrib.get("stroke") == PRINT.casing]
    assert len(beyond) == len(exits)
    assert "bleed" not in tile(plain, palette=PRINT)


def test_pieces_that_are_cut_touch_and_have_marks_at_every_cut() -> None:
    pieces = [Piece(f"<g id='{n}'/>", WIDE, HIGH) for n in range(10)]
    first, second = sheets.cut_sheets("cards", pieces, PRINT)
    places = re.findall(r"translate\(([0-9.]+) ([0-9.]+)\)", first.markup)
    assert len(places) == 9
    lefts = sorted({float(x) for x, _ in places})
    assert [right - left for left, right in pairwise(lefts)] == [pytest.approx(WIDE)] * 2
    assert first.markup.count("v4") == 4
    assert first.markup.count("h4") == 4
    assert second.markup.count("<g id=") == 1


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_hexes_on_a_sheet_do_not_overlap(orientation: Orientation) -> None:
    (page,) = sheets.hex_sheets("tiles", ["<g/>"] * 20, orientation, PRINT)
    places = [(float(x), float(y)) for x, y in re.findall(r"translate\(([0-9.]+) ([0-9.]+)\)", page.markup)]
    assert len(places) == 20
    near = min(
        hypot(x - other_x, y - other_y)
        for place, (x, y) in enumerate(places)
        for other_x, other_y in places[place + 1 :]
    )
    assert near >= sheets.HEX
    reach = [sheets.PER_UNIT * coordinate for point in corners(orientation) for coordinate in point]
    across, down = sheets.A4.room()
    for x, y in places:
        assert sheets.MARGIN - 0.01 <= x + min(reach[::2]) <= x + max(reach[::2]) <= sheets.MARGIN + across + 0.01
        assert sheets.MARGIN - 0.01 <= y + min(reach[1::2]) <= y + max(reach[1::2]) <= sheets.MARGIN + down + 0.01


def test_on_letter_paper_nothing_is_lost() -> None:
    known = edition("1849")
    on_letter = booklet(known, paper=sheets.LETTER)
    sizes = {(elements(page)[0].attrib["width"], elements(page)[0].attrib["height"]) for page in on_letter}
    assert sizes <= {("215.9mm", "279.4mm"), ("279.4mm", "215.9mm")}
    parts = ("hex-", "charter-", "certificate-", "card-", "train-card-")
    both = [
        {key for page in pages for key in ids(page) if key.startswith(parts)} for pages in (booklet(known), on_letter)
    ]
    assert both[0] == both[1]
    assert "Letter" in " ".join(words(elements(on_letter[0])[0]))


def test_the_booklet_speaks_both_languages() -> None:
    said = {language: " ".join(words(elements(booklet(edition("1849", language))[0])[0])) for language in LANGUAGES}
    assert "Contents" in said["en"]
    assert "Indice" in said["it"]
