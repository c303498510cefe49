"""What stands beside a lit hex: where many are lit, no tag covers another."""

from __future__ import annotations

import pytest

from ferrovia.table.page.page import Page
from tests.web.positions import busiest, laid_out, scene_of

pytestmark = pytest.mark.django_db

LETTER, RIM, LINE = 34 * 0.55 * 1.6, 22 * 1.6, (34 * 0.72 + 22) * 1.6  # of a tag at its largest


def test_no_price_of_a_coach_covers_another() -> None:
    tagged = [mark for mark in Page(scene_of(laid_out(busiest("1883-four", "coaches")))).marks.hexes if mark.tag]
    assert len(tagged) > 8
    for number, one in enumerate(tagged):
        for other in tagged[:number]:
            across = abs(one.x + one.tag_x - other.x - other.tag_x)
            down = abs(one.y + one.tag_y - other.y - other.tag_y)
            width = LETTER * (len(one.tag) + len(other.tag)) / 2 + RIM
            assert across > width or down > LINE, (one.hex, other.hex)
