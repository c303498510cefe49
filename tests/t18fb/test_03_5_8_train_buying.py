"""18FB, 3.5.8: trains from the bank and from other companies, and who must own one."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Accept, BuyTrain, Decline, Pass
from ferrovia.engine.flow.state import BANK
from tests.t18fb.table import Table


def buy(train: str, price: int, source: str = BANK) -> BuyTrain:
    return BuyTrain(train, source, price)


def railways(cash: int, other: str = "Bruno", *trains: str, phase: str = "PH1") -> Table:
    """NN, led by Ada and definitive, buys trains; FB, which owns a train of its own, operates after it."""
    table = Table().phase(phase).start("FB", president=other, at=60).line_done("FB").trains("FB", "PH1")
    table.start("NN", at=100, cash=cash).line_done("NN").trains("NN", *trains)
    return table.operate("NN", "trains")


@pytest.mark.clause("18FB-3.5.8.1")
def test_any_number_of_trains() -> None:
    table = railways(500)
    table.do(buy("PH1", 80), buy("PH1", 80), buy("PH1", 80))
    assert table.money("NN") == (260,)
    assert table.game.trains("NN") == ("PH1",) * 3
    table.do(buy("PH1", 40, "FB"), Accept())
    assert table.game.trains("NN") == ("PH1",) * 4


@pytest.mark.clause("18FB-3.5.8.2")
def test_a_train_of_the_bank_costs_its_printed_price_out_of_the_treasury() -> None:
    table = railways(150, "Bruno", "PH1", phase="PH2")
    table.may_not(buy("PH2", 160), "18FB-3.5.8.2")
    rich = railways(300, "Bruno", "PH1", phase="PH2")
    rich.may_not(buy("PH2", 150), "18FB-3.5.8.2")
    rich.may_not(buy("PH2", 170), "18FB-3.5.8.2")
    table = railways(160, "Bruno", "PH1", phase="PH2")
    bank = table.game.cash(BANK)
    table.do(buy("PH2", 160))
    assert table.money("NN", "Ada", BANK) == (0, 750, bank + 160)


@pytest.mark.clause("18FB-3.5.8.3")
def test_a_train_of_another_company_for_what_both_presidents_agree_on() -> None:
    table = railways(100)
    table.may_not(buy("PH1", 0, "FB"), "18FB-3.5.8.3")
    table.may_not(buy("PH1", 101, "FB"), "18FB-3.5.8.3")
    table.may_not(buy("PH2", 50, "FB"), "18FB-3.5.8.3")  # it has none
    table.do(buy("PH1", 1, "FB"))
    assert table.decider == "Bruno"
    table.may_not(Accept(), "18FB-1.1.2", by="Ada")
    assert table.game.trains("NN") == ()
    table.do(Accept())
    assert (table.game.trains("NN"), table.game.trains("FB")) == (("PH1",), ())
    assert table.money("NN", "FB") == (99, 1)


@pytest.mark.clause("18FB-3.5.8.3")
def test_the_other_president_may_decline() -> None:
    table = railways(100)
    table.do(buy("PH1", 50, "FB"), Decline())
    assert (table.game.trains("NN"), table.game.trains("FB")) == ((), ("PH1",))
    assert table.money("NN", "FB") == (100, 0)


@pytest.mark.clause("18FB-3.5.8.4")
@pytest.mark.parametrize("price", [1, 140])
def test_one_president_of_both_sets_the_price(price: int) -> None:
    table = railways(140, "Ada")
    table.may_not(buy("PH1", 141, "FB"), "18FB-3.5.8.4")
    table.may_not(buy("PH1", 0, "FB"), "18FB-3.5.8.4")
    table.do(buy("PH1", price, "FB"))
    assert table.game.trains("NN") == ("PH1",)
    assert table.money("NN", "FB") == (140 - price, price)


@pytest.mark.clause("18FB-3.5.8.5")
@pytest.mark.parametrize("final", [False, True])
def test_a_railway_in_operation_must_own_a_train(final: bool) -> None:
    table = Table().start("FB", cash=200).line_done("FB", final=final).operate("FB", "trains")
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(buy("PH1", 80))
    table.may(Pass())


@pytest.mark.clause("18FB-3.5.8.5")
def test_who_cannot_pay_must_raise_money() -> None:
    table = Table().start("FB", cash=30).line_done("FB", final=False).operate("FB", "trains")
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(buy("PH1", 80))
    assert table.money("FB", "Ada") == (0, 700)


@pytest.mark.clause("18FB-3.5.8.5")
def test_any_train_will_do() -> None:
    """One that another company has sold, or one out of the bank pool."""
    table = railways(100)
    table.do(buy("PH1", 1, "FB"), Accept())
    table.may(Pass())
    pool = railways(100).trains(POOL, "PH1").operate("NN", "trains")
    pool.do(buy("PH1", 80, POOL))
    assert pool.game.trains("NN") == ("PH1",)
    pool.may(Pass())


@pytest.mark.clause("18FB-3.5.8.6")
def test_no_train_is_needed_in_building_state_but_may_be_bought() -> None:
    table = Table().start("FST", president="Dora", at=60, earned=False).start("LdA", earned=False, cash=500)
    table.operate("LdA", "trains")
    table.may(buy("PH1", 80))
    table.do(Pass())
    assert table.turn.corporation == "FST"
    assert table.game.trains("LdA") == ()
    table.operate("LdA", "trains").do(buy("PH1", 80))
    assert table.game.trains("LdA") == ("PH1",)


@pytest.mark.clause("18FB-3.5.8.7")
def test_a_train_lost_after_the_turn_is_replaced_in_the_next_turn() -> None:
    """FB has operated with its PH1 when NN buys the first PH3: FB goes without until its own next turn."""
    table = Table().phase("PH2").sold_out("PH2").start("FB", president="Bruno", at=130, cash=300).line_done("FB")
    table.trains("FB", "PH1").start("NN", at=60, cash=600).line_done("NN").operate("NN", "trains")
    table.do(buy("PH3", 260))
    assert table.game.trains("FB") == ()
    assert table.decider == "Ada"
    assert table.turn.corporation == "NN"
    table.pass_on(lambda: table.turn.corporation == "FB")
    assert str(table.game.state.round) == "OR 2.2"
    assert table.money("FB") == (300,)
    table.pass_on(lambda: table.step == "trains")
    table.may_not(Pass(), "18FB-3.5.8.5")
