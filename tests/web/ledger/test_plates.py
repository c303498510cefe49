"""Plates and tokens: letters of every company can be read by day and by night."""

from __future__ import annotations

import re

import pytest

from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.palette import THEMES, contrast, ink_for, plate_for
from ferrovia.drawing.tokens import coach, token
from ferrovia.table.markup.pictures import plate
from ferrovia.titles.registry import title

TITLES = ("1849", "1883", "18FB")


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_letters_on_every_token_and_plate_have_a_contrast_of_4_5(name: str, theme: str) -> None:
    edition = edition_of(title(name))
    for company in edition.companies:
        for drawn in (
            token(0, 0, 30, company, edition.tokens, THEMES[theme]),
            coach(0, 0, 30, company, edition.tokens, THEMES[theme]),
        ):
            ground, ink = (
                re.findall(r'fill="(#[0-9a-f]{6})"', drawn)[0],
                re.findall(r'fill="(#[0-9a-f]{6})"', drawn)[-1],
            )
            assert contrast(ground, ink) >= 4.5, company
        found = re.search(r"--c:(#\w+);--t:(#\w+)", plate(edition, company))
        assert found
        assert contrast(found[1], found[2]) >= 4.5, company


@pytest.mark.parametrize("name", TITLES)
def test_the_printed_ink_stays_and_the_colour_gives_way_a_little(name: str) -> None:
    for table in edition_of(title(name)).companies.values():
        colour, ink = plate_for(table["rgb"], table["text"])
        assert ink == ink_for(table["rgb"], table["text"])
        if contrast(ink, table["rgb"]) >= 4.5:
            assert colour == table["rgb"]
        else:
            assert contrast(ink, colour) < 4.75


def test_a_bearer_of_no_company_is_readable_too() -> None:
    for palette in THEMES.values():
        colour, ink = plate_for(palette.soft)
        assert contrast(colour, ink) >= 4.5
