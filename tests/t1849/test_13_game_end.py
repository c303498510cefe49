"""1849, 13: how the game ends, and who has won."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bankrupt, BuyTrain, Dividend, Pass, RedeemShare, SellShares
from ferrovia.formats.view import ranking, winners
from ferrovia.titles.t1849.actions import LeaveGame, TakeLoan
from tests.t1849.table import Table

TOP, BELOW_TOP, LEFT_OF_TOP = (0, 15), (1, 15), (0, 14)  # 377, 328, 340


def worth(table: Table, player: str) -> int:
    return table.game.title.calendar.worth(table.game, player)


# 377


@pytest.mark.clause("1849-13.0.1")
def test_the_game_ends_after_the_turn_in_which_377_is_reached() -> None:
    table = Table().phase("16").start("RCS", at=LEFT_OF_TOP, cash=1000, stock={"Ada": [10], "pool": [10]})
    table.trains("RCS", "16H").start("CTL", president="Bruno").start("ATA", president="Carla")
    table.operate("RCS", "dividend").turn_is(revenue=350)
    table.do(Dividend("pay"))
    assert table.price("RCS") == 377
    table.do(BuyTrain("R6H", "bank", 350), RedeemShare())  # it finishes its turn
    assert table.game.over
    assert table.game.state.ended_by == "1849-13.0.1"
    assert table.game.decision.choices == ()
    assert not {"CTL", "ATA"} & table.game.state.earnings.keys()  # they lost their turns
    table.may_not(Pass(), "1849-13.0.1")


@pytest.mark.clause("1849-13.0.1")
def test_340_does_not_end_it() -> None:
    table = Table().phase("16").start("RCS", at=LEFT_OF_TOP, cash=1000, stock={"Ada": [10]}).trains("RCS", "16H")
    table.start("CTL", president="Bruno").operate("RCS", "dividend").turn_is(revenue=330)
    table.do(Dividend("pay"))
    table.pass_on(lambda: table.game.decision.for_corporation == "CTL")
    assert not table.game.over


def sold_out_at_328() -> Table:
    """RCS, all with players, at the end of a stock round; Palermo alone is no route, so it will not run."""
    table = Table().phase("16").start("RCS", at=BELOW_TOP, stock={"Ada": [10] * 4, "Bruno": [20, 10, 10]})
    return table.start("CTL", president="Carla", cash=2000).stock_round("Ada", turn=8)


@pytest.mark.clause("1849-13.0.2", "1849-R31")
def test_377_at_the_end_of_a_stock_round_ends_the_game_after_that_corporations_turn() -> None:
    """It falls to 340 again in that very turn, for want of a run: it has reached 377 all the same."""
    table = sold_out_at_328()
    table.pass_on(lambda: table.game.state.round.kind == "operating")
    assert table.price("RCS") == 377
    assert table.game.decision.for_corporation == "RCS"
    assert not table.game.over
    assert table.pass_on(lambda: False) == ["OR 8.1"]
    assert table.game.state.ended_by == "1849-13.0.1"
    assert table.price("RCS") == 340
    assert "CTL" not in table.game.state.earnings


@pytest.mark.clause("1849-R31")
def test_it_is_the_turn_of_a_corporation_that_has_reached_377_that_counts() -> None:
    """ATA was at 377 and has fallen below CTL: CTL operates first, and the game goes on until ATA has."""
    table = Table().phase("16").start("CTL", president="Carla", at=(0, 13), cash=2000)
    table.start("ATA", president="Bruno", at=(0, 12)).own_is(reached_end=("ATA",)).operate("CTL", of=3)
    table.pass_on(lambda: table.game.decision.for_corporation == "ATA")
    assert not table.game.over
    table.pass_on(lambda: False)
    assert table.game.state.ended_by == "1849-13.0.1"
    assert set(table.game.state.earnings) == {"CTL", "ATA"}


# The bank


def nearly_broke(bank: int, **operate: int) -> Table:
    """CTL, all with players and a train, has run for 160; the bank has little left."""
    table = Table().phase("10").start("CTL", stock={"Ada": [10] * 4, "Bruno": [20, 10, 10]}).trains("CTL", "10H")
    return table.cash(bank=bank).operate("CTL", "dividend", **operate).turn_is(revenue=160)


@pytest.mark.clause("1849-13.0.3")
def test_a_bank_empty_in_an_operating_round_ends_the_game_after_the_set() -> None:
    table = nearly_broke(20, number=1, of=3, turn=7)
    table.do(Dividend("pay"))
    assert table.pass_on(lambda: False) == ["OR 7.2", "OR 7.3"]  # and no SR 8
    assert table.game.state.ended_by == "1849-13.0.3"
    assert "bank" in table.game.state.over


@pytest.mark.clause("1849-13.0.4")
def test_a_bank_empty_in_a_stock_round_leaves_one_full_set() -> None:
    table = Table().phase("12").start("CTL", president="Bruno", stock={"Ada": [10]}).trains("CTL", "10H")
    table.cash(bank=50).stock_round("Ada", turn=7)
    table.do(SellShares("CTL", (10,)))
    assert table.game.state.bank_broken
    assert table.pass_on(lambda: False) == ["SR 7", "OR 7.1", "OR 7.2", "OR 7.3"]
    assert table.game.state.ended_by == "1849-13.0.4"


@pytest.mark.clause("1849-13.0.3")
def test_a_bank_with_money_left_ends_nothing() -> None:
    table = nearly_broke(161, number=3, of=3, turn=7)
    table.do(Dividend("pay"))
    assert table.game.cash("bank") == 1
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert str(table.game.state.round) == "SR 8"


@pytest.mark.clause("1849-R30")
def test_the_bank_is_out_of_money_at_exactly_nothing_and_stays_so() -> None:
    table = nearly_broke(0, number=3, of=3, turn=7).cash(CTL=800).cash(bank=160)
    table.do(Dividend("pay"))
    assert table.game.cash("bank") == 0
    table.do(BuyTrain("12H", "bank", 800))  # money flows back
    assert table.game.cash("bank") == 800
    assert table.game.state.ended_by == "1849-13.0.3"


@pytest.mark.clause("1849-13.0.5")
def test_377_comes_before_the_end_of_the_set() -> None:
    table = Table().phase("16").start("RCS", at=LEFT_OF_TOP, stock={"Ada": [10] * 4, "Bruno": [20, 10, 10]})
    table.trains("RCS", "16H").cash(bank=20).start("CTL", president="Carla")
    table.game.state.bank_broken = "operating"
    table.operate("RCS", "dividend", number=2, of=3, turn=7).turn_is(revenue=350)
    table.do(Dividend("pay"))  # nothing else is left to do in its turn
    assert table.game.over
    assert table.game.state.ended_by == "1849-13.0.1"


@pytest.mark.clause("1849-13.0.6", "1849-R30")
def test_payments_of_an_empty_bank_are_credited_all_the_same() -> None:
    table = nearly_broke(20, number=1, of=3)
    ada, bruno = table.money("Ada", "Bruno")
    worth_before = worth(table, "Ada")
    table.do(Dividend("pay"))
    assert table.money("Ada", "Bruno", "bank") == (ada + 96, bruno + 64, -140)
    assert worth(table, "Ada") == worth_before + 96 + 6 * 11  # the price went from 100 to 111
    assert not table.game.over
    table = nearly_broke(20, number=1, of=3)
    table.do(Dividend("withhold"))  # payments to corporations are honoured too
    assert table.money("CTL", "bank") == (160, -140)


# The last player


@pytest.mark.clause("1849-13.0.7")
def test_the_game_ends_at_once_when_one_player_is_left() -> None:
    table = Table(3).phase("10").start("CTL", president="Carla").start("ATA", at=68).cash(Carla=0)
    table.game.state.gone = ("Bruno",)
    table.operate("CTL", "trains", of=3).do(Bankrupt(), LeaveGame())
    assert table.game.over
    assert table.game.state.ended_by == "1849-13.0.7"
    assert [worth(table, player) for player in ("Bruno", "Carla")] == [0, 0]
    assert winners(table.game) == ["Ada"]


@pytest.mark.clause("1849-13.0.7")
def test_with_two_left_or_a_loan_taken_it_goes_on() -> None:
    table = Table(3).phase("10").start("CTL", president="Carla").start("ATA", at=68).cash(Carla=0)
    table.operate("CTL", "trains", of=3).do(Bankrupt(), LeaveGame())
    assert not table.game.over
    table = Table(3).phase("10").start("CTL", president="Carla").start("ATA", at=68).cash(Carla=0)
    table.game.state.gone = ("Bruno",)
    table.operate("CTL", "trains", of=3).do(Bankrupt(), TakeLoan())
    assert not table.game.over


# Worth


@pytest.mark.clause("1849-13.0.8")
def test_worth_is_money_and_stock_at_its_value() -> None:
    table = Table().phase("16").start("RCS", at=(2, 13), stock={"Ada": [10, 10]}, cash=5000).trains("RCS", "16H")
    table.start("CTL", president="Bruno", at=(3, 8), stock={"Ada": [20]}).cash(Ada=820)
    assert (table.price("RCS"), table.price("CTL")) == (242, 137)
    assert worth(table, "Ada") == 820 + 968 + 274 == 2062
    table.cash(RCS=0).trains("RCS")
    assert worth(table, "Ada") == 2062


@pytest.mark.clause("1849-13.0.9", "1849-R28")
def test_each_loan_costs_750_and_no_total_is_below_nothing() -> None:
    table = Table().cash(Ada=2000, Bruno=600).own_is(loans=("Ada", "Bruno", "Ada"))
    assert worth(table, "Ada") == 500
    assert worth(table, "Bruno") == 0


def finished(**cash: int) -> Table:
    """The last turn of a game without stock in players' hands but Ada's, about to end by the empty bank."""
    table = Table(3).phase("16").cash(**cash).start("RCS", president="Ada", at=(9, 1))
    table.game.state.bank_broken = "operating"
    table.operate("RCS", "private", number=3, of=3).go_on()
    assert table.game.over
    return table


@pytest.mark.clause("1849-13.0.10")
def test_the_wealthiest_player_wins_and_the_ranking_is_told() -> None:
    table = finished(Ada=2062 - 2 * 24, Bruno=0, Carla=1990)
    assert ranking(table.game) == [("Ada", 2062), ("Carla", 1990), ("Bruno", 0)]
    assert winners(table.game) == ["Ada"]


@pytest.mark.clause("1849-R29")
def test_private_companies_count_nothing_and_a_tie_is_shared() -> None:
    table = Table().privates(SMS="Ada", RSA="Bruno").cash(Ada=700, Bruno=700, Carla=690, Dora=0)
    assert worth(table, "Ada") == worth(table, "Bruno") == 700
    assert winners(table.game) == ["Ada", "Bruno"]
