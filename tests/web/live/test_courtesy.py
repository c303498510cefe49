"""Whoever has moved lets those pass who are shown the move, but does not wait for ever."""

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


def test_who_moves_waits_for_those_who_look_besides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "BREATH", LONG)
    take_a_breath(0)
    take_a_breath(1)  # the mover alone
    order: list[str] = []
    waits = Barrier(2)

    def moves() -> None:
        waits.wait(LONG)
        take_a_breath(3)
        order.append("mover")

    with ThreadPoolExecutor(1) as pool:
        moving = pool.submit(moves)
        waits.wait(LONG)
        while not moving.done():  # they come one by one; the mover may begin to wait after the first
            order.append("came")
            with COURTESY.first():
                pass
        moving.result(LONG)
    assert order.index("mover") >= 2


def test_who_moves_does_not_wait_for_those_who_do_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "BREATH", 0.001)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(take_a_breath, 5).result(LONG) is None
