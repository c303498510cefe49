"""Section 6.10: FRV may be sold to a corporation before all others."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, BuyPrivate
from tests.t1883.table import Table


@pytest.mark.clause("1883-6.10.1")
def test_before_the_first_3_train_only_frv_and_for_no_more_than_its_value() -> None:
    table = Table().privates(TCB="Bruno", FRV="Bruno", CNP="Bruno", TMM="Bruno", FCV="Bruno")
    table.start("SV", "Ada", cash=500).operate("SV")
    for private, price in (("TCB", 20), ("CNP", 60), ("TMM", 80), ("FCV", 100)):
        table.may_not(BuyPrivate(private, price), "1883-4.0.18")
    table.may_not(BuyPrivate("FRV", 41), "1883-6.10.1")
    table.may_not(BuyPrivate("FRV", 19), "1883-3.4.2")  # half its value is still the least
    table.may(BuyPrivate("FRV", 20))
    table.do(BuyPrivate("FRV", 40), Accept())
    assert table.money("SV", "Bruno") == (460, 440)
    assert table.game.state.privates["FRV"] == "SV"


@pytest.mark.clause("1883-6.10.1")
def test_after_it_frv_costs_up_to_double_its_value() -> None:
    table = Table().phase("2").privates(FRV="Bruno").start("SV", "Ada", cash=500).operate("SV")
    table.may(BuyPrivate("FRV", 41), BuyPrivate("FRV", 80))
    table.may_not(BuyPrivate("FRV", 81), "1883-3.4.2")
