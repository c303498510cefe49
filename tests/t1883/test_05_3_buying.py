"""Section 5.3: shares from pool and Initial Offers, launches, presidencies, and the limits of a holding."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.actions import BuyShare, Pass, SellShares, Start
from ferrovia.engine.flow.debts import Debt
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from tests.t1883.table import Table


def sells(corporation: str, shares: int) -> SellShares:
    return SellShares(corporation, (10,) * shares)


# Buying shares


@pytest.mark.clause("1883-5.3.1")
@pytest.mark.parametrize("second", ["pool", "offer"])
@pytest.mark.parametrize("first", ["pool", "offer"])
def test_one_certificate_a_turn_from_pool_or_initial_offers(first: str, second: str) -> None:
    table = Table().start("SV", "Bruno", stock={"pool": 2}).cash(Ada=1000).stock_round("Ada")
    table.do(BuyShare("SV", first))  # type: ignore[arg-type]
    table.may_not(BuyShare("SV", second), "1883-5.1.1")  # type: ignore[arg-type]


@pytest.mark.clause("1883-5.3.1")
def test_a_corporation_of_another_game_has_no_shares() -> None:
    Table().stock_round("Ada").may_not(BuyShare("RCS", "offer"), "1883-5.3.1")


@pytest.mark.clause("1883-5.3.2")
def test_after_a_share_there_is_a_sale_but_no_concession_and_no_support() -> None:
    table = Table().start("FBV", "Bruno", at=85).start("SV", "Ada", stock={"Ada": 1}, cash=100)
    table.cash(Ada=500).stock_round("Ada")
    table.do(BuyShare("FBV", "offer"), sells("SV", 1))
    table.may_not(BuyConcession("7", "SV"), "1883-5.1.1")
    table.may_not(BuySupport(), "1883-5.1.1")


@pytest.mark.clause("1883-5.3.1.1")
def test_a_share_of_the_pool_costs_the_market_price_paid_to_the_bank() -> None:
    table = Table().start("SV", "Bruno", at=(3, 8), par=65, stock={"pool": 2}, cash=40).cash(Ada=90).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(BuyShare("SV", "pool"))
    assert table.money("Ada", "SV", "bank") == (0, 40, bank + 90)
    assert table.price("SV") == 90
    table = Table().start("SV", "Bruno", at=(3, 8), par=65, stock={"pool": 2}).cash(Ada=89).stock_round("Ada")
    table.may_not(BuyShare("SV", "pool"), "1883-5.3.1.1", "costs 90")


@pytest.mark.clause("1883-5.3.1.1")
def test_what_is_not_in_the_pool_cannot_be_bought_there() -> None:
    table = Table().start("SV", "Bruno").cash(Ada=500).stock_round("Ada")
    table.may_not(BuyShare("SV", "pool"), "1883-5.3.1.1")


@pytest.mark.clause("1883-5.3.2.1")
def test_a_share_of_the_initial_offers_costs_par_paid_to_the_corporation() -> None:
    table = Table().start("SV", "Bruno", at=(3, 8), par=65, cash=40).cash(Ada=65).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(BuyShare("SV", "offer"))
    assert table.money("Ada", "SV", "bank") == (0, 105, bank)
    assert table.price("SV") == 90
    table = Table().start("SV", "Bruno", at=(3, 8), par=65).cash(Ada=64).stock_round("Ada")
    table.may_not(BuyShare("SV", "offer"), "1883-5.3.2.1", "costs 65")


@pytest.mark.clause("1883-5.3.2.1")
def test_what_the_initial_offers_have_sold_cannot_be_bought_there() -> None:
    table = Table().start("SV", "Bruno", stock={"Bruno": 4, "Carla": 4}).cash(Ada=500).stock_round("Ada")
    table.may_not(BuyShare("SV", "offer"), "1883-5.3.2.1")


@pytest.mark.clause("1883-5.3.2.2")
def test_before_its_presidents_certificate_nothing_of_a_corporation_is_sold() -> None:
    table = Table().cash(Ada=500).stock_round("Ada")
    table.may_not(BuyShare("FBV", "offer"), "1883-5.3.2.2")
    table.do(Start("FBV", 65), Pass())
    table.cash(Bruno=500).may(BuyShare("FBV", "offer"))


# Launching


@pytest.mark.clause("1883-5.3.3.1")
def test_the_presidents_certificate_alone_launches_a_corporation_that_operates_next() -> None:
    table = Table().cash(Ada=170).stock_round("Ada")
    table.do(Start("FBV", 85))
    assert table.money("Ada", "FBV") == (0, 170)
    assert table.game.president("FBV") == "Ada"
    assert table.game.state.stations["FBV"] == ("89.0",)
    table.end_round()
    table.pass_on(lambda: table.game.decision.for_corporation == "FBV")
    assert str(table.game.state.round) == "OR 2.1"


@pytest.mark.clause("1883-5.3.3.1")
def test_who_cannot_pay_twice_par_cannot_launch_nor_can_anybody_a_second_time() -> None:
    table = Table().cash(Ada=169).stock_round("Ada")
    table.may_not(Start("FBV", 85), "1883-5.3.3.1", "costs 170")
    table.start("SV", "Bruno").may_not(Start("SV", 65), "1883-5.3.3.1")


@pytest.mark.clause("1883-5.3.3.2")
@pytest.mark.parametrize(
    ("phase", "pars"),
    [
        ("1", {65, 85, 100}),
        ("2", {65, 85, 100, 110}),
        ("3", {65, 85, 100, 110}),
        ("4", {65, 85, 100, 110}),
        ("5", {65, 85, 100, 110, 150}),
        ("6", {65, 85, 100, 110, 150}),
        ("7", {65, 85, 100, 110, 150}),
        ("8", {65, 85, 100, 110, 150}),
    ],
)
def test_the_pars_of_each_phase(phase: str, pars: set[int]) -> None:
    table = Table().phase(phase).cash(Ada=1000).stock_round("Ada")
    for par in (65, 70, 85, 90, 100, 110, 150, 165):
        if par in pars:
            table.may(Start("FBV", par))
        else:
            table.may_not(Start("FBV", par), "1883-5.3.3.2")


@pytest.mark.clause("1883-5.3.3.3")
def test_both_markers_go_to_the_par_chosen_the_price_under_those_already_there() -> None:
    table = Table().cash(Ada=500).stock_round("Ada")
    table.do(Start("FBV", 100))
    assert table.game.state.pars["FBV"] == 100
    assert table.game.cell("FBV") == (3, 9)
    assert table.stack((3, 9)) == ["CCFR", "FBV"]
    assert table.game.market_order() == ("CCFR", "FBV")


@pytest.mark.clause("1883-5.3.3.4")
def test_the_bank_pays_for_shares_that_came_with_private_companies() -> None:
    table = Table().privates(TMM="Bruno").cash(Ada=500).stock_round("Ada")
    table.game.hand_over("FMV", 1, "Bruno")
    bank = table.game.cash("bank")
    table.do(Start("FMV", 65))
    assert table.money("Ada", "FMV", "bank") == (370, 195, bank - 65)


@pytest.mark.clause("1883-5.3.3.5")
def test_the_example_of_a_launch_at_100() -> None:
    table = Table().privates(FCV="Bruno").cash(Ada=500).stock_round("Ada")
    table.game.hand_over("FBV", 1, "Bruno")
    bank = table.game.cash("bank")
    table.do(Start("FBV", 100))
    assert table.money("Ada", "FBV", "bank") == (300, 300, bank - 100)


# Presidencies


@pytest.mark.clause("1883-5.3.4.1")
def test_more_than_the_president_takes_the_presidency_as_much_does_not() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 1, "Bruno": 2}).cash(Bruno=500).stock_round("Bruno")
    table.do(BuyShare("SV", "offer"))
    assert (table.game.percent("SV", "Bruno"), table.game.president("SV")) == (30, "Ada")
    table.stock_round("Bruno").do(BuyShare("SV", "offer"))
    assert table.game.president("SV") == "Bruno"
    assert table.holding("SV", "Bruno") == [20, 10, 10]
    assert table.holding("SV", "Ada") == [10, 10, 10]


@pytest.mark.clause("1883-5.3.4.2")
def test_a_president_sells_below_another_who_takes_the_certificate_for_two_tenths() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 2, "Bruno": 2}).cash(Ada=0).stock_round("Ada")
    table.do(sells("SV", 3))
    assert table.game.president("SV") == "Bruno"
    assert table.holding("SV", "Bruno") == [20]
    assert table.holding("SV", "Ada") == [10]
    assert table.pool("SV") == 30
    assert table.money("Ada") == (300,)


@pytest.mark.clause("1883-5.3.4.2")
def test_the_pool_must_have_room_for_all_that_is_sold() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 2, "Bruno": 2, "pool": 3}).stock_round("Ada")
    table.may_not(sells("SV", 3), "1883-5.2.3")
    table.may(sells("SV", 2))


@pytest.mark.clause("1883-5.3.4.3")
def test_without_another_holder_of_20_the_president_keeps_20() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 1, "Bruno": 1, "Carla": 1}).stock_round("Ada")
    table.may_not(sells("SV", 2), "1883-5.3.4.3")
    table.may(sells("SV", 1))
    table = Table().start("SV", "Ada", stock={"Ada": 1, "Bruno": 2, "pool": 4}).stock_round("Ada")
    table.may_not(sells("SV", 2), "1883-5.2.3")


@pytest.mark.clause("1883-5.3.4.4")
def test_of_equal_heirs_the_first_clockwise_from_the_old_president_succeeds() -> None:
    table = Table().start("SV", "Ada", stock={"Bruno": 3, "Dora": 3}).stock_round("Ada")
    table.do(sells("SV", 1))
    assert table.game.president("SV") == "Bruno"
    table = Table().start("SV", "Carla", stock={"Bruno": 3, "Dora": 3}).stock_round("Carla")
    table.do(sells("SV", 1))
    assert table.game.president("SV") == "Dora"


@pytest.mark.clause("1883-5.3.4.4")
def test_the_largest_holder_comes_before_the_first_clockwise() -> None:
    table = Table().start("SV", "Ada", stock={"Bruno": 2, "Dora": 3}).stock_round("Ada")
    table.do(sells("SV", 1))
    assert table.game.president("SV") == "Dora"


@pytest.mark.clause("1883-5.3.4.5")
def test_a_forced_sale_changes_a_presidency_by_the_same_rule() -> None:
    """Ada owes 180 for FBV and sells SV, at 90, from 30% to 10%."""
    table = Table().start("SV", "Ada", at=(3, 8), stock={"Ada": 1, "Bruno": 2}).start("FBV", "Ada", at=85)
    table.cash(Ada=0).operate("FBV", "issue").game.push(Debt("Ada", 180, "bank", "FBV"))
    table.go_on().do(sells("SV", 2))
    assert table.game.president("SV") == "Bruno"
    assert table.game.holders("SV")[PRESIDENT] == "Bruno"
    assert table.holding("SV", "Ada") == [10]
    assert table.money("Ada") == (0,)


# Limits


@pytest.mark.clause("1883-5.3.5.1")
def test_who_sold_of_a_corporation_buys_none_of_it_in_the_same_round() -> None:
    table = Table(2).start("SV", "Bruno", stock={"Ada": 1, "pool": 1}).start("FBV", "Bruno", at=85)
    table.cash(Ada=500, Bruno=500).stock_round("Ada")
    table.do(sells("SV", 1))
    table.may_not(BuyShare("SV", "pool"), "1883-5.3.5.1")
    table.do(Pass(), BuyShare("FBV", "offer"), Pass(), Pass(), BuyShare("FBV", "offer"), Pass())
    assert table.decider == "Ada"
    table.may_not(BuyShare("SV", "pool"), "1883-5.3.5.1")
    table.may_not(BuyShare("SV", "offer"), "1883-5.3.5.1")
    table.may(BuyShare("FBV", "offer"))
    table.end_round()
    table.operating_rounds_over().pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    assert str(table.game.state.round) == "SR 3"
    table.may(BuyShare("SV", "pool"))


@pytest.mark.clause("1883-5.3.6.1")
@pytest.mark.parametrize("source", ["pool", "offer"])
def test_nobody_buys_beyond_60(source: str) -> None:
    table = Table().start("FSF", "Ada", stock={"Ada": 3, "pool": 1}).cash(Ada=1000).stock_round("Ada")
    table.do(BuyShare("FSF", source))  # type: ignore[arg-type]
    assert table.game.percent("FSF", "Ada") == 60
    table.stock_round("Ada").may_not(BuyShare("FSF", "offer"), "1883-5.3.6.1")
