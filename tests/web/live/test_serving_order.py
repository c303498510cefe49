"""Whoever has moved is served after those who are shown the move, but does not wait for ever."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from ferrovia.table.speed import serving_order
from ferrovia.table.speed.serving_order import ServingOrder

LONG = 30.0  # seconds: nobody comes to wait so long


def test_who_is_shown_a_move_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_order, "LONGEST_WAIT", LONG)
    serving, order, begun = ServingOrder(), list[str](), Barrier(2)

    def served() -> None:
        with serving.first():
            begun.wait(LONG)
            order.append("served")

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(served)
        begun.wait(LONG)
        serving.after_viewers(1)
        order.append("mover")
        waiting.result(LONG)
    assert order == ["served", "mover"]


def test_nobody_waits_for_longer_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_order, "LONGEST_WAIT", 0.001)
    serving, order = ServingOrder(), list[str]()
    with serving.first(), serving.first():  # the second does not get its turn, and is served all the same
        serving.after_viewers(1)
        order.append("mover")
    monkeypatch.setattr(serving_order, "LONGEST_WAIT", LONG)
    serving.after_viewers(1)  # nobody is served any more
    assert order == ["mover"]


def test_who_moves_waits_for_those_who_look_besides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_order, "COMING", LONG)
    serving = ServingOrder()
    serving.after_viewers(0)
    serving.after_viewers(1)  # the mover alone
    order: list[str] = []
    waits = Barrier(2)

    def moves() -> None:
        waits.wait(LONG)
        serving.after_viewers(3)
        order.append("mover")

    with ThreadPoolExecutor(1) as pool:
        moving = pool.submit(moves)
        waits.wait(LONG)
        while not moving.done():  # they come one by one; the mover may begin to wait after the first
            order.append("came")
            with serving.first():
                pass
        moving.result(LONG)
    assert order.index("mover") >= 2


def test_who_moves_does_not_wait_for_those_who_do_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_order, "COMING", 0.001)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(ServingOrder().after_viewers, 5).result(LONG) is None
