"""Ids are types of their own. The type-checker is asked too: it complains of an ignored error that is none."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from tests.engine.board.networks import sicily


def test_a_hex_is_no_stop() -> None:
    layout = Layout(sicily())
    assert layout.stop(stop_id("C5")) is layout.face("C5").stops[0]
    with pytest.raises((KeyError, ValueError)):
        layout.stop("C5")  # type: ignore[arg-type]


def test_hex_and_corporation_are_not_swapped_with_a_stop() -> None:
    assert hex_of(StopId("C5.0")) == "C5"
    assert hex_of("C5") != "C5"  # type: ignore[arg-type]
