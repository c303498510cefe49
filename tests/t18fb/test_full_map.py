"""Reach on a map that is full of track, as late games leave it."""

import json
from pathlib import Path

import pytest

from ferrovia.engine.board import reach
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.reach import Reach
from ferrovia.titles.t18fb.components import BOX

FULL = json.loads((Path(__file__).parent / "full_map.json").read_text())


def searched(monkeypatch: pytest.MonkeyPatch, easy: int) -> tuple[object, int]:
    """Whether there is a way where every walk comes back upon itself, and how many stops are looked at to know it."""
    monkeypatch.setattr(reach, "EASY", easy)
    looks = []
    plain = Reach._leads_home

    def counted(self: Reach, target: StopId, avoid: int, seen: frozenset[StopId]) -> bool:
        looks.append(target)
        return plain(self, target, avoid, seen)

    layout = Layout(BOX.board, {hex_id: (tile, rotation) for hex_id, (tile, rotation) in FULL["tiles"].items()})
    found = Reach(layout, FULL["own"], frozenset(FULL["closed"]))
    with monkeypatch.context() as patched:
        patched.setattr(Reach, "_leads_home", counted)
        return found._route_to(FULL["target"], FULL["avoid"]), len(looks)


def test_the_same_rest_of_the_map_is_not_searched_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    way, looks = searched(monkeypatch, reach.EASY)
    stubborn, all_looks = searched(monkeypatch, 1_000_000)
    assert way is None
    assert stubborn is None
    assert looks * 10 < all_looks
