"""Names stay readable under the veil: 4.5 to 1 at least on every ground, by day and by night."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from ferrovia.drawing.palette import THEMES, Palette, contrast
from ferrovia.table.page.stage import stage_of
from tests.web.positions import laid_out, played, scene_of

STYLES = files("ferrovia.table") / "static" / "table" / "styles"


def mixed(ground: str, veil: str, part: float) -> str:
    pairs = ((int(ground[at : at + 2], 16), int(veil[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * part):02x}" for one, two in pairs)


def thickness(rule: str) -> float:
    found = re.search(rf"{re.escape(rule)} \{{[^}}]*fill-opacity: ([.\d]+)", (STYLES / "stage.css").read_text("utf-8"))
    assert found is not None
    return float(found[1])


def veil(theme: str) -> str:
    """The colour of the veil, which is that of the page's sheets."""
    by_day, by_night = re.findall(r"--sheet: (#\w{6})", (STYLES / "tokens.css").read_text("utf-8"))[:2]
    return str(by_day if theme == "light" else by_night)


def pen(palette: Palette, colour: str) -> str:
    known = {"red": palette.offboard_ink, "blank": palette.place, "white": palette.place}
    return known.get(colour) or palette.ink_on(colour)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_can_be_read_on_veiled_hexes(theme: str) -> None:
    palette = THEMES[theme]
    thick = thickness("#board.asking g:not(.lit) > .veil")
    thin = thickness("#board.asking g:not(.lit) > .veil.deep")
    grounds = {**palette.tile, "mountain": palette.mountain_ground, "hill": palette.hill_ground}
    for colour, ground in grounds.items():
        seen = mixed(
            ground, veil(theme), thin if colour == "darkgreen" or palette.over(colour) is not palette else thick
        )
        ink = palette.place if colour in ("mountain", "hill") else pen(palette, colour)
        assert contrast(ink, seen) >= 4.5, colour


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_tokens_lie_over_the_veil(name: str) -> None:
    drawn = stage_of(scene_of(laid_out(played(name, moves=120))))
    veiled = [markup for markup in drawn.pieces.values() if 'class="veil' in markup and 'id="stop-' in markup]
    assert veiled
    assert all(markup.index('class="veil') < markup.index('id="stop-') for markup in veiled)
