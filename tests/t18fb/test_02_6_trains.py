"""18FB, 2.6: ordinary and regional trains, the order of their sale, and the PH5 trains that wither."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Accept, BuyTrain, Dividend, Pass
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb.actions import Acquire
from tests.t18fb.table import Table


def buy(train: str, price: int, source: str = BANK) -> BuyTrain:
    return BuyTrain(train, source, price)


def railway(phase: str, cash: int = 5000) -> Table:
    """FB, led by Ada, has reached both its destinations and buys trains."""
    return Table().phase(phase).start("FB", cash=cash).line_done("FB")


def regional(phase: str, cash: int = 400) -> Table:
    """FA is Ada's, FG is Bruno's."""
    return Table().phase(phase).regionals(cash=cash, FA="Ada", FG="Bruno")


@pytest.mark.clause("18FB-2.6.1")
def test_regional_trains_come_with_ph5() -> None:
    table = railway("PH4").sold_out("PH4").operate("FB", "trains")
    assert table.title.trains.on_sale(table.game) == ("PH5",)
    table.do(buy("PH5", 520))
    assert table.game.state.phase == "PH5"
    assert table.title.trains.on_sale(table.game) == ("PH5", "PH5R")


@pytest.mark.clause("18FB-2.6.2")
def test_ordinary_trains_are_not_for_regionals() -> None:
    table = regional("PH5", 600).start("FB", cash=0).trains("FB", "PH4").operate("FA", "trains")
    table.may_not(buy("PH5", 520), "18FB-2.6.2")
    table.may_not(buy("PH4", 50, "FB"), "18FB-2.6.2")
    table.trains(POOL, "PH4").operate("FA", "trains")
    table.may_not(buy("PH4", 380, POOL), "18FB-2.6.2")
    table.may(buy("PH5R", 100))


@pytest.mark.clause("18FB-2.6.3")
def test_majors_buy_no_regional_trains() -> None:
    table = regional("PH6").start("NN", cash=2000).trains("NN", "PH6").trains("FG", "PH5R").operate("NN", "trains")
    table.may_not(buy("PH5R", 100), "18FB-2.6.3")
    table.may_not(buy("PH5R", 60, "FG"), "18FB-2.6.3")
    table.sold_out("PH5R").operate("NN", "trains")
    table.may_not(buy("PH6R", 150), "18FB-2.6.3")
    table.may(buy("PH6", 650))


@pytest.mark.clause("18FB-2.6.3")
def test_by_an_acquisition_a_major_gets_a_regional_train_and_runs_it() -> None:
    """FG earns 20 in Foggia, so it costs 20 + 130. Its 1 + 4 then serves Napoli, 30 and a port of 40, and 4 markers."""
    table = regional("PH6", 0).lay("L27 57 0").trains("FG", "PH5R").start("NN", cash=150).markers(NN=5)
    table.tokens("NN", "L27").operate("NN")
    table.do(Acquire("FG"))
    assert table.game.trains("NN") == ("PH5R",)
    assert table.game.trains("FG") == ()
    assert table.money("NN", "Bruno") == (0, 900)
    table.do(Pass())
    assert table.turn.revenue == 110
    table.may(Dividend("pay"))


@pytest.mark.clause("18FB-2.6.4")
def test_trains_of_a_phase_come_when_those_before_are_sold() -> None:
    table = railway("PH1").start("NN", at=60).trains("NN", *["PH1"] * 4).operate("FB", "trains")
    table.may_not(buy("PH2", 160), "18FB-2.6.4")
    table.do(buy("PH1", 80))
    table.may_not(buy("PH1", 80), "18FB-2.6.4")
    table.do(buy("PH2", 160))


@pytest.mark.clause("18FB-2.6.5", "18FB-R44")
def test_ph5_trains_wither_and_then_ph6_trains_are_sold() -> None:
    table = railway("PH4").sold_out("PH4").operate("FB", "trains", turn=4)

    def left() -> int:
        return int(table.game.trains(BANK).count("PH5"))

    assert left() == 4
    table.do(buy("PH5", 520))
    assert left() == 3
    table.pass_on(lambda: table.game.state.round.kind == "regional")
    assert left() == 2  # the round in which PH5 began
    table.pass_on(lambda: table.game.state.round.kind == "operating")
    assert left() == 2
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert left() == 1
    table.pass_on(lambda: table.game.state.round.kind == "operating")
    assert left() == 1
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert left() == 0
    table.pass_on(lambda: table.step == "trains" and table.turn.corporation == "FB")
    assert table.game.state.phase == "PH5"
    table.do(buy("PH6", 650))
    assert table.game.state.phase == "PH6"


@pytest.mark.clause("18FB-2.6.6")
def test_there_is_no_end_of_ph6_trains() -> None:
    table = railway("PH6", cash=7000).operate("FB", "trains")
    table.do(*[buy("PH6", 650)] * 10)
    assert table.game.trains("FB") == ("PH6",) * 10
    assert "PH6" in table.title.trains.on_sale(table.game)


@pytest.mark.clause("18FB-2.6.6", "18FB-R45")
def test_there_is_no_end_of_ph6r_trains() -> None:
    table = regional("PH6", cash=1500).sold_out("PH5R")
    for _ in range(10):
        table.operate("FA", "trains").do(buy("PH6R", 150))
    assert table.game.trains("FA") == ("PH6R",) * 10


@pytest.mark.clause("18FB-2.6.6")
def test_there_are_four_ph5_trains() -> None:
    table = railway("PH4").sold_out("PH4").operate("FB", "trains")
    table.do(*[buy("PH5", 520)] * 4)
    table.may_not(buy("PH5", 520), "18FB-2.6.4")


@pytest.mark.clause("18FB-2.6.6")
def test_trains_in_the_box() -> None:
    bank = Table().game.trains(BANK)
    printed = {"PH1": 5, "PH2": 4, "PH3": 3, "PH4": 2, "PH5": 4, "PH5R": 7}
    assert {train: bank.count(train) for train in printed} == printed


@pytest.mark.clause("18FB-R45")
def test_ph6r_trains_wait_for_ph6_and_for_the_last_ph5r() -> None:
    table = regional("PH5").sold_out("PH5R").operate("FA", "trains")
    table.may_not(buy("PH6R", 150), "18FB-2.6.4")
    table = regional("PH6").operate("FA", "trains")
    table.may_not(buy("PH6R", 150), "18FB-2.6.4")
    table.may(buy("PH5R", 100))
    table.sold_out("PH5R").operate("FA", "trains").may(buy("PH6R", 150))


@pytest.mark.clause("18FB-R45")
def test_regional_trains_begin_no_phase_and_do_not_wither() -> None:
    table = regional("PH5").start("FB", cash=0).trains("FB", "PH4").operate("FA", "trains")
    table.do(buy("PH5R", 100))
    assert table.game.state.phase == "PH5"
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.game.trains(BANK).count("PH5R") == 6
    assert table.game.trains(BANK).count("PH5") == 2


@pytest.mark.clause("18FB-R45")
def test_regionals_trade_their_trains_with_each_other_only() -> None:
    table = regional("PH6").start("NN", president="Carla", cash=500).trains("NN", "PH6", "PH5R")
    table.trains("FG", "PH5R").operate("FA", "trains")
    table.may_not(buy("PH5R", 50, "NN"), "18FB-R45")
    table.do(buy("PH5R", 50, "FG"))
    assert table.decider == "Bruno"
    table.do(Accept())
    assert table.game.trains("FA") == ("PH5R",)
    assert table.money("FA", "FG") == (350, 450)
