"""Section 3.3.1: what a player may sell, in one block a company and turn, and what it brings."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyShare, BuyTrain, Pass, SellShares
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line


def sells(company: str, shares: int) -> SellShares:
    return SellShares(company, (10,) * shares)


@pytest.mark.clause("18FB-3.3.1.1")
@pytest.mark.parametrize("shares", [1, 2, 3])
def test_any_number_is_sold_up_to_half_in_the_pool(shares: int) -> None:
    table = Table().start("FB", "Bruno", stock={"Ada": 4, "pool": 2}).stock_round("Ada")
    table.may_not(sells("FB", 4), "18FB-3.3.1.1")
    table.do(sells("FB", shares))
    assert table.pool("FB") == 20 + 10 * shares


@pytest.mark.clause("18FB-3.3.1.1")
def test_nobody_sells_more_than_they_hold() -> None:
    table = Table().start("FB", "Bruno", stock={"Ada": 1}).stock_round("Ada")
    table.may_not(sells("FB", 2), "18FB-3.3.1.1")


@pytest.mark.clause("18FB-3.3.1.2")
def test_from_ph5_the_presidents_certificate_is_exchanged_with_an_equal_holder_before_the_sale() -> None:
    table = Table().phase("PH5").start("FB", "Ada", stock={"Bruno": 2}).stock_round("Ada")
    table.do(sells("FB", 1))
    assert table.game.president("FB") == "Bruno"
    assert (table.holding("FB", "Ada"), table.holding("FB", "Bruno")) == ([10], [20])
    assert table.pool("FB") == 10


@pytest.mark.clause("18FB-3.3.1.2")
def test_from_ph5_without_a_holder_of_two_shares_the_president_keeps_the_certificate() -> None:
    table = Table().phase("PH5").start("FB", "Ada", stock={"Bruno": 1}).stock_round("Ada")
    table.may_not(sells("FB", 1), "18FB-3.3.1.2")
    table.may_not(sells("FB", 2), "18FB-3.3.1.2")


@pytest.mark.clause("18FB-3.3.1.2")
def test_before_ph5_the_successor_must_be_20_per_cent_ahead_after_the_sale() -> None:
    table = Table().phase("PH3").start("FB", "Ada", stock={"Bruno": 2}).cash(Bruno=0).stock_round("Ada")
    table.may_not(sells("FB", 1), "18FB-3.3.1.2", saying="20%")
    table.do(sells("FB", 2))
    assert (table.game.president("FB"), table.holding("FB", "Bruno"), table.pool("FB")) == ("Bruno", [20], 20)
    assert table.own.concessions["FB"].owner == ""
    assert table.state("FB") is CompanyState.FROZEN


@pytest.mark.clause("18FB-3.3.1.2")
def test_the_presidents_certificate_itself_is_never_put_into_a_sale() -> None:
    table = Table().phase("PH5").start("FB", "Ada", stock={"Ada": 1, "Bruno": 2}).stock_round("Ada")
    table.may_not(SellShares("FB", (20,)), "18FB-3.3.1.2")
    table.may(sells("FB", 1), sells("FB", 2), sells("FB", 3))


@pytest.mark.clause("18FB-3.3.1.3")
def test_stock_sold_is_not_bought_again_in_the_same_round() -> None:
    table = Table(players=3).start("FB", "Bruno", stock={"Ada": 3}).start("LdA", "Bruno").stock_round("Ada")
    table.cash(Bruno=300, FB=500, LdA=500).trains("FB", "PH1").trains("LdA", "PH1")
    table.do(sells("FB", 1))
    for source in ("pool", "offer"):
        table.may_not(BuyShare("FB", source), "18FB-3.3.1.3")
    table.do(BuyShare("LdA", "offer"))
    table.do(BuyShare("FB", "pool"), Pass())  # others may
    assert table.decider == "Ada"
    table.may_not(BuyShare("FB", "offer"), "18FB-3.3.1.3")
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.game.state.round.turn == 3)
    table.pass_on(lambda: table.decider == "Ada")
    table.may(BuyShare("FB", "offer"))


@pytest.mark.clause("18FB-3.3.1.4")
def test_stock_of_several_companies_is_sold_in_any_order() -> None:
    table = Table().start("FB", "Bruno").start("LdA", "Bruno", stock={"Ada": 1}).start("NN", "Bruno", stock={"Ada": 2})
    table.cash(Ada=0).stock_round("Ada").may(sells("NN", 2))
    table.do(sells("LdA", 1), sells("NN", 2), BuyShare("FB", "offer"))
    assert (table.pool("LdA"), table.pool("NN"), table.holding("FB", "Ada")) == (10, 20, [10])
    assert table.money("Ada") == (300 - 100,)


@pytest.mark.clause("18FB-3.3.1.5")
def test_all_shares_of_a_sale_bring_the_market_value_before_it() -> None:
    table = Table().start("FB", "Bruno", at=(3, 6), par=100, stock={"Ada": 3}, cash=70).cash(Ada=0).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(sells("FB", 3))
    assert table.money("Ada", "bank", "FB") == (390, bank - 390, 70)
    assert (table.cell("FB"), table.price("FB")) == ((6, 6), 100)


@pytest.mark.clause("18FB-3.3.1.6")
def test_a_sale_is_not_split() -> None:
    table = Table().start("FB", "Bruno", at=(6, 13), stock={"Ada": 3}).start("NN", "Bruno", stock={"Ada": 1})
    table.stock_round("Ada").do(sells("FB", 1))
    assert table.price("FB") == 170  # on the ledge: one share does not push it through
    table.may_not(sells("FB", 1), "18FB-3.3.1.6")
    table.do(sells("NN", 1))
    table.may_not(sells("FB", 1), "18FB-3.3.1.6")
    table.do(Pass())
    table.pass_on(lambda: table.decider == "Ada")
    table.may(sells("FB", 1))  # another turn


@pytest.mark.clause("18FB-3.3.1.7", "18FB-R23")
def test_stock_is_sold_once_its_company_has_completed_a_turn_with_earnings() -> None:
    table = Table().start("LdA", "Bruno", stock={"Ada": 1}, cash=700, earned=False).rails("F31 F33 G34 H35 I36")
    table.stock_round("Ada").may_not(sells("LdA", 1), "18FB-3.3.1.7")
    table.operate("LdA", "token").do(line("F31 F33 G34 H35 I36"))
    assert table.state("LdA") is CompanyState.PROVISIONAL
    table.do(BuyTrain("PH1", "bank", 80))
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    table.pass_on(lambda: table.decider == "Ada")
    table.may(sells("LdA", 1))


@pytest.mark.clause("18FB-3.3.1.7", "18FB-R23")
def test_a_turn_in_building_state_is_not_enough() -> None:
    table = Table().start("LdA", "Bruno", stock={"Ada": 1}, earned=False).operate("LdA", number=2)
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    table.pass_on(lambda: table.decider == "Ada")
    assert "LdA" in table.game.state.operated
    table.may_not(sells("LdA", 1), "18FB-3.3.1.7")


@pytest.mark.clause("18FB-R23")
def test_its_earnings_must_have_been_counted() -> None:
    """In the turn of another company, in which Ada must raise money, and in its own once it has come to the trains."""
    table = Table().phase("PH5").start("LdA", "Ada", at=60, stock={"Ada": 3}, earned=False).cash(Ada=0)
    table.start("NN", "Ada").operate("NN", "trains").may_not(sells("LdA", 1), "18FB-3.3.1.7")
    table.trains("NN", "PH4").operate("LdA", "earnings").go_on()
    assert table.step == "trains"
    table.may(sells("LdA", 1))


@pytest.mark.clause("18FB-R23")
@pytest.mark.parametrize("phase", ["PH2", "PH5"])
def test_a_frozen_company_and_one_made_definitive_by_ph5_operate_for_this_too(phase: str) -> None:
    table = Table().phase(phase).start("LdA", "Bruno", stock={"Ada": 1}, cash=900, earned=False, concession="")
    table.trains("LdA", phase).stock_round("Ada").may_not(sells("LdA", 1), "18FB-3.3.1.7")
    table.operate("LdA", number=2)
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    table.pass_on(lambda: table.decider == "Ada")
    table.may(sells("LdA", 1))


@pytest.mark.clause("18FB-3.3.1.7", "18FB-R23", "18FB-R69")
def test_stock_of_a_company_that_is_building_again_cannot_be_sold() -> None:
    """FSC, frozen while it was building, has had a turn; then Bruno takes its concession again."""
    table = Table().start("FSC", "Bruno", stock={"Ada": 2, "NN": 1}, earned=False, concession="").cash(Ada=0)
    table.start("NN", "Ada", at=60).line_done("NN").operate("FSC", number=2)
    table.pass_on(lambda: table.turn.corporation != "FSC")
    assert table.own.earned == ("NN", "FSC")
    table.stock_round("Ada").may(sells("FSC", 1))  # frozen
    table.stock_round("Bruno", turn=5).do(TakeConcession("FSC"))
    assert table.state("FSC") is CompanyState.BUILDING
    table.stock_round("Ada", turn=5).may_not(sells("FSC", 1), "18FB-3.3.1.7", "in building state")
    table.operate("NN", "trains").may_not(sells("FSC", 1), "18FB-3.3.1.7")  # nor in an emergency
    table.trains("NN", "PH1").operate("NN", "finance").may_not(sells("FSC", 1), "18FB-R69")
    # It can be sold again when it has reached its intermediate destination and had a turn with earnings.
    table.cash(FSC=500).rails("F23 F21 F19 F17").operate("FSC", "token", number=2)
    table.do(line("F23 F21 F19 F17"))
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    table.stock_round("Ada", turn=6).may(sells("FSC", 1))


@pytest.mark.clause("18FB-R23")
def test_a_company_started_in_ph5_is_sold_after_its_first_turn() -> None:
    table = Table().phase("PH5").start("SFM", "Bruno", stock={"Ada": 4}, cash=900, earned=False).tokens("SFM", "I30")
    table.stock_round("Ada").may_not(sells("SFM", 1), "18FB-3.3.1.7")
    table.operate("SFM", number=2)
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    table.pass_on(lambda: table.decider == "Ada")
    table.may(sells("SFM", 1))


@pytest.mark.clause("18FB-3.3.1.7")
def test_a_share_that_came_with_a_card_cannot_be_sold_before_the_start() -> None:
    table = Table().cards(Bayard="Ada").stock_round("Ada")
    assert table.holding("NN", "Ada") == [10]
    table.may_not(sells("NN", 1), "18FB-3.3.1.7")
