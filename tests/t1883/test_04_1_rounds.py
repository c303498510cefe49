"""Sections 4.1 and 4.2: the order of play in stock rounds and operating rounds."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyShare, Pass
from ferrovia.engine.flow.events import PriceMoved, PrivateRevenue, TurnBegins
from ferrovia.titles.t1883.actions import BuySupport
from ferrovia.titles.t1883.emilia import FROZEN
from tests.t1883.table import Table


@pytest.mark.clause("1883-4.1.1")
def test_players_act_clockwise_from_the_priority_holder_lap_after_lap() -> None:
    table = Table().privates().start("SV", "Ada", at=65).stock_round("Carla")
    table.may_not(Pass(), "1883-4.1.1", by="Ada")
    turns = []
    for _ in range(9):
        turns.append(table.decider)
        table.do(BuySupport())
        if table.decider == turns[-1]:  # one who could still sell ends the turn
            table.do(Pass())
    assert turns == ["Carla", "Dora", "Ada", "Bruno", "Carla", "Dora", "Ada", "Bruno", "Carla"]


@pytest.mark.clause("1883-4.1.2")
def test_the_round_ends_when_all_have_passed_in_a_row() -> None:
    table = Table(players=3).privates().own_is(deck=()).start("SV", "Ada", at=65).stock_round("Ada")
    for action in (Pass(), Pass(), BuyShare("SV", "offer"), Pass(), Pass(), Pass()):
        assert str(table.game.state.round) == "SR 2"
        table.do(action)
    assert table.decider == "Carla"  # her turn ended with the pass after the purchase; hers is the third in a row
    table.do(Pass())
    assert str(table.game.state.round) == "OR 2.1"


@pytest.mark.clause("1883-4.1.3")
def test_first_the_priority_then_the_sold_out_corporations_rise_in_the_order_of_their_price() -> None:
    sold_out = {"Ada": 4, "Bruno": 4}
    table = Table().privates().own_is(deck=(), ccfr=FROZEN, ccfr_leader="")
    table.start("FBV", "Ada", at=(3, 6), stock=sold_out).start("SV", "Bruno", at=(3, 8), stock={"Bruno": 4, "Carla": 4})
    table.start("FMV", "Carla", at=(3, 7), stock={"Carla": 4, "Dora": 3})  # a share is left
    table.stock_round("Ada")
    assert (table.price("SV"), table.price("FBV"), table.price("FMV")) == (90, 80, 85)
    table.do(Pass(), BuySupport())  # which ends Bruno's turn
    events = [event for _ in range(4) for event in table.do(Pass())]
    assert str(table.game.state.round) == "OR 2.1"
    assert table.game.state.priority == "Carla"  # left of Bruno, who acted last
    moved = [event.corporation for event in events if isinstance(event, PriceMoved)]
    assert moved == ["SV", "FBV"]
    assert (table.price("SV"), table.price("FBV"), table.price("FMV")) == (100, 85, 85)


@pytest.mark.clause("1883-4.2.1")
def test_private_companies_pay_first_then_corporations_act_once_the_dearest_first() -> None:
    table = Table().privates(TMM="Ada", TCB="FSF").own_is(deck=(), ccfr=FROZEN, ccfr_leader="")
    table.start("FBV", "Ada", at=(3, 7)).start("FSF", "Bruno", at=(3, 3), cash=80).start("SV", "Carla", at=(3, 8))
    table.stock_round("Ada")
    events = table.end_round()
    while table.game.state.round.kind == "operating":
        choices = table.game.decision.choices
        events += table.do(Pass() if Pass() in choices else choices[0])
    told = [
        event.private if isinstance(event, PrivateRevenue) else event.corporation
        for event in events
        if isinstance(event, PrivateRevenue | TurnBegins)
    ]
    assert told == ["TMM", "TCB", "SV", "FBV", "FSF"]
    assert table.money("Ada") == (415,)
