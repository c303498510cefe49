"""Appendix 2: what the summary adds to the rules, or gets wrong."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyPrivate, BuyShare, BuyTrain, Pass, Start
from tests.t1883.table import Table


@pytest.mark.clause("1883-A2.1")
def test_the_cooperative_sells_no_train() -> None:
    table = Table().privates().phase("2").trains("CCFR", "2", "3").start("SV", "Ada", cash=500).operate("SV", "trains")
    table.may_not(BuyTrain("2", "CCFR", 1), "1883-A2.1")
    table.may_not(BuyTrain("3", "CCFR", 180), "1883-A2.1")
    table.own_is(ccfr="capitalist").start("CCFR", "Ada", homes=False).operate("SV", "trains")
    table.do(BuyTrain("3", "CCFR", 180))  # a capitalist does
    assert table.game.trains("SV") == ("3",)


@pytest.mark.clause("1883-A2.2")
def test_a_corporation_floats_with_its_presidency_and_gets_its_money_at_once() -> None:
    table = Table().privates().own_is(deck=()).stock_round("Ada")
    table.do(Start("SV", 65))
    assert table.money("SV") == (130,)
    table.do(*([Pass()] if table.decider == "Ada" else []), BuyShare("SV", "offer"))
    assert table.money("SV") == (195,)
    table.end_round()
    operating = []
    while table.game.state.round.kind == "operating":
        operating.append(table.game.decision.for_corporation)
        choices = table.game.decision.choices
        table.do(Pass() if Pass() in choices else choices[0])
    assert "SV" in operating


@pytest.mark.clause("1883-A2.3")
def test_only_tcb_gets_cheaper_whatever_the_summary_says() -> None:
    table = Table()
    table.do(BuyPrivate("TCB", 20), *[Pass()] * 4, *[Pass()] * 4)
    table.may_not(BuyPrivate("FRV", 30), "1883-3.3.1.1", "at 40")
    table.do(BuyPrivate("FRV", 40))
