"""Who has moved lets those pass who are shown the move, but does not wait for ever."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from ferrovia.table import courtesy
from ferrovia.table.courtesy import COURTESY, Patience, take_a_breath

LONG = 30.0  # seconds: nobody comes to wait so long


def test_who_is_shown_a_move_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "PATIENCE", LONG)
    order: list[str] = []
    begun = Barrier(2)

    def served() -> None:
        with COURTESY.first():
            begun.wait(LONG)
            order.append("served")

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(served)
        begun.wait(LONG)
        assert Patience().let_others_pass() == ""
        order.append("mover")
        waiting.result(LONG)
    assert order == ["served", "mover"]


def test_nobody_waits_for_longer_than_their_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "PATIENCE", 0.001)
    with COURTESY.first(), COURTESY.first():  # the second does not get its turn, and is served all the same
        patience = Patience()
        assert patience.let_others_pass() == ""
        assert patience.let_others_pass() == ""
    monkeypatch.setattr(courtesy, "PATIENCE", LONG)
    assert Patience().let_others_pass() == ""  # nobody is served any more


@pytest.mark.parametrize(("watching", "breaths"), [(0, 0), (1, 0), (2, 1), (5, 1)])
def test_who_moves_takes_a_breath_if_others_look(monkeypatch: pytest.MonkeyPatch, watching: int, breaths: int) -> None:
    taken: list[float] = []
    monkeypatch.setattr(courtesy, "sleep", taken.append)
    take_a_breath(watching)
    assert taken == [courtesy.BREATH] * breaths
