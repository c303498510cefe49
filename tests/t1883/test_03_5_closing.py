"""Section 3.5: the end of the private companies."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyPrivate, BuyTrain
from ferrovia.titles.t1883.actions import Merge
from tests.t1883.table import Table

FIVE = {"TCB": "Ada", "FRV": "Bruno", "CNP": "FMV", "TMM": "FMV", "FCV": "Carla"}


def modena_vignola(phase: str) -> Table:
    """FMMSF and FMV, both of Ada, joined and ready to merge in the turn of FMMSF."""
    table = Table().phase(phase).own_is(deck=(), support=dict.fromkeys(("Ada", "Bruno", "Carla", "Dora"), 0))
    table.start("FMMSF", "Ada", at=85, stock={"Ada": 2}, cash=100).start("FMV", "Ada", at=65, stock={"Ada": 2})
    table.lay("65 8 0", "63 9 0").trains("FMMSF", "4" if int(phase) < 8 else "5")
    return table.own_is(operated_before=("FMMSF", "FMV"))


@pytest.mark.clause("1883-3.5.1")
def test_the_merger_closes_all_private_companies_at_once() -> None:
    table = modena_vignola("4").privates(**FIVE).operate("FMMSF", "merge", of=2)
    table.do(Merge())
    assert table.game.state.privates == {}
    cash = table.money("Ada", "Bruno", "Carla")
    table.pass_on(until=lambda: str(table.game.state.round) == "OR 2.2")
    assert table.money("Bruno", "Carla") == cash[1:]  # no income
    table.start("FBV", "Dora", cash=420).sold_out("4").operate("FBV", "trains")
    table.do(BuyTrain("5", "bank", 420))  # later the first 5 train finds nothing to close
    assert table.game.state.phase == "5"


@pytest.mark.clause("1883-3.5.1", "1883-4.0.18")
def test_without_a_merger_the_first_5_train_closes_them() -> None:
    table = Table().phase("4").own_is(deck=()).privates(**FIVE).start("FMV", "Ada", cash=460)
    table.trains("CCFR", "3").sold_out("4")
    table.operate("FMV", "trains", of=2).may(BuyPrivate("TCB", 10))
    table.do(BuyTrain("5", "bank", 420))
    assert table.game.state.privates == {}
    table.may_not(BuyPrivate("TCB", 10), "1883-3.5.1")
    cash = table.money("Bruno")
    table.pass_on(until=lambda: str(table.game.state.round) == "OR 2.2")
    assert table.money("Bruno") == cash


@pytest.mark.clause("1883-3.5.1")
def test_a_4_train_or_a_later_5_train_closes_nothing() -> None:
    table = Table().phase("3").privates(**FIVE).start("FMV", "Ada", cash=300).sold_out("3bis").operate("FMV", "trains")
    table.do(BuyTrain("4", "bank", 300))
    assert table.game.state.phase == "4"
    assert table.game.state.privates == FIVE


@pytest.mark.clause("1883-R12")
def test_the_anchor_of_cnp_goes_with_its_corporation_into_the_merger() -> None:
    table = modena_vignola("4").privates(CNP="FMV").operate("FMMSF", "merge")
    table.do(Merge())
    assert table.own.anchors == {"SEFTA": 1}
