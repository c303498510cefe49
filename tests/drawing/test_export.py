"""PNG and PDF: words are really in them, whatever fonts the machine has."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ferrovia import installed
from ferrovia.drawing import export, svg
from ferrovia.drawing.board import board
from ferrovia.drawing.lettering import CAPITAL, width
from ferrovia.drawing.palette import LIGHT, PRINT
from ferrovia.drawing.pictures import Subject, drawn
from ferrovia.drawing.sheets import Page, numbered
from ferrovia.saying.catalogue import LANGUAGES
from tests.drawing.editions import TITLES, edition, elements


def grey(picture: bytes) -> list[list[int]]:
    """The rows of a PNG, one number from 0 to 255 for each dot."""
    assert picture.startswith(b"\x89PNG")
    at, data, across, down, channels = 8, b"", 0, 0, 0
    while at < len(picture):
        size, kind = struct.unpack(">I4s", picture[at : at + 8])
        body = picture[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            across, down, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8
            channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
        elif kind == b"IDAT":
            data += body
        at += size + 12
    raw, before, rows = zlib.decompress(data), bytes(across * channels), []
    for y in range(down):
        start = y * (across * channels + 1)
        before = _unfiltered(raw[start], raw[start + 1 : start + 1 + across * channels], before, channels)
        rows.append([before[x * channels] for x in range(across)])
    return rows


def _unfiltered(kind: int, row: bytes, above: bytes, step: int) -> bytes:
    found = bytearray(row)
    for x in range(len(found)):
        left = found[x - step] if x >= step else 0
        corner = above[x - step] if x >= step else 0
        guess = {0: 0, 1: left, 2: above[x], 3: (left + above[x]) // 2, 4: _paeth(left, above[x], corner)}[kind]
        found[x] = (found[x] + guess) % 256
    return bytes(found)


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))


WORDS = svg.text(10, 30, "Società", font_size=20)
PICTURE = svg.document(120, 40, WORDS, background="#ffffff")


def test_words_are_drawn_where_and_as_wide_as_they_are_measured() -> None:
    rows = grey(export.png(PICTURE, 2))
    assert (len(rows), len(rows[0])) == (80, 240)
    dark = [(x / 2, y / 2) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot < 100]
    left, right = min(x for x, _ in dark), max(x for x, _ in dark)
    assert left == pytest.approx(10, abs=2)
    assert right == pytest.approx(10 + width("Società", 20), abs=3)  # the last letter ends before its advance
    assert min(y for _, y in dark) <= 30 - CAPITAL * 20 + 1


def test_a_file_brings_its_fonts_along() -> None:
    slanted = svg.text(10, 30, "Etna", font_size=14, font_style="italic")
    upright, both = (export.standalone(svg.document(120, 40, *each)).decode() for each in ([WORDS], [WORDS, slanted]))
    for made, count in ((upright, 1), (both, 2)):
        fonts = re.findall(r"url\(data:font/woff2;base64,([^)]*)\)", made)
        assert len(fonts) == count
        assert all(b64decode(font).startswith(b"wOF2") for font in fonts)
        assert "SIL Open Font License" in made
        root = ElementTree.fromstring(made)
        assert root.attrib["font-family"].startswith("'Ferrovia Sans','Source Sans Pro'")
    assert "Source" not in "".join(re.findall(r'font-family:"([^"]*)"', both))  # a name that its licence reserves


def test_only_files_bring_fonts_along() -> None:
    assert "@font-face" not in board(edition("1849"))


@pytest.mark.parametrize("name", TITLES)
def test_every_letter_of_a_picture_is_in_the_fonts_that_files_bring_along(name: str) -> None:
    known = {*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x100)), *"ıŒœ–—‘’‚“”„•…′″‹›€™↑↓−"}
    for language in LANGUAGES:
        shown = drawn("all", Subject(edition(name, language), LIGHT))
        assert set("".join(each.text or "" for each in elements(shown) if each.tag.endswith("text"))) <= known


def test_labels_of_a_file_keep_their_room_in_a_browser_without_the_font() -> None:
    label = svg.text(10, 30, 'A & "B"', font_size=20, font_weight="bold")
    made = ElementTree.fromstring(export.standalone(svg.document(120, 40, label)))
    (text,) = made.iter("{http://www.w3.org/2000/svg}text")
    assert text.text == 'A & "B"'
    assert float(text.attrib["textLength"]) == pytest.approx(width('A & "B"', 20, bold=True), abs=0.05)
    assert export.png(export.standalone(PICTURE).decode(), 2) != export.png(
        svg.document(120, 40, background="#ffffff"), 2
    )


def test_bold_is_bold_and_a_letter_that_the_font_has_not_still_leaves_a_mark() -> None:
    plain, bold = (
        sum(dot < 128 for row in grey(export.png(svg.document(60, 40, words, background="#ffffff"), 2)) for dot in row)
        for words in (svg.text(5, 30, "mmm", font_size=20), svg.text(5, 30, "mmm", font_size=20, font_weight="bold"))
    )
    assert bold > 1.2 * plain
    strange = svg.document(60, 40, svg.text(5, 30, "漢", font_size=20), background="#ffffff")
    assert any(dot < 128 for row in grey(export.png(strange, 1)) for dot in row)


def test_a_pdf_has_a_page_for_each_picture_in_its_own_size() -> None:
    page = numbered(Page("a page", WORDS), 1, 1, "1849", PRINT)
    made = export.pdf([PICTURE, page], "A & <b>")
    assert made.startswith(b"%PDF")
    boxes = [tuple(map(float, found.split())) for found in re.findall(rb"/MediaBox\s*\[([^\]]*)\]", made)]
    assert boxes == [(0, 0, 90, 30), (0, 0, pytest.approx(595.28, abs=0.01), pytest.approx(841.89, abs=0.01))]


def test_the_same_picture_makes_the_same_file() -> None:
    assert export.png(PICTURE) == export.png(PICTURE)
    assert export.pdf([PICTURE, PICTURE], "twice") == export.pdf([PICTURE, PICTURE], "twice")


def test_a_picture_that_is_too_large_is_refused() -> None:
    with pytest.raises(export.ExportTrouble, match="16000"):
        export.png(PICTURE, 1000)
    wide = export.png(svg.document(20_000, 4, background="#ffffff"))
    assert struct.unpack(">I", wide[16:20])[0] <= export.MOST_PIXELS


@pytest.mark.parametrize(("name", "form"), [("a.svg", "svg"), ("a.b.PNG", "png"), ("dir.svg/x.pdf", "pdf")])
def test_the_ending_says_the_format(name: str, form: str) -> None:
    assert export.format_of(Path(name)) == form


@pytest.mark.parametrize("name", ["picture", "picture.gif", ".svg", "svg"])
def test_other_endings_are_refused_by_name(name: str) -> None:
    with pytest.raises(export.ExportTrouble, match=re.escape(Path(name).name)):
        export.format_of(Path(name))


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    export._fonts.cache_clear()
    try:
        with pytest.raises(export.ExportTrouble, match=r"resvg_py, .* ferrovia$"):
            export.png(PICTURE)
        with pytest.raises(export.ExportTrouble, match=r"typst, .*ferrovia\[printing\]"):
            export.pdf([PICTURE])
    finally:
        export._fonts.cache_clear()
