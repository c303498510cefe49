"""Pieces of track: two stretches share one exactly when they share a hexside."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.engine.board.run_pieces import cut

STRETCHES = st.lists(st.integers(1, 2**10 - 1), max_size=12)


@given(STRETCHES)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_stretches_share_a_piece_when_they_share_a_hexside(stretches: list[int]) -> None:
    pieces = cut(stretches)
    assert pieces.keys() == set(stretches)
    assert all(pieces.values())
    for one, other in combinations(pieces, 2):
        assert bool(pieces[one] & pieces[other]) == bool(one & other)


@given(STRETCHES)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_all_stretches_of_a_piece_meet_and_no_other_meets_them_all(stretches: list[int]) -> None:
    pieces = cut(stretches)
    everything = 0
    for mask in pieces.values():
        everything |= mask
    for place in range(everything.bit_length()):
        piece = {stretch for stretch, mask in pieces.items() if mask >> place & 1}
        assert all(one & other for one, other in combinations(piece, 2))
        assert not [other for other in pieces.keys() - piece if all(other & one for one in piece)]


def test_three_tracks_that_join_in_a_triangle_are_one_piece() -> None:
    a, b, c = 1, 2, 4
    assert cut([a | b, b | c, a | c]) == {a | b: 1, b | c: 1, a | c: 1}


def test_the_order_of_the_stretches_does_not_matter() -> None:
    stretches = [3, 6, 12, 5, 9, 16, 24, 33, 40]
    assert cut(stretches) == cut(stretches[::-1])
