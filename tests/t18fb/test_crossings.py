"""18FB: where one procedure comes into the middle of another. Each row is played by the test of its number.

nr | in the middle of      | comes                    | so that                                    | clauses
01 | emergency             | another company's fall   | its heir is asked, then the raising goes on | 3.5.10.8 3.3.3.3
02 | that question         | a card sold              | the heir pays the deposit with it          | 3.3.3.3 3.3.6.3
03 | emergency             | a card sold              | its price saves the president              | 3.5.10.3 3.3.6.3
04 | emergency             | bankruptcy and closing   | the heir buys the closed company's train   | 3.5.11.7 3.5.11.9
05 | emergency             | two bankruptcies         | at the end it closes, the next one operates | 3.5.11.5 3.5.11.8
06 | emergency             | closing                  | a waiting regional gets the slot           | 3.5.11.10 3.6.2.7
07 | emergency             | Unification              | payer is president no more                 | 3.5.10.3 3.6.2 R49
08 | emergency             | PH6                      | the buyer merges with the train he paid    | 3.5.10.3 R57
09 | emergency             | the bank breaks          | the sale is paid, the set played out       | 3.5.10.5 4.1 4.3
10 | emergency             | acquisition              | only before the first sale                 | 3.7.3.1 R91
11 | a successor's one     | acquisition, used train  | the bank's train must be bought            | 3.5.11.7 R47 R91
12 | turn with blue stock  | emergency                | the forced sale may spare it               | 2.2.3.2 3.5.10.1
13 | emergency             | the last other player out | the game is over                          | 3.5.11.3 R76
14 | emergency before PH5  | bankruptcy               | his other company's turn is a frozen one   | 3.5.11.4 3.4.13
15 | stock turn            | presidency sold          | the heir is asked, then the seller buys    | 3.3.1.2 3.3.3.3
16 | stock turn            | a card's share           | the buyer is president and is asked        | R83 3.3.3.3
17 | stock turn            | full capital             | it breaks the bank; a set is still played  | 3.6.10 4.4
18 | stock turn            | a national's treasury    | lease paid, presidency passes              | R62 R63 3.3.5.2
19 | end of a stock round  | the highest value        | nothing after it                           | 4.2 R66 R70
20 | token step            | a card's invitation      | it reaches the middle: deposit, run        | R10 R71 R34
21 | invitation            | the card offered         | not before the answer                      | R10 3.3.6.3
22 | invitation            | the highest value        | the game is over                           | R10 4.2
23 | train offer           | a card sold              | the offer still waits                      | 3.5.8.3 3.3.6.3
24 | auction               | a card sold              | its price may be bid, a bid not spent      | 3.2.7 3.3.6.3
25 | turn                  | Falcon                   | counts until the earnings are counted      | 2.7.7 3.5.5.10
26 | turn in building      | Unification              | it trades at once but has not operated     | 3.6.8 3.5.9.1 R23
27 | round with a frozen   | Unification              | in its turn it must own a train            | 3.6.8 3.5.8.5
28 | turn                  | merger                   | odd shares break the bank                  | 3.7.1.15 4.1
29 | turn                  | merger                   | the investor's new share is not yet sold   | R60 R69
30 | round                 | merger                   | who holds too much sells before he buys    | 3.7.1.12 R26
31 | round                 | merger                   | RM operates in it and pays its lease       | 3.7.1.29 3.7.1.27
32 | track step            | acquisition              | the last tile joins it, the train runs     | 3.7.3.1 3.7.3.7
33 | acquisition           | the highest value        | the regional is gone, the game over        | 3.7.3.8 4.2
34 | financial step        | acquisition              | paid with treasury stock just sold         | R62 3.7.3.1
35 | financial step, lease | treasury stock sold      | the lease is paid, its bans end            | R62 R63
36 | emergency             | closing                  | a regional's way opens: a bonus, the bank  | 3.6.3.14 4.1
37 | emergency             | bankruptcy               | his regional is sold again as it stands    | R48 R54
38 | a round               | closing, then merger     | the closed one is not a candidate          | 3.5.11.8 R58
39 | stock turn            | two takeovers            | each heir answers for his company          | 3.3.3.1 3.3.3.3
40 | turn                  | Unification, then PH6    | in one train step, under two presidents    | R49 R57
41 | a card's offer        | Falcon, another offer    | Falcon yes, but one offer at a time        | 2.7.7 3.3.6.3
"""

from __future__ import annotations

import re

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import (
    Accept,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    LayTile,
    Pass,
    SellShares,
    UsePrivate,
)
from ferrovia.engine.flow.events import OperatingRoundBegins, PresidentAdded, PresidentChanged
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t18fb.actions import Acquire, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.events import InterestPaid
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.conventions import NO, YES, eve_of_ph6, merged, two_merge
from tests.t18fb.table import Table, line, tile

PH5, PH6 = BuyTrain("PH5", BANK, 520), BuyTrain("PH6", BANK, 650)
TO_CASERTA = "I30 H31 G30"


def test_every_row_of_the_table_is_played() -> None:
    rows = re.findall(r"(?m)^(\d\d) \|.*\|([^|]*)$", __doc__ or "")
    assert [number for number, _ in rows] == [f"{number:02}" for number in range(1, len(rows) + 1)]
    for number, clauses in rows:
        (test,) = [value for name, value in globals().items() if name.startswith(f"test_{number}_")]
        marked = {clause for mark in test.pytestmark if mark.name == "clause" for clause in mark.args}
        assert {f"18FB-{clause}" for clause in clauses.split()} <= marked, (number, clauses)


def in_need(phase: str = "PH3", treasury: int = 0, cash: int = 0, **nn: int) -> Table:
    """NN of Ada is in operation and has no train."""
    table = Table().phase(phase).start("NN", "Ada", at=60, cash=treasury, stock=nn).line_done("NN")
    return table.cash(Ada=cash).operate("NN", "trains")


def needy(table: Table) -> Table:
    """Back to the train step of NN after more was laid out."""
    return table.operate("NN", "trains")


def sells(company: str, shares: int) -> SellShares:
    return SellShares(company, (10,) * shares)


# Emergencies


@pytest.mark.clause("18FB-3.5.10.8", "18FB-3.3.3.3")
@pytest.mark.parametrize("answer", ["take", "leave"])
def test_01_an_emergency_makes_another_company_fall(answer: str) -> None:
    """Ada sells LTF down to nothing for NN's train; Bruno, with 30%, presides over LTF and may keep it going."""
    table = in_need(treasury=160).start("LTF", "Ada", at=100, stock={"Bruno": 3}, deposit=50).tokens("LTF", "L39")
    table.trains("LTF", "PH3").cash(Bruno=300)
    needy(table).do(sells("LTF", 2))
    assert (table.decider, table.step) == ("Bruno", "rescue")
    assert table.deposit("LTF") == 0
    table.may_not(BuyTrain("PH3", BANK, 260), "18FB-3.3.3.3")
    table.do(Answer(answer))
    assert (table.decider, table.turn.corporation, table.step) == ("Ada", "NN", "trains")
    assert table.money("Ada", "Bruno") == (100, 250 if answer == "take" else 300)
    assert table.state("LTF") is (CompanyState.PROVISIONAL if answer == "take" else CompanyState.FROZEN)
    table.may_not(sells("NN", 1), "18FB-3.3.1.2")
    table.do(BuyTrain("PH3", BANK, 260))
    assert table.money("NN", "Ada") == (0, 0)


@pytest.mark.clause("18FB-3.3.3.3", "18FB-3.3.6.3", "18FB-R92")
def test_02_the_heir_of_a_takeover_sells_a_card_to_pay_the_deposit() -> None:
    table = Table().phase("PH3").start("LTF", "Ada", stock={"Bruno": 3}).cards(Falcon="Bruno").cash(Bruno=100)
    table.stock_round("Bruno").do(BuyShare("LTF", "offer"))
    assert (table.decider, table.step, table.money("Bruno")) == ("Bruno", "rescue", (0,))
    assert set(table.game.decision.choices) == {Answer("leave")}
    table.do(OfferPrivate("Falcon", "Carla", 50), Accept(), Answer("take"))
    assert (table.own.concessions["LTF"].owner, table.deposit("LTF"), table.money("Bruno")) == ("Bruno", 50, (0,))
    # Without a card there is nothing to wait for.
    poor = Table().phase("PH3").start("LTF", "Ada", stock={"Bruno": 3}).cash(Bruno=100).stock_round("Bruno")
    poor.do(BuyShare("LTF", "offer"))
    assert (poor.step, poor.state("LTF")) == ("stock", CompanyState.FROZEN)


@pytest.mark.clause("18FB-3.5.10.3", "18FB-3.3.6.3")
def test_03_a_president_in_need_sells_a_card() -> None:
    table = in_need(treasury=160, cash=40).cards(Melisurgo="Ada")
    needy(table)
    assert table.game.decision.choices == (Bankrupt(),)
    table.do(OfferPrivate("Melisurgo", "Bruno", 60), Accept())
    assert (table.decider, table.money("Ada")) == ("Ada", (100,))
    table.may_not(Bankrupt(), "18FB-3.5.11.1")
    table.do(BuyTrain("PH3", BANK, 260))
    assert table.money("NN", "Ada") == (0, 0)


@pytest.mark.clause("18FB-3.5.11.7", "18FB-3.5.11.9")
def test_04_the_train_of_a_company_that_closes_by_it_is_the_one_to_buy() -> None:
    """PH5: Ada is bankrupt for 520; her LdA closes and leaves a PH4 for 380 in the pool."""
    table = in_need("PH5", treasury=0, cash=320, Bruno=3).start("LdA", "Ada", at=100, earned=False, cash=70)
    table.trains("LdA", "PH4").cash(Bruno=60)
    bank = needy(table).game.cash(BANK)
    table.do(Bankrupt())
    assert table.game.president("NN") == "Bruno"
    assert (table.game.trains(POOL), table.game.trains("LdA")) == (("PH4",), ())
    assert table.money("NN", "LdA", BANK) == (320, 0, bank + 70)
    table.may_not(PH5, "18FB-R47")
    table.do(BuyTrain("PH4", POOL, 380))
    assert (table.money("NN", "Bruno"), table.game.trains("NN")) == ((0, 0), ("PH4",))


@pytest.mark.clause("18FB-3.5.11.5", "18FB-3.5.11.8")
def test_05_heir_after_heir_until_the_company_closes() -> None:
    table = in_need("PH5", cash=10, Bruno=2).cash(Bruno=20)
    table.start("FB", "Carla", at=(9, 5)).trains("FB", "PH4")
    needy(table).do(Bankrupt())
    assert (table.decider, table.money("NN", "Bruno")) == ("Bruno", (10, 20))
    bank = table.game.cash(BANK)
    table.do(Bankrupt())
    assert "NN" in table.own.closed
    assert table.money("NN", BANK) == (0, bank + 30)
    assert (table.turn.corporation, table.decider) == ("FB", "Carla")
    assert "NN" not in table.own.earned


@pytest.mark.clause("18FB-3.5.11.10", "18FB-3.6.2.7")
def test_06_a_closing_lets_a_waiting_regional_in() -> None:
    """Taranto is full; NN stands in one of its open slots and closes."""
    table = Table().phase("PH5").lay("M14 X5 1").tokens("NN", "M14").tokens("LdA", "M14").regionals(FAL="Dora")
    assert "FAL" in table.own.waiting
    table.start("NN", "Ada", at=60).cash(Ada=0).operate("NN", "trains")
    table.do(Bankrupt())
    assert "FAL" not in table.own.waiting
    assert table.game.tokens_at(StopId("M14.0")) == ("LdA", "SFTF", "FAL")


@pytest.mark.clause("18FB-3.5.10.3", "18FB-3.6.2", "18FB-R49")
def test_07_who_pays_for_the_first_ph5_train_is_president_no_more() -> None:
    """Ada owns the concession of NN and 20%, Bruno too has 20%: with PH5 the certificate goes to him."""
    table = in_need("PH4", treasury=420, cash=100, Bruno=2).sold_out("PH4").cards(Bayard="Carla")
    table.start("FB", "Carla", at=130, concession="")
    needy(table).do(PH5)
    assert table.money("NN", "Ada") == (0, 0)
    assert (table.game.state.phase, table.game.president("NN")) == ("PH5", "Bruno")
    assert (table.own.concessions, table.game.state.privates) == ({}, {})
    assert table.state("FB") is CompanyState.DEFINITIVE
    told = list(table.game.events)
    paid, heir = PresidentAdded("Ada", 100, "NN"), PresidentChanged(heir="Bruno", corporation="NN")
    assert told.index(paid) < told.index(heir)
    assert (table.game.state.round.kind, table.own.regional_round) == ("regional", "done")  # the round was over


@pytest.mark.clause("18FB-3.5.10.3", "18FB-R57")
def test_08_who_pays_for_the_first_ph6_train_sees_it_go_to_rm() -> None:
    """LdA has 400, Ada adds 250; LdA and NN merge, and LdA's turn is over."""
    table = eve_of_ph6("RM", 140, 120).cash(LdA=400, Ada=300).operate("LdA", "trains", turn=6)
    table.do(PH6)
    assert table.money("LdA", "Ada") == (0, 50)
    assert (table.step, table.game.decision.for_corporation) == ("merger", "LdA")
    table.do(YES, YES)
    assert table.game.trains("RM") == ("PH6",)
    assert "RM" not in table.own.leases
    assert table.turn.corporation not in ("LdA", "RM")  # it counts as having operated
    assert "LdA" in table.own.gone


@pytest.mark.clause("18FB-3.5.10.5", "18FB-4.1", "18FB-4.3")
def test_09_an_emergency_sale_breaks_the_bank() -> None:
    table = in_need("PH5", treasury=400, cash=0).start("FB", "Bruno", at=120, stock={"Ada": 2}).trains("FB", "PH4")
    table.cash(bank=100)
    needy(table).do(sells("FB", 2))
    assert (table.money("Ada", BANK), table.game.state.bank_broken) == ((120, -20), "operating")
    table.do(PH5)
    assert table.game.cash(BANK) == 500  # what flows back does not matter
    assert table.pass_on(until=lambda: False) == ["OR 2.2"]  # NN was the last of OR 2.1
    assert table.game.state.ended_by == "18FB-4.1"


def with_fg(**nn: int) -> Table:
    """PH6: NN of Ada, without a train, stands in Foggia beside FG of Bruno, which has a train."""
    table = Table().phase("PH6").lay("L27 X5 3").regionals(FG="Bruno").trains("FG", "PH6R")
    return table.start("NN", "Ada", at=100, cash=300, stock=nn).tokens("NN", "L27").cash(Ada=60)


@pytest.mark.clause("18FB-3.7.3.1", "18FB-R91")
def test_10_in_an_emergency_a_regional_is_acquired_before_the_first_sale_only() -> None:
    table = with_fg(NN=2).operate("NN", "trains")
    table.may_not(Pass(), "18FB-3.5.8.5")
    sold = Table()
    sold.game = table.game.fork()
    sold.cash(Ada=500)
    table.do(Acquire("FG"))
    assert table.game.trains("NN") == ("PH6R",)
    table.may(Pass())
    sold.do(sells("NN", 1))
    assert sold.money("NN") == (350,)
    sold.may_not(Acquire("FG"), "18FB-R91")


@pytest.mark.clause("18FB-3.5.11.7", "18FB-R47", "18FB-R91")
def test_11_a_successor_buys_the_train_of_the_bank() -> None:
    table = with_fg(Carla=2).cash(NN=0, Ada=360, Carla=900).start("FB", "Dora", at=60).trains("FB", "PH6")
    table.operate("NN", "trains").do(Bankrupt())
    assert (table.decider, table.money("NN")) == ("Carla", (360,))
    table.may_not(Acquire("FG"), "18FB-R91")
    table.may_not(BuyTrain("PH6", "FB", 100), "18FB-R47")
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(PH6)
    assert table.money("NN", "Carla") == (0, 900 - 290)
    table.may_not(Acquire("FG"), "18FB-3.7.3.4")  # now it is only a matter of money


@pytest.mark.clause("18FB-2.2.3.2", "18FB-3.5.10.1")
@pytest.mark.parametrize(("treasury", "is_spared"), [(190, True), (189, False)])
def test_12_a_forced_sale_may_spare_the_emergency(treasury: int, is_spared: bool) -> None:
    """FB in light blue brings 70; a PH3 costs 260."""
    table = in_need(treasury=treasury, cash=500).start("FB", "Bruno", at=(12, 9), stock={"NN": 1})
    table.operate("NN", "earnings").go_on()
    assert (table.step, table.money("NN")) == ("trains", (treasury + 70,))
    table.do(BuyTrain("PH3", BANK, 260))
    assert table.money("Ada") == (500 if is_spared else 499,)


@pytest.mark.clause("18FB-3.5.11.3", "18FB-R76")
def test_13_when_one_player_is_left_the_game_is_over_in_the_middle_of_it() -> None:
    table = Table(3).phase("PH5").start("NN", "Ada", at=60, stock={"Bruno": 2}).cash(Ada=0, Bruno=0)
    table.start("FB", "Carla", at=(9, 5)).operate("NN", "trains")
    table.do(Bankrupt())
    assert not table.game.over
    table.do(Bankrupt())
    assert (table.game.state.ended_by, table.game.players) == ("18FB-R76", ("Carla",))
    assert table.game.state.agenda == ()
    table.may_not(Pass(), "18FB-R76")


@pytest.mark.clause("18FB-3.5.11.4", "18FB-3.4.13")
def test_14_the_other_company_of_a_bankrupt_is_frozen_when_its_turn_comes() -> None:
    table = in_need(Bruno=2).start("FSC", "Ada", at=(9, 5), stock={"Carla": 3}, deposit=100, earned=False)
    needy(table).do(Bankrupt())
    assert (table.turn.corporation, table.decider, table.state("FSC")) == ("FSC", "Carla", CompanyState.FROZEN)
    table.may_not(tile("F21 4 0"), "18FB-3.4.15")
    table.do(Pass())
    assert not any(isinstance(event, InterestPaid) for event in table.game.events)
    assert "FSC" in table.own.earned  # it has operated, without a train


# Stock rounds


@pytest.mark.clause("18FB-3.3.1.2", "18FB-3.3.3.3")
def test_15_the_seller_of_a_presidency_goes_on_after_the_heir_has_answered() -> None:
    table = Table().phase("PH2").start("LTF", "Ada", stock={"Bruno": 3}, deposit=100).line_done("LTF", final=False)
    table.start("FB", "Carla", at=60).stock_round("Ada").do(sells("LTF", 2))
    assert (table.decider, table.step) == ("Bruno", "rescue")
    table.may_not(Pass(), "18FB-3.3.3.3")
    table.do(Answer("leave"))
    assert (table.decider, table.step) == ("Ada", "stock")
    table.may_not(BuyShare("LTF", "pool"), "18FB-3.3.1.3")
    table.may_not(sells("LTF", 1), "18FB-3.3.1.6")
    table.do(BuyShare("FB", "offer"))
    assert table.decider == "Bruno"
    table.may_not(TakeConcession("LTF"), "18FB-3.3.3.4")  # withdrawn in this round


@pytest.mark.clause("18FB-R83", "18FB-3.3.3.3")
def test_16_the_share_of_a_pool_card_makes_a_president() -> None:
    table = Table().phase("PH2").start("NN", "Ada", stock={"Bruno": 3}, deposit=100).cash(Bruno=300)
    table.stock_round("Bruno").do(BuyPrivate("Bayard", 175))
    assert (table.game.president("NN"), table.step, table.decider) == ("Bruno", "rescue", "Bruno")
    table.do(Answer("take"))  # the regular deposit: Bayard is no help here (R82)
    assert (table.deposit("NN"), table.money("Bruno")) == (100, (25,))
    assert table.decider == "Carla"  # the card was his action


@pytest.mark.clause("18FB-3.6.10", "18FB-4.4")
def test_17_full_capital_breaks_the_bank() -> None:
    table = Table().phase("PH5").regionals().start("FC", "Ada", stock={"Ada": 3}, earned=False)
    table.unfloated().cash(bank=900).stock_round("Bruno").do(BuyShare("FC", "offer"))
    assert (table.money("FC", BANK), table.game.state.bank_broken) == ((1000, 0), "stock")
    assert table.pool("FC") == 40
    assert table.pass_on(until=lambda: False) == ["SR 2", "OR 2.1", "OR 2.2"]
    assert table.game.state.ended_by == "18FB-4.4"


@pytest.mark.clause("18FB-R62", "18FB-R63", "18FB-3.3.5.2")
def test_18_a_share_out_of_a_nationals_treasury_pays_its_lease_and_makes_a_president() -> None:
    table = merged(two_merge(first={"Ada": 2, "Bruno": 4}, second={}).trains("LdA", "PH3").trains("NN", "PH3"))
    table.own_is(earned=(*table.own.earned, "RM")).cash(RM=520)
    assert table.own.leases["RM"] == 650
    assert [table.game.percent("RM", name) for name in ("Ada", "Bruno", "Carla", "RM")] == [20, 20, 10, 50]
    table.stock_round("Bruno").do(BuyShare("RM", "treasury"))
    assert (table.game.president("RM"), table.holding("RM", "Ada")) == ("Bruno", [10, 10])
    assert (table.money("RM"), table.own.leases.get("RM")) == ((10,), None)
    table.stock_round("Ada").do(sells("RM", 1))
    table.may_not(BuyShare("RM", "treasury"), "18FB-3.3.1.3")


@pytest.mark.clause("18FB-4.2", "18FB-R66", "18FB-R70")
def test_19_the_highest_value_at_the_end_of_a_stock_round_stops_everything_after_it() -> None:
    """Both are sold out; FB rises first and reaches 400."""
    stock = {"Ada": 4, "Bruno": 4}
    table = Table().phase("PH5").start("FB", "Ada", at=(1, 19), stock=stock).start("NN", "Bruno", stock=stock)
    table.stock_round("Dora").end_round()
    assert (table.game.state.ended_by, table.price("FB"), table.price("NN")) == ("18FB-4.2", 400, 100)
    assert not any(isinstance(event, OperatingRoundBegins) for event in table.game.events)


# Cards


@pytest.mark.clause("18FB-R10", "18FB-R71", "18FB-R34")
def test_20_an_invitation_leads_a_company_to_the_middle_of_its_line() -> None:
    """Caserta is FB's intermediate destination; Bruno's card opens the slot, Ada's company builds."""
    table = Table().phase("PH2").cards(Valadous="Bruno").start("FB", "Ada", cash=300, deposit=150, earned=False)
    table.rails(TO_CASERTA).trains("FB", "PH2").operate("FB", "token")
    (ada,) = table.money("Ada")
    table.game.apply(UsePrivate("Valadous"), by="Bruno")
    assert (table.step, table.decider) == ("invitation", "Ada")
    table.do(line(TO_CASERTA, "Valadous"))
    assert (table.state("FB"), table.deposit("FB"), table.money("Ada")) == (CompanyState.PROVISIONAL, 75, (ada + 75,))
    assert table.step == "dividend"
    assert table.turn.revenue > 0
    assert not any(isinstance(event, InterestPaid) for event in table.game.events)
    assert "Valadous" not in table.game.state.privates


@pytest.mark.clause("18FB-R10", "18FB-3.3.6.3")
def test_21_a_card_is_not_offered_while_its_power_is() -> None:
    table = Table().cards(Valadous="Bruno", Melisurgo="Bruno").start("FB", "Ada", cash=300)
    table.rails(TO_CASERTA).operate("FB", "token").game.apply(UsePrivate("Valadous"), by="Bruno")
    table.may_not(OfferPrivate("Valadous", "Carla", 10), "18FB-3.3.6.3")
    table.do(OfferPrivate("Melisurgo", "Carla", 10), Accept())  # another card may be
    assert table.step == "invitation"
    table.do(Decline())
    table.may(OfferPrivate("Valadous", "Carla", 10))


@pytest.mark.clause("18FB-R10", "18FB-4.2")
def test_22_an_invitation_ends_the_game() -> None:
    """Caserta is a historical destination of FB, which stands one row below the highest value."""
    table = Table().phase("PH2").cards(Valadous="Bruno").start("FB", "Ada", at=(1, 19), cash=300)
    table.rails(TO_CASERTA).operate("FB", "token").game.apply(UsePrivate("Valadous"), by="Bruno")
    table.do(line(TO_CASERTA, "Valadous"))
    assert (table.game.state.ended_by, table.price("FB"), table.game.state.agenda) == ("18FB-4.2", 400, ())


@pytest.mark.clause("18FB-3.5.8.3", "18FB-3.3.6.3")
def test_23_a_card_changes_hands_while_a_train_is_offered_for() -> None:
    table = Table().phase("PH3").cards(Melisurgo="Bruno").start("FB", "Bruno", at=100).trains("FB", "PH3", "PH3")
    table.start("NN", "Ada", at=60, cash=300).line_done("NN").operate("NN", "trains").do(BuyTrain("PH3", "FB", 200))
    assert (table.step, table.decider) == ("offer", "Bruno")
    table.do(OfferPrivate("Melisurgo", "Ada", 30), Accept())
    assert (table.step, table.decider) == ("offer", "Bruno")
    table.do(Accept())
    assert (table.money("NN", "FB"), table.game.trains("NN")) == ((100, 200), ("PH3",))


@pytest.mark.clause("18FB-3.2.7", "18FB-3.3.6.3")
def test_24_in_an_auction_a_card_brings_money_but_a_standing_bid_is_not_spent() -> None:
    table = Table().political_round().cards(Melisurgo="Bruno").cash(Ada=75, Bruno=60)
    table.do(PutUp("Riseis"), Bid("Riseis", 75))
    table.may_not(OfferPrivate("Melisurgo", "Ada", 1), "18FB-3.3.6.3")  # Ada's 75 are set aside
    assert table.decider != "Bruno"  # with 60 he was passed over
    other = Table().political_round().cards(Melisurgo="Bruno").cash(Ada=75, Bruno=80)
    other.do(PutUp("Riseis"), Bid("Riseis", 75))
    assert other.decider == "Bruno"
    other.may_not(Bid("Riseis", 85), "18FB-3.2.7")
    other.do(OfferPrivate("Melisurgo", "Carla", 5), Accept(), Bid("Riseis", 85))
    assert other.decider == "Carla"


@pytest.mark.clause("18FB-2.7.7", "18FB-3.5.5.10")
@pytest.mark.parametrize(("step", "counts"), [("track", True), ("token", True), ("dividend", False)])
def test_25_falcon_counts_until_the_earnings_are_counted(step: str, counts: bool) -> None:
    table = Table().phase("PH2").cards(Falcon="Bruno").lay("I30 57 0").start("FB", "Ada", cash=500)
    table.line_done("FB", final=False).trains("FB", "PH2").rails("I30 I28 H27").operate("FB", "track")
    while table.step != step:
        table.do(Pass())
    table.game.apply(UsePrivate("Falcon"), by="Bruno")
    table.do(Answer("FB"))
    assert table.step == step
    while table.step != "dividend":
        table.do(Pass())
    assert table.turn.revenue == 20 + (30 if counts else 0)


# Unification


@pytest.mark.clause("18FB-3.6.8", "18FB-3.5.9.1", "18FB-R23")
def test_26_a_building_company_that_begins_ph5_trades_at_once() -> None:
    table = Table().phase("PH4").sold_out("PH4").start("FSC", "Ada", cash=700, earned=False)
    table.start("FB", "Bruno", at=60).operate("FSC", "trains")
    table.may(Pass())  # no duty while it is building
    table.do(PH5)
    assert table.state("FSC") is CompanyState.DEFINITIVE
    assert table.step == "finance"
    table.do(BuyShare("FB", "offer"))
    assert "FSC" not in table.own.earned
    table.stock_round("Ada").may_not(sells("FSC", 1), "18FB-3.3.1.7")


@pytest.mark.clause("18FB-3.6.8", "18FB-3.5.8.5")
def test_27_a_frozen_company_still_to_operate_must_then_own_a_train() -> None:
    table = Table().phase("PH4").sold_out("PH4").start("FSC", "Ada", at=130, cash=700)
    table.start("FB", "Bruno", at=60, cash=100, concession="").cash(Bruno=1000)
    table.operate("FSC", "trains").do(PH5)
    table.pass_on(lambda: table.turn.corporation == "FB" and table.step == "trains")
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(PH5)
    assert table.money("FB", "Bruno") == (0, 580)


# Mergers


@pytest.mark.clause("18FB-3.7.1.15", "18FB-4.1")
def test_28_an_odd_share_breaks_the_bank() -> None:
    """Bruno has three shares: 70 for the odd one. The bank has 60 after FP's train."""
    table = two_merge(second={"Bruno": 3}).cash(FP=650).operate("FP", "trains", turn=6).cash(bank=60 - 650)
    table.do(PH6, YES, YES)
    assert (table.game.cash(BANK), table.game.state.bank_broken) == (-10, "operating")
    table.pass_on(until=lambda: False)
    assert table.game.state.ended_by == "18FB-4.1"


@pytest.mark.clause("18FB-R60", "18FB-R69")
def test_29_the_operating_company_finds_stock_of_rm_in_its_treasury() -> None:
    """FP held a share of each company; it cannot sell the new one before RM has operated."""
    table = merged(two_merge(first={"FP": 1}, second={"FP": 1}).start("FB", "Bruno", at=60))
    assert table.holding("RM", "FP") == [10]
    assert (table.turn.corporation, table.step) == ("FP", "trains")
    table.do(Pass())
    assert table.step == "finance"
    table.may_not(sells("RM", 1), "18FB-R69")
    table.may_not(BuyShare("RM", "treasury"), "18FB-3.5.9.4")


@pytest.mark.clause("18FB-3.7.1.12", "18FB-R26")
def test_30_who_comes_to_hold_too_much_of_rm_sells_before_he_buys() -> None:
    table = merged(two_merge(first={"Ada": 6}, second={"Ada": 6}, presidents=("Ada", "Carla")))
    assert table.game.percent("RM", "Ada") == 70
    table.stock_round("Ada")
    table.may_not(BuyShare("FP", "offer"), "18FB-R26")
    table.may(Pass())  # its stock cannot be sold yet, so nothing is asked
    table.own_is(earned=(*table.own.earned, "RM")).stock_round("Ada")
    table.may_not(Pass(), "18FB-R26")
    table.do(sells("RM", 1))
    table.may(BuyShare("FP", "offer"), Pass())


@pytest.mark.clause("18FB-3.7.1.29", "18FB-3.7.1.27")
def test_31_rm_operates_in_the_round_of_its_birth_and_pays_its_lease() -> None:
    table = two_merge(first={"Ada": 2}).trains("LdA", "PH3").trains("NN", "PH3").cash(LdA=600).tokens("LdA", "Roma")
    merged(table)
    assert table.own.leases["RM"] == 650
    table.do(Pass())
    while table.turn.corporation == "FP":
        table.do(Pass())
    assert (table.turn.corporation, table.step) == ("RM", "track")
    table.pass_on(lambda: table.step not in ("track", "token"))
    assert "RM" not in table.own.leases
    assert table.game.trains("RM") == ("PH6",)


# Acquisitions


@pytest.mark.clause("18FB-3.7.3.1", "18FB-3.7.3.7")
def test_32_the_last_tile_joins_a_regional_that_is_acquired_before_the_run() -> None:
    """FB, floated in PH1, has two tiles; the second joins Benevento to Caserta, and Caserta to Capua."""
    table = Table().phase("PH6").regionals(FA="Bruno").rails("I30 H29 G30 F31").trains("FA", "PH6R").markers(FA=3)
    way = table.game.layout.tiles["H29"]
    table.game.take_tile("H29")
    table.start("FB", "Ada", at=100, cash=600, floated="PH1").tokens("FB", "G30").trains("FB", "PH4")
    table.game.take_tile("G30")
    table.lay("G30 X5 2").operate("FB", "track")
    table.do(LayTile("H29", *way))
    assert table.step in ("track", "token", "earnings")
    table.may(Acquire("FA"))
    table.pass_on(lambda: table.step == "earnings")
    table.do(Acquire("FA"))
    assert table.step == "dividend"
    assert table.game.trains("FB") == ("PH4", "PH6R")


@pytest.mark.clause("18FB-3.7.3.8", "18FB-4.2")
def test_33_the_token_of_an_acquisition_ends_the_game() -> None:
    """Foggia is a historical destination of FB, which stands one row below the highest value."""
    tiles = ("M22 56 5", "L21 1 1", "K22 58 3", "K24 56 4", "L25 58 1", "L27 X5 3")
    table = Table().phase("PH6").regionals(FG="Bruno").lay(*tiles)
    table.start("FB", "Ada", at=(1, 19), cash=900).tokens("FB", "N21").trains("FB", "PH4").operate("FB")
    (bruno,) = table.money("Bruno")
    table.do(Acquire("FG"))
    assert (table.game.state.ended_by, table.price("FB")) == ("18FB-4.2", 400)
    assert table.money("Bruno") == (bruno + 130,)
    assert ("FG" in table.own.gone, table.title.calendar.worth(table.game, "Bruno")) == (True, bruno + 130)


@pytest.mark.clause("18FB-R62", "18FB-3.7.3.1")
def test_34_treasury_stock_sold_in_the_financial_step_pays_for_a_regional() -> None:
    table = Table().phase("PH6").lay("L27 X5 3").regionals(FG="Bruno")
    table.start("RM", "Ada", at=100, cash=20, stock={"Ada": 2}).tokens("RM", "L27").trains("RM", "PH6")
    table.operate("RM", "finance").may_not(Acquire("FG"), "18FB-3.7.3.4")
    table.do(sells("RM", 2))
    assert table.step == "finance"
    table.do(Acquire("FG"))
    assert (table.money("RM"), "FG" in table.own.gone) == ((90,), True)


@pytest.mark.clause("18FB-R62", "18FB-R63")
def test_35_treasury_stock_sold_in_the_financial_step_ends_a_lease() -> None:
    table = Table().phase("PH6").lay("L27 X5 3").regionals(FG="Bruno").start("FB", "Bruno", at=60)
    table.start("RM", "Ada", at=100, cash=640, stock={"Ada": 2}).tokens("RM", "L27").trains("RM", "PH6")
    table.own_is(leases={"RM": 650}).operate("RM", "finance")
    table.may_not(Acquire("FG"), "18FB-R63")
    table.may_not(BuyShare("FB", "offer"), "18FB-R63")
    table.do(sells("RM", 3))
    assert (table.money("RM"), table.own.leases) == ((290,), {})
    table.may(Acquire("FG"), BuyShare("FB", "offer"))


@pytest.mark.clause("18FB-3.6.3.14", "18FB-4.1")
def test_36_a_closing_joins_a_regional_to_its_destination() -> None:
    """FAL's way from Taranto to brown Potenza leads through Matera, which NN fills until it closes."""
    table = Table().phase("PH5").rails("M14 M16 L17 L19 K20 J21").lay("J21 X20 0").regionals(FAL="Dora")
    table.start("NN", "Ada", at=60, cash=15).tokens("NN", "L19").tokens("FST", "L19").cash(Ada=0).own_is(
        bonuses=(("FAL", "L19"),)
    )
    assert "L19.0" in table.game.closed_to("FAL")
    (dora,) = table.cash(bank=65).money("Dora")
    table.operate("NN", "trains").do(Bankrupt())
    assert table.money("Dora", BANK) == (dora + 80, 65 + 15 - 80)
    assert table.game.state.bank_broken == "operating"
    assert ("FAL", "J21") in table.own.bonuses


@pytest.mark.clause("18FB-R48", "18FB-R54")
def test_37_the_regional_of_a_bankrupt_is_sold_again_with_all_it_has() -> None:
    table = in_need("PH5", Carla=2).regionals(FAS="Ada", cash=70).trains("FAS", "PH5R").markers(FAS=2)
    table.cash(Carla=900)
    needy(table).do(Bankrupt())
    assert (table.game.holders("FAS"), table.money("FAS")) == ((POOL,), (70,))
    assert "FAS" not in table.title.operating.order(table.game)
    table.stock_round("Bruno").do(BuyPrivate("FAS", 110))
    assert (table.money("FAS"), table.game.trains("FAS"), table.own.markers["FAS"]) == ((180,), ("PH5R",), 2)
    assert table.title.operating.order(table.game)[0] == "FAS"


@pytest.mark.clause("18FB-3.5.11.8", "18FB-R58")
def test_38_a_company_that_closed_in_this_round_is_no_candidate() -> None:
    """NN closes with its president's bankruptcy; later in the round FP begins PH6."""
    table = eve_of_ph6("RM", 150, 130, 90, 80).cash(Bruno=0).start("FP", "Ezio", at=60, cash=2000)
    table.operate("NN", "trains", turn=6).do(Bankrupt())
    assert "NN" in table.own.closed
    table.operate("FP", "trains", turn=6).do(PH6)
    assert (table.decider, table.game.decision.for_corporation) == ("Ada", "LdA")
    table.do(NO)
    assert {"FC", "FSC"} <= set(table.own.gone)
    assert table.game.is_started("LdA")


@pytest.mark.clause("18FB-3.3.3.1", "18FB-3.3.3.3")
def test_39_two_presidencies_sold_in_one_turn() -> None:
    table = Table().phase("PH2").start("LTF", "Ada", stock={"Bruno": 3}).line_done("LTF", final=False)
    table.start("FB", "Ada", at=60, stock={"Carla": 2}).line_done("FB", final=False).stock_round("Ada")
    table.do(sells("LTF", 2), Answer("take"))
    assert table.decider == "Ada"
    table.do(sells("FB", 2))
    assert (table.decider, table.game.decision.for_corporation) == ("Carla", "FB")
    table.do(Answer("leave"))
    owners = [table.own.concessions[name].owner for name in ("LTF", "FB")]
    assert (owners, table.decider) == (["Bruno", ""], "Ada")


@pytest.mark.clause("18FB-R49", "18FB-R57")
def test_40_ph5_and_ph6_begin_in_one_train_step() -> None:
    """One PH5 train is left. LdA, Ada's by its concession, buys it and is Bruno's; Bruno buys the first PH6."""
    table = Table(5).phase("PH4").sold_out("PH4", "PH5")
    trains = table.game.state.trains
    out = list(trains[OUT])
    out.remove("PH5")
    table.game.state.trains = {**trains, BANK: ("PH5", *trains[BANK]), OUT: tuple(out)}
    table.start("LdA", "Ada", at=130, cash=1200, stock={"Bruno": 2, "Carla": 1}, deposit=80)
    table.start("NN", "Dora", at=100, cash=40, stock={"Carla": 1}).operate("LdA", "trains", turn=4)
    table.do(PH5)
    assert (table.decider, table.game.state.phase) == ("Bruno", "PH5")
    table.do(PH6)
    assert (table.decider, table.game.state.phase) == ("Bruno", "PH6")
    table.do(YES, YES)
    assert table.own.exchange_order == ("Bruno", "Carla", "Dora", "Ezio", "Ada")
    assert (table.money("RM"), table.game.trains("RM")) == ((1200 - 520 - 650 + 40,), ("PH5", "PH6"))
    assert table.game.president("RM") == "Bruno"  # one share, as Carla, Dora and Ada; he exchanged first
    # The round is over: nobody else is floated. The Regional Round of PH5 follows.
    assert (table.game.state.round.kind, table.step) == ("regional", "lot")


@pytest.mark.clause("18FB-2.7.7", "18FB-3.3.6.3")
def test_41_while_a_card_is_offered_falcon_is_played_but_nothing_else_is_offered() -> None:
    """Otherwise Bruno's money could be promised twice."""
    table = Table().cards(Melisurgo="Ada", Falcon="Carla", Riseis="Dora").cash(Bruno=100).stock_round("Ada")
    table.do(OfferPrivate("Melisurgo", "Bruno", 100), UsePrivate("Falcon"))
    assert (table.step, table.decider) == ("favour", "Carla")
    table.may_not(OfferPrivate("Riseis", "Bruno", 50), "18FB-3.3.6.3")
    table.do(Answer("FB"))
    assert (table.step, table.decider) == ("card offer", "Bruno")
    table.do(Accept())
    assert (table.money("Bruno"), table.game.state.privates["Melisurgo"]) == ((0,), "Bruno")
