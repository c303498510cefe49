"""18FB, 3.5.11: a president who cannot pay is out, and what becomes of his companies."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Bankrupt, BuyPrivate, BuyShare, BuyTrain, Pass, SellShares
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t18fb.actions import Acquire, TakeConcession
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

PH5 = BuyTrain("PH5", BANK, 520)


def broke(nn: dict[str, int] | None = None, phase: str = "PH5", treasury: int = 320, cash: int = 0) -> Table:
    """NN of Carla is in operation, has no train and needs 200 more for a PH5."""
    table = Table().phase(phase).start("FST", president="Dora", at=60, earned=False)
    if phase == "PH4":
        table.sold_out("PH4")
    table.start("NN", president="Carla", at=90, cash=treasury, stock=nn).line_done("NN").cash(Carla=cash)
    return table.operate("NN", "trains")


def again(table: Table) -> Table:
    return table.operate("NN", "trains")


@pytest.mark.clause("18FB-3.5.11.1", "18FB-3.5.11.6")
def test_who_cannot_raise_enough_is_bankrupt_and_the_money_stays() -> None:
    """200 are missing; 40 in cash and two shares of FB at D120 make 160."""
    table = broke({"Bruno": 2}, cash=40).start("FB", at=120, president="Bruno", stock={"Carla": 2})
    again(table).may_not(Bankrupt(), "18FB-3.5.11.1")
    table.do(SellShares("FB", (10, 10)))
    assert table.money("Carla") == (160,)
    table.may_not(PH5, "18FB-3.5.10.4")
    table.do(Bankrupt())
    assert table.money("NN", "Carla") == (480, 0)
    assert table.game.president("NN") == "Bruno"
    assert table.game.players == ("Ada", "Bruno", "Dora")


@pytest.mark.clause("18FB-3.5.11.1")
def test_who_can_raise_just_enough_is_not() -> None:
    table = broke({"Bruno": 2}, cash=80).start("FB", at=120, president="Bruno", stock={"Carla": 2})
    again(table).do(SellShares("FB", (10, 10)))
    table.may_not(Bankrupt(), "18FB-3.5.11.1")
    table.do(PH5)
    assert table.money("NN", "Carla") == (0, 0)


@pytest.mark.clause("18FB-3.5.11.2")
def test_the_holdings_go_to_the_pool_whatever_its_limit() -> None:
    """The pool holds 40% of LdA: one share is sold at D90, the other goes there for nothing."""
    table = broke({"Bruno": 2}).start("LdA", at=90, president="Bruno", stock={"Carla": 2, "pool": 4})
    again(table).do(SellShares("LdA", (10,)), Bankrupt())
    assert table.pool("LdA") == 60
    assert table.money("NN") == (320 + 45,)
    assert table.pool("NN") == 20  # Bruno gave two shares for the president's certificate


@pytest.mark.clause("18FB-3.5.11.3")
def test_the_others_go_on_without_the_bankrupt() -> None:
    """OR 2.1 of PH5: a Regional Round, the second operating round and the stock round follow."""
    table = broke({"Bruno": 2}).own_is(regional_round="due")
    table.game.state.priority = "Carla"
    table.do(Bankrupt())
    assert table.game.state.priority == "Dora"
    seen: dict[str, set[str]] = {}
    for _ in range(200):
        now = table.game.state.round
        if table.game.over or (now.turn, now.kind) == (3, "operating"):
            break
        seen.setdefault(now.kind, set()).add(table.decider)
        choices = table.game.decision.choices
        table.do(Pass() if Pass() in choices else choices[0])
    assert seen["regional"] == seen["stock"] == {"Ada", "Bruno", "Dora"}
    assert "Carla" not in seen["operating"]


@pytest.mark.clause("18FB-3.5.11.4", "18FB-R48")
def test_before_ph5_his_concessions_are_withdrawn_and_no_train_is_bought() -> None:
    """FB, which has never operated and so cannot be sold, is hers too, with 75 on its concession."""
    table = broke({"Bruno": 2}, "PH4", cash=30)
    table.start("FB", president="Carla", at=120, stock={"Ada": 2}, deposit=75, earned=False)
    bank = table.game.cash(BANK)
    again(table).do(Bankrupt())
    for company, heir in (("NN", "Bruno"), ("FB", "Ada")):
        assert table.state(company) is CompanyState.FROZEN
        assert table.own.concessions[company].owner == ""
        assert table.deposit(company) == 0
        assert table.game.president(company) == heir
    assert table.money("NN", "Carla", BANK) == (350, 0, bank + 75)
    assert table.game.trains("NN") == ()
    assert table.turn.corporation == "FST"


@pytest.mark.clause("18FB-3.5.11.5")
def test_from_ph5_the_next_in_line_presides() -> None:
    """FB, which has never operated: Ada 20%, Bruno 30%, Carla 30% with the president's certificate."""
    table = broke({"Bruno": 2})
    table.start("FB", president="Carla", at=120, stock={"Ada": 2, "Bruno": 3, "Carla": 1}, earned=False)
    again(table).do(Bankrupt())
    assert table.game.president("FB") == "Bruno"
    assert table.game.percent("FB", "Bruno") == 30
    assert "Carla" not in table.game.holders("FB")
    assert table.state("FB") is CompanyState.DEFINITIVE


@pytest.mark.clause("18FB-3.5.11.7")
def test_the_successor_adds_what_is_missing_in_cash() -> None:
    table = broke({"Bruno": 2}, treasury=440, cash=40)
    table.do(Bankrupt())
    assert (table.decider, table.step, table.turn.corporation) == ("Bruno", "trains", "NN")
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(PH5)
    assert table.money("NN", "Bruno") == (0, 710)
    assert table.game.trains("NN") == ("PH5",)


@pytest.mark.clause("18FB-3.5.11.7")
def test_the_successor_sells_stock_at_half_price() -> None:
    table = broke({"Bruno": 2}, treasury=480).start("FB", president="Ada", at=120, stock={"Bruno": 1}).cash(Bruno=0)
    again(table).do(Bankrupt())
    table.may_not(PH5, "18FB-3.5.10.4")
    table.do(SellShares("FB", (10,)), PH5)
    assert table.money("NN", "Bruno") == (0, 20)


@pytest.mark.clause("18FB-3.5.11.8")
def test_without_a_holder_of_two_shares_the_company_closes() -> None:
    table = broke({"Ada": 1, "Bruno": 1})
    table.do(Bankrupt())
    assert set(table.game.holders("NN")) == {OUT}
    assert not table.game.is_started("NN")
    assert table.money("Ada", "Bruno", "NN") == (750, 750, 0)
    assert table.turn.corporation == "FST"
    table.stock_round("Ada").may_not(BuyShare("NN", "pool"), "18FB-3.3.4.4")


@pytest.mark.clause("18FB-3.5.11.8")
def test_what_a_closed_company_owned_is_the_banks() -> None:
    """FB of Carla, with D70 and a share of LdA, has no heir; its own share is lost with it."""
    table = broke({"Bruno": 2}).start("LdA", president="Ada", at=70, stock={"FB": 1})
    table.start("FB", president="Carla", at=120, cash=70, stock={"FB": 1})
    bank = table.game.cash(BANK)
    again(table).do(Bankrupt())
    assert (table.holding("LdA", "FB"), table.pool("LdA")) == ([], 10)
    assert set(table.game.holders("FB")) == {OUT}
    assert table.money("FB", BANK) == (0, bank + 70)


@pytest.mark.clause("18FB-3.5.11.9")
def test_the_trains_of_a_closed_company_are_on_sale() -> None:
    """FB closes with a PH4 train; Bruno, who has to complete the purchase of NN, which has nothing, buys that."""
    table = broke({"Bruno": 2}, treasury=0).start("FB", president="Carla", at=120, stock={"Ada": 1}).trains("FB", "PH4")
    again(table).do(Bankrupt())
    assert table.game.trains(POOL) == ("PH4",)
    table.may_not(PH5, "18FB-R47")
    table.do(BuyTrain("PH4", POOL, 380))
    assert table.game.trains("NN") == ("PH4",)
    assert table.money("Bruno") == (370,)


@pytest.mark.clause("18FB-3.5.11.10")
def test_the_tokens_of_a_closed_company_leave_the_map() -> None:
    """LdA's line from Capua ends in Caserta, whose open slot FB and others held."""
    table = broke({"Bruno": 2}).rails("F31 G30").tokens("FSC", "G30").tokens("FS", "G30").tokens("FP", "G30")
    table.start("FB", president="Carla", at=120).tokens("FB", "G30")
    table.start("LdA", president="Ada", at=70, cash=100).operate("LdA", "token")
    table.may_not(line("F31 G30"), "18FB-3.5.2.4")
    again(table).do(Bankrupt())
    assert table.game.tokens_at(StopId("G30.0")) == ("FSC", "FS", "FP")
    assert table.game.tokens_at(StopId("I30.0")) == ()  # its home
    table.operate("LdA", "token").do(line("F31 G30"))
    assert "LdA" in table.game.tokens_at(StopId("G30.0"))
    assert table.money("LdA") == (100 - 10,)


# R48


@pytest.mark.clause("18FB-R48")
def test_the_largest_holder_presides_and_a_tie_goes_to_the_next_at_the_table() -> None:
    """Carla is out: Dora sits after her, then Ada and Bruno."""
    table = broke({"Ada": 2, "Dora": 2}, "PH4")
    table.do(Bankrupt())
    assert table.game.president("NN") == "Dora"
    table = broke({"Ada": 2, "Bruno": 2}, "PH4")
    table.do(Bankrupt())
    assert table.game.president("NN") == "Ada"
    table = broke({"Ada": 2, "Bruno": 3, "Dora": 2}, "PH4")
    table.do(Bankrupt())
    assert table.game.president("NN") == "Bruno"


@pytest.mark.clause("18FB-R48")
def test_before_ph5_a_company_without_an_heir_closes_and_its_concession_goes() -> None:
    table = broke({"Bruno": 1}, "PH4")
    table.do(Bankrupt())
    assert "NN" not in table.own.concessions
    assert set(table.game.holders("NN")) == {OUT}
    table.stock_round("Ada").may_not(TakeConcession("NN", 60), "18FB-3.3.2.1")


@pytest.mark.clause("18FB-R48")
def test_his_cards_are_for_sale_at_their_printed_value() -> None:
    table = broke({"Bruno": 2}, "PH4").cards(Melisurgo="Carla", Delahante="Carla")
    again(table).do(Bankrupt())
    assert table.game.state.privates["Melisurgo"] == table.game.state.privates["Delahante"] == BANK
    table.stock_round("Ada").may_not(BuyPrivate("Delahante", 90), "18FB-3.3.6.2")
    table.do(BuyPrivate("Delahante", 100))
    assert table.game.state.privates["Delahante"] == "Ada"


@pytest.mark.clause("18FB-R48")
def test_his_regionals_are_for_sale_at_their_printed_value() -> None:
    table = broke({"Bruno": 2}).regionals(FA="Carla")
    again(table).do(Bankrupt())
    assert table.game.holders("FA") == (POOL,)
    table.stock_round("Ada").may_not(BuyPrivate("FA", 99), "18FB-3.6.2.3")
    table.do(BuyPrivate("FA", 100))
    assert table.game.holders("FA") == ("Ada",)


# Nationals


@pytest.mark.clause("18FB-R85", "18FB-3.5.11.8")
def test_a_national_led_on_single_shares_closes_with_its_president() -> None:
    """RM has no holder of two shares: Carla, first in the exchange, acts on one, Ada holds another."""
    table = Table().phase("PH6").start("FST", president="Dora", at=60)
    table.game.put_on_market("RM", (3, 3))
    table.game.set_par("RM", 100)
    table.game.note_floated("RM")
    table.own_is(earned=(*table.own.earned, "RM"))
    table.own_is(exchange_order=("Carla", "Dora", "Ada", "Bruno"))
    table.game.hand_over("RM", 1, "Carla")
    table.game.hand_over("RM", 2, "Ada")
    table.cash(Carla=0, RM=600).operate("RM", "trains")
    assert table.decider == "Carla"
    table.may_not(SellShares("RM", (10,)), "18FB-3.5.10.7")
    table.do(Bankrupt())
    assert set(table.game.holders("RM")) == {OUT}
    assert table.turn.corporation == "FST"


# R94: a train that the company can have without asking anybody


def sisters(*trains: str, treasury: int = 50, fb: dict[str, int] | None = None) -> Table:
    """PH5: NN of Carla has no train and too little for a PH5; LdA is hers too, FB Bruno's."""
    table = broke({"Bruno": 2}, treasury=treasury).start("FB", at=120, president="Bruno", stock=fb).trains("FB", "PH3")
    return again(table.start("LdA", at=90, president="Carla").trains("LdA", *trains))


@pytest.mark.clause("18FB-R94", "18FB-3.5.11.1", "18FB-3.5.8.4")
def test_nobody_is_bankrupt_who_can_buy_a_train_of_another_company_of_theirs() -> None:
    table = sisters("PH4", "PH4")
    table.may_not(Bankrupt(), "18FB-R94", "LdA")
    table.do(BuyTrain("PH4", "LdA", 1))
    assert (table.game.trains("NN"), table.money("NN")) == (("PH4",), (49,))


@pytest.mark.clause("18FB-R94", "18FB-R47")
def test_and_they_sell_nothing_in_vain() -> None:
    """Two shares of FB bring 120: that pays no PH5 where 470 are missing, but does where it is 120."""
    table = sisters("PH4", fb={"Carla": 2})
    table.may_not(SellShares("FB", (10,)), "18FB-R94", "LdA")
    table.may_not(BuyTrain("PH4", "LdA", 51), "18FB-3.5.8.4")
    table.do(BuyTrain("PH4", "LdA", 50))
    assert table.money("Carla", "NN", "LdA") == (0, 0, 50)
    enough = sisters("PH4", fb={"Carla": 2}, treasury=400)
    enough.may(BuyTrain("PH4", "LdA", 400))
    enough.do(SellShares("FB", (10,)))
    enough.may_not(BuyTrain("PH4", "LdA", 1), "18FB-R47")
    enough.do(SellShares("FB", (10,)), PH5)


@pytest.mark.clause("18FB-R94", "18FB-R47")
def test_a_company_without_money_first_sells_what_it_owns() -> None:
    """NN owns a share of FB: with the D60 for it LdA's train can be bought, and Carla's own share stays hers."""
    table = sisters("PH4", fb={"Carla": 1, "NN": 1}, treasury=0)
    table.do(SellShares("FB", (10,)))
    assert table.money("NN", "Carla") == (60, 0)
    table.may_not(SellShares("FB", (10,)), "18FB-R94")
    table.may_not(Bankrupt(), "18FB-R94")
    table.do(BuyTrain("PH4", "LdA", 1))


@pytest.mark.clause("18FB-R94", "18FB-3.5.11.7")
def test_so_it_is_with_who_has_taken_over() -> None:
    """Bruno, who must complete the purchase, cannot; his FB sells NN a train for what NN has."""
    table = sisters().cash(Bruno=0)
    again(table).do(Bankrupt())
    assert table.decider == "Bruno"
    table.may_not(Bankrupt(), "18FB-R94", "FB")
    table.do(BuyTrain("PH3", "FB", 1))
    assert table.game.trains("NN") == ("PH3",)


@pytest.mark.clause("18FB-R94")
def test_what_needs_somebodys_consent_or_more_money_keeps_nobody_in_the_game() -> None:
    sisters().may(Bankrupt(), BuyTrain("PH3", "FB", 50))  # Bruno may decline
    sisters("PH4", treasury=0).may(Bankrupt())


@pytest.mark.clause("18FB-R94", "18FB-R91")
def test_nor_is_who_can_acquire_a_regional_company_with_a_train() -> None:
    """FA at Capua costs 100 and what its train earns; LdA stands there."""
    table = Table().phase("PH6").start("LdA", president="Carla", at=90, cash=300).cash(Carla=0)
    table.regionals(FA="Bruno").operate("LdA", "trains").may(Bankrupt(), Acquire("FA"))
    table.trains("FA", "PH5R").operate("LdA", "trains").may_not(Bankrupt(), "18FB-R94", "FA")
    table.do(Acquire("FA"))
    assert table.game.trains("LdA") == ("PH5R",)
