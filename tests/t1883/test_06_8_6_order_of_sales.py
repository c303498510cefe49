"""1883, 6.8.6: a forced sale that puts the rest out of reach is refused as long as other sales save the president."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bankrupt, BuyShare, BuyTrain, SellShares
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from tests.t1883.table import Table

ROUTE = "37 57 1"  # Guastalla - Suzzara
BUY_3 = BuyTrain("3", BANK, 180)
COLUMN = (3, 3)  # FBV at 65; one row below it a share is worth less


def in_need(treasury: int, stock: int = 2) -> Table:
    """Ada's SV needs a 3 for 180; she has no money and shares of Bruno's FBV at 65."""
    table = Table().phase("2").lay(ROUTE).privates().trains("CCFR").start("SV", at=100, cash=treasury).cash(Ada=0)
    table.start("FBV", president="Bruno", at=COLUMN, stock={"Ada": stock})
    assert table.price("FBV") == 65
    return table.operate("SV", "trains")


@pytest.mark.clause("1883-6.8.6.2", "1883-6.8.6.4", "1883-R34")
def test_two_shares_that_bring_enough_only_together_are_sold_together() -> None:
    """130 is missing: two at 65 bring it; the second one alone would bring less than the first."""
    table = in_need(50)
    table.may_not(SellShares("FBV", (10,)), "1883-6.8.6.4", "could not raise all")
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    assert table.game.decision.choices == (SellShares("FBV", (10, 10)),)
    table.do(SellShares("FBV", (10, 10)), BUY_3)
    assert table.money("SV", "Ada") == (0, 0)


@pytest.mark.clause("1883-6.8.6.2")
def test_where_the_rest_stays_in_reach_every_order_is_the_presidents() -> None:
    table = in_need(60)  # 120 is missing, and 65 and 60 will do
    table.may(SellShares("FBV", (10,)), SellShares("FBV", (10, 10)))
    table.do(SellShares("FBV", (10,)))
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    table.do(SellShares("FBV", (10,)), BUY_3)


@pytest.mark.clause("1883-6.8.6.4")
def test_the_order_among_corporations_stays_free_as_far_as_it_leads_to_the_money() -> None:
    """180 is missing: FSF's share brings 50, FBV's two together 130. FSF may go first or last, FBV not one by one."""
    table = in_need(0).start("FSF", president="Bruno", at=(3, 0), stock={"Ada": 1}).operate("SV", "trains")
    assert set(table.game.decision.choices) == {SellShares("FBV", (10, 10)), SellShares("FSF", (10,))}
    table.may_not(SellShares("FBV", (10,)), "1883-6.8.6.4")
    table.do(SellShares("FSF", (10,)))
    table.may_not(SellShares("FBV", (10,)), "1883-6.8.6.4")
    table.do(SellShares("FBV", (10, 10)), BUY_3)
    assert table.money("Ada") == (0,)


@pytest.mark.clause("1883-6.8.6.4")
def test_a_sale_that_would_close_a_corporation_loses_its_other_shares() -> None:
    """At 30, just above the closed spaces, the second share is worth nothing once the first is sold."""
    table = in_need(120).start("FSF", president="Bruno", at=(6, 0), stock={"Ada": 2})
    table.start("FBV", president="Bruno", at=COLUMN).operate("SV", "trains")
    table.may_not(SellShares("FSF", (10,)), "1883-6.8.6.4")
    table.do(SellShares("FSF", (10, 10)), BUY_3)
    assert not table.game.is_started("FSF")


@pytest.mark.clause("1883-6.8.6.4")
def test_a_sale_that_closes_the_corporation_itself_leaves_nothing_to_be_raised() -> None:
    """SV at 30: with its share Ada could reach 90 by FBV; but SV closes, and no train is needed any more."""
    table = Table().phase("2").lay(ROUTE).privates().trains("CCFR").cash(Ada=0)
    table.start("SV", at=(6, 0), cash=50, stock={"Ada": 1}).start("FBV", president="Bruno", at=COLUMN, stock={"Ada": 2})
    table.operate("SV", "trains").do(SellShares("SV", (10,)))
    assert not table.game.is_started("SV")
    assert (table.money("Ada"), "Ada" in table.game.players) == ((30,), True)
    assert table.holding("FBV", "Ada") == [10, 10]


@pytest.mark.clause("1883-R34", "1883-6.8.6.4")
def test_where_no_order_brings_it_nothing_is_sold() -> None:
    table = in_need(40)
    table.may_not(SellShares("FBV", (10,)), "1883-R34")
    table.may_not(SellShares("FBV", (10, 10)), "1883-R34")
    assert table.game.decision.choices == (Bankrupt(),)


@pytest.mark.clause("1883-6.8.6.4", "1883-R35")
def test_a_debt_too_is_raised_in_an_order_that_pays_it() -> None:
    table = in_need(0).stock_round("Carla")
    table.game.push(Debt("Ada", 130, BANK))
    assert table.game.decision.choices == (SellShares("FBV", (10, 10)),)
    table.may_not(SellShares("FBV", (10,)), "1883-6.8.6.4")
    table.do(SellShares("FBV", (10, 10)))
    assert (table.money("Ada"), table.step, table.decider) == ((0,), "stock", "Carla")


@pytest.mark.clause("1883-6.8.6.4")
def test_a_debt_outlives_the_corporation_it_is_owed_for() -> None:
    """155 is owed for SV at 30, which its own share closes; FBV still has to bring the rest."""
    table = Table().phase("2").privates().trains("CCFR").cash(Ada=0)
    table.start("SV", at=(6, 0), stock={"Ada": 1}).start("FBV", president="Bruno", at=COLUMN, stock={"Ada": 2})
    table.stock_round("Carla").game.push(Debt("Ada", 155, BANK, "SV"))
    assert set(table.game.decision.choices) == {
        SellShares("SV", (10,)),
        SellShares("FBV", (10,)),
        SellShares("FBV", (10, 10)),
    }
    table.do(SellShares("SV", (10,)))
    assert not table.game.is_started("SV")
    assert (table.step, table.decider) == ("debt", "Ada")
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    table.do(SellShares("FBV", (10, 10)))
    assert table.money("Ada") == (30 + 130 - 155,)


@pytest.mark.clause("1883-5.3.5.1")
def test_what_was_sold_for_a_debt_in_a_stock_round_is_not_bought_back_in_it() -> None:
    table = in_need(0).cash(Ada=200).stock_round("Carla", turn=3)
    table.game.push(Debt("Ada", 250, BANK))
    table.do(SellShares("FBV", (10,)))
    table.cash(Ada=500)
    table.pass_on(lambda: table.decider == "Ada")
    table.may_not(BuyShare("FBV", "pool"), "1883-5.3.5.1")
    table.may_not(BuyShare("FBV", "offer"), "1883-5.3.5.1")
    table.may(BuyShare("SV", "offer"))


def test_the_search_for_an_order_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight corporations of which three shares each are held: what is tried out does not grow with the orders."""
    tried = 0

    def count(game: Game) -> Game:
        nonlocal tried
        tried += 1
        return fork(game)

    fork = Game.fork
    table = Table().phase("8").privates().trains("CCFR").cash(Ada=0)
    for name in ("SV", "FBV", "FSF", "SAFRE", "FMV", "FMMSF"):
        table.start(name, president="Bruno", at=(3, 6), stock={"Ada": 3})
    most = 6 * 3 * table.price("SV")
    monkeypatch.setattr(Game, "fork", count)
    for owed in (1, most // 2, most - 15, most, most + 1):
        table.stock_round("Carla").game.push(Debt("Ada", owed, BANK))
        tried = 0
        choices = table.game.decision.choices
        assert tried <= 18 + 18 * 7, (owed, tried)
        assert (choices == (Bankrupt(),)) == (owed > most)
