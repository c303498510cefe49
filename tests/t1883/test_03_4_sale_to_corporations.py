"""Section 3.4: corporations buy private companies from players."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, BuyPrivate, BuyTrain, Decline, LayTile, Pass
from tests.t1883.table import Table


def sv(phase: str = "2", cash: int = 500, **privates: str) -> Table:
    """The turn of SV, which Ada leads."""
    return Table().phase(phase).privates(**privates).start("SV", "Ada", cash=cash).operate("SV")


@pytest.mark.clause("1883-3.4.1", "1883-4.0.18")
def test_not_before_the_first_3_train() -> None:
    table = sv("1", CNP="Ada").sold_out("2")
    table.may_not(BuyPrivate("CNP", 60), "1883-4.0.18")
    table.operate("SV", "trains").do(BuyTrain("3", "bank", 180))
    table.may(BuyPrivate("CNP", 60))


@pytest.mark.clause("1883-3.4.1")
def test_at_any_point_of_the_turn() -> None:
    table = sv(CNP="Bruno")
    steps = []
    table.may(BuyPrivate("CNP", 60))
    table.do(LayTile("37", "5", 4))
    while table.game.decision.for_corporation == "SV":
        steps.append(table.step)
        table.may(BuyPrivate("CNP", 60))
        table.do(table.game.decision.choices[0] if table.step == "trains" else Pass())
        if table.step == "trains" and table.game.trains("SV"):
            table.do(Pass())
    assert steps[-1] == "private"  # even after the issue of shares
    assert {"trains", "issue"} <= set(steps)


@pytest.mark.clause("1883-3.4.1")
def test_only_in_the_turn_of_the_buyer() -> None:
    table = sv(CNP="Carla").start("FBV", "Bruno", cash=100).operate("FBV")
    table.may_not(BuyPrivate("CNP", 60), "1883-6.3.1", by="Ada")
    table.do(BuyPrivate("CNP", 60), Accept())
    assert table.game.state.privates == {"CNP": "FBV"}
    assert table.money("SV", "FBV", "Carla") == (500, 40, 460)
    table.stock_round("Ada").may_not(BuyPrivate("CNP", 60), "1883-5.1.1")


@pytest.mark.clause("1883-3.4.2")
@pytest.mark.parametrize("price", [30, 120])
def test_half_to_double_the_value_from_treasury_to_player(price: int) -> None:
    table = sv(CNP="Bruno")
    (bank,) = table.money("bank")
    table.do(BuyPrivate("CNP", price))
    assert table.decider == "Bruno"
    assert table.money("SV", "Bruno") == (500, 400)  # nothing until both agree
    table.do(Accept())
    assert table.money("SV", "Bruno", "bank") == (500 - price, 400 + price, bank)
    assert table.game.state.privates == {"CNP": "SV"}


@pytest.mark.clause("1883-3.4.2")
def test_not_for_less_or_more_and_not_on_credit() -> None:
    table = sv(CNP="Bruno")
    table.may_not(BuyPrivate("CNP", 29), "1883-3.4.2")
    table.may_not(BuyPrivate("CNP", 121), "1883-3.4.2")
    table.cash(SV=100).may_not(BuyPrivate("CNP", 120), "1883-6.3.3")
    table.may(BuyPrivate("CNP", 100))


@pytest.mark.clause("1883-3.4.2", "1883-R70", "1883-R81")
def test_who_declines_keeps_it_and_only_a_better_offer_may_follow() -> None:
    table = sv(CNP="Bruno", TCB="Bruno")
    table.do(BuyPrivate("CNP", 60), Decline())
    assert table.game.state.privates["CNP"] == "Bruno"
    assert table.money("SV", "Bruno") == (500, 400)
    assert table.decider == "Ada"
    table.may_not(BuyPrivate("CNP", 60), "1883-R70")
    table.may_not(BuyPrivate("CNP", 30), "1883-R70")
    table.may_not(BuyPrivate("CNP", 65), "1883-R81", saying="offer at least 66")
    table.may(BuyPrivate("CNP", 66), BuyPrivate("TCB", 10))
    table.do(BuyPrivate("CNP", 120), Decline())
    table.may_not(BuyPrivate("CNP", 120), "1883-R70")
    table.operate("SV").may(BuyPrivate("CNP", 30))  # a later turn


@pytest.mark.clause("1883-R70", "1883-R81")
def test_a_declined_offer_for_a_train_is_only_bettered_too() -> None:
    table = sv().start("FBV", "Bruno").trains("FBV", "3", "2").start("FMV", "Carla").trains("FMV", "3")
    table.operate("SV", "trains").do(BuyTrain("3", "FBV", 100), Decline())
    table.may_not(BuyTrain("3", "FBV", 100), "1883-R70")
    table.may_not(BuyTrain("3", "FBV", 109), "1883-R81")
    table.may(BuyTrain("3", "FBV", 110), BuyTrain("2", "FBV", 1), BuyTrain("3", "FMV", 1))


@pytest.mark.clause("1883-3.4.3")
def test_the_presidency_of_fsf_is_never_sold() -> None:
    table = sv()
    table.may_not(BuyPrivate("FSF-P", 150), "1883-3.4.3")
    assert "FSF-P" not in table.game.state.privates


@pytest.mark.clause("1883-3.4.4")
def test_what_a_corporation_owns_stays_there() -> None:
    table = sv(TCB="SV").start("FBV", "Ada", cash=100).operate("FBV")
    table.may_not(BuyPrivate("TCB", 20), "1883-3.4.4")
    table.stock_round("Ada").may_not(BuyPrivate("TCB", 20), "1883-5.1.1")
    table.operate("SV").may_not(BuyPrivate("TCB", 20), "1883-3.4.4")  # nor to itself
    assert not table.game.decision.ranges
