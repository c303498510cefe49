"""1849, 14.3: Electric Dreams, its E tokens and its E trains."""

from __future__ import annotations

import msgspec
import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Accept, Bankrupt, BuyTrain, DiscardTrain, Dividend, Pass, RunTrains, Start
from ferrovia.engine.flow.events import RouteRun
from ferrovia.engine.flow.phases import Discard
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t1849 import TITLE
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken
from ferrovia.titles.t1849.closing import close
from tests.t1849.table import Table, routes
from tests.t1849.test_10_4_place_a_station_token import LONG_WAY

ALL = ("buy_station_tokens", "bonds", "electric_dreams")
BUY_E = BuyTrain("E", "bank", 550)


def dreams(phase: str = "12", **treasuries: int) -> Table:
    """Corporations of Ada with these treasuries, in a game with all variants."""
    table = Table(options=ALL).phase(phase).privates()
    for corporation, cash in treasuries.items():
        table.start(corporation, cash=cash)
    return table


def electrified(phase: str = "16", cash: int = 0, train: str = "E", *tiles: str) -> Table:
    """CTL with an E token and a train, at its run; other routes than the best are taken too."""
    table = Table(options=ALL, runs_as_shown=True).phase(phase).own_is(e_tokens=("CTL",), e_tokens_sold=1)
    return table.lay(*tiles).start("CTL", cash=cash).trains("CTL", train).operate("CTL", "run")


# 14.3.2 Prices


@pytest.mark.clause("1849-14.3.2")
def test_the_first_token_of_phase_12_costs_1100_the_next_800_and_550_in_phase_16() -> None:
    table = dreams(RCS=1200, CTL=1200, ATA=1200)
    for corporation, phase, left in (("RCS", "12", 100), ("CTL", "12", 400), ("ATA", "16", 650)):
        if phase == "16":
            table.phase("16")
        table.operate(corporation, "e_token").do(BuyEToken())
        assert table.money(corporation) == (left,)
    assert (table.own.e_tokens, table.own.e_tokens_sold) == (("RCS", "CTL", "ATA"), 3)


@pytest.mark.clause("1849-14.3.2")
def test_the_first_token_of_phase_16_costs_800_the_next_550() -> None:
    table = dreams("16", RCS=1200, CTL=1200)
    bank = table.game.cash(BANK)
    table.operate("RCS", "e_token").do(BuyEToken())
    table.operate("CTL", "e_token").do(BuyEToken())
    assert table.money("RCS", "CTL", BANK) == (400, 650, bank + 1350)


@pytest.mark.clause("1849-14.3.2")
@pytest.mark.parametrize("phase", ["4", "6", "8", "10"])
def test_there_are_none_before_the_12h_is_sold(phase: str) -> None:
    dreams(phase, RCS=3000).operate("RCS", "e_token").may_not(BuyEToken(), "1849-14.3.2", saying="once the 12H is sold")


@pytest.mark.clause("1849-14.3.2")
def test_there_are_six() -> None:
    table = dreams(RCS=3000).own_is(e_tokens=("CTL", "ATA"), e_tokens_sold=5).operate("RCS", "e_token")
    table.may(BuyEToken())
    table.own_is(e_tokens_sold=6).may_not(BuyEToken(), "1849-14.3.2", saying="All E tokens are sold.")


# 14.3.3 When, and with whose money


@pytest.mark.clause("1849-14.3.3")
def test_the_buyer_of_the_12h_gets_neither_token_nor_train_in_that_turn_but_the_next_does() -> None:
    table = dreams("10", RCS=3000, CTL=3000).sold_out("10H").operate("RCS", "e_token")
    table.may_not(BuyEToken(), "1849-14.3.2")
    table.go_on().do(BuyTrain("12H", "bank", 800))
    assert table.game.state.phase == "12"
    table.may_not(BuyEToken(), "1849-14.0.2")
    table.may_not(BUY_E, "1849-14.3.5")
    table.operate("CTL", "e_token").do(BuyEToken())
    table.do(BUY_E)
    assert table.game.trains("CTL") == ("E",)


@pytest.mark.clause("1849-14.3.3")
@pytest.mark.parametrize(("treasury", "enough"), [(1099, False), (1100, True)])
def test_the_treasury_alone_pays(treasury: int, enough: bool) -> None:
    table = dreams(RCS=treasury).cash(Ada=2000).operate("RCS", "e_token")
    if enough:
        table.do(BuyEToken())
        assert table.money("RCS", "Ada") == (0, 2000)
    else:
        table.may_not(BuyEToken(), "1849-14.3.3", saying="costs 1100; RCS has only 1099")


# 14.3.4 One each


@pytest.mark.clause("1849-14.3.4")
def test_a_corporation_has_one_e_token_at_most() -> None:
    table = dreams(RCS=3000).operate("RCS", "e_token")
    table.do(BuyEToken())
    table.operate("RCS", "e_token").may_not(BuyEToken(), "1849-14.3.4", saying="already has an E token")


@pytest.mark.clause("1849-14.3.4")
def test_an_e_token_never_passes_to_another_corporation() -> None:
    """CTL buys what RCS has, a train and a station token; its E token stays, and CTL can get one only of the bank."""
    table = dreams(RCS=0, CTL=400).own_is(e_tokens=("RCS",), e_tokens_sold=6).trains("RCS", "8H", "E")
    table.tokens("RCS", "C1").operate("CTL", "buy_token").do(BuyToken("C1", "RCS", 100))
    table.operate("CTL", "e_token").may_not(BuyEToken(), "1849-14.3.2")
    table.operate("CTL", "trains").may_not(BuyTrain("E token", "RCS", 1), "1849-10.6.6")
    table.may_not(BuyTrain("E", "RCS", 1), "1849-14.3.5")
    table.do(BuyTrain("8H", "RCS", 300))
    assert table.own.e_tokens == ("RCS",)


# 14.3.5 E trains


@pytest.mark.clause("1849-14.3.5")
def test_six_e_trains_at_550_for_owners_of_an_e_token_within_the_limit() -> None:
    table = dreams(RCS=2000, CTL=2000).own_is(e_tokens=("RCS",), e_tokens_sold=1)
    assert table.game.trains(BANK).count("E") == 6
    table.operate("CTL", "trains").may_not(BUY_E, "1849-14.3.5", saying="CTL has no E token")
    table.operate("RCS", "trains").may_not(BuyTrain("E", "bank", 500), "1849-10.6.3")
    table.do(BUY_E, BUY_E)
    assert (table.game.trains("RCS"), table.money("RCS")) == (("E", "E"), (900,))
    table.operate("RCS", "trains").may_not(BUY_E, "1849-6.0.8")


@pytest.mark.clause("1849-14.3.5")
def test_two_e_trains_cost_1100() -> None:
    table = dreams(RCS=1100).own_is(e_tokens=("RCS",), e_tokens_sold=1).operate("RCS", "trains")
    table.do(BUY_E, BUY_E)
    assert table.money("RCS") == (0,)
    table = dreams(RCS=549).own_is(e_tokens=("RCS",), e_tokens_sold=1).operate("RCS", "trains")
    table.may_not(BUY_E, "1849-10.0.4")


@pytest.mark.clause("1849-14.3.5")
def test_the_seventh_e_train_does_not_exist() -> None:
    table = dreams(RCS=2000).own_is(e_tokens=("RCS",), e_tokens_sold=1).sold_out("E").operate("RCS", "trains")
    table.may_not(BUY_E, "1849-10.6.2")


# 14.3.6 How far


@pytest.mark.clause("1849-14.3.6")
def test_a_route_of_any_length() -> None:
    way = "A5 C5 D6 E7 F8 E9 F10 G11 H10 G9 I9 J8 I7 G7 F6 H6 I5 H4 G3 E3 D2 E1 C1"
    assert len(way.split()) - 1 == 22
    table = electrified("16", 0, "E", *LONG_WAY, "C5 652 5")
    events = table.do(routes(("E", way)))
    assert RouteRun(train="E", hexes=way.replace(" ", "-")) in events
    electrified("16", 0, "16H", *LONG_WAY, "C5 652 5").may_not(routes(("16H", way)), "1849-10.5.1.3")


@pytest.mark.clause("1849-14.3.6")
def test_narrow_track_is_barred_and_dual_is_not() -> None:
    table = electrified("16", 0, "E", "C5 651 5", "D4 682 1", "E3 714 0", "F2 78 2", "B4 7 5")
    table.may_not(routes(("E", "D4 E3 F2 E1")), "1849-14.3.6")
    table.may_not(routes(("E", "C5 B4 D4 E3 F2 E1")), "1849-14.3.6")
    table.may(routes(("E", "E1 C1")))  # dual
    electrified("16", 0, "16H", "D4 682 1", "E3 714 0", "F2 78 2").may(routes(("16H", "D4 E3 F2 E1")))


# 14.3.7 What it earns


LINE = ("C5 652 5", "D4 696 0", "E3 9 1", "F2 8 2")  # Palermo, Partinico and Marsala, without narrow track


@pytest.mark.clause("1849-14.3.7")
@pytest.mark.parametrize(("train", "earned"), [("E", 2 * 130 + 20 + 40), ("16H", 130 + 20 + 40)])
def test_palermo_counts_double_for_an_e_train(train: str, earned: int) -> None:
    table = electrified("16", 0, train, *LINE)
    table.do(routes((train, "C5 D4 E3 F2 E1")), Dividend("withhold"))
    assert table.game.state.earnings["CTL"] == earned


@pytest.mark.clause("1849-14.3.7")
@pytest.mark.parametrize("phase", ["12", "16"])
def test_the_four_major_cities_and_nothing_else_count_double(phase: str) -> None:
    table = electrified(phase, 0, "E").own_is(port="L14", port_owner="CTL")
    runner = table.game.title.runs.runner
    electric, steam = (runner(table.game, "CTL", train).values for train in ("E", "16H"))
    assert {stop for stop in steam if electric[stop] != steam[stop]} == {"H12.0", "B14.0", "C5.0", "M13.0"}
    assert all(
        electric[stop] == 2 * steam[stop]
        for stop in (StopId("H12.0"), StopId("B14.0"), StopId("C5.0"), StopId("M13.0"))
    )


@pytest.mark.clause("1849-14.3.7")
def test_the_best_runs_know_the_e_train() -> None:
    """An E train and a 16H share the map: the E takes Palermo, where it earns twice."""
    table = Table(options=ALL).phase("16").own_is(e_tokens=("CTL",), e_tokens_sold=1).lay(*LINE).start("CTL")
    table.trains("CTL", "16H", "E").operate("CTL", "run")
    (best,) = table.game.decision.choices
    assert isinstance(best, RunTrains)
    e_run = next(run for run in best.routes if run.train == "E")
    assert "C5" in e_run.hexes
    table.do(best)
    assert table.turn.revenue >= 320


# R40 Forced purchases, deals, closures


@pytest.mark.clause("1849-R40")
def test_an_e_train_counts_in_an_emergency_only_for_the_owner_of_an_e_token() -> None:
    """Phase 12, only 16H and E are left: CTL must get a 16H; with a token the cheaper E, and nothing dearer."""
    table = dreams(CTL=100).cash(Ada=3000).sold_out("12H").operate("CTL", "trains")
    table.may_not(BUY_E, "1849-14.3.5")
    table.may(BuyTrain("16H", "bank", 1100))
    table = dreams(CTL=100).own_is(e_tokens=("CTL",), e_tokens_sold=1).cash(Ada=3000).sold_out("12H")
    table.operate("CTL", "trains").may_not(BuyTrain("16H", "bank", 1100), "1849-10.7.7")
    table.do(BUY_E)
    assert table.money("CTL", "Ada") == (0, 2550)


@pytest.mark.clause("1849-R40")
def test_where_only_e_trains_are_left_there_is_no_duty_without_a_token() -> None:
    table = dreams("16", CTL=0).cash(Ada=0).sold_out("16H", "R6H").operate("CTL", "trains")
    assert BUY_E.train in table.game.title.trains.on_sale(table.game)
    table.may(Pass())
    table.may_not(Bankrupt(), "1849-10.7.1")
    table.own_is(e_tokens=("CTL",), e_tokens_sold=1)
    table.may_not(Pass(), "1849-10.6.1")
    table.may(Bankrupt())


@pytest.mark.clause("1849-R40", "1849-R15")
def test_a_route_that_only_an_e_train_can_run_obliges_only_the_owner_of_a_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No map of Sicily is so wide; so the H trains are shortened."""
    short = {name: msgspec.structs.replace(TITLE.box.trains[name], limit=0) for name in ("16H", "R6H")}
    monkeypatch.setattr(TITLE.box, "trains", {**TITLE.box.trains, **short})
    table = dreams("16", CTL=0).operate("CTL", "trains")
    table.may(Pass())
    table.own_is(e_tokens=("CTL",), e_tokens_sold=1).may_not(Pass(), "1849-10.6.1")


@pytest.mark.clause("1849-R40")
def test_an_e_train_may_be_bought_from_another_corporation_or_the_pool_by_who_has_a_token() -> None:
    table = dreams(RCS=0, CTL=700).own_is(e_tokens=("RCS", "CTL"), e_tokens_sold=2).trains("RCS", "E", "8H")
    table.start("RCS", president="Bruno").trains("pool", "E").operate("CTL", "trains")
    table.may(BuyTrain("E", "pool", 550))
    table.do(BuyTrain("E", "RCS", 10), Accept())
    assert (table.game.trains("CTL"), table.game.trains("RCS")) == (("E",), ("8H",))
    table.own_is(e_tokens=("RCS",)).trains("CTL").trains("pool", "E").operate("CTL", "trains")
    table.may_not(BuyTrain("E", "pool", 550), "1849-14.3.5")


@pytest.mark.clause("1849-R40")
def test_the_sale_of_e_trains_changes_no_phase() -> None:
    table = dreams(RCS=1100).own_is(e_tokens=("RCS",), e_tokens_sold=1).trains("RCS").operate("RCS", "trains")
    table.do(BUY_E)
    assert table.game.state.phase == "12"
    assert table.game.title.trains.on_sale(table.game) == ("16H", "E")


@pytest.mark.clause("1849-R40")
def test_the_e_token_of_a_closed_corporation_is_gone_and_a_reopened_one_may_buy_another() -> None:
    table = dreams(RCS=500, CTL=0).own_is(e_tokens=("RCS", "CTL"), e_tokens_sold=5).trains("RCS", "E")
    close(table.game, "RCS")
    assert (table.own.e_tokens, table.own.e_tokens_sold) == (("CTL",), 5)
    assert "E" in table.game.state.trains[OUT]
    table.own_is(line=("RCS",), waiting=()).cash(Ada=1000).stock_round("Ada").do(Start("RCS", 100))
    table.cash(RCS=2000).operate("RCS", "trains").may_not(BUY_E, "1849-14.3.5")
    table.operate("RCS", "e_token").do(BuyEToken())
    assert (table.own.e_tokens, table.own.e_tokens_sold) == (("CTL", "RCS"), 6)
    close(table.game, "RCS")
    table.own_is(line=("RCS",), waiting=()).cash(Ada=1000).stock_round("Ada").do(Start("RCS", 100))
    table.cash(RCS=2000).operate("RCS", "e_token").may_not(BuyEToken(), "1849-14.3.2")


@pytest.mark.clause("1849-14.3.2", "1849-R40")
def test_the_first_token_is_sold_once_even_if_its_owner_closes() -> None:
    table = dreams(RCS=1100, CTL=800).operate("RCS", "e_token")
    table.do(BuyEToken())
    close(table.game, "RCS")
    table.operate("CTL", "e_token").do(BuyEToken())
    assert table.money("CTL") == (0,)


@pytest.mark.clause("1849-R40")
def test_a_surplus_e_train_goes_to_the_pool_like_others() -> None:
    table = dreams(RCS=0).own_is(e_tokens=("RCS",), e_tokens_sold=1).trains("RCS", "E", "E", "12H")
    table.operate("RCS", "trains")
    table.game.push(Discard("RCS"))
    table._again().do(DiscardTrain("E"))
    assert table.game.trains("pool") == ("E",)
