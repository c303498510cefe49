"""Elements are well-formed whatever stands in them; colours can be read."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from ferrovia.drawing import svg
from ferrovia.drawing.palette import DARK, LIGHT, ROUTES, Palette, contrast, readable_on, seen_on
from tests.drawing.editions import TITLES, edition


def test_an_element_is_short_and_leaves_out_what_is_none() -> None:
    assert (
        svg.el("circle", cx=1.50, r=2, stroke_width=1 / 3, fill=None) == '<circle cx="1.5" r="2" stroke-width="0.33"/>'
    )
    assert svg.el("g", svg.el("a"), class_="hex") == '<g class="hex"><a/></g>'


@pytest.mark.parametrize(("x", "short"), [(0.0, "0"), (-0.001, "0"), (10.0, "10"), (2.346, "2.35"), (-7, "-7")])
def test_numbers_are_short(x: float | int, short: str) -> None:
    assert svg.number(x) == short


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a & b", 'say "hi"', "tab\tand\x00nul", "\ud800", "]]>"])
def test_names_with_markup_are_words_and_nothing_else(name: str) -> None:
    picture = svg.document(10, 10, svg.text(1, 1, name, id=name), svg.title(name), label=name)
    root = ET.fromstring(picture)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "text", "title"}
    assert root[0].text == "".join("\ufffd" if each in "\x00\ud800" else each for each in name)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_words_stand_out_from_their_ground(palette: Palette) -> None:
    for ground in (palette.paper, palette.panel, palette.land, palette.sea, *palette.zone.values()):
        assert contrast(palette.ink, ground) >= 4.5, ground
    for colour, ground in palette.tile.items():
        assert contrast(palette.ink_on(colour), ground) >= 4.5, colour
    for ink, ground in (
        (palette.soft, palette.paper),
        (palette.soft, palette.panel),
        (palette.accent, palette.panel),
        (palette.warning, palette.panel),
        (palette.sea_ink, palette.sea),
        (palette.cost_ink, palette.cost),
        (palette.offboard_ink, palette.tile["red"]),
        (palette.revenue_ink, palette.revenue),
    ):
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_every_route_has_dashes_of_its_own() -> None:
    assert len({route.dashes for route in ROUTES}) == len(ROUTES) == len({route.colour for route in ROUTES})


def test_black_or_white_reads_on_any_colour() -> None:
    for colour in ("#000000", "#ffffff", "#ff0000", "#7a4a21", "#f9b231", "#777777"):
        assert contrast(readable_on(colour), colour) >= 4.4


def test_lines_of_companies_stand_out_from_their_ground_and_keep_their_hue() -> None:
    for palette in (LIGHT, DARK):
        for name in TITLES:
            for table in edition(name).companies.values():
                assert contrast(seen_on(table["rgb"], palette.panel, palette.ink), palette.panel) >= 2.8
    assert seen_on("#d02020", LIGHT.panel, LIGHT.ink) == "#d02020"
    red, green, blue = (int(seen_on("#7a1230", DARK.panel, DARK.ink)[at : at + 2], 16) for at in (1, 3, 5))
    assert red > blue > green
