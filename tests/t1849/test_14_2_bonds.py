"""1849, 14.2: bonds, their interest, and what becomes of them when a corporation closes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import (
    Action,
    Bankrupt,
    BuyShare,
    Dividend,
    Exchange,
    IssueShares,
    Pass,
    SellShares,
    Start,
)
from ferrovia.engine.flow.events import DebtPaid
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.sentences import sentence
from ferrovia.formats.view import choices_view
from ferrovia.titles.t1849.actions import IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.closing import close
from ferrovia.titles.t1849.events import (
    BondInherited,
    BondOwed,
    BondWrittenOff,
    InterestNotPaid,
    InterestPaid,
    TrainNotPaid,
)
from tests.t1849.table import Table

LOWEST = (8, 0)  # 27: one row down is Closed
AT_90 = (3, 4)
AT_45 = (8, 4)


def girgenti(
    phase: str = "8",
    cash: int = 20,
    out: bool = False,
    at: int | Cell = 100,
    stock: Mapping[str, Sequence[int]] | None = None,
) -> Table:
    """SFA of Ada, which has no route; with `out` its bond is out."""
    table = Table(options=("bonds",)).phase(phase).privates().own_is(bonds=("SFA",) if out else ())
    return table.start("SFA", at=at, cash=cash, stock=stock)


def caution(table: Table, action: Action) -> str:
    """What a legal action sets off beyond its price, as its sentence ends."""
    table.may(action)
    told = table.game.title.seen.caution(table.game, action)
    return table.game.title.voice("en")(told) if told else ""


# 14.2.1 Issuing


@pytest.mark.clause("1849-14.2.1")
def test_the_bond_brings_500_and_costs_a_column() -> None:
    table = girgenti().operate("SFA", "issue_bond")
    bank = table.game.cash(BANK)
    table.do(IssueBond())
    assert table.money("SFA", BANK) == (520, bank - 500)
    assert (table.price("SFA"), table.own.bonds) == (90, ("SFA",))


@pytest.mark.clause("1849-14.2.1")
@pytest.mark.parametrize("phase", ["4", "6", "8", "10", "12", "16"])
def test_from_phase_8_on(phase: str) -> None:
    table = girgenti(phase).operate("SFA", "issue_bond")
    if phase in ("4", "6"):
        table.may_not(IssueBond(), "1849-14.2.1", saying="from phase 8 on")
    else:
        table.may(IssueBond())


@pytest.mark.clause("1849-14.2.1")
def test_there_is_one_bond_for_each_corporation() -> None:
    table = girgenti(out=True).start("ATA", president="Bruno", at=68).operate("SFA", "issue_bond")
    table.may_not(IssueBond(), "1849-14.2.1", saying="is already out")
    table.operate("ATA", "issue_bond").may(IssueBond())


@pytest.mark.clause("1849-14.2.1")
def test_at_the_left_edge_the_token_goes_down_and_may_close_the_corporation() -> None:
    table = girgenti(at=(7, 0)).operate("SFA", "issue_bond")
    table.do(IssueBond())
    assert table.price("SFA") == 27
    table = girgenti(at=LOWEST, cash=0).cash(Ada=100).operate("SFA", "issue_bond")
    bank = table.game.cash(BANK)
    table.do(IssueBond())
    assert not table.game.is_started("SFA")
    assert table.money(BANK, "Ada") == (bank, 100)  # the bond was paid with the bond


# 14.2.2 Interest


@pytest.mark.clause("1849-14.2.2")
def test_interest_is_due_in_every_turn_after_that_of_the_issue() -> None:
    table = girgenti(cash=600).operate("SFA", "issue_bond", of=3, turn=4)
    table.do(IssueBond())
    assert str(table.game.state.round) == "OR 4.2"
    assert table.game.cash("SFA") == 1100  # none in the turn of the issue
    for number in (1, 2):
        table.pass_on(lambda: table.step == "repay_bond")
        assert table.game.cash("SFA") == 1100 - 50 * number
        table.do(Pass())
    assert table.game.state.round.kind == "stock"


@pytest.mark.clause("1849-14.2.2")
def test_interest_comes_after_the_financial_step_and_needs_nobody() -> None:
    table = girgenti(cash=0, out=True, stock={"Ada": [10]}).operate("SFA", "finance")
    bank = table.game.cash(BANK)
    events = table.do(IssueShares(1))
    assert table.money("SFA", BANK) == (50, bank - 50)  # 100 for the share, 50 of it back
    assert InterestPaid(corporation="SFA", amount=50) in events


@pytest.mark.clause("1849-14.2.2")
def test_without_a_bond_out_there_is_no_interest() -> None:
    table = girgenti(cash=0).cash(Ada=0).operate("SFA", "bond_interest").go_on()
    assert (table.step, table.money("SFA", "Ada")) == ("issue_bond", (0, 0))


# 14.2.3 Too little for the interest


@pytest.mark.clause("1849-14.2.3")
def test_the_president_adds_what_is_missing() -> None:
    table = girgenti(cash=30, out=True).cash(Ada=100).operate("SFA", "bond_interest")
    bank = table.game.cash(BANK)
    table.go_on()
    assert table.money("SFA", "Ada", BANK) == (0, 80, bank + 50)


def short_by_15() -> Table:
    """Treasury 30 and Ada's 5 against 50; she has two shares of ATA at 45."""
    table = girgenti(cash=30, out=True, stock={"Ada": [10], "Bruno": [10, 10]}).cash(Ada=5)
    table.start("ATA", president="Bruno", at=AT_45, stock={"Ada": [10, 10]})
    return table.operate("SFA", "bond_interest").go_on()


@pytest.mark.clause("1849-14.2.3")
def test_the_president_sells_stock_until_it_is_enough() -> None:
    table = short_by_15()
    assert (table.step, table.decider) == ("bond_interest", "Ada")
    table.may_not(Pass(), "1849-14.2.3", saying="15 is missing")
    table.may_not(Bankrupt(), "1849-10.7.8")
    table.may_not(IssueShares(1), "1849-10.0.3")
    table.may_not(SellShares("ATA", (10, 10)), "1849-10.7.3")
    table.do(SellShares("ATA", (10,)))
    assert table.money("SFA", "Ada") == (0, 5 + 45 - 20)
    assert table.turn.corporation == "ATA"  # nothing else was left to do


@pytest.mark.clause("1849-14.2.3")
def test_no_sale_for_interest_changes_the_presidency_of_the_corporation_that_operates() -> None:
    table = girgenti(cash=30, out=True, stock={"Ada": [10], "Bruno": [10, 10]}).cash(Ada=5)
    table.operate("SFA", "bond_interest").go_on()
    table.may_not(SellShares("SFA", (10, 10)), "1849-10.7.5")
    table.may(SellShares("SFA", (10,)))  # as many as Bruno: she stays


# 14.2.4 Repaying


@pytest.mark.clause("1849-14.2.4")
def test_repaying_comes_after_the_interest_and_moves_the_token_right() -> None:
    table = girgenti(cash=560, out=True, at=AT_90).operate("SFA", "bond_interest")
    bank = table.game.cash(BANK)
    table.go_on().do(RepayBond())
    assert table.money("SFA", BANK) == (10, bank + 550)
    assert (table.price("SFA"), table.own.bonds) == (100, ())


@pytest.mark.clause("1849-14.2.4")
def test_the_treasury_alone_repays() -> None:
    table = girgenti(cash=540, out=True).cash(Ada=1000).operate("SFA", "bond_interest").go_on()
    assert (table.money("SFA", "Ada"), table.own.bonds) == ((490, 1000), ("SFA",))  # there was nothing to choose
    table = girgenti(cash=490, out=True).cash(Ada=1000).operate("SFA", "repay_bond")
    table.may_not(RepayBond(), "1849-14.2.4", saying="500 to repay; SFA has only 490")
    table.cash(SFA=500).may(RepayBond())


@pytest.mark.clause("1849-14.2.4")
def test_what_is_not_out_cannot_be_repaid() -> None:
    girgenti(cash=900).operate("SFA", "repay_bond").may_not(RepayBond(), "1849-14.2.4", saying="no bond out")


@pytest.mark.clause("1849-14.2.4")
def test_repaying_is_optional() -> None:
    table = girgenti(cash=900, out=True).operate("SFA", "repay_bond")
    table.do(Pass())
    assert (table.own.bonds, table.money("SFA")) == (("SFA",), (900,))


@pytest.mark.clause("1849-R38", "1849-14.2.4")
def test_a_bond_is_repaid_and_issued_again_in_one_turn_but_not_the_other_way_round() -> None:
    table = girgenti(cash=560, out=True, at=AT_90).operate("SFA", "bond_interest", of=2).go_on()
    table.do(RepayBond())
    assert table.step == "issue_bond"
    table.may_not(RepayBond(), "1849-14.0.2")
    table.do(IssueBond())
    assert (table.money("SFA"), table.price("SFA"), table.own.bonds) == ((510,), 90, ("SFA",))  # interest once
    assert str(table.game.state.round) == "OR 2.2"


@pytest.mark.clause("1849-R38")
def test_a_bond_issued_this_turn_stays_out_to_its_end() -> None:
    table = girgenti(cash=600).privates(CNM="SFA").operate("SFA", "issue_bond")
    table.do(IssueBond())
    assert table.step == "private"
    table.may_not(RepayBond(), "1849-14.0.2")


# 14.2.5 A corporation closes


def sold_down(treasury: int, ada: int, **more: int) -> Table:
    """A stock round in which Carla's sale will close SFA of Ada, whose bond is out."""
    table = girgenti("10", treasury, out=True, at=LOWEST, stock={"Carla": [10]}).cash(Ada=ada, **more)
    return table.stock_round("Carla", turn=4)


SALE = SellShares("SFA", (10,))


@pytest.mark.clause("1849-14.2.5")
def test_the_treasury_counts_and_the_president_pays_the_rest() -> None:
    table = sold_down(120, 1000)
    bank = table.game.cash(BANK)
    table.do(SALE)
    assert table.money("SFA", "Ada", BANK) == (0, 620, bank - 27 + 500)
    assert (table.decider, table.step) == ("Carla", "stock")


@pytest.mark.clause("1849-14.2.5")
@pytest.mark.parametrize("treasury", [500, 700])
def test_a_treasury_that_can_pays_it_all(treasury: int) -> None:
    table = sold_down(treasury, 1000)
    table.do(SALE)
    assert table.money("SFA", "Ada") == (0, 1000)


@pytest.mark.clause("1849-14.2.5")
def test_the_president_sells_stock_at_once_whoever_has_the_turn() -> None:
    table = sold_down(120, 300).start("ATA", president="Bruno", at=100, stock={"Ada": [10, 10]})
    table.stock_round("Carla").do(SALE)
    assert (table.step, table.decider) == ("bond_due", "Ada")
    table.may_not(Pass(), "1849-14.2.5")
    table.may_not(SellShares("ATA", (10,)), "1849-14.2.5", by="Carla")
    table.may_not(SellShares("ATA", (10, 10)), "1849-10.7.3")  # 80 is missing
    table.may_not(Bankrupt(), "1849-10.7.8")
    table.do(SellShares("ATA", (10,)))
    assert table.money("Ada") == (300 + 100 - 380,)
    assert (table.decider, table.step) == ("Carla", "stock")


@pytest.mark.clause("1849-14.2.5")
def test_it_is_due_too_when_a_corporation_closes_in_its_own_turn() -> None:
    table = girgenti("10", 0, out=True, at=LOWEST).cash(Ada=800).trains("SFA", "10H")
    table.operate("SFA", "dividend").turn_is(revenue=20)
    table.do(Dividend("withhold"))
    assert not table.game.is_started("SFA")
    assert table.money("Ada", "SFA") == (800 - 480, 0)  # the run is in the treasury


@pytest.mark.clause("1849-14.2.5", "1849-10.7.5")
def test_no_sale_for_the_bond_of_another_changes_the_presidency_of_the_corporation_that_operates() -> None:
    """CTL of Ada operates and cannot pay its train; her sale closes SFA, hers too, whose bond is due."""
    table = girgenti("10", 0, out=True, at=LOWEST, stock={"Ada": [10]}).cash(Ada=0)
    table.start("CTL", president="Ada", at=AT_90, stock={"Ada": [10], "Bruno": [10, 10]}, cash=500)
    table.operate("CTL", "trains").do(SALE)
    assert not table.game.is_started("SFA")
    assert (table.step, table.decider) == ("bond_due", "Ada")
    table.may_not(SellShares("CTL", (10, 10)), "1849-10.7.5")
    table.do(SellShares("CTL", (10,)))  # as many as Bruno
    assert table.game.president("CTL") == "Ada"
    assert (table.step, table.money("Ada")) == ("trains", (0,))  # the rest is written off, and her train still to pay


@pytest.mark.clause("1849-R47")
def test_at_the_end_of_a_stock_round_a_bond_is_paid_before_the_next_token_moves() -> None:
    """SFA and CTL have stock in the pool; SFA, dearer by its place, closes first, and Ada sells CTL before it falls."""
    table = girgenti("10", 0, out=True, at=LOWEST, stock={"pool": [10]}).cash(Ada=495)
    table.start("CTL", president="Bruno", at=(9, 1), stock={"Ada": [10], "pool": [10]})
    table.start("RCS", president="Bruno", at=(9, 3), stock={"pool": [10]})
    table.privates(SCE="Ada").stock_round("Ada")
    table.pass_on(lambda: table.step != "stock")
    assert (table.step, table.decider, str(table.game.state.round)) == ("bond_due", "Ada", "SR 2")
    assert table.money("Ada") == (495,)  # no revenue of SCE yet
    twin = type(table.game).restore(table.title, table.game.settings, table.game.snapshot(), table.game.actions)
    assert twin.decision == table.game.decision
    table.do(SellShares("CTL", (10,)))
    assert table.money("Ada") == (495 + 24 - 500 + 5,)  # then the revenue of SCE
    assert table.game.state.round.kind == "operating"


@pytest.mark.clause("1849-R47")
def test_a_corporation_that_closes_by_the_sale_for_a_bond_has_no_price_to_answer() -> None:
    stock = {"Ada": [10], "pool": [10]}
    table = girgenti("10", 0, out=True, at=LOWEST, stock={"pool": [10]}).cash(Ada=490)
    table.start("CTL", president="Bruno", at=LOWEST, stock=stock).stock_round("Ada")
    table.pass_on(lambda: table.step == "bond_due")
    table.do(SellShares("CTL", (10,)))
    assert not table.game.state.market
    assert table.money("Ada") == (490 + 27 - 500,)


@pytest.mark.clause("1849-R48")
def test_who_takes_over_by_the_sale_that_closes_a_corporation_owes_its_bond() -> None:
    stock = {"Ada": [10], "Bruno": [10, 10, 20]}
    table = girgenti("10", 0, out=True, at=LOWEST, stock={"Ada": [10], "Bruno": [10, 10]}).cash(Ada=600, Bruno=700)
    table.stock_round("Ada").do(SellShares("SFA", (10, 10)))  # Bruno has one way to pay for the presidency
    assert table.money("Ada", "Bruno") == (654, 200)
    table = girgenti("10", 0, out=True, at=LOWEST, stock=stock).cash(Ada=600, Bruno=700)
    table.stock_round("Ada").do(SellShares("SFA", (10,)))  # Bruno has two ways, and Ada would choose
    assert not any(isinstance(choice, Exchange) for choice in table.game.decision.choices)
    assert table.money("Ada", "Bruno") == (627, 200)


@pytest.mark.clause("1849-R48")
def test_the_seller_is_told_who_will_owe_the_bond() -> None:
    table = girgenti("10", 80, out=True, at=LOWEST, stock={"Ada": [10], "Bruno": [10, 10]}).stock_round("Ada")
    assert caution(table, SellShares("SFA", (10,))) == "Ada owes L. 420 for its bond"
    assert caution(table, SellShares("SFA", (10, 10))) == "Bruno owes L. 420 for its bond"
    table.cash(SFA=500)
    assert caution(table, SellShares("SFA", (10,))) == ""
    safe = girgenti("10", 80, out=True, stock={"Ada": [10], "Bruno": [10, 10]}).stock_round("Ada")
    assert caution(safe, SellShares("SFA", (10,))) == ""
    assert caution(safe, SellShares("SFA", (10, 10))) == "Bruno becomes president and answers for its bond"


@pytest.mark.clause("1849-R26")
def test_the_seller_is_told_what_is_lost_with_the_corporation_in_an_emergency() -> None:
    table = Table().phase("6").start("CTL", at=LOWEST, stock={"Ada": [10]}, cash=30).cash(Ada=100)
    table.operate("CTL", "trains")
    assert caution(table, SellShares("CTL", (10,))) == "the L. 100 that Ada has put in is lost"


@pytest.mark.clause("1849-R48")
def test_the_heir_is_warned_before_and_told_after() -> None:
    table = girgenti("10", 80, out=True, at=LOWEST, stock={"Ada": [10], "Bruno": [10, 10]})
    table.cash(Bruno=500).stock_round("Bruno")
    (warning,) = choices_view(table.game)["warnings"]
    assert warning == "If Ada sells 20% of SFA, it closes and Bruno owes L. 420 for its bond."
    table.stock_round("Carla")
    assert choices_view(table.game)["warnings"] == []
    table.stock_round("Ada")
    events = table.do(SellShares("SFA", (10, 10)))
    assert BondInherited(heir="Bruno", corporation="SFA") in events
    assert DebtPaid(player="Bruno", amount=420, payee=BANK) in events


@pytest.mark.clause("1849-R48")
@pytest.mark.parametrize("safe", ["price", "treasury", "bond", "stock"])
def test_nobody_is_warned_where_nothing_threatens(safe: str) -> None:
    stock = {"Ada": [10], "Bruno": [10] if safe == "stock" else [10, 10]}
    table = girgenti("10", 500 if safe == "treasury" else 80, out=safe != "bond", stock=stock,
                     at=100 if safe == "price" else LOWEST)  # fmt: skip
    assert choices_view(table.stock_round("Bruno").game)["warnings"] == []


@pytest.mark.clause("1849-R48", "1849-9.5.1")
def test_who_buys_into_a_presidency_is_told_of_its_bond() -> None:
    table = girgenti("10", out=True, stock={"Bruno": [10, 10]}).cash(Bruno=500).stock_round("Bruno")
    assert caution(table, BuyShare("SFA", "treasury")) == "Bruno becomes president and answers for its bond"
    table.stock_round("Ada").cash(Ada=500)
    assert caution(table, BuyShare("SFA", "treasury")) == ""


# 14.2.6 Opened again


@pytest.mark.clause("1849-14.2.6")
def test_a_reopened_corporation_has_its_bond_again() -> None:
    table = sold_down(0, 1000)
    table.do(SALE)
    assert list(table.own.bonds) == []
    table.phase("12").own_is(line=("SFA",), waiting=()).cash(Ada=1000).stock_round("Ada").do(Start("SFA", 100))
    table.operate("SFA", "bond_interest").go_on()
    assert table.step == "issue_bond"
    assert table.game.cash("SFA") == 200 - table.game.corporation("SFA").token_fee  # no interest
    table.do(IssueBond())
    assert table.own.bonds == ("SFA",)


# 14.2.7 Final worth


@pytest.mark.clause("1849-14.2.7")
@pytest.mark.parametrize(
    ("cell", "price", "worth"), [((3, 8), 137, 111), ((4, 4), 86, 0), ((3, 5), 100, 0), ((2, 5), 105, 15)]
)
def test_each_share_counts_100_less_never_below_nothing(cell: Cell, price: int, worth: int) -> None:
    table = girgenti(out=True, at=cell, stock={"Ada": [10]}).cash(Ada=7)
    table.start("ATA", president="Ada", at=68)
    assert table.price("SFA") == price
    assert table.game.title.calendar.worth(table.game, "Ada") == 7 + worth + 2 * 68
    table.own_is(bonds=())
    assert table.game.title.calendar.worth(table.game, "Ada") == 7 + 3 * price + 2 * 68


# R39 Nobody can pay


@pytest.mark.clause("1849-R39")
def test_interest_that_cannot_be_raised_closes_the_corporation() -> None:
    """Ada keeps unsellable stock of IFT, so there is no loan; her last money counts towards the bond."""
    table = girgenti("10", 30, out=True, stock={"Bruno": [10]}).cash(Ada=5)
    table.start("IFT", president="Bruno", at=68, stock={"Ada": [10], "pool": [10] * 5})
    table.operate("SFA", "bond_interest").go_on()
    assert table.game.decision.choices == (Bankrupt(),)
    assert str(sentence(table.game, Bankrupt())) == "Give up: the interest cannot be paid, and the corporation closes"
    bank = table.game.cash(BANK)
    events = table.do(Bankrupt())
    assert InterestNotPaid(president="Ada") in events
    assert BondWrittenOff(player="Ada", paid=0, rest=465, corporation="SFA") in events
    assert not table.game.is_started("SFA")
    assert (table.money("Ada", "SFA"), table.own.bonds) == ((0, 0), ())
    assert table.game.cash(BANK) == bank + 35
    assert table.step != "loan_choice"


@pytest.mark.clause("1849-R39")
def test_a_president_left_with_no_stock_by_unpaid_interest_takes_the_loan_or_leaves_once() -> None:
    table = girgenti("10", 30, out=True).cash(Ada=5).start("ATA", president="Bruno", at=68)
    table.operate("SFA", "bond_interest").go_on().do(Bankrupt())
    assert (table.step, table.decider) == ("loan_choice", "Ada")
    table.may(LeaveGame())
    table.do(TakeLoan())
    assert table.money("Ada") == (500,)  # not taken for the bond
    assert table.step != "loan_choice"
    assert table.own.loans == ("Ada",)


@pytest.mark.clause("1849-R39")
def test_at_a_closure_the_president_sells_what_there_is_and_the_rest_is_written_off() -> None:
    table = sold_down(120, 100).start("ATA", president="Bruno", at=AT_45, stock={"Ada": [10, 10]}).stock_round("Carla")
    bank = table.game.cash(BANK)
    table.do(SALE)
    events = table.do(SellShares("ATA", (10, 10)))
    assert BondWrittenOff(player="Ada", paid=190, rest=190, corporation="SFA") in events
    assert table.game.cash(BANK) == bank - 27 + 120 + 100
    assert (table.step, table.decider, table.money("Ada")) == ("loan_choice", "Ada", (0,))
    table.do(TakeLoan())
    assert (table.step, table.decider) == ("stock", "Carla")


@pytest.mark.clause("1849-R39")
def test_a_president_who_paid_in_full_needs_no_loan() -> None:
    table = sold_down(120, 380)
    table.do(SALE)
    assert (table.step, table.money("Ada")) == ("stock", (0,))


@pytest.mark.clause("1849-R39")
def test_two_bonds_at_once_bring_one_loan() -> None:
    table = Table(options=("bonds",)).phase("10").privates().own_is(bonds=("SFA", "CTL"))
    for name in ("SFA", "CTL"):
        table.start(name, at=LOWEST)
    table.cash(Ada=700)
    table.stock_round("Bruno")
    for name in ("SFA", "CTL"):
        close(table.game, name)
    table.go_on()
    assert (table.step, table.decider, table.money("Ada")) == ("loan_choice", "Ada", (0,))
    table.do(TakeLoan())
    assert (table.own.loans, table.money("Ada"), table.step) == (("Ada",), (500,), "stock")


@pytest.mark.clause("1849-R39", "1849-14.2.5")
def test_a_train_that_cannot_be_paid_makes_the_bond_due_too() -> None:
    table = girgenti("6", 0).own_is(bonds=("CTL",)).start("CTL", president="Bruno", cash=30).cash(Bruno=50)
    table.start("ATA", president="Carla", at=68, stock={"Bruno": [10], "pool": [10] * 5}).operate("CTL", "trains")
    events = table.do(Bankrupt())
    assert BondOwed(president="Bruno", missing=420, corporation="CTL") in events
    assert TrainNotPaid(president="Bruno") in events
    assert (table.own.bonds, table.money("Bruno")) == ((), (0,))
