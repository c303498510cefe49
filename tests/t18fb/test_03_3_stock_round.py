"""Section 3.3: turns of a stock round: sales, then one action, until all pass in succession."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, Action, BuyPrivate, BuyShare, Pass, SellShares
from ferrovia.titles.t18fb.actions import OfferPrivate, TakeConcession
from tests.t18fb.table import Table


def buys(company: str) -> BuyShare:
    return BuyShare(company, "offer")


@pytest.mark.clause("18FB-3.3.1")
def test_a_turn_is_sales_and_then_one_purchase() -> None:
    table = Table().start("FB", "Bruno", stock={"Ada": 2}).start("LdA", "Bruno")
    table.stock_round("Ada").do(SellShares("FB", (10, 10)))
    assert table.decider == "Ada"
    table.do(buys("LdA"))
    assert table.decider == "Bruno"
    table.may_not(buys("LdA"), "18FB-3.3.2", by="Ada")
    assert table.holding("LdA", "Ada") == [10]


@pytest.mark.clause("18FB-3.3.1")
@pytest.mark.parametrize(
    "action", [buys("FB"), TakeConcession("LTF", 60), BuyPrivate("Falcon", 75)], ids=["stock", "concession", "card"]
)
def test_each_of_the_three_actions_ends_the_turn(action: Action) -> None:
    table = Table().start("FB", "Bruno", stock={"Ada": 1}).stock_round("Ada")
    table.may(SellShares("FB", (10,)))
    table.do(action)
    assert table.decider == "Bruno"


@pytest.mark.clause("18FB-3.3.1")
def test_from_ph5_an_unsold_regional_company_is_an_action_too() -> None:
    table = Table().phase("PH5").regionals().start("FB", "Bruno").cash(Ada=700)
    table.stock_round("Ada").do(BuyPrivate("FG", 130))
    assert table.game.president("FG") == "Ada"
    assert table.decider == "Bruno"


@pytest.mark.clause("18FB-3.3.2")
def test_turns_go_round_from_the_holder_of_the_priority_card() -> None:
    table = Table(players=3).start("FB", "Bruno").seats("Bruno", "Carla", "Ada").stock_round("Carla")
    turns = []
    for _ in range(5):
        turns.append(table.decider)
        table.do(buys("FB"))
    assert turns == ["Carla", "Ada", "Bruno", "Carla", "Ada"]


@pytest.mark.clause("18FB-3.3.2")
def test_nobody_acts_out_of_turn() -> None:
    table = Table().start("FB", "Bruno").stock_round("Ada")
    table.may_not(buys("FB"), "18FB-3.3.2", by="Carla")
    table.may_not(Pass(), "18FB-3.3.2", by="Bruno")


@pytest.mark.clause("18FB-3.3.3")
def test_the_round_ends_when_all_have_passed_one_after_another() -> None:
    table = Table(players=3).start("FB", "Bruno").stock_round("Ada")
    table.do(buys("FB"), Pass(), Pass())
    assert (table.decider, table.game.state.round.kind) == ("Ada", "stock")
    table.do(Pass())
    assert table.game.state.round.kind == "operating"


@pytest.mark.clause("18FB-3.3.3")
def test_an_action_breaks_the_run_of_passes() -> None:
    table = Table(players=3).start("FB", "Bruno").stock_round("Ada")
    table.do(buys("FB"), Pass(), Pass(), buys("FB"), Pass(), Pass())
    assert (table.decider, table.game.state.round.kind) == ("Ada", "stock")


@pytest.mark.clause("18FB-3.3.3")
def test_a_sale_alone_is_no_pass() -> None:
    table = Table(players=3).start("FB", "Bruno", stock={"Ada": 2}).stock_round("Bruno")
    table.do(Pass(), Pass(), SellShares("FB", (10,)), Pass(), Pass(), Pass())
    assert (table.decider, table.game.state.round.kind) == ("Ada", "stock")


@pytest.mark.clause("18FB-3.3.4")
def test_priority_goes_to_whoever_passed_first_in_the_final_run() -> None:
    table = Table(players=3).start("FB", "Bruno").stock_round("Ada")
    table.do(Pass(), buys("FB"), Pass(), Pass(), Pass())
    assert table.game.state.round.kind == "operating"
    assert table.game.state.priority == "Carla"
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.decider == "Carla"


@pytest.mark.clause("18FB-3.3.4")
def test_priority_stays_where_it_is_if_nobody_acts() -> None:
    table = Table(players=3).start("FB", "Bruno").stock_round("Bruno")
    table.do(Pass(), Pass(), Pass())
    assert table.game.state.priority == "Bruno"


@pytest.mark.clause("18FB-R08", "18FB-3.3.4")
def test_a_card_bought_from_a_player_is_no_action_and_moves_no_priority() -> None:
    table = Table(players=3).cards(Falcon="Bruno").start("FB", "Bruno").stock_round("Ada").cash(Ada=400, Bruno=400)
    table.do(OfferPrivate("Falcon", "Ada", 40), Accept())
    assert table.game.state.privates["Falcon"] == "Ada"
    assert table.money("Ada", "Bruno") == (360, 440)
    assert table.decider == "Ada"
    table.do(buys("FB"))  # the action is still hers
    assert table.decider == "Bruno"
    table.do(Pass(), OfferPrivate("Falcon", "Carla", 5), Accept())
    assert table.decider == "Carla"  # and the run of passes goes on
    table.do(Pass(), Pass())
    assert table.game.state.round.kind == "operating"
    assert table.game.state.priority == "Bruno"


@pytest.mark.clause("18FB-R08")
def test_a_card_of_the_bank_pool_is_the_action_of_the_turn() -> None:
    table = Table(players=3).start("FB", "Bruno").stock_round("Ada")
    table.do(BuyPrivate("Falcon", 75))
    assert table.decider == "Bruno"
    table.may_not(buys("FB"), "18FB-3.3.2", by="Ada")
