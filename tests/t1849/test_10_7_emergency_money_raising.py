"""1849, 10.7: a train that must be bought and cannot be paid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ferrovia.engine.flow.actions import Bankrupt, BuyTrain, Dividend, Exchange, IssueShares, Pass, SellShares
from ferrovia.engine.flow.events import CorporationClosed, PresidentAdded
from ferrovia.formats.save import Record, open_game, save
from ferrovia.titles.t1849.actions import LeaveGame, TakeLoan
from tests.t1849.table import Table

BUY_6H = BuyTrain("6H", "bank", 200)


def lilibeo(treasury: int, ada: int, phase: str = "6", **start: Any) -> Table:
    """Ada's CTL has a route and no train; in phase 6 the cheapest costs 200. ATA, Bruno's, is to come."""
    return Table().phase(phase).start("CTL", cash=treasury, **start).cash(Ada=ada)


# When


@pytest.mark.clause("1849-10.7.1")
def test_a_treasury_that_can_pay_pays() -> None:
    table = lilibeo(210, 500).start("ATA", president="Bruno", stock={"Ada": [10]}).operate("CTL", "trains")
    table.may_not(SellShares("ATA", (10,)), "1849-10.7.1")
    table.may_not(Bankrupt(), "1849-10.7.1")
    table.do(BUY_6H)
    assert table.money("CTL", "Ada") == (10, 500)


@pytest.mark.clause("1849-10.7.1")
def test_a_president_never_pays_for_more_than_the_treasury_must() -> None:
    """350 would do for an R6H: no help towards a 16H."""
    table = lilibeo(350, 2000, phase="16").operate("CTL", "trains")
    table.may_not(BuyTrain("16H", "bank", 1100), "1849-10.0.4")
    table.may(BuyTrain("R6H", "bank", 350))


@pytest.mark.clause("1849-10.7.1")
def test_nor_for_a_corporation_that_has_a_train_or_needs_none() -> None:
    table = lilibeo(0, 500).trains("CTL", "6H").operate("CTL", "trains")
    table.may_not(BUY_6H, "1849-10.0.4")
    table.may_not(Bankrupt(), "1849-10.7.1")
    table = Table().phase("6").start("RCS", cash=0).cash(Ada=500).operate("RCS", "trains")  # Palermo alone: no route
    table.may_not(BUY_6H, "1849-10.0.4")
    table.may_not(Bankrupt(), "1849-10.7.1")


@pytest.mark.clause("1849-10.7.1")
def test_a_deal_with_treasury_money_spares_the_president() -> None:
    table = lilibeo(150, 500).start("ATA").trains("ATA", "6H").operate("CTL", "trains")
    table.may_not(BuyTrain("6H", "ATA", 151), "1849-10.6.5")
    table.may_not(Pass(), "1849-10.6.1")
    table.may(BUY_6H, BuyTrain("6H", "ATA", 1))  # or the president pays
    table.do(BuyTrain("6H", "ATA", 150))
    assert table.money("CTL", "ATA", "Ada") == (0, 150, 500)


# The president pays


@pytest.mark.clause("1849-10.7.2")
def test_the_president_adds_exactly_what_is_missing() -> None:
    table = lilibeo(30, 500).operate("CTL", "trains")
    table.may_not(BuyTrain("6H", "bank", 230), "1849-10.6.3")
    table.do(BUY_6H)
    assert table.money("Ada", "CTL") == (330, 0)
    assert table.game.trains("CTL") == ("6H",)


def short_by_70() -> Table:
    """Treasury 30 and Ada's 100 against 200; she has two shares of ATA at 71."""
    table = lilibeo(30, 100).start("ATA", president="Bruno", at=(3, 2), stock={"Ada": [10, 10]})
    return table.operate("CTL", "trains")


@pytest.mark.clause("1849-10.7.3")
def test_the_president_sells_stock_until_it_is_enough_and_no_more() -> None:
    table = short_by_70()
    table.may_not(BUY_6H, "1849-10.7.3", saying="70 is still missing")
    table.may_not(SellShares("ATA", (10, 10)), "1849-10.7.3")
    table.do(SellShares("ATA", (10,)))
    assert table.price("ATA") == 68
    table.may_not(SellShares("ATA", (10,)), "1849-10.7.3")
    table.do(BUY_6H)
    assert table.money("Ada", "CTL") == (1, 0)
    assert table.holding("ATA", "Ada") == [10]


@pytest.mark.clause("1849-10.7.3")
def test_the_president_chooses_what_to_sell_and_in_which_order() -> None:
    table = short_by_70().start("SFA", president="Carla", at=(7, 2), stock={"Ada": [10, 10]}).operate("CTL", "trains")
    table.may(SellShares("ATA", (10,)), SellShares("SFA", (10,)), SellShares("SFA", (10, 10)))
    table.do(SellShares("SFA", (10,)))  # 45, so 25 is missing
    table.may(SellShares("ATA", (10,)), SellShares("SFA", (10,)))
    table.may_not(SellShares("ATA", (10, 10)), "1849-10.7.3")
    table.do(SellShares("ATA", (10,)), BUY_6H)
    assert table.money("Ada") == (100 + 45 + 71 - 170,)


@pytest.mark.clause("1849-R25")
def test_one_sale_may_hold_as_many_certificates_as_are_needed_at_one_price() -> None:
    """100 is missing. Two shares at 71 bring it, one does not; three are one too many."""
    table = lilibeo(0, 100).start("ATA", president="Bruno", at=(3, 2), stock={"Ada": [10, 10, 10]})
    table.operate("CTL", "trains").may_not(SellShares("ATA", (10, 10, 10)), "1849-10.7.3")
    table.do(SellShares("ATA", (10, 10)))
    assert table.money("Ada") == (242,)  # both at 71
    table.do(BUY_6H)
    assert table.money("Ada", "CTL") == (42, 0)


@pytest.mark.clause("1849-R25")
def test_a_last_certificate_may_bring_more_than_needed_but_not_with_a_share_that_does_alone() -> None:
    table = lilibeo(30, 100).start("ATA", president="Bruno", at=(3, 2), stock={"Ada": [20, 10]})
    table.operate("CTL", "trains").may_not(SellShares("ATA", (20, 10)), "1849-10.7.3")
    table.may(SellShares("ATA", (10,)))
    table.do(SellShares("ATA", (20,)))  # 142 for 70
    assert table.money("Ada") == (242,)
    assert table.price("ATA") == 62  # two rows: 68, 62
    table.do(BUY_6H)
    assert table.money("Ada") == (72,)  # what is left stays hers
    table = lilibeo(0, 100).start("ATA", president="Bruno", at=(3, 2), stock={"Ada": [20, 10]})
    table.operate("CTL", "trains").may_not(SellShares("ATA", (20, 10)), "1849-10.7.3")  # the last alone brings 100
    table.may(SellShares("ATA", (10,)), SellShares("ATA", (20,)))


@pytest.mark.clause("1849-10.7.4")
def test_emergency_sales_keep_the_pool_limit_and_the_whole_certificates() -> None:
    table = lilibeo(30, 100).start("ATA", president="Bruno", stock={"Ada": [20], "pool": [10] * 4})
    table.start("SFA", president="Carla", stock={"Ada": [10], "pool": [20, 10, 10, 10]}).operate("CTL", "trains")
    table.may_not(SellShares("SFA", (10,)), "1849-9.2.6")
    table.may_not(SellShares("ATA", (20,)), "1849-9.2.6")
    table.may_not(SellShares("ATA", (10,)), "1849-9.6.1")
    assert table.game.decision.choices == (Bankrupt(),)


@pytest.mark.clause("1849-10.7.4", "1849-R08")
def test_stock_of_a_corporation_that_has_not_operated_cannot_be_sold() -> None:
    table = lilibeo(30, 100, operated=False, stock={"Ada": [10]})  # in its own first turn it has not either
    table.start("ATA", president="Bruno", stock={"Ada": [10]}, operated=False).operate("CTL", "trains")
    table.may_not(SellShares("ATA", (10,)), "1849-9.2.5")
    table.may_not(SellShares("CTL", (10,)), "1849-9.2.5")
    table.may(Bankrupt())


@pytest.mark.clause("1849-R08")
def test_a_first_turn_completed_earlier_in_the_same_round_is_enough() -> None:
    table = lilibeo(30, 100).start("ATA", president="Bruno", at=144, stock={"Ada": [10]}, operated=False)
    table.operate("ATA", "finance", of=2).go_on()  # ATA's turn comes to its end, and CTL operates
    while table.step != "trains":
        table.do(Pass())
    assert table.game.decision.for_corporation == "CTL"
    table.do(SellShares("ATA", (10,)))
    assert table.price("ATA") == 137


@pytest.mark.clause("1849-10.7.4")
def test_a_presidents_certificate_stays_where_nobody_can_take_it_over() -> None:
    table = lilibeo(30, 100).start("ATA", stock={"Bruno": [10], "Ada": [10]}).operate("CTL", "trains")
    table.may_not(SellShares("ATA", (10, 10)), "1849-9.5.9")
    table.do(SellShares("ATA", (10,)))
    table.do(BUY_6H)


# Presidencies


@pytest.mark.clause("1849-10.7.5")
def test_no_sale_changes_the_presidency_of_the_operating_corporation() -> None:
    table = lilibeo(30, 100, stock={"Ada": [10], "Bruno": [10, 10, 10]}).operate("CTL", "trains")
    table.may_not(SellShares("CTL", (10,)), "1849-10.7.5")
    assert table.game.decision.choices == (Bankrupt(),)
    table = lilibeo(30, 100, stock={"Ada": [10, 10], "Bruno": [10, 10, 10]}).operate("CTL", "trains")
    table.do(SellShares("CTL", (10,)))  # 30 against 30: she stays
    assert table.game.president("CTL") == "Ada"


@pytest.mark.clause("1849-10.7.5")
def test_presidencies_of_others_may_change() -> None:
    table = lilibeo(30, 50).start("ATA", stock={"Bruno": [10, 10]}).operate("CTL", "trains")
    table.do(SellShares("ATA", (10, 10)))
    assert table.game.president("ATA") == "Bruno"
    assert table.holding("ATA", "Ada") == []
    table.do(BUY_6H)
    assert table.game.trains("CTL") == ("6H",)


@pytest.mark.clause("1849-10.7.5")
def test_an_outgoing_president_chooses_what_to_take_in_an_emergency_too() -> None:
    table = lilibeo(30, 100).start("ATA", stock={"Ada": [10], "Bruno": [20, 10, 10]}).operate("CTL", "trains")
    table.do(SellShares("ATA", (10,)))
    assert (table.step, table.decider) == ("exchange", "Ada")
    table.do(Exchange((20,)))
    assert table.holding("ATA", "Ada") == [20]
    assert table.game.president("ATA") == "Bruno"
    assert (table.step, table.decider) == ("trains", "Ada")
    table.do(BUY_6H)


@pytest.mark.clause("1849-10.7.6")
def test_treasury_stock_does_not_pay_for_the_train() -> None:
    table = lilibeo(0, 200, stock={"Bruno": [10, 10, 10, 10]}).operate("CTL", "trains")
    table.may_not(IssueShares(1), "1849-10.7.6")
    table.do(BUY_6H)
    table.may(IssueShares(1))  # in the financial step, which comes next


@pytest.mark.clause("1849-10.7.6")
def test_without_an_emergency_issuing_just_waits_for_its_step() -> None:
    table = lilibeo(300, 200).operate("CTL", "trains")
    table.may_not(IssueShares(1), "1849-10.0.3")


# Which train


@pytest.mark.clause("1849-10.7.7")
def test_with_the_presidents_money_only_the_cheapest_train_is_bought() -> None:
    table = lilibeo(0, 2000, phase="16").operate("CTL", "trains")
    table.may_not(BuyTrain("16H", "bank", 1100), "1849-10.7.7")
    table.do(BuyTrain("R6H", "bank", 350))
    table = lilibeo(0, 2000, phase="10").trains("pool", "8H").operate("CTL", "trains")
    table.may_not(BuyTrain("10H", "bank", 550), "1849-10.7.7")
    table.do(BuyTrain("8H", "pool", 350))
    assert table.money("Ada", "CTL") == (1650, 0)


@pytest.mark.clause("1849-10.7.7")
def test_once_the_president_has_sold_stock_no_other_corporations_train_can_be_had() -> None:
    table = short_by_70().start("SFA", at=68).trains("SFA", "6H").operate("CTL", "trains")
    table.may(BuyTrain("6H", "SFA", 30))
    table.do(SellShares("ATA", (10,)))
    table.may_not(BuyTrain("6H", "SFA", 30), "1849-10.7.7")
    assert table.game.decision.ranges == ()


# Failure


def ruin(**stock: Any) -> Table:
    """Only 16H at 1100 are left; CTL has 20, Ada 100 and three shares of Bruno's ATA at 100."""
    table = lilibeo(20, 100, phase="16", stock={"Bruno": [10, 10]}).sold_out("R6H")
    table.start("ATA", president="Bruno", stock=stock or {"Ada": [10] * 3})
    return table.operate("CTL", "trains")


@pytest.mark.clause("1849-10.7.8", "1849-11.0.1")
def test_a_president_who_cannot_pay_sells_all_and_loses_the_corporation() -> None:
    table = ruin()
    table.may_not(Bankrupt(), "1849-10.7.8")
    table.do(SellShares("ATA", (10, 10, 10)))
    bank = table.game.cash("bank")
    table.do(Bankrupt())
    assert table.money("Ada", "CTL") == (0, 0)
    assert table.game.cash("bank") == bank + 420
    assert not table.game.is_started("CTL")
    assert table.holding("CTL", "Bruno") == []
    assert table.game.trains("CTL") == ()
    assert "16H" in table.game.trains("bank")


@pytest.mark.clause("1849-10.7.8")
def test_all_that_can_be_sold_must_be_sold_before() -> None:
    table = ruin()
    table.do(SellShares("ATA", (10,)))
    table.may_not(Bankrupt(), "1849-10.7.8")
    table.do(SellShares("ATA", (10,)))
    table.may_not(Bankrupt(), "1849-10.7.8")
    table.do(SellShares("ATA", (10,)))
    assert table.game.decision.choices == (Bankrupt(),)


def ruined() -> Table:
    table = ruin()
    table.do(SellShares("ATA", (10, 10, 10)), Bankrupt())
    return table


@pytest.mark.clause("1849-10.7.9")
def test_without_any_stock_the_president_takes_a_loan_or_leaves() -> None:
    table = ruined()
    assert (table.step, table.decider) == ("loan_choice", "Ada")
    assert table.game.decision.choices == (TakeLoan(), LeaveGame())
    table.may_not(Pass(), "1849-10.0.3")


@pytest.mark.clause("1849-10.7.9", "1849-13.0.9")
def test_the_loan_is_500_now_for_750_at_the_end() -> None:
    table = ruined()
    bank = table.game.cash("bank")
    table.do(TakeLoan())
    assert table.money("Ada", "bank") == (500, bank - 500)
    assert table.game.title.calendar.worth(table.game, "Ada") == 0
    table.cash(Ada=1000)
    assert table.game.title.calendar.worth(table.game, "Ada") == 1000 - 750
    assert "Ada" in table.game.players


@pytest.mark.clause("1849-10.7.9", "1849-R27")
def test_who_leaves_ends_with_nothing_and_has_no_more_turns() -> None:
    table = ruined()
    table.game.state.priority = "Ada"
    table.do(LeaveGame())
    assert table.game.players == ("Bruno", "Carla", "Dora")
    assert table.game.title.calendar.worth(table.game, "Ada") == 0
    assert table.game.state.priority == "Bruno"
    while table.game.state.round.kind == "operating":  # ATA's turn, without a train
        table.do(table.game.decision.choices[-1])
    deciders = []
    while table.game.state.round.kind == "stock":
        deciders.append(table.decider)
        table.do(Pass())
    assert deciders == ["Bruno", "Carla", "Dora"]


@pytest.mark.clause("1849-R27")
def test_private_companies_are_no_stock_and_close_with_the_player_who_leaves() -> None:
    """In phase 10 privates are still open, and the cheapest train costs 550."""
    table = lilibeo(20, 100, phase="10").start("ATA", president="Bruno").privates(SCE="Ada", SIGI="Bruno")
    table.operate("CTL", "trains").do(Bankrupt())
    assert table.step == "loan_choice"  # though she owns SCE
    table.do(LeaveGame())
    assert table.game.state.privates == {"SIGI": "Bruno"}
    table = lilibeo(20, 100, phase="10").start("ATA", president="Bruno").privates(SCE="Ada", SIGI="Bruno")
    table.operate("CTL", "trains").do(Bankrupt(), TakeLoan())
    assert table.game.state.privates == {"SCE": "Ada", "SIGI": "Bruno"}


@pytest.mark.clause("1849-10.7.10")
def test_who_keeps_stock_that_cannot_be_sold_plays_on_without_money() -> None:
    table = lilibeo(20, 100, phase="16").sold_out("R6H").start("ATA", at=68).start("SFA", president="Bruno", at=68)
    table.operate("CTL", "trains").do(Bankrupt())
    assert table.money("Ada") == (0,)
    assert (table.decider, table.game.decision.for_corporation) == ("Ada", "ATA")  # no choice; ATA operates
    assert table.own.loans == ()


@pytest.mark.clause("1849-R28")
def test_every_failure_without_stock_left_may_bring_another_loan() -> None:
    table = ruin().own_is(loans=("Ada",))
    table.do(SellShares("ATA", (10, 10, 10)), Bankrupt(), TakeLoan())
    assert table.own.loans == ("Ada", "Ada")
    table.cash(Ada=2000)
    assert table.game.title.calendar.worth(table.game, "Ada") == 2000 - 2 * 750
    table.cash(Ada=1400)
    assert table.game.title.calendar.worth(table.game, "Ada") == 0


# Closed by a sale


def lowest(ada: int, **stock: Any) -> Table:
    """CTL of Ada stands at 27: one share of it sold closes it. Bruno's ATA is to come."""
    table = lilibeo(30, ada, at=(8, 0), stock={"Ada": [10, 10]})
    return table.start("ATA", president="Bruno", at=(9, 1), stock=stock).operate("CTL", "trains")


@pytest.mark.clause("1849-R26", "1849-10.7.2", "1849-11.0.2")
def test_a_sale_that_closes_the_operating_corporation_takes_what_the_president_had_put_in() -> None:
    table = lowest(100, Ada=[10])
    bank = table.game.cash("bank")
    events = table.do(SellShares("CTL", (10,)))
    assert not table.game.is_started("CTL")
    assert table.money("Ada", "CTL") == (27, 0)  # what the last sale brought is hers
    assert table.game.cash("bank") == bank - 27 + 100 + 30
    added, closed = PresidentAdded(president="Ada", amount=100, corporation="CTL"), CorporationClosed(corporation="CTL")
    assert events.index(added) < events.index(closed)
    assert table.game.decision.for_corporation == "ATA"  # the turn is over, and there is stock left: no loan


@pytest.mark.clause("1849-R26")
def test_the_money_of_earlier_sales_is_gone_too() -> None:
    table = lowest(100, Ada=[10, 10])
    table.do(SellShares("ATA", (10,)))  # for 24
    assert table.money("Ada") == (124,)
    table.do(SellShares("CTL", (10,)))
    assert table.money("Ada") == (27,)


@pytest.mark.clause("1849-R26", "1849-10.7.9")
def test_a_president_left_without_stock_by_it_takes_the_loan_or_leaves() -> None:
    table = lowest(100)
    table.do(SellShares("CTL", (10,)))
    assert (table.step, table.decider, table.money("Ada")) == ("loan_choice", "Ada", (27,))
    twin = table.game.fork()
    table.do(TakeLoan())
    assert (table.money("Ada"), table.own.loans) == ((527,), ("Ada",))
    assert table.game.decision.for_corporation == "ATA"
    twin.apply(LeaveGame())
    assert (twin.cash("Ada"), twin.title.calendar.worth(twin, "Ada")) == (0, 0)
    assert twin.players == ("Bruno", "Carla", "Dora")


@pytest.mark.clause("1849-R26")
def test_a_corporation_that_closes_in_its_turn_without_an_emergency_takes_nothing_of_the_presidents() -> None:
    table = Table().start("SFA", at=(8, 0), cash=300).trains("SFA", "4H").cash(Ada=100)
    table.operate("SFA", "dividend").turn_is(revenue=20).do(Dividend("withhold"))
    assert table.money("Ada") == (100,)
    assert table.step != "loan_choice"


@pytest.mark.clause("1849-R26")
def test_nor_does_one_whose_train_was_paid_before_it_closes() -> None:
    """The president's help is over with the purchase; then the treasury's stock is issued, and CTL closes."""
    table = lilibeo(30, 100, at=(8, 0)).start("ATA", president="Bruno", at=100, stock={"Ada": [10]})
    table.operate("CTL", "trains").do(SellShares("ATA", (10,)), BUY_6H)
    assert table.money("Ada", "CTL") == (30, 0)
    table.do(IssueShares(1))
    assert not table.game.is_started("CTL")
    assert table.money("Ada") == (30,)


# The order of tokens


@pytest.mark.clause("1849-9.2.3", "1849-9.2.4", "1849-10.7.4")
@pytest.mark.parametrize("sales", [("AFG", "ATA"), ("ATA", "AFG")])
def test_tokens_sold_in_one_emergency_lie_as_they_lay(sales: tuple[str, ...]) -> None:
    """ATA lies on AFG at 59; 10% of each is sold, in whatever order, and they meet again at 54."""
    table = lilibeo(30, 60).start("SFA", president="Carla", at=(5, 1))
    for name in ("ATA", "AFG"):
        table.start(name, president="Bruno", at=(4, 1), stock={"Ada": [10]})
    table.operate("CTL", "trains").do(*[SellShares(name, (10,)) for name in sales])
    assert table.stack((5, 1)) == ["SFA", "ATA", "AFG"]
    table.do(BUY_6H)
    assert table.turn.raising is None  # the next emergency begins anew


@pytest.mark.clause("1849-9.2.3", "1849-R26")
def test_a_game_kept_in_the_middle_of_an_emergency_goes_on_in_it(tmp_path: Path) -> None:
    table = lowest(100, Ada=[10, 10])
    table.do(SellShares("ATA", (10,)))
    path = tmp_path / "game.json"
    hashes = [table.game.hash()] * 2
    save(path, Record.of(table.game, hashes))
    _, again = open_game(path)
    assert again.decision == table.game.decision
    again.apply(SellShares("CTL", (10,)))
    table.do(SellShares("CTL", (10,)))
    assert again.hash() == table.game.hash()


@pytest.mark.clause("1849-9.2.3", "1849-9.2.4")
def test_a_token_that_did_not_move_stays_above() -> None:
    """AFG is at the bottom of its column and does not fall: CTL, sold later, comes to lie under it."""
    table = lilibeo(30, 120, at=(8, 3), stock={"Ada": [10, 10]})
    table.start("AFG", president="Bruno", at=(9, 3), stock={"Ada": [10]})
    table.operate("CTL", "trains").do(SellShares("AFG", (10,)), SellShares("CTL", (10,)))
    assert table.stack((9, 3)) == ["AFG", "CTL"]


@pytest.mark.clause("1849-R49")
def test_the_order_of_sales_is_the_presidents_even_into_failure() -> None:
    """90 is missing: two shares at 45 bring it together, one by one they do not."""
    table = lilibeo(30, 80).start("ATA", president="Bruno", at=(7, 2), stock={"Ada": [10, 10]})
    table.operate("CTL", "trains").may(SellShares("ATA", (10,)), SellShares("ATA", (10, 10)))
    table.do(SellShares("ATA", (10,)), SellShares("ATA", (10,)))
    assert table.game.decision.choices == (Bankrupt(),)


@pytest.mark.clause("1849-R26")
def test_a_sale_that_closes_another_corporation_does_not_end_the_emergency() -> None:
    table = lilibeo(30, 150).start("ATA", president="Bruno", at=(8, 0), stock={"Ada": [10, 10]})
    table.operate("CTL", "trains").do(SellShares("ATA", (10,)))
    assert not table.game.is_started("ATA")
    assert table.holding("ATA", "Ada") == []
    assert table.money("Ada") == (177,)
    table.do(BUY_6H)
    assert table.money("Ada") == (7,)
