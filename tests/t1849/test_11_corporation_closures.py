"""1849, 11: corporations close, and may be started again."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import BuyTrain, Dividend, LayTile, Pass, PlaceToken, SellShares, Start
from tests.engine.board.rulebook_example import EXAMPLE_TILES
from tests.t1849.table import Table

EXAMPLE = [f"{hex_id} {tile} {rotation}" for hex_id, (tile, rotation) in EXAMPLE_TILES.items()]
LOWEST = (8, 0)  # 27: one row down is Closed


def closing(corporation: str, phase: str = "10", **start: Any) -> Table:
    """A stock round in which Carla's share of a corporation at 27 is about to be sold."""
    stock = {"Carla": [10], "Bruno": [10, 10]}
    table = Table().phase(phase).start(corporation, at=LOWEST, stock=stock, **start)
    return table.stock_round("Carla", turn=4)


def close(table: Table, corporation: str) -> Table:
    table.do(SellShares(corporation, (10,)))
    assert not table.game.is_started(corporation)
    return table


def next_stock_round(table: Table) -> Table:
    turn = table.game.state.round.turn
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.game.state.round.turn > turn)
    return table


@pytest.mark.clause("1849-11.0.1")
def test_a_corporation_closes_in_the_middle_of_its_turn() -> None:
    table = Table().start("SFA", at=(8, 1), cash=300).trains("SFA", "4H")
    table.operate("SFA", "dividend").turn_is(revenue=20).do(Dividend("withhold"))
    assert table.price("SFA") == 27
    assert table.step == "trains"  # still open, and its turn goes on
    table = Table().start("SFA", at=LOWEST, cash=300).trains("SFA", "4H").start("ATA", president="Bruno", at=(9, 1))
    table.operate("SFA", "dividend").turn_is(revenue=20)
    bank = table.game.cash("bank")
    table.do(Dividend("withhold"))
    assert not table.game.is_started("SFA")
    assert table.game.decision.for_corporation == "ATA"  # no train step, no financial step
    assert table.money("SFA", "bank") == (0, bank + 300)


@pytest.mark.clause("1849-11.0.1")
def test_a_corporation_without_a_run_or_with_stock_in_the_pool_closes_at_the_bottom_too() -> None:
    table = Table().start("SFA", at=LOWEST).operate("SFA", "run").go_on()
    assert not table.game.is_started("SFA")
    table = Table().start("SFA", at=LOWEST, stock={"pool": [10]}).stock_round("Ada")
    assert table.pass_on(lambda: not table.game.is_started("SFA")) == ["SR 2", "SR 3"]  # nobody had a turn in OR 2.1


@pytest.mark.clause("1849-11.0.2")
def test_all_that_a_closed_corporation_had_leaves_the_game() -> None:
    table = closing("CTL", cash=75).trains("CTL", "10H").privates(SIGI="CTL", SCE="Ada").tokens("CTL", "C1")
    table.own_is(port="L14", port_owner="CTL")
    bank, bruno = table.money("bank", "Bruno")
    close(table, "CTL")
    assert table.money("bank", "Bruno", "CTL") == (bank - 27 + 75, bruno, 0)
    assert table.holding("CTL", "Bruno") == table.holding("CTL", "Ada") == []
    assert table.game.trains("CTL") == ()
    assert "10H" not in table.game.trains("pool")
    assert table.game.state.privates == {"SCE": "Ada"}
    assert (table.own.port, table.own.port_owner) == ("", "")
    assert table.game.tokens_at(StopId("C1.0")) == table.game.tokens_at(StopId("E1.0")) == ()
    assert table.game.vacant(StopId("C1.0"), "ATA") == 1
    assert table.game.vacant(StopId("E1.0"), "CTL") == 1


@pytest.mark.clause("1849-11.0.3", "1849-11.0.4")
def test_its_trains_and_privates_never_come_back() -> None:
    """CTL had the only 12H, and comes back with nothing but its treasury."""
    table = closing("CTL", phase="12").trains("CTL", "12H").own_is(line=(), waiting=())
    close(table, "CTL")  # with nothing left to buy the round is over, and the next one begins
    assert (str(table.game.state.round), table.own.line) == ("SR 5", ("CTL",))
    table.do(Start("CTL", 68))
    assert table.game.trains("CTL") == ()
    assert table.money("CTL") == (2 * 68 - 40,)
    assert "12H" not in (*table.game.trains("bank"), *table.game.trains("pool"))
    table.cash(CTL=2000).operate("CTL", "trains")
    table.may_not(BuyTrain("12H", "bank", 800), "1849-10.6.2")
    table.may(BuyTrain("16H", "bank", 1100))


@pytest.mark.clause("1849-11.0.4")
def test_a_corporation_closed_in_a_stock_round_waits_for_the_next_one_at_the_end_of_the_line() -> None:
    table = close(closing("CTL").own_is(line=("SFA", "ATA")), "CTL")
    assert list(table.own.line) == ["SFA", "ATA"]
    table.may_not(Start("CTL", 68), "1849-9.4.1")
    table.do(Pass())
    table.cash(Dora=2000)
    table.may_not(Start("CTL", 68), "1849-9.4.1")
    next_stock_round(table)
    assert table.own.line == ("SFA", "ATA", "CTL")
    table.may_not(Start("CTL", 68), "1849-9.4.1")


@pytest.mark.clause("1849-11.0.4")
def test_a_corporation_closed_in_an_operating_round_is_last_in_the_next_stock_round() -> None:
    table = Table().start("CTL", at=LOWEST).own_is(line=("SFA", "ATA"))
    table.trains("CTL", "4H").operate("CTL", "dividend", turn=4).turn_is(revenue=20)
    table.do(Dividend("withhold"))
    assert str(table.game.state.round) == "SR 5"
    assert table.own.line == ("SFA", "ATA", "CTL")


@pytest.mark.clause("1849-11.0.4")
def test_a_restart_is_a_first_start() -> None:
    """Value by the phase, no issue in the first turn, stock unsellable before it has operated."""
    table = closing("CTL", phase="10").own_is(line=())
    next_stock_round(close(table, "CTL")).cash(**{table.decider: 1000})
    table.do(Start("CTL", 216))
    assert table.price("CTL") == 216
    assert table.game.tokens_at(StopId("E1.0")) == ("CTL",)
    assert table.game.state.tokens["CTL"] == 2
    assert "CTL" not in table.game.state.operated


@pytest.mark.clause("1849-11.0.5")
def test_its_home_is_kept_for_it_again() -> None:
    table = closing("RCS").start("CTL", cash=500).start("IFT", president="Bruno").lay(*EXAMPLE).tokens("IFT", "C5")
    close(table.stock_round("Carla", turn=4), "RCS")
    table.operate("CTL", "token").may_not(PlaceToken("C5"), "1849-10.4.4")
    assert table.game.vacant(StopId("C5.0"), "RCS") == 1
    table.own_is(line=("RCS",)).stock_round("Dora").cash(Dora=500).do(Start("RCS", 68))
    assert table.game.tokens_at(StopId("C5.0")) == ("IFT", "RCS")


@pytest.mark.clause("1849-11.0.6")
def test_tokens_lost_in_the_earthquake_are_back_after_a_restart() -> None:
    table = Table().phase("10").sold_out("10H").start("CTL", at=100, cash=800)
    table.start("ATA", at=LOWEST, stock={"Carla": [10], "Bruno": [10, 10]}).tokens("ATA", "B14")
    table.operate("CTL", "trains").do(BuyTrain("12H", "bank", 800))
    assert table.game.state.stations["ATA"] == ("M13.0",)
    assert list(table.own.lost_tokens) == ["ATA"]
    assert table.game.state.tokens["ATA"] == 1
    close(table.own_is(line=()).stock_round("Carla"), "ATA")
    next_stock_round(table).cash(**{table.decider: 500})
    table.do(Start("ATA", 100))
    assert table.own.lost_tokens == ()
    assert table.money("ATA") == (200 - 30,)
    assert table.game.state.stations["ATA"] == ("M13.0",)
    assert table.game.state.tokens["ATA"] == 2


@pytest.mark.clause("1849-11.0.2", "1849-R06")
def test_rsa_stays_with_its_owner_when_its_corporation_closes() -> None:
    table = closing("RCS").privates(RSA="Bruno").own_is(rsa="RCS", line=())
    close(table, "RCS")
    assert table.game.state.privates == {"RSA": "Bruno"}
    next_stock_round(table).cash(**{table.decider: 500})
    table.do(Start("RCS", 100))
    table.cash(RCS=1000).operate("RCS", "trains").do(BuyTrain("10H", "bank", 550))
    assert table.game.state.privates == {"RSA": "Bruno"}  # the reopened corporation's first train does not close it


@pytest.mark.clause("1849-R43")
def test_with_no_corporation_no_income_and_no_money_the_game_is_over() -> None:
    table = closing("CTL").privates().cash(Ada=100, Bruno=100, Dora=100, Carla=70)
    close(table, "CTL")
    table.pass_on(lambda: table.game.state.round.kind == "operating")
    assert table.game.over
    assert table.game.state.ended_by == "1849-R43"
    assert table.game.title.calendar.worth(table.game, "Carla") == 70 + 27


@pytest.mark.clause("1849-R43")
@pytest.mark.parametrize("hope", ["money", "income"])
def test_one_player_who_could_start_a_corporation_or_hopes_for_income_keeps_it_going(hope: str) -> None:
    table = closing("CTL").privates(**({"SCE": "Ada"} if hope == "income" else {}))
    table.cash(Ada=136 if hope == "money" else 100, Bruno=100, Dora=100, Carla=70)
    next_stock_round(close(table, "CTL"))
    assert not table.game.over
    assert table.game.state.round.turn > 4


@pytest.mark.clause("1849-11.0.2")
def test_the_track_a_closed_corporation_laid_stays() -> None:
    table = closing("CTL").lay("G1 4 0")
    close(table, "CTL")
    assert table.game.layout.tiles == {"G1": ("4", 0)}
    table.start("ATA", cash=500).operate("ATA").may_not(LayTile("G1", "4", 0), "1849-10.3.5")


@pytest.mark.clause("1849-R43")
def test_a_stock_round_and_operating_rounds_that_change_nothing_end_the_game() -> None:
    """Ada could start a corporation, does not, and nothing moves any more."""
    table = Table(3).phase("12").cash(Ada=200, Bruno=0, Carla=0).stock_round("Ada", turn=7)
    table.do(Pass())
    assert str(table.game.state.round) == "SR 8"
    table.do(Pass())
    assert table.game.state.ended_by == "1849-R43"
    assert "changed nothing" in table.game.state.over


@pytest.mark.clause("1849-R43")
def test_a_price_that_falls_and_rises_again_for_ever_changes_nothing() -> None:
    """RCS has nowhere to run and falls in every operating round; sold out, it rises in every stock round."""
    stock = {"Ada": [10, 10], "Bruno": [20, 10, 10], "Carla": [10, 10]}
    table = Table(3).start("RCS", at=(4, 0), stock=stock).privates().cash(Ada=0, Bruno=0, Carla=0)
    table.own_is(line=(), waiting=()).stock_round("Ada", turn=7)
    table.pass_on(lambda: table.game.over)
    assert (table.game.state.ended_by, table.game.state.round.turn) == ("1849-R43", 8)
    assert table.price("RCS") == 52  # 54 after the stock round, 52 after the operating round, again and again


@pytest.mark.clause("1849-R43")
@pytest.mark.parametrize("what", ["a start", "a private company"])
def test_whatever_changes_something_keeps_the_game_going(what: str) -> None:
    table = Table(3).phase("10").privates().cash(Ada=200, Bruno=0, Carla=0)
    if what == "a private company":
        table.privates(SCE="Bruno")
    table.stock_round("Ada", turn=7).do(Pass())
    assert str(table.game.state.round) == "SR 8"
    table.do(Start("RCS", 68) if what == "a start" else Pass())
    table.pass_on(lambda: str(table.game.state.round) == "SR 9")
    assert not table.game.over
