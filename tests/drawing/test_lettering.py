"""Words keep to the room they are given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.drawing.lettering import Box, box_of, fitted, shortened, width, wrapped
from tests.drawing.overlaps import collisions


def test_bold_is_wider_and_size_scales() -> None:
    assert width("Messina", 10) == pytest.approx(33.58)
    assert width("Messina", 20) == pytest.approx(2 * width("Messina", 10))
    assert width("Messina", 10, bold=True) > width("Messina", 10)


def test_words_are_made_smaller_until_they_fit_or_are_least() -> None:
    size = fitted("Castelnovo ne' Monti", 60, 12, 4)
    assert width("Castelnovo ne' Monti", size) == pytest.approx(60)
    assert fitted("Este", 60, 12, 4) == 12
    assert fitted("Castelnovo ne' Monti" * 9, 60, 12, 4) == 4


@given(st.text(max_size=80), st.floats(8, 200))
def test_wrapping_loses_no_letter_and_no_line_is_too_wide(words: str, room: float) -> None:
    lines = wrapped(words, room, 10)
    assert "".join("".join(lines).split()) == "".join(words.split())
    assert all(width(line, 10) <= room or len(line) == 1 for line in lines)


def test_a_sum_and_a_share_stay_on_one_line() -> None:
    assert wrapped("It pays L. 40 now", width("It pays L.", 10) + 1, 10) == ["It pays", "L.\u00a040", "now"]
    assert wrapped("Brings 10 % of FMV", width("Brings 10", 10) + 1, 10) == ["Brings", "10\u00a0% of", "FMV"]


def test_what_does_not_fit_ends_in_an_ellipsis() -> None:
    assert shortened("Este", 100, 10) == "Este"
    short = shortened("Castelnovo ne' Monti", 50, 10)
    assert short.endswith("…")
    assert width(short, 10) <= 50


def test_boxes_meet_where_they_share_room_only() -> None:
    box = Box(0, 0, 10, 10)
    assert box.meets(Box(9, 9, 5, 5))
    assert not box.meets(Box(10, 0, 5, 5))
    assert collisions([box, Box(9, 9, 5, 5), Box(30, 0, 1, 1)]) == [(box, Box(9, 9, 5, 5))]
    assert box_of(50, 20, "Este", 10, "middle").x == pytest.approx(50 - width("Este", 10) / 2)
