"""1849: rules that cross. One procedure is under way and another breaks into it; each crossing is played below.

Under way       | what breaks in                      | clauses                | test
----------------|-------------------------------------|------------------------|----------------------------------------
stock turn      | debt of the player in turn          | 9.2.7, R50             | debt_in_ones_own_stock_turn
stock turn      | debt of another player              | 9.2.7, R50             | debt_in_anothers_stock_turn
stock turn      | debt, priority and passes           | 9.0.3, 9.0.4, R50      | debt_does_not_move_the_priority
stock turn      | debt sales among the turn's sales   | 9.2.3, 9.2.4, R07      | tokens_of_a_turn_and_of_a_debt
stock turn      | debt, a presidency with a choice    | 9.5.3, 14.2.5          | presidency_given_up_for_a_debt
stock turn      | a debt that makes the next bond due | 14.2.5, 11.0.1         | one_bond_brings_down_the_next
stock turn      | the player in turn leaves           | 10.7.9, R27            | who_leaves_in_the_own_turn
stock turn      | another leaves, two are left        | 10.7.9, 13.0.7         | who_leaves_in_anothers_turn
stock turn      | bank breaks by a sale for a debt    | 13.0.4                 | bank_breaks_by_a_debt
prices answer   | debt, stock still to answer         | 9.7.2, R47, R50        | debt_while_prices_answer
prices answer   | the last but one player leaves      | 13.0.7, R47            | last_leaves_while_prices_answer
start of AFG    | its own token takes the last space  | 9.4.1.2, R12           | garibaldi_takes_its_last_space
auction         | RSA in a chain of bids, AFG's home  | 8.0.10, 8.1.1, 9.4.1.1 | rsa_with_garibaldi_among_bids
auction         | bank breaks by RSA's treasury       | 8.1.3, 13.0.4          | bank_breaks_by_the_treasury_of_number_1
emergency       | own closing, bond out               | R26, 14.2.5            | own_closing_pays_the_bond_first
emergency       | own closing, the rest of the bond   | R26, R39, 10.7.9       | own_closing_with_a_bond_and_no_stock
emergency       | another closes, its bond due        | R26, 14.2.5, 10.7.5    | money_put_in_pays_no_other_bond
emergency       | a debt in it closes the operator    | R26, 10.7.9            | operator_closed_by_a_debt
emergency       | another player's debt closes it     | R26, 14.2.5            | operator_closed_by_anothers_debt
emergency       | a presidency passes with its bond   | 10.7.5, R48            | presidency_with_a_bond_given_up
emergency       | last certificate taken in exchange  | 9.5.3, 9.6.1, 10.7.4   | last_certificate_taken_and_sold
emergency       | last certificate in a closing       | 9.6.1, 11.0.2          | last_certificate_lost_in_a_closing
emergency       | token order, a debt in between      | 9.2.4, R07             | tokens_of_an_emergency_and_of_a_debt
emergency       | a private company is bought         | 10.2.1, 10.7.3         | private_bought_in_an_emergency
emergency       | CNM is used                         | 7.1.6, R35             | cnm_used_in_an_emergency
emergency       | first train of RSA's corporation    | 8.1.5, 10.7.2          | rsa_closes_by_a_train_in_an_emergency
emergency       | RSA's corporation closes            | 8.1.6, R26             | rsa_outlives_its_corporation
emergency       | bank breaks by a sale               | 13.0.3, R30            | bank_breaks_by_an_emergency_sale
emergency       | bank breaks by a loan               | 13.0.3, 10.7.9         | bank_breaks_by_a_loan
emergency       | the last but one player leaves      | 13.0.7, R26            | last_leaves_in_an_emergency
emergency       | operating order changes             | R14, 10.7.4            | order_of_operation_after_sales
forced purchase | trains rust, others discard         | 6.0.6, 6.0.9, 10.7.7   | trains_rust_by_a_forced_purchase
forced purchase | train of the pool by a discard      | 10.7.1, R24            | discarded_train_is_the_cheapest
forced purchase | earthquake closes the buyer         | 12.0.3, R33, R26       | earthquake_closes_the_buyer_in_need
train bought    | earthquake, AFG's bond due          | 12.0.3, 14.2.5, 10.7.5 | earthquake_makes_a_bond_due
train bought    | earthquake, privates and powers     | 6.0.11, 12.0.1, R35    | earthquake_takes_unused_powers
train bought    | earthquake frees a home for AFG     | 12.0.1, R12            | earthquake_brings_garibaldi_back
token trade     | Messina's token, then earthquake    | 14.1.2, 12.0.2         | bought_token_lost_in_the_earthquake
token trade     | AFG's home gone, its other token    | 14.1.3, R37, 12.0.2    | garibaldi_sells_no_only_token
private offer   | an offer stands, nothing else moves | R36, R42               | offer_that_waits_stops_all_else
train offer     | declined, then the emergency        | R42, 10.7.1            | declined_train_then_an_emergency
stock issued    | the issuer closes, its bond due     | 10.8.1, 11.0.1, 14.2.5 | issue_that_closes_the_issuer
bond issued     | the issuer closes by it             | 14.2.1, 14.2.5         | bond_that_closes_its_issuer
interest        | own closing in its emergency        | 14.2.3, R26            | own_closing_for_interest
interest        | after a forced purchase             | 14.2.3, 10.7.2         | two_emergencies_in_one_turn
repayment       | 377 by the move to the right        | 14.2.4, 13.0.1         | repayment_that_reaches_the_end
closing         | E token, E train, bond, port        | R40, 11.0.2, 14.2.5    | closing_with_all_variants
closing         | the next start of both              | R32, 9.2.7             | closed_and_started_again
set of rounds   | the bank is broken                  | 13.0.4, R43            | broken_bank_comes_before_a_still_game
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import (
    Accept,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseHome,
    Decline,
    DiscardTrain,
    Exchange,
    IssueShares,
    LayTile,
    Pass,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.events import CorporationClosed, DebtPaid, PresidentAdded, PriceMoved, PrivateClosed
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1849.actions import BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.events import BondOwed, BondWrittenOff, GaribaldiBack, InterestPaid
from tests.t1849.table import Table

LOWEST = (8, 0)  # 27: one row down is Closed
AT_45 = (7, 2)
AT_59 = (4, 1)
AT_54 = (5, 1)  # one row below
BUY_6H = BuyTrain("6H", BANK, 200)
ALL = ("buy_station_tokens", "bonds", "electric_dreams")


def test_every_crossing_of_the_table_is_played() -> None:
    assert __doc__ is not None
    rows = [line.split("|") for line in __doc__.splitlines() if line.count("|") == 3][2:]
    listed = [row[3].strip() for row in rows]
    played = re.findall(r"^def test_(\w+)\(", Path(__file__).read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(set(played) - {"every_crossing_of_the_table_is_played"})
    for row, name in zip(rows, listed, strict=True):
        function = getattr(sys.modules[__name__], f"test_{name}")
        marks = {clause for mark in function.pytestmark if mark.name == "clause" for clause in mark.args}
        assert marks == {f"1849-{clause.strip()}" for clause in row[2].split(",")}, name


# Stock turns and debts


def bonded(**stock: list[int]) -> Table:
    """A stock round. SFA of Ada stands at 27 with its bond out; whoever sells a share of it closes it."""
    table = Table(options=("bonds",)).phase("10").privates().own_is(bonds=("SFA",))
    return table.start("SFA", at=LOWEST, stock=stock)


SALE = SellShares("SFA", (10,))


@pytest.mark.clause("1849-9.2.7", "1849-R50")
def test_debt_in_ones_own_stock_turn() -> None:
    """Ada closes her own SFA, sells ATA for its bond, and goes on with her turn, but not with ATA."""
    table = bonded(Ada=[10]).start("ATA", president="Bruno", stock={"Ada": [10, 10, 10, 10]}).cash(Ada=200)
    table.start("CTL", president="Carla").stock_round("Ada").do(SALE)
    assert (table.step, table.decider) == ("bond_due", "Ada")
    table.do(SellShares("ATA", (10, 10, 10)))
    assert (table.step, table.decider, table.money("Ada")) == ("stock", "Ada", (200 + 27 + 300 - 500,))
    table.cash(Ada=400)
    table.may_not(BuyShare("ATA", "pool"), "1849-9.2.7")
    table.may_not(BuyShare("ATA", "treasury"), "1849-9.2.7")
    table.do(BuyShare("CTL", "treasury"))


@pytest.mark.clause("1849-9.2.7", "1849-R50")
def test_debt_in_anothers_stock_turn() -> None:
    """Bruno closes SFA; Ada sells ATA's last certificate, and may not buy ATA in this round, but in the next."""
    stock = {"Bruno": [10], "Ada": [20], "Carla": [10, 10]}
    table = bonded(Bruno=[10]).start("ATA", president="Bruno", at=144, stock=stock).cash(Ada=450, Bruno=100)
    table.stock_round("Bruno").do(SALE, SellShares("ATA", (20,)))
    assert (table.decider, table.money("Ada")) == ("Bruno", (450 + 288 - 500,))
    table.cash(Ada=900).do(Pass())
    while table.decider != "Ada":
        table.do(Pass())
    table.may_not(BuyShare("ATA", "pool"), "1849-9.2.7")
    table.may_not(BuyShare("ATA", "treasury"), "1849-9.2.7")
    assert not any(isinstance(deal, BuyShare) for deal in table.game.decision.choices)
    turn = table.game.state.round.turn
    table.pass_on(lambda: table.game.state.round.turn > turn and table.decider == "Ada")
    table.may(BuyShare("ATA", "treasury"))


@pytest.mark.clause("1849-9.0.3", "1849-9.0.4", "1849-R50")
def test_debt_does_not_move_the_priority() -> None:
    """Bruno acts, Ada sells for her debt: the priority goes to the left of Bruno, and one circle of passes is left."""
    table = bonded(Bruno=[10]).start("ATA", president="Carla", stock={"Ada": [10, 10]}).cash(Ada=420)
    table.stock_round("Bruno").do(SALE, SellShares("ATA", (10,)))
    assert table.game.state.priority == "Carla"
    deciders = []
    while table.game.state.round.kind == "stock":
        deciders.append(table.decider)
        table.do(Pass())
    assert deciders == ["Bruno", "Carla", "Dora", "Ada", "Bruno"]
    assert table.game.state.priority == "Carla"


@pytest.mark.clause("1849-9.2.3", "1849-9.2.4", "1849-R07")
@pytest.mark.parametrize("later", ["CTL", "RCS"])
def test_tokens_of_a_turn_and_of_a_debt(later: str) -> None:
    """At 59 lie RCS, ATA, CTL. Bruno sells CTL, then SFA; Ada sells ATA for the bond; then Bruno sells once more."""
    table = bonded(Bruno=[10]).cash(Ada=460)
    for name, holder in (("RCS", "Bruno"), ("ATA", "Ada"), ("CTL", "Bruno")):
        table.start(name, president="Carla", at=AT_59, stock={holder: [10, 10]})
    table.stock_round("Bruno").do(SellShares("CTL", (10,)), SALE, SellShares("ATA", (10,)))
    assert table.stack(AT_54) == ["CTL", "ATA"]
    table.do(SellShares(later, (10,)))
    if later == "RCS":
        assert table.stack(AT_54) == ["CTL", "ATA", "RCS"]  # neither CTL nor ATA moves again
    else:
        assert (table.stack(AT_54), table.stack((6, 1))) == (["ATA"], ["CTL"])


@pytest.mark.clause("1849-9.5.3", "1849-14.2.5")
def test_presidency_given_up_for_a_debt() -> None:
    """Ada sells ATA down for the bond, chooses what Bruno gives her for the presidency, and then the bond is paid."""
    table = bonded(Carla=[10]).start("ATA", stock={"Ada": [10], "Bruno": [20, 10, 10]}).cash(Ada=400)
    table.stock_round("Carla").do(SALE, SellShares("ATA", (10,)))
    assert (table.step, table.decider) == ("exchange", "Ada")
    table.do(Exchange((10, 10)))
    assert (table.game.president("ATA"), table.holding("ATA", "Ada")) == ("Bruno", [10, 10])
    assert (table.step, table.decider, table.money("Ada")) == ("stock", "Carla", (0,))


@pytest.mark.clause("1849-14.2.5", "1849-11.0.1")
def test_one_bond_brings_down_the_next() -> None:
    """Ada's sale for SFA's bond closes CTL of Bruno, whose bond is out too: both pay before the turn goes on."""
    table = bonded(Carla=[10]).own_is(bonds=("SFA", "CTL")).cash(Ada=480, Bruno=600)
    table.start("CTL", president="Bruno", at=LOWEST, stock={"Ada": [10]}).stock_round("Carla")
    events = table.do(SALE, SellShares("CTL", (10,)))
    paid = [event.player for event in events if isinstance(event, DebtPaid) and event.amount == 500]
    assert paid == ["Bruno", "Ada"]
    assert (table.money("Ada", "Bruno"), table.own.bonds) == ((7, 100), ())
    assert (table.step, table.decider) == ("stock", "Carla")


@pytest.mark.clause("1849-10.7.9", "1849-R27")
def test_who_leaves_in_the_own_turn() -> None:
    """Ada closes her SFA, cannot pay, has no stock, and leaves: the turn is Bruno's, and the priority not hers."""
    table = bonded(Ada=[10]).cash(Ada=100).stock_round("Ada").own_is(line=("RCS",))
    table.game.state.priority = "Ada"
    table.do(SALE)
    assert (table.step, table.decider, table.money("Ada")) == ("loan_choice", "Ada", (0,))
    table.do(LeaveGame())
    assert (table.step, table.decider, table.game.players) == ("stock", "Bruno", ("Bruno", "Carla", "Dora"))
    deciders = []
    while table.game.state.round.kind == "stock" and table.game.state.round.turn == 2:
        deciders.append(table.decider)
        table.do(Pass())
    assert deciders == ["Bruno", "Carla", "Dora"]
    assert table.game.state.priority == "Bruno"


@pytest.mark.clause("1849-10.7.9", "1849-13.0.7")
def test_who_leaves_in_anothers_turn() -> None:
    table = Table(3, options=("bonds",)).phase("10").privates().own_is(bonds=("SFA",))
    table.start("SFA", at=LOWEST, stock={"Bruno": [10]}).start("RCS", president="Bruno", at=68).cash(Ada=10)
    table.stock_round("Bruno", passes=0).do(SALE, LeaveGame())
    assert not table.game.over  # two are left
    assert (table.step, table.decider) == ("stock", "Bruno")
    table.do(Pass())
    assert table.decider == "Carla"


@pytest.mark.clause("1849-13.0.4")
def test_bank_breaks_by_a_debt() -> None:
    """The bank pays 27 for SFA and 100 for ATA out of 120; what comes back for the bond does not mend it."""
    table = bonded(Bruno=[10]).start("ATA", president="Bruno", stock={"Ada": [10]}).cash(Ada=450, bank=120)
    table.stock_round("Bruno").do(SALE, SellShares("ATA", (10,)))
    assert table.game.state.bank_broken == "stock"
    assert table.game.cash(BANK) == 120 - 127 + 500
    rounds = table.pass_on(lambda: table.game.over)
    assert table.game.state.ended_by == "1849-13.0.4"
    assert [name for name in rounds if name.startswith("SR")] == ["SR 2"]


@pytest.mark.clause("1849-9.7.2", "1849-R47", "1849-R50")
def test_debt_while_prices_answer() -> None:
    """ATA was sold out; Ada sells a share of it for SFA's bond before its turn comes: it does not rise. The stock
    round is over by then, so what she sells of IFT she may buy in the next one."""
    stock = {"Ada": [10, 10], "Bruno": [20, 10, 10], "Carla": [10, 10]}
    table = bonded(pool=[10]).start("ATA", president="Dora", at=(9, 1), stock=stock).cash(Ada=440)
    table.start("IFT", president="Dora", stock={"Ada": [10]}).stock_round("Ada")
    table.pass_on(lambda: table.step == "bond_due")
    table.do(SellShares("ATA", (10,)))
    events = table.do(SellShares("IFT", (10,)))
    assert DebtPaid(player="Ada", amount=500, payee=BANK) in events
    moved = [event for event in events if isinstance(event, PriceMoved) and event.corporation == "ATA"]
    assert not any(event.after > event.before for event in moved)
    table.pass_on(lambda: str(table.game.state.round) == "SR 3")
    table.cash(Ada=500).pass_on(lambda: table.decider == "Ada")
    table.may(BuyShare("IFT", "pool"))


@pytest.mark.clause("1849-13.0.7", "1849-R47")
def test_last_leaves_while_prices_answer() -> None:
    table = bonded(pool=[10]).cash(Ada=10).start("CTL", president="Bruno", stock={"pool": [10]})
    table.game.state.gone = ("Carla", "Dora")
    table.stock_round("Ada")
    table.pass_on(lambda: table.step == "loan_choice")
    table.do(LeaveGame())
    assert table.game.state.ended_by == "1849-13.0.7"


# Starting and the auction


@pytest.mark.clause("1849-9.4.1.2", "1849-R12")
def test_garibaldi_takes_its_last_space() -> None:
    """AFG's own home token fills its last city: a started corporation is not put aside by that."""
    table = Table().start("CTL", president="Bruno").tokens("CTL", "C1", "H8").start("IFT", president="Bruno")
    table.tokens("IFT", "B14", "M9").start("ATA", president="Bruno").tokens("ATA", "M9")
    table.own_is(line=("AFG",)).stock_round("Ada").cash(Ada=500).do(Start("AFG", 68))
    assert table.game.decision.choices == (ChooseHome("M11"),)
    table.do(ChooseHome("M11"))
    assert not table.own.garibaldi_aside
    assert table.game.is_started("AFG")
    assert table.own.line == ()


@pytest.mark.clause("1849-8.0.10", "1849-8.1.1", "1849-9.4.1.1")
def test_rsa_with_garibaldi_among_bids() -> None:
    """SMS is sold and RSA, bid on by Carla, follows at once; number 1 is Garibaldi, whose home Carla chooses first."""
    table = Table(order=("AFG", "CTL", "ATA", "SFA", "IFT", "RCS"))
    table.do(Pass(), Pass(), Bid("RSA", 155), BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75))
    table.do(Pass(), BuyPrivate("SMS", 110))
    assert (table.step, table.decider) == ("rsa_start", "Carla")
    table.do(Start("AFG", 68))
    assert (table.step, table.decider) == ("home_token", "Carla")
    table.do(ChooseHome("B14"))
    assert (table.step, table.decider) == ("stock", "Ada")  # left of Dora, the last to buy at face value
    assert table.game.president("AFG") == "Carla"


@pytest.mark.clause("1849-8.1.3", "1849-13.0.4")
def test_bank_breaks_by_the_treasury_of_number_1() -> None:
    """A bank that fills the treasury with its last money is broken before the first stock round; one set is left."""
    table = Table()
    table.do(BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75), BuyPrivate("SMS", 110))
    table.do(BuyPrivate("RSA", 150))
    table.cash(bank=136).do(Start("RCS", 68))
    assert table.game.state.bank_broken
    assert table.game.state.round.kind == "stock"
    table.pass_on(lambda: table.game.over)
    assert (table.game.state.ended_by, table.game.state.round.turn) == ("1849-13.0.4", 1)


# Emergencies


def needy(
    treasury: int = 30,
    ada: int = 100,
    phase: str = "6",
    bonds: tuple[str, ...] = (),
    at: int | Cell = LOWEST,
    stock: Mapping[str, Sequence[int]] | None = None,
) -> Table:
    """CTL of Ada, at 27, has a route and no train; with `bonds` named the variant is played."""
    table = Table(options=("bonds",) if bonds else ()).phase(phase).own_is(bonds=bonds)
    return table.start("CTL", at=at, cash=treasury, stock=stock).cash(Ada=ada)


@pytest.mark.clause("1849-R26", "1849-14.2.5")
def test_own_closing_pays_the_bond_first() -> None:
    """What Ada has put in lies in the treasury when CTL closes: 30 and 480 pay the bond, the bank has the rest."""
    table = needy(30, 480, "16", bonds=("CTL",), stock={"Ada": [10]}).sold_out("R6H")
    table.start("ATA", president="Bruno", at=(9, 1), stock={"Ada": [10], "pool": [10] * 5}).operate("CTL", "trains")
    bank = table.game.cash(BANK)
    table.do(SellShares("CTL", (10,)))
    assert (table.money("Ada", "CTL"), table.own.bonds, table.own.dues) == ((27, 0), (), ())
    assert table.game.cash(BANK) == bank + 510 - 27
    assert table.game.decision.for_corporation == "ATA"


@pytest.mark.clause("1849-R26", "1849-R39", "1849-10.7.9")
def test_own_closing_with_a_bond_and_no_stock() -> None:
    """30 and 100 go towards the bond, then the last sale's 27; the rest is written off, and one loan is offered."""
    table = needy(30, 100, bonds=("CTL",), stock={"Ada": [10]}).start("ATA", president="Bruno", at=(9, 1))
    events = table.operate("CTL", "trains").do(SellShares("CTL", (10,)))
    assert BondOwed(president="Ada", missing=370, corporation="CTL") in events
    assert BondWrittenOff(player="Ada", paid=27, rest=343, corporation="CTL") in events
    assert (table.step, table.decider, table.money("Ada")) == ("loan_choice", "Ada", (0,))
    table.do(TakeLoan())
    assert (table.own.loans, table.money("Ada")) == (("Ada",), (500,))
    assert table.game.decision.for_corporation == "ATA"


@pytest.mark.clause("1849-R26", "1849-14.2.5", "1849-10.7.5")
def test_money_put_in_pays_no_other_bond() -> None:
    """Ada's 100 are CTL's when her sale closes SFA, hers too: its bond takes the 27 and what else she must sell, and
    the emergency goes on with the 100."""
    table = needy(30, 100, bonds=("SFA",), at=100, stock={"Ada": [10], "Bruno": [10, 10]})
    table.start("SFA", at=LOWEST, stock={"Ada": [10]})
    table.start("ATA", president="Bruno", at=AT_45, stock={"Ada": [10]}).operate("CTL", "trains").do(SALE)
    assert (table.step, table.decider, table.money("Ada")) == ("bond_due", "Ada", (127,))
    table.may_not(SellShares("CTL", (10, 10)), "1849-10.7.5")
    assert set(table.game.decision.choices) == {SellShares("CTL", (10,)), SellShares("ATA", (10,))}
    events = table.do(SellShares("ATA", (10,)), SellShares("CTL", (10,)))
    assert BondWrittenOff(player="Ada", paid=172, rest=328, corporation="SFA") in events
    assert (table.step, table.money("Ada"), table.own.loans) == ("trains", (100,), ())
    assert table.game.decision.choices == (Bankrupt(),)  # 70 is missing, and nothing is left to sell


@pytest.mark.clause("1849-R26", "1849-10.7.9")
def test_operator_closed_by_a_debt() -> None:
    """In CTL's emergency Ada's sale closes SFA, and her sale of CTL for its bond closes CTL: the 100 are gone, and
    after the bond is settled she takes the loan, once."""
    table = needy(30, 100, bonds=("SFA",), stock={"Ada": [10]}).start("SFA", at=LOWEST, stock={"Ada": [10]})
    table.start("ATA", president="Bruno", at=(9, 1)).operate("CTL", "trains").do(SALE)
    assert (table.step, table.game.decision.choices) == ("bond_due", (SellShares("CTL", (10,)),))
    events = table.do(SellShares("CTL", (10,)))
    added, closed = PresidentAdded(president="Ada", amount=100, corporation="CTL"), CorporationClosed(corporation="CTL")
    assert events.index(added) < events.index(closed)
    assert BondWrittenOff(player="Ada", paid=54, rest=446, corporation="SFA") in events
    assert (table.step, table.decider, table.money("Ada", "CTL")) == ("loan_choice", "Ada", (0, 0))
    table.do(TakeLoan())
    assert (table.own.loans, table.game.decision.for_corporation) == (("Ada",), "ATA")


@pytest.mark.clause("1849-R26", "1849-14.2.5")
def test_operator_closed_by_anothers_debt() -> None:
    """Ada's emergency sale closes SFA of Bruno; he sells CTL for its bond, and that closes CTL under Ada."""
    table = needy(30, 100, bonds=("SFA",), stock={"Bruno": [10]})
    table.start("SFA", president="Bruno", at=LOWEST, stock={"Ada": [10]}).cash(Bruno=480)
    table.start("ATA", president="Carla", at=(9, 1)).operate("CTL", "trains").do(SALE)
    assert (table.step, table.decider) == ("bond_due", "Bruno")
    table.do(SellShares("CTL", (10,)))
    assert (table.step, table.decider, table.money("Ada")) == ("loan_choice", "Ada", (27,))  # the 100 are gone
    table.do(TakeLoan())
    assert table.money("Ada", "Bruno") == (527, 7)
    assert table.game.decision.for_corporation == "ATA"


@pytest.mark.clause("1849-10.7.5", "1849-R48")
def test_presidency_with_a_bond_given_up() -> None:
    """Selling SFA down Ada closes it, and Bruno, president by that very sale, owes its bond in her turn."""
    table = needy(30, 100, bonds=("SFA",), at=100).start("SFA", at=LOWEST, stock={"Ada": [10], "Bruno": [10, 10]})
    table.cash(Bruno=600).operate("CTL", "trains").do(SellShares("SFA", (10, 10)))
    assert table.money("Ada", "Bruno") == (154, 100)
    assert (table.step, table.decider) == ("trains", "Ada")
    assert table.turn.corporation == "CTL"


@pytest.mark.clause("1849-9.5.3", "1849-9.6.1", "1849-10.7.4")
def test_last_certificate_taken_and_sold() -> None:
    """Ada takes ATA's last certificate for the presidency; of it she cannot sell half, and whole it is enough."""
    table = needy(30, 10, at=100).start("ATA", at=AT_45, stock={"Ada": [10], "Bruno": [20, 10, 10]})
    table.operate("CTL", "trains").do(SellShares("ATA", (10,)), Exchange((20,)))
    table.may_not(SellShares("ATA", (10,)), "1849-9.6.1")
    table.do(SellShares("ATA", (20,)))
    assert table.money("Ada") == (10 + 45 + 2 * 36,)  # 127: 43 is missing still
    assert table.game.decision.choices == (Bankrupt(),)


@pytest.mark.clause("1849-9.6.1", "1849-11.0.2")
def test_last_certificate_lost_in_a_closing() -> None:
    """One share of SFA sold closes it; the last certificate with it is gone, and is back in its stack."""
    table = needy(30, 100, at=100).start("SFA", president="Bruno", at=LOWEST, stock={"Ada": [20, 10]})
    table.operate("CTL", "trains").do(SALE)
    assert table.holding("SFA", "Ada") == []
    assert table.holding("SFA", "SFA") == [20, 10, 10, 10, 10, 10, 10, 20]
    assert table.game.decision.choices == (Bankrupt(),)


@pytest.mark.clause("1849-9.2.4", "1849-R07")
def test_tokens_of_an_emergency_and_of_a_debt() -> None:
    """At 59 lie RCS, ATA, IFT. Ada sells IFT and SFA for CTL; Bruno sells ATA for SFA's bond; then she sells RCS:
    IFT and ATA lie as they came, and RCS, sold after the debt, lies under them."""
    table = needy(0, 0, bonds=("SFA",), at=100)
    table.start("SFA", president="Bruno", at=LOWEST, stock={"Ada": [10]}).cash(Bruno=450)
    for name, holder in (("RCS", "Ada"), ("ATA", "Bruno"), ("IFT", "Ada")):
        table.start(name, president="Carla", at=AT_59, stock={holder: [10]})
    table.operate("CTL", "trains").do(SellShares("IFT", (10,)), SALE)
    assert (table.step, table.decider) == ("bond_due", "Bruno")
    table.do(SellShares("ATA", (10,)), SellShares("RCS", (10,)))
    assert table.stack(AT_54) == ["IFT", "ATA", "RCS"]


@pytest.mark.clause("1849-10.2.1", "1849-10.7.3")
def test_private_bought_in_an_emergency() -> None:
    """After Ada has raised enough CTL still spends its own 30 on SCE, no more: 30 is missing again."""
    table = needy(30, 100, at=100).start("ATA", president="Bruno", at=100, stock={"Ada": [10, 10]})
    table.privates(SCE="Bruno").operate("CTL", "trains").do(SellShares("ATA", (10,)))
    table.may_not(SellShares("ATA", (10,)), "1849-10.7.3")
    table.may_not(BuyPrivate("SCE", 31), "1849-10.0.4")
    table.do(BuyPrivate("SCE", 30), Accept())
    assert table.money("CTL", "Ada") == (0, 200)
    table.may_not(SellShares("ATA", (10,)), "1849-10.7.3")  # her 200 alone will do
    table.do(BUY_6H)
    assert (table.money("CTL", "Ada"), table.game.state.privates) == ((0, 0), {"SCE": "CTL"})


@pytest.mark.clause("1849-7.1.6", "1849-R35")
def test_cnm_used_in_an_emergency() -> None:
    table = needy(30, 100, at=100).start("ATA", president="Bruno", at=100, stock={"Ada": [10]})
    table.privates(CNM="CTL").operate("CTL", "trains").do(SellShares("ATA", (10,)), UsePrivate("CNM", "L14"))
    assert (table.own.port, table.own.port_owner, table.step) == ("L14", "CTL", "trains")
    table.do(BUY_6H)
    assert table.game.trains("CTL") == ("6H",)


@pytest.mark.clause("1849-8.1.5", "1849-10.7.2")
def test_rsa_closes_by_a_train_in_an_emergency() -> None:
    table = needy(30, 170, at=100).privates(RSA="Bruno").own_is(rsa="CTL").operate("CTL", "trains")
    events = table.do(BUY_6H)
    assert PrivateClosed(private="RSA") in events
    assert (table.own.rsa, table.game.state.privates) == ("", {})


@pytest.mark.clause("1849-8.1.6", "1849-R26")
def test_rsa_outlives_its_corporation() -> None:
    table = needy(30, 100, stock={"Ada": [10]}).privates(RSA="Ada").own_is(rsa="CTL").operate("CTL", "trains")
    table.start("ATA", president="Bruno", at=(9, 1)).operate("CTL", "trains").do(SellShares("CTL", (10,)), TakeLoan())
    assert (table.own.rsa, table.game.state.privates) == ("", {"RSA": "Ada"})
    assert table.money("Ada") == (527,)


@pytest.mark.clause("1849-13.0.3", "1849-R30")
def test_bank_breaks_by_an_emergency_sale() -> None:
    """The bank pays its last 45 for ATA, and gets 200 for the train; the game ends after the set all the same."""
    table = needy(30, 130, at=100).start("ATA", president="Bruno", at=AT_45, stock={"Ada": [10]})
    table.cash(bank=45).operate("CTL", "trains", number=1, of=2).do(SellShares("ATA", (10,)), BUY_6H)
    assert (table.game.state.bank_broken, table.game.cash(BANK)) == ("operating", 200)
    rounds = table.pass_on(lambda: table.game.over)
    assert (table.game.state.ended_by, "OR 2.2" in rounds) == ("1849-13.0.3", True)


@pytest.mark.clause("1849-13.0.3", "1849-10.7.9")
def test_bank_breaks_by_a_loan() -> None:
    table = needy(0, 0, "16", at=100).sold_out("R6H").start("ATA", president="Bruno").cash(bank=300)
    table.operate("CTL", "trains").do(Bankrupt(), TakeLoan())
    assert (table.money("Ada", BANK), table.game.state.bank_broken) == ((500, -200), "operating")
    table.pass_on(lambda: table.game.over)
    assert table.game.state.ended_by == "1849-13.0.3"


@pytest.mark.clause("1849-13.0.7", "1849-R26")
def test_last_leaves_in_an_emergency() -> None:
    table = needy(30, 100, stock={"Ada": [10]}).start("ATA", president="Bruno", at=(9, 1))
    table.game.state.gone = ("Carla", "Dora")
    table.operate("CTL", "trains").do(SellShares("CTL", (10,)), LeaveGame())
    assert table.game.state.ended_by == "1849-13.0.7"
    assert table.money("Ada") == (0,)


@pytest.mark.clause("1849-R14", "1849-10.7.4")
def test_order_of_operation_after_sales() -> None:
    """ATA at 59 lay on RCS and both are still to operate; Ada's sale of ATA puts RCS first."""
    table = needy(30, 130, at=100).start("ATA", president="Bruno", at=AT_59, stock={"Ada": [10]})
    table.start("RCS", president="Carla", at=AT_59).cash(ATA=500, RCS=500).operate("CTL", "trains")
    table.do(SellShares("ATA", (10,)), BUY_6H)
    table.pass_on(lambda: table.turn.corporation != "CTL")
    assert table.turn.corporation == "RCS"


# Forced purchases and the earthquake


@pytest.mark.clause("1849-6.0.6", "1849-6.0.9", "1849-10.7.7")
def test_trains_rust_by_a_forced_purchase() -> None:
    """The president pays for the first 10H: 6H trains are gone at once, and ATA, with three 8H, gives one up."""
    table = needy(50, 600, "8", at=100).sold_out("8H").start("ATA", president="Bruno").trains("ATA", "8H", "8H", "8H")
    table.start("RCS", president="Carla", at=68).trains("RCS", "6H").operate("CTL", "trains")
    table.do(BuyTrain("10H", BANK, 550))
    assert (table.money("CTL", "Ada"), table.game.trains("RCS")) == ((0, 100), ())
    assert (table.step, table.decider) == ("discard", "Bruno")
    table.do(DiscardTrain("8H"))
    assert (table.step, table.turn.corporation, table.turn.emergency) == ("finance", "CTL", False)
    assert table.game.trains("pool") == ("8H",)


@pytest.mark.clause("1849-10.7.1", "1849-R24")
def test_discarded_train_is_the_cheapest() -> None:
    """The 8H that ATA gave up costs 350 where a 10H costs 550: 350 is what CTL's president must find."""
    table = needy(50, 299, "8", at=68).sold_out("8H").start("ATA", president="Bruno", at=144)
    table.trains("ATA", "8H", "8H").cash(ATA=550).operate("ATA", "trains")
    table.do(BuyTrain("10H", BANK, 550), DiscardTrain("8H"))
    table.pass_on(lambda: table.turn.corporation == "CTL" and table.step == "trains")
    assert table.game.decision.choices == (Bankrupt(),)  # one lira short
    table.cash(Ada=300).may_not(BuyTrain("10H", BANK, 550), "1849-10.7.7")
    table.do(BuyTrain("8H", "pool", 350))
    assert table.money("CTL", "Ada") == (0, 0)


@pytest.mark.clause("1849-12.0.3", "1849-R33", "1849-R26")
def test_earthquake_closes_the_buyer_in_need() -> None:
    """Garibaldi, in Messina alone, buys the 12H with Ada's money and is closed by it: the train is gone, the money
    too, but she has paid for what she had to, and there is no loan."""
    table = Table().phase("10").sold_out("10H").lay("B14 655 0", "D14 8 1", "G13 58 1")
    table.start("AFG", at=100, home="B14", cash=100).start("ATA", president="Bruno", stock={"Ada": [10]}).cash(Ada=650)
    table.operate("AFG", "trains").do(SellShares("ATA", (10,)), BuyTrain("12H", BANK, 800))
    assert not table.game.is_started("AFG")
    assert (table.game.state.phase, table.money("Ada", "AFG")) == ("12", (50, 0))
    assert "12H" not in (*table.game.trains(BANK), *table.game.trains("AFG"))
    assert table.own.waiting == ("AFG",)
    assert table.step != "loan_choice"
    assert table.own.lost_tokens == ()  # it regains the token when it is started again


@pytest.mark.clause("1849-12.0.3", "1849-14.2.5", "1849-10.7.5")
def test_earthquake_makes_a_bond_due() -> None:
    """CTL of Ada buys the 12H; Garibaldi, hers too and with its bond out, closes: she pays before CTL goes on, and
    not with the presidency of CTL."""
    table = Table(options=("bonds",)).phase("10").sold_out("10H").own_is(bonds=("AFG",))
    table.start("CTL", at=100, cash=800, stock={"Ada": [10], "Bruno": [10, 10]}).cash(Ada=450)
    table.start("AFG", at=68, home="B14", cash=0).operate("CTL", "trains").do(BuyTrain("12H", BANK, 800))
    assert (table.step, table.decider) == ("bond_due", "Ada")
    table.may_not(SellShares("CTL", (10, 10)), "1849-10.7.5")
    table.do(SellShares("CTL", (10,)))
    assert (table.money("Ada"), table.game.president("CTL")) == ((50,), "Ada")
    assert table.turn.corporation == "CTL"


@pytest.mark.clause("1849-6.0.11", "1849-12.0.1", "1849-R35")
def test_earthquake_takes_unused_powers() -> None:
    """CNM, bought but not used before the 12H, is gone with all private companies in the middle of the turn."""
    table = Table().phase("10").sold_out("10H").start("RCS", cash=800).privates(CNM="RCS", SMS="Ada", SCE="Bruno")
    table.operate("RCS", "trains").may(UsePrivate("CNM", "L14"))
    table.do(BuyTrain("12H", BANK, 800))
    assert table.game.state.privates == {}
    table.may_not(UsePrivate("CNM", "L14"), "1849-7.1.6")
    table.start("ATA", president="Bruno", cash=300).operate("ATA")
    table.may_not(LayTile("B14", "655", 0), "1849-12.0.4")


@pytest.mark.clause("1849-12.0.1", "1849-R12")
def test_earthquake_brings_garibaldi_back() -> None:
    """Put aside while all its cities were full, Garibaldi finds Messina empty and stands last in the next line."""
    table = Table().phase("10").sold_out("10H").start("RCS", cash=800).privates()
    table.start("CTL", president="Bruno", at=68).tokens("CTL", "C1", "H8").start("IFT", president="Bruno", at=68)
    table.tokens("IFT", "B14", "M9").start("ATA", president="Bruno", at=68).tokens("ATA", "M11", "M9")
    table.own_is(line=("SFA",), garibaldi_aside=True).operate("RCS", "trains")
    events = table.do(BuyTrain("12H", BANK, 800))
    assert GaribaldiBack() in events
    assert (table.own.line, table.own.waiting, table.own.garibaldi_aside) == (("SFA",), ("AFG",), False)


# Offers and tokens


COAST = ("H12 653 1", "G13 58 1", "D14 8 1")  # from Catania to Messina


@pytest.mark.clause("1849-14.1.2", "1849-12.0.2")
def test_bought_token_lost_in_the_earthquake() -> None:
    """IFT buys ATA's place in Messina and then the 12H: the token it has just paid for is lost, ATA's is safe."""
    table = Table(options=("buy_station_tokens",)).phase("10").sold_out("10H").lay(*COAST, "B14 655 0")
    table.start("ATA", at=68).tokens("ATA", "B14").start("IFT", cash=850).operate("IFT", "buy_token")
    table.do(BuyToken("B14", "ATA", 50), BuyTrain("12H", BANK, 800))
    assert (table.game.state.stations["IFT"], table.game.state.tokens["IFT"]) == (("H12.0",), 1)
    assert (table.game.state.stations["ATA"], table.game.state.tokens["ATA"]) == (("M13.0",), 2)
    assert table.own.lost_tokens == ("IFT",)


@pytest.mark.clause("1849-14.1.3", "1849-R37", "1849-12.0.2")
def test_garibaldi_sells_no_only_token() -> None:
    """Its home in Messina is gone. Trapani, its only token now, cannot be bought; with another one it can."""
    table = Table(options=("buy_station_tokens",)).phase("12").lay("F2 78 2")
    table.start("AFG", president="Bruno", at=68, home="C1").own_is(garibaldi_home="B14")
    table.start("CTL", cash=100).operate("CTL", "buy_token")
    table.may_not(BuyToken("C1", "AFG", 10), "1849-R37", saying="only token")
    table.tokens("AFG", "H8").do(BuyToken("C1", "AFG", 10), Accept())
    assert table.game.state.stations["AFG"] == ("H8.0",)


@pytest.mark.clause("1849-R36", "1849-R42")
def test_offer_that_waits_stops_all_else() -> None:
    """While Bruno is asked, nobody does anything else, CTL's president neither; then the turn goes on where it was."""
    table = Table().phase("6").start("CTL", cash=100).trains("CTL", "6H").privates(SCE="Bruno", CNM="CTL")
    table.operate("CTL", "finance").do(BuyPrivate("SCE", 10))
    assert (table.step, table.decider) == ("offer", "Bruno")
    for action in (IssueShares(1), UsePrivate("CNM", "L14"), Pass(), BuyPrivate("SCE", 11), SellShares("CTL", (10,))):
        assert table.game.why_not(action) is not None
    assert table.game.decision.choices == (Accept(), Decline())
    table.do(Decline())
    assert (table.step, table.decider) == ("finance", "Ada")
    table.may_not(BuyPrivate("SCE", 10), "1849-R42")
    table.do(UsePrivate("CNM", "L14"), BuyPrivate("SCE", 11), Accept())
    assert table.game.state.privates == {"SCE": "CTL"}


@pytest.mark.clause("1849-R42", "1849-10.7.1")
def test_declined_train_then_an_emergency() -> None:
    """Bruno declines 30 for a train; only then Ada pays for one of the bank, and no better offer can be made after
    her first sale."""
    table = needy(40, 100, at=100).start("ATA", president="Bruno", at=100, stock={"Ada": [10]}).trains("ATA", "6H")
    table.operate("CTL", "trains").do(BuyTrain("6H", "ATA", 30), Decline())
    table.may_not(BuyTrain("6H", "ATA", 30), "1849-R42")
    table.may(BuyTrain("6H", "ATA", 33))
    table.do(SellShares("ATA", (10,)))
    table.may_not(BuyTrain("6H", "ATA", 40), "1849-10.7.7")
    table.do(BUY_6H)
    assert table.money("CTL", "Ada") == (0, 40)


# Closing in other steps


@pytest.mark.clause("1849-10.8.1", "1849-11.0.1", "1849-14.2.5")
def test_issue_that_closes_the_issuer() -> None:
    """SFA issues a share at 27 and closes by it: 27 are in the treasury, and Ada owes the rest of the bond at once."""
    table = bonded().cash(Ada=1000).trains("SFA", "10H").operate("SFA", "finance")
    table.do(IssueShares(1))
    assert not table.game.is_started("SFA")
    assert (table.money("Ada", "SFA"), table.own.bonds) == ((1000 - 473, 0), ())


@pytest.mark.clause("1849-14.2.1", "1849-14.2.5")
def test_bond_that_closes_its_issuer() -> None:
    """At 24, one column right of Closed, the bond's own price move closes SFA: its 500 pay for itself."""
    table = Table(options=("bonds",)).phase("10").privates().start("SFA", at=(9, 1), cash=20).cash(Ada=100)
    table.start("ATA", president="Bruno").operate("SFA", "issue_bond")
    bank = table.game.cash(BANK)
    table.do(IssueBond())
    assert not table.game.is_started("SFA")
    assert (table.money("Ada", "SFA", BANK), table.own.bonds) == ((100, 0, bank + 20), ())


@pytest.mark.clause("1849-14.2.3", "1849-R26")
def test_own_closing_for_interest() -> None:
    """Ada has 10 and SFA 5; she sells a share of SFA, which closes it: 15 go towards the bond, then the 27."""
    table = bonded(Ada=[10]).cash(Ada=10, SFA=5).start("ATA", president="Bruno", at=(9, 1))
    table.operate("SFA", "bond_interest").go_on()
    events = table.do(SALE)
    assert BondOwed(president="Ada", missing=485, corporation="SFA") in events
    assert BondWrittenOff(player="Ada", paid=27, rest=458, corporation="SFA") in events
    assert (table.step, table.decider, table.money("Ada")) == ("loan_choice", "Ada", (0,))


@pytest.mark.clause("1849-14.2.3", "1849-10.7.2")
def test_two_emergencies_in_one_turn() -> None:
    """Ada sells ATA for the train and again for the interest; the second is an emergency of its own."""
    table = needy(0, 100, "8", bonds=("CTL",), at=100).start("ATA", president="Bruno", stock={"Ada": [10] * 4})
    table.operate("CTL", "trains").do(SellShares("ATA", (10, 10, 10)), BuyTrain("8H", BANK, 350))
    assert (table.money("CTL", "Ada"), table.turn.raising) == ((0, 50), None)
    table.cash(Ada=0)
    table.pass_on(lambda: table.step == "bond_interest")
    events = table.do(SellShares("ATA", (10,)))
    assert PresidentAdded(president="Ada", amount=50, corporation="CTL") in events
    assert InterestPaid(corporation="CTL", amount=50) in events
    assert table.money("CTL") == (0,)


@pytest.mark.clause("1849-14.2.4", "1849-13.0.1")
def test_repayment_that_reaches_the_end() -> None:
    """From 340 the repaid bond moves RCS to 377: the game ends after its turn, before CTL operates."""
    table = Table(options=("bonds",)).phase("16").privates().own_is(bonds=("RCS",)).start("RCS", at=(0, 14), cash=500)
    table.start("CTL", president="Bruno", at=68).operate("RCS", "repay_bond").do(RepayBond())
    assert table.price("RCS") == 377
    table.pass_on(lambda: table.game.over)
    assert table.game.state.ended_by == "1849-13.0.1"
    assert str(table.game.state.round) == "END"


@pytest.mark.clause("1849-R40", "1849-11.0.2", "1849-14.2.5")
def test_closing_with_all_variants() -> None:
    """CTL closes with an E token, an E train, its bond and the port token; what it leaves can be had again."""
    table = Table(options=ALL).phase("16").own_is(e_tokens=("CTL",), e_tokens_sold=1, bonds=("CTL",))
    table.start("CTL", at=LOWEST, cash=700, stock={"Bruno": [10]}).trains("CTL", "E", "16H").tokens("CTL", "C1")
    table.own_is(port="L14", port_owner="CTL").stock_round("Bruno")
    bank = table.game.cash(BANK)
    table.do(SellShares("CTL", (10,)))
    assert table.game.cash(BANK) == bank - 27 + 700
    own = table.own
    assert (own.e_tokens, own.e_tokens_sold, own.bonds, own.port, own.port_owner) == ((), 1, (), "", "")
    assert table.game.trains("CTL") == table.game.trains("pool") == ()
    assert table.game.vacant(StopId("C1.0"), "AFG") == 1


@pytest.mark.clause("1849-R32", "1849-9.2.7")
def test_closed_and_started_again() -> None:
    """Ada's sale for SFA's bond closes CTL; neither is open to anybody in this round, and both are in the next."""
    table = bonded(Bruno=[10]).start("CTL", president="Bruno", at=LOWEST, stock={"Ada": [10]}).cash(Ada=490)
    table.own_is(line=("ATA",)).stock_round("Bruno").do(SALE, SellShares("CTL", (10,)))
    assert table.own.waiting == ("SFA", "CTL")
    table.may_not(Start("CTL", 68), "1849-9.4.1")
    table.pass_on(lambda: str(table.game.state.round) == "SR 3")
    assert table.own.line == ("ATA", "SFA", "CTL")
    table.own_is(line=("CTL",)).stock_round("Ada", turn=3).cash(Ada=500).do(Start("CTL", 68))
    table.may(BuyShare("CTL", "treasury"))


@pytest.mark.clause("1849-13.0.4", "1849-R43")
def test_broken_bank_comes_before_a_still_game() -> None:
    table = Table(3).phase("12").cash(Ada=200, Bruno=0, Carla=0).stock_round("Ada", turn=7)
    table.do(Pass())
    assert table.own.still
    table.game.state.bank_broken = "stock"
    table.do(Pass())
    assert table.game.state.ended_by == "1849-13.0.4"
