"""1849, 10: private revenue, who operates when, the steps of a turn, and money that must be there."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import (
    Action,
    BuyTrain,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
    RedeemShare,
    SellShares,
)
from ferrovia.engine.flow.events import PrivateRevenue, TurnBegins
from tests.t1849.table import Table, routes


def operating(table: Table) -> list[str]:
    """The corporations that operate in the rest of this round, in turn, each doing as little as it may."""
    now, order = table.game.state.round, [table.game.decision.for_corporation]

    def is_over() -> bool:
        if table.game.state.round == now and table.game.decision.for_corporation != order[-1]:
            order.append(table.game.decision.for_corporation)
        return table.game.state.round != now

    table.pass_on(is_over)
    return order


@pytest.mark.clause("1849-10.0.1")
def test_private_companies_pay_before_anybody_operates_in_every_round() -> None:
    table = Table().phase("6").privates(SIGI="Bruno", SMS="SFA").start("SFA", cash=300).stock_round(turn=3)
    bruno, sfa, bank = table.money("Bruno", "SFA", "bank")
    told = [type(event) for event in table.end_round()]
    assert str(table.game.state.round) == "OR 3.1"
    assert table.money("Bruno", "SFA", "bank") == (bruno + 10, sfa + 20, bank - 30)
    assert told.index(PrivateRevenue) < told.index(TurnBegins)
    table.end_round()
    assert str(table.game.state.round) == "OR 3.2"
    assert table.money("Bruno", "SFA") == (bruno + 20, sfa + 40)


@pytest.mark.clause("1849-10.0.2")
def test_the_dearest_operates_first_then_the_one_further_right_then_the_one_on_top() -> None:
    table = Table().start("CTL", at=(4, 5)).start("SFA", at=(4, 5))  # SFA came later, so it lies under CTL
    table.start("ATA", at=(7, 9)).start("RCS", at=(3, 6)).trains("CTL", "4H").stock_round()
    table.end_round()
    assert [table.price(name) for name in ("RCS", "ATA", "CTL", "SFA")] == [111, 95, 95, 95]
    assert table.stack((4, 5)) == ["CTL", "SFA"]
    assert operating(table) == ["RCS", "ATA", "CTL", "SFA"]


@pytest.mark.clause("1849-10.0.2")
def test_a_corporation_that_fell_does_not_operate_twice() -> None:
    """RCS goes from 100 to 90 in its turn, behind ATA at 95; each still has one turn."""
    table = Table().start("RCS", at=100).start("ATA", at=(4, 5)).stock_round()
    table.end_round()
    assert operating(table) == ["RCS", "ATA"]
    assert [table.price(name) for name in ("RCS", "ATA")] == [90, 86]


@pytest.mark.clause("1849-R14")
def test_a_price_that_fell_in_the_round_changes_who_is_next() -> None:
    """Ada must sell 10% of CTL for RCS's train: CTL falls from 100 to 95, under ATA, and ATA comes first now."""
    table = Table().lay("B4 7 5", "D4 3 2").start("RCS", at=(3, 6))
    table.start("CTL", "Bruno", at=100, stock={"Ada": [10]}).start("ATA", "Carla", at=(4, 5))
    table.cash(Ada=0, CTL=100).stock_round().end_round()
    assert table.game.market_order() == ("RCS", "CTL", "ATA")
    assert table.game.decision.for_corporation == "RCS"
    table.pass_on(lambda: table.step == "trains")
    table.do(SellShares("CTL", (10,)), BuyTrain("4H", "bank", 100))
    assert table.game.market_order() == ("RCS", "ATA", "CTL")
    table.pass_on(lambda: table.game.decision.for_corporation != "RCS")
    assert operating(table) == ["ATA", "CTL"]


@pytest.mark.clause("1849-10.0.3")
def test_the_steps_of_a_turn_in_their_order() -> None:
    table = Table().phase("6").privates(SCE="Bruno").start("CTL", cash=400, stock={"pool": [10]})
    table.trains("CTL", "4H").operate("CTL")
    seen = [table.step]
    for action in (
        LayTile("G1", "58", 3),
        PlaceToken("C1"),
        routes(("4H", "C1 E1 G1")),
        Dividend("withhold"),
        BuyTrain("6H", "bank", 200),
        Pass(),  # no more trains
        IssueShares(1),
    ):
        table.do(action)
        seen.append(table.step)
    assert seen == ["track", "token", "run", "dividend", "trains", "trains", "finance", "private"]
    assert table.game.decision.for_corporation == "CTL"


@pytest.mark.clause("1849-10.0.3")
def test_no_way_back_to_the_tile_after_the_token() -> None:
    table = Table().start("CTL").operate("CTL")
    table.may(LayTile("G1", "58", 3))
    table.do(Pass())
    table.may_not(LayTile("G1", "58", 3), "1849-10.0.3")
    table.do(PlaceToken("C1"))
    table.may_not(LayTile("G1", "58", 3), "1849-10.0.3")


@pytest.mark.clause("1849-10.0.3")
def test_no_way_back_to_the_trains_after_the_finances() -> None:
    table = (
        Table().phase("6").privates(SCE="Bruno").start("CTL", cash=400, stock={"pool": [10]}).operate("CTL", "trains")
    )
    table.may(BuyTrain("6H", "bank", 200))
    table.trains("CTL", "4H")  # its duty is done
    table.do(Pass(), RedeemShare())
    assert (table.step, table.money("CTL")) == ("private", (300,))
    table.may_not(BuyTrain("6H", "bank", 200), "1849-10.0.3")


@pytest.mark.clause("1849-10.0.3")
@pytest.mark.parametrize(
    ("step", "action"),
    [
        ("track", PlaceToken("C1")),
        ("track", routes(("4H", "C1 E1"))),
        ("token", BuyTrain("4H", "bank", 100)),
        ("run", RedeemShare()),
        ("trains", RedeemShare()),
        ("finance", BuyTrain("4H", "bank", 100)),
    ],
)
def test_no_step_is_taken_before_or_after_its_time(step: str, action: Action) -> None:
    table = Table().start("CTL", cash=400, stock={"pool": [10]}).trains("CTL", "4H").operate("CTL", step)
    table.may_not(action, "1849-10.0.3")


@pytest.mark.clause("1849-10.0.4")
def test_track_is_paid_with_what_is_there_and_not_with_what_the_run_will_bring() -> None:
    """Marsala looks north-east at a mountain."""
    table = Table().phase("6").start("CTL", cash=100).trains("CTL", "4H").operate("CTL")
    table.may_not(LayTile("D2", "9", 1), "1849-10.0.4", saying="costs 160; CTL has 100")
    table.may(LayTile("D2", "79", 1))  # narrow, 40
    table.cash(CTL=160).may(LayTile("D2", "9", 1))
    table.cash(CTL=159).may_not(LayTile("D2", "9", 1), "1849-10.0.4")


@pytest.mark.clause("1849-10.0.4")
def test_what_is_withheld_may_pay_for_a_train_in_the_same_turn() -> None:
    table = Table().phase("6").start("CTL", cash=100).trains("CTL", "4H").operate("CTL", "trains")
    table.may_not(BuyTrain("6H", "bank", 200), "1849-10.0.4")
    table.operate("CTL", "dividend").turn_is(revenue=200)
    table.do(Dividend("withhold"))
    assert table.money("CTL") == (300,)
    table.do(BuyTrain("6H", "bank", 200))
    assert table.money("CTL") == (100,)
