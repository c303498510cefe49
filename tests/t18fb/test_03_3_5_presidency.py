"""Section 3.3.5: who presides: 20% more is needed while concessions protect, one share more from PH5."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Answer, BuyPrivate, BuyShare, SellShares
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table

BUY = BuyShare("LTF", "pool")


@pytest.mark.clause("18FB-3.3.5.1")
@pytest.mark.parametrize("phase", ["PH1", "PH2", "PH3", "PH4"])
def test_before_ph5_a_challenger_needs_20_per_cent_more(phase: str) -> None:
    table = Table().phase(phase).start("LTF", "Ada", stock={"Ada": 1, "Bruno": 3, "pool": 2}).cash(Bruno=250)
    table.stock_round("Bruno").do(BUY)
    assert (table.game.president("LTF"), table.own.concessions["LTF"].owner) == ("Ada", "Ada")
    table.stock_round("Bruno").do(BUY)
    assert table.game.president("LTF") == "Bruno"


@pytest.mark.clause("18FB-3.3.5.1")
def test_before_ph5_a_president_may_sell_below_a_rival_while_the_margin_is_short() -> None:
    table = Table().phase("PH2").start("LTF", "Ada", stock={"Ada": 2, "Bruno": 3}).stock_round("Ada")
    table.do(SellShares("LTF", (10, 10)))
    assert (table.game.president("LTF"), table.game.percent("LTF", "Ada")) == ("Ada", 20)


@pytest.mark.clause("18FB-3.3.5.2")
@pytest.mark.parametrize("phase", ["PH5", "PH6"])
def test_from_ph5_one_share_more_is_enough_and_equality_is_not(phase: str) -> None:
    table = Table().phase(phase).start("LTF", "Ada", stock={"Ada": 1, "Bruno": 2, "pool": 2}).cash(Bruno=250)
    table.stock_round("Bruno").do(BUY)
    assert (table.game.percent("LTF", "Bruno"), table.game.president("LTF")) == (30, "Ada")
    table.stock_round("Bruno").do(BUY)
    assert table.game.president("LTF") == "Bruno"


@pytest.mark.clause("18FB-3.3.5.2")
def test_from_ph5_a_president_who_sells_to_equality_stays() -> None:
    table = Table().phase("PH5").start("LTF", "Ada", stock={"Ada": 2, "Bruno": 3}).stock_round("Ada")
    table.do(SellShares("LTF", (10,)))
    assert table.game.president("LTF") == "Ada"
    table.stock_round("Ada").do(SellShares("LTF", (10,)))
    assert table.game.president("LTF") == "Bruno"


@pytest.mark.clause("18FB-3.3.5.3")
def test_the_certificate_is_exchanged_for_two_shares_and_all_assets_stay_with_the_company() -> None:
    table = Table().phase("PH5").start("LTF", "Ada", stock={"Ada": 1, "Bruno": 3, "pool": 1}, cash=310)
    table.trains("LTF", "PH3", "PH4").markers(LTF=4).tokens("LTF", "L39").cash(Ada=50, Bruno=100)
    table.stock_round("Bruno").do(BUY)
    assert (table.holding("LTF", "Ada"), table.holding("LTF", "Bruno")) == ([10, 10, 10], [20, 10, 10])
    assert table.money("Ada", "Bruno", "LTF") == (50, 0, 310)
    assert (table.game.trains("LTF"), table.own.markers["LTF"]) == (("PH3", "PH4"), 4)
    table.operate("LTF")
    assert table.decider == "Bruno"


@pytest.mark.clause("18FB-3.3.5.4")
def test_of_equal_successors_the_next_in_order_after_the_old_president_takes_over() -> None:
    table = Table(players=3).phase("PH5").start("LTF", "Bruno", stock={"Bruno": 2, "Ada": 3, "Carla": 3})
    table.stock_round("Bruno").do(SellShares("LTF", (10, 10, 10)))
    assert table.game.president("LTF") == "Carla"
    assert (table.holding("LTF", "Carla"), table.holding("LTF", "Bruno")) == ([20, 10], [10])


@pytest.mark.clause("18FB-3.3.5.4")
def test_the_largest_successor_goes_before_the_next_in_order() -> None:
    table = Table(players=4).phase("PH5").start("LTF", "Bruno", stock={"Bruno": 1, "Ada": 3, "Carla": 2, "Dora": 2})
    table.stock_round("Bruno").do(SellShares("LTF", (10, 10)))
    assert table.game.president("LTF") == "Ada"


@pytest.mark.clause("18FB-R22")
def test_the_margin_of_20_protects_the_president_of_a_frozen_company_too() -> None:
    table = Table().phase("PH2").start("LTF", "Ada", stock={"Ada": 1, "Bruno": 3, "pool": 2}, concession="")
    table.cash(Bruno=500).stock_round("Bruno").do(BUY)
    assert (table.state("LTF"), table.game.president("LTF")) == (CompanyState.FROZEN, "Ada")
    table.stock_round("Bruno").do(BUY)
    assert (table.state("LTF"), table.game.president("LTF")) == (CompanyState.FROZEN, "Bruno")
    assert table.step == "stock"  # no concession was withdrawn, so none is offered


@pytest.mark.clause("18FB-R22")
@pytest.mark.parametrize("phase", ["PH2", "PH5"])
def test_shares_of_companies_count_for_no_presidency(phase: str) -> None:
    """Bruno presides over FB, which owns a share of LTF; with it he would be far enough ahead."""
    held = 3 if phase == "PH2" else 2
    table = Table().phase(phase).start("FB", "Bruno")
    table.start("LTF", "Ada", stock={"Ada": 1, "Bruno": held, "FB": 1, "pool": 1}).cash(Bruno=100)
    table.stock_round("Bruno").do(BUY)
    assert table.game.president("LTF") == "Ada"


@pytest.mark.clause("18FB-R22")
def test_a_company_that_buys_a_share_takes_over_nothing() -> None:
    table = Table().phase("PH5").start("FB", "Bruno", cash=300).line_done("FB").trains("FB", "PH5")
    table.start("LTF", "Ada", stock={"Bruno": 2, "pool": 1}).operate("FB", "finance").do(BUY)
    assert (table.game.percent("LTF", "FB"), table.game.president("LTF")) == (10, "Ada")


@pytest.mark.clause("18FB-R22")
def test_a_company_that_holds_more_of_itself_than_its_president_is_not_its_own_president() -> None:
    table = Table().phase("PH5").start("LTF", "Ada", stock={"LTF": 2, "pool": 1}, cash=300).line_done("LTF")
    table.trains("LTF", "PH5").operate("LTF", "finance").do(BUY)
    assert (table.game.percent("LTF", "LTF"), table.game.president("LTF")) == (30, "Ada")


@pytest.mark.clause("18FB-3.3.5.1", "18FB-3.3.6.1", "18FB-3.3.3.1")
def test_the_share_that_comes_with_a_card_can_make_a_president() -> None:
    table = Table().start("NN", "Bruno", stock={"Ada": 3}, deposit=100).cash(Ada=275).stock_round("Ada")
    table.do(BuyPrivate("Bayard", 175))
    assert table.game.president("NN") == "Ada"
    assert table.holding("NN", "Ada") == [20, 10, 10]
    assert (table.step, table.decider, table.own.concessions["NN"].owner) == ("rescue", "Ada", "")
    table.do(Answer("take"))
    assert (table.own.concessions["NN"].owner, table.money("Ada")) == ("Ada", (0,))
