"""1883, 6.8.6: a train that must be bought and cannot be paid; what the president sells, and bankruptcy."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import (
    Bankrupt,
    BuyPrivate,
    BuyTrain,
    IssueShares,
    Pass,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1883.emilia import Concession
from tests.t1883.table import Table

ROUTE = "37 57 1"  # Guastalla - Suzzara


def without_train(phase: str, treasury: int, cash: int, stock: dict[str, int] | None = None) -> Table:
    """SV, led by Ada, has a route, no train and little money."""
    table = Table().phase(phase).lay(ROUTE).privates().trains("CCFR")
    table.start("SV", at=100, cash=treasury, stock=stock).cash(Ada=cash)
    return table.operate("SV", "trains")


def buy(train: str, price: int, source: str = BANK) -> BuyTrain:
    return BuyTrain(train, source, price)


# The purchase


@pytest.mark.clause("1883-6.8.6.1")
def test_the_treasury_pays_all_it_has_and_the_president_the_rest() -> None:
    table = without_train("2", 60, 300)
    table.may_not(Pass(), "1883-6.8.1")
    table.do(buy("3", 180))
    assert table.money("SV", "Ada") == (0, 180)
    assert table.game.trains("SV") == ("3",)


@pytest.mark.clause("1883-6.8.6.1")
def test_the_president_adds_nothing_to_a_train_that_is_not_needed() -> None:
    table = without_train("2", 60, 300).trains("SV", "2").operate("SV", "trains")
    table.may_not(buy("3", 180), "1883-6.3.3")
    table.may_not(SellShares("SV", (10,)), "1883-6.8.6.1")
    enough = without_train("2", 200, 300)
    enough.may_not(SellShares("SV", (10,)), "1883-6.8.6.1")


@pytest.mark.clause("1883-6.8.6.2")
def test_cash_first_then_shares_at_the_normal_rules() -> None:
    """120 are missing: two shares of FBV at 65 bring 130."""
    table = without_train("2", 60, 0).start("FBV", president="Bruno", at=65, stock={"Ada": 3}).operate("SV", "trains")
    table.may_not(buy("3", 180), "1883-6.8.6.2")
    table.may_not(SellShares("CCFR", (10,)), "1883-8.1.1.2")
    table.may_not(SellShares("FBV", (10, 10, 10)), "1883-R33")
    table.may_not(IssueShares(1), "1883-6.3.3")
    assert table.game.cell("FBV") == (3, 3)
    table.do(SellShares("FBV", (10, 10)))
    assert table.money("Ada") == (130,)
    assert table.game.cell("FBV") == (5, 3)
    assert table.pool("FBV") == 20
    table.may_not(SellShares("FBV", (10,)), "1883-R33", "Enough")
    table.do(buy("3", 180))
    assert table.money("SV", "Ada") == (0, 10)


@pytest.mark.clause("1883-6.8.6.2")
def test_who_has_the_cash_sells_nothing() -> None:
    table = without_train("2", 60, 120).start("FBV", president="Bruno", at=65, stock={"Ada": 3}).operate("SV", "trains")
    table.may_not(SellShares("FBV", (10,)), "1883-R33", "Enough")
    table.do(buy("3", 180))
    assert table.money("Ada") == (0,)


@pytest.mark.clause("1883-6.8.6.2")
def test_the_pool_takes_no_more_than_half() -> None:
    table = without_train("2", 130, 0).start("FBV", president="Bruno", at=65, stock={"Ada": 2, "pool": 4})
    table.start("FSF", president="Bruno", at=65, stock={"Ada": 3}).operate("SV", "trains")
    table.may_not(SellShares("FBV", (10, 10)), "1883-5.2.3")
    table.do(SellShares("FBV", (10,)))
    assert table.pool("FBV") == 50


@pytest.mark.clause("1883-6.8.6.3")
def test_only_the_cheapest_train() -> None:
    table = without_train("6", 100, 1000).trains(POOL, "4").operate("SV", "trains")
    table.may_not(buy("6", 500), "1883-6.8.6.3")
    table.do(buy("4", 300, POOL))
    assert table.money("SV", "Ada") == (0, 800)


@pytest.mark.clause("1883-6.8.6.3")
def test_with_money_of_its_own_a_corporation_may_choose() -> None:
    table = without_train("6", 500, 0).trains(POOL, "4").operate("SV", "trains")
    table.may(buy("6", 500), buy("4", 300, POOL))


@pytest.mark.clause("1883-6.8.6.2", "1883-5.3.4.5")
def test_another_presidency_may_change_by_a_forced_sale() -> None:
    """Ada presides SV and FBV, of which Carla has 20%."""
    table = without_train("2", 0, 0, stock={"Ada": 1}).start("FBV", at=100, stock={"Carla": 2})
    table.operate("SV", "trains").do(SellShares("FBV", (10,)))
    assert table.game.president("FBV") == "Carla"
    assert table.game.president("SV") == "Ada"


@pytest.mark.clause("1883-R33", "1883-5.3.4.5", "1883-6.8.6.4")
def test_the_presidency_of_the_buyer_may_go_with_the_sale_that_pays_the_train() -> None:
    """A 5 costs 420. Ada has 100 and 50% of SV at 100, Bruno 20%: four shares save her, and the train is paid."""
    table = without_train("5", 0, 100, stock={"Ada": 3, "Bruno": 2}).capitalised("Dora", at=(3, 0))
    table.operate("SV", "trains").may_not(Bankrupt(), "1883-6.8.6.4")
    table.may_not(SellShares("SV", (10, 10, 10, 10, 10)), "1883-R33", "fewer")
    table.do(SellShares("SV", (10, 10, 10, 10)))
    assert table.game.president("SV") == "Bruno"
    assert table.money("Ada", "SV") == (80, 420)
    assert (table.decider, table.game.decision.choices) == ("Bruno", (buy("5", 420),))
    table.may_not(Pass(), "1883-6.8.1")
    table.do(buy("5", 420))
    assert table.money("SV", "Bruno") == (0, 400)


@pytest.mark.clause("1883-R33")
def test_the_sale_by_which_the_presidency_of_the_buyer_goes_is_the_last() -> None:
    """180 are missing. SV's shares, at 100, bring them only together with another sale, which comes first."""
    table = without_train("2", 0, 0, stock={"Bruno": 2}).start("FBV", president="Carla", at=85, stock={"Ada": 1})
    table.operate("SV", "trains").may_not(SellShares("SV", (10,)), "1883-R33", "last")
    table.do(SellShares("FBV", (10,)))
    table.do(SellShares("SV", (10,)))
    assert table.game.president("SV") == "Bruno"
    assert table.money("Ada", "SV") == (5, 180)


@pytest.mark.clause("1883-R33", "1883-6.8.6.3")
def test_what_the_old_president_raised_buys_the_train_and_nothing_else() -> None:
    table = without_train("2", 0, 0, stock={"Ada": 1, "Bruno": 2}).privates(FCV="Bruno")
    table.start("FBV", president="Bruno", at=65).trains("FBV", "3").operate("SV", "trains")
    table.do(SellShares("SV", (10, 10)))
    assert table.money("Ada", "SV") == (20, 180)
    table.may_not(buy("3", 180, "FBV"), "1883-6.8.6.3")
    table.may_not(BuyPrivate("FCV", 100), "1883-6.8.6.1")
    assert table.game.decision.choices == (buy("3", 180),)
    assert not table.game.decision.ranges


@pytest.mark.clause("1883-R33", "1883-R35")
def test_the_presidency_of_a_corporation_that_owes_a_penalty_may_go_too() -> None:
    """30 are due for concession 1: SV has 10 and Ada 5. She stays the one who pays."""
    table = Table().privates().trains("CCFR").start("SV", at=85, stock={"Bruno": 2}, cash=10).cash(Ada=5)
    table.own_is(concessions={**table.own.concessions, "1": Concession("SV", 2)}).operating_rounds_over()
    table.do(SellShares("SV", (10,)))
    assert table.game.president("SV") == "Bruno"
    assert table.money("Ada", "SV") == (5 + 85 - 20, 0)


@pytest.mark.clause("1883-R33")
def test_a_deal_with_another_corporation_is_never_paid_by_the_president() -> None:
    table = without_train("2", 60, 0).start("FBV", president="Bruno", at=65, stock={"Ada": 3})
    table.trains("FBV", "3").operate("SV", "trains")
    table.may_not(buy("3", 61, "FBV"), "1883-6.8.2.1")
    table.may(buy("3", 60, "FBV"))
    table.do(SellShares("FBV", (10, 10)))
    table.may_not(buy("3", 60, "FBV"), "1883-6.8.6.3")


# Bankruptcy


def ruined(phase: str = "4") -> Table:
    """Ada needs 300 for SV and can raise 220: 90 in cash and two shares of FBV at 65."""
    table = without_train(phase, 0, 90).start("FBV", president="Bruno", at=65, stock={"Ada": 2})
    return table.operate("SV", "trains")


@pytest.mark.clause("1883-6.8.6.4")
def test_who_cannot_raise_enough_is_out_and_the_corporation_closes() -> None:
    table = ruined()
    table.may_not(buy("4", 300), "1883-6.8.6.2")
    assert table.game.decision.choices == (Bankrupt(),)
    table.do(Bankrupt())
    assert table.game.players == ("Bruno", "Carla", "Dora")
    assert not table.game.is_started("SV")
    assert table.game.state.stations["SV"] == ()
    assert not table.game.over
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    table.cash(**{table.decider: 400}).may(Start("SV", 65))


@pytest.mark.clause("1883-6.8.6.4")
def test_holders_of_the_closed_corporation_get_nothing() -> None:
    table = without_train("4", 70, 0, stock={"Bruno": 2}).cash(Bruno=10)
    table.do(Bankrupt())
    assert table.money("Bruno", "SV") == (10, 0)
    assert set(table.game.holders("SV")) == {"offer"}


@pytest.mark.clause("1883-6.8.6.4")
def test_nobody_goes_bankrupt_who_can_still_raise_the_money() -> None:
    table = ruined().cash(Ada=170)
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    table.do(SellShares("FBV", (10, 10)))
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    table.do(buy("4", 300))
    assert table.money("Ada") == (0,)


@pytest.mark.clause("1883-6.8.6.5")
def test_shares_of_the_bankrupt_go_to_the_pool_beyond_half() -> None:
    table = without_train("4", 0, 0).start("FBV", president="Bruno", at=65, stock={"Ada": 3, "Bruno": 1, "pool": 4})
    table.operate("SV", "trains").do(Bankrupt())
    assert table.pool("FBV") == 70
    assert table.game.cell("FBV") == (3, 3)
    table.stock_round("Bruno").may_not(SellShares("FBV", (10,)), "1883-5.2.3")


@pytest.mark.clause("1883-6.8.6.6")
def test_other_presidencies_pass_on_or_the_corporation_closes() -> None:
    """Ada presides FBV and FSF too; Bruno holds 20% of FBV, nobody else 20% of FSF."""
    table = without_train("8", 0, 0).start("FBV", at=65, stock={"Bruno": 2, "Carla": 1})
    table.start("FSF", at=65, stock={"Bruno": 1, "Carla": 1}).operate("SV", "trains")
    table.do(Bankrupt())
    assert table.game.president("FBV") == "Bruno"
    assert table.holding("FBV", "Bruno") == [20]
    assert table.holding("FBV", "pool") == [10, 10]
    assert not table.game.is_started("FSF")
    assert not table.game.is_started("SV")
    assert set(table.game.holders("FSF")) == {"offer"}


@pytest.mark.clause("1883-6.8.6.6")
def test_of_several_the_largest_holder_follows_and_of_equals_the_next_to_the_left() -> None:
    table = without_train("8", 0, 0).start("FBV", at=65, stock={"Bruno": 2, "Carla": 3})
    table.operate("SV", "trains").do(Bankrupt())
    assert table.game.president("FBV") == "Carla"
    table = without_train("8", 0, 0).start("FBV", at=65, stock={"Carla": 2, "Bruno": 2})
    table.operate("SV", "trains").do(Bankrupt())
    assert table.game.president("FBV") == "Bruno"


@pytest.mark.clause("1883-R34")
def test_no_share_is_sold_in_vain() -> None:
    ruined().may_not(SellShares("FBV", (10,)), "1883-R34")
    ruined().may_not(SellShares("FBV", (10, 10)), "1883-R34")


@pytest.mark.clause("1883-R34")
def test_everything_of_the_bankrupt_leaves() -> None:
    table = ruined("3").sold_out("3bis").privates(TCB="Ada", FCV="Bruno").operate("SV", "trains")
    table.own_is(ccfr_leader="Ada", support={"Ada": 4, "Bruno": 1, "Carla": 1, "Dora": 1})
    table.game.state.priority = "Ada"
    table.members("Ada", "Carla", "Dora")
    (bank,) = table.money(BANK)
    table.do(Bankrupt())
    assert table.money("Ada", BANK) == (0, bank + 90)
    assert table.own.support["Ada"] == 0
    assert table.game.state.privates == {"FCV": "Bruno"}
    assert table.game.state.priority == "Bruno"
    assert table.pool("CCFR") == 20
    assert table.own.ccfr_leader == "Carla"
    assert table.price("FBV") == 65
    assert not any("Ada" in holders for holders in table.game.state.certificates.values())


# CNP before ruin


def owner_of_cnp(price: int | Cell, cash: int = 3, **stock: int) -> Table:
    """FBV owes 40 for a concession and has 5; Ada, its president, has 3 and CNP, and could swap it for a share of
    Bruno's SV."""
    table = Table(3).privates(CNP="Ada", FRV="Ada").start("SV", "Bruno", at=price, stock=stock)
    table.start("FBV", "Ada", at=65, cash=5).cash(Ada=cash).own_is(deck=(), concessions={"2": Concession("FBV", 4)})
    return table.operating_rounds_over()


@pytest.mark.clause("1883-R34", "1883-3.2.4", "1883-6.11.2")
def test_nobody_is_bankrupt_whom_the_swap_of_cnp_would_save() -> None:
    table = owner_of_cnp(85)
    assert table.game.decision.choices == (UsePrivate("CNP"),)
    assert not table.game.decision.interjections  # it is not listed twice
    table.may_not(Bankrupt(), "1883-R34", saying="Ada must swap CNP first")
    table.do(UsePrivate("CNP"))
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    table.do(SellShares("SV", (10,)))
    assert table.money("Ada") == (3 + 85 - 35,)


@pytest.mark.clause("1883-R34", "1883-3.2.4")
def test_the_swap_need_not_be_made_where_it_does_not_help() -> None:
    poor = owner_of_cnp((7, 1), cash=0)  # a share of SV brings 30
    assert poor.game.decision.choices == (Bankrupt(),)
    assert [other.choice for other in poor.game.decision.interjections] == [UsePrivate("CNP")]
    full = owner_of_cnp(85, pool=5)
    assert full.game.decision.choices == (Bankrupt(),)


@pytest.mark.clause("1883-R34", "1883-3.2.4", "1883-6.8.6.4")
def test_the_swap_of_cnp_saves_from_a_train_too() -> None:
    """SV must buy a 4 for 300, and gets its par of 100 for the share."""
    table = without_train("4", 0, 200).privates(CNP="Ada").operate("SV", "trains")
    assert table.game.decision.choices == (UsePrivate("CNP"),)
    table.may_not(Bankrupt(), "1883-R34")
    table.do(UsePrivate("CNP"), buy("4", 300))
    assert table.money("SV", "Ada") == (0, 0)


@pytest.mark.clause("1883-R34", "1883-R11")
def test_cnp_of_the_bankrupt_sends_a_share_of_sv_to_the_pool() -> None:
    table = owner_of_cnp((7, 1), cash=0)
    table.do(Bankrupt())
    assert table.game.state.privates == {}
    assert (table.pool("SV"), table.money("SV")) == (10, (30,))
    closing = without_train("4", 0, 0).privates(CNP="Ada").operate("SV", "trains")
    closing.do(Bankrupt())
    assert (closing.game.percent("SV", "offer"), closing.money("SV")) == (100, (0,))


# Other debts


def war(**stock: int) -> Table:
    """The war costs every player 10. Ada, president of SV, has 5."""
    table = Table().privates().trains("CCFR").start("SV", at=85, stock=stock).cash(Ada=5)
    table.own_is(first_round_over=True, deck=("first_world_war",)).stock_round("Ada").end_round()
    assert (table.step, table.decider) == ("debt", "Ada")
    return table


@pytest.mark.clause("1883-R35")
def test_who_cannot_pay_for_the_war_sells_a_share() -> None:
    table = war(Ada=2)
    table.may_not(SellShares("SV", (10, 10)), "1883-R33")
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    table.do(SellShares("SV", (10,)))
    assert table.money("Ada") == (5 + 85 - 10,)
    assert table.game.is_started("SV")


@pytest.mark.clause("1883-R35")
def test_the_war_closes_only_what_is_left_without_a_president() -> None:
    table = war()
    table.do(Bankrupt())
    assert "Ada" not in table.game.players
    assert not table.game.is_started("SV")  # nobody else has 20% of it
    heir = war(Bruno=2, pool=5)  # the pool is full: Ada cannot sell
    heir.do(Bankrupt())
    assert heir.game.president("SV") == "Bruno"


@pytest.mark.clause("1883-R35")
def test_a_penalty_nobody_can_pay_closes_the_corporation_that_owes_it() -> None:
    """Concession 1 has failed: 30 are due, SV has 10 and Ada 5; Bruno, with 20% of SV, is no way out."""
    table = Table().privates().trains("CCFR").start("SV", at=85, stock={"Bruno": 2, "pool": 5}, cash=10).cash(Ada=5)
    table.own_is(concessions={**table.own.concessions, "1": Concession("SV", 2)}).operating_rounds_over()
    assert (table.step, table.decider) == ("debt", "Ada")
    table.do(Bankrupt())
    assert not table.game.is_started("SV")
    assert table.game.players == ("Bruno", "Carla", "Dora")
