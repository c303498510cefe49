"""1883, 6.0 to 6.3: how an operating round goes, what private companies pay, the event, and a corporation's turn."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.flow.actions import (
    Answer,
    BuyTrain,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
)
from ferrovia.engine.flow.events import OperatingRoundBegins, PrivateRevenue, StockRoundBegins, TurnBegins
from ferrovia.titles.t1883.emilia import Concession
from ferrovia.titles.t1883.event_questions import PLAY, SUFFER
from ferrovia.titles.t1883.events import CardDrawn, CardRevealed, ConcessionFailed
from tests.t1883.table import Table, routes


def before_operating(*deck: str, **facts: Any) -> Table:
    """The last stock turn of a round: SV and CCFR will operate, events come as laid out."""
    table = Table().privates(FCV="Ada").start("SV", at=85, cash=500)
    concessions = {**table.own.concessions, "1": Concession("SV", 1)}
    return table.own_is(first_round_over=True, deck=deck, concessions=concessions, **facts).stock_round("Ada")


# 6.0


@pytest.mark.clause("1883-6.0.1")
def test_income_then_event_then_corporations_then_concessions() -> None:
    table = before_operating("strike_breaker")
    told = table.end_round()
    while table.game.state.round.kind == "operating":
        told += table.do(Pass())
    order = [
        OperatingRoundBegins(2, 1),
        PrivateRevenue(owner="Ada", amount=15, private="FCV"),
        CardRevealed("strike_breaker"),
        TurnBegins("CCFR"),
        TurnBegins("SV"),
        ConcessionFailed("SV", "1"),
        StockRoundBegins(3),
    ]
    assert [event for event in told if event in order] == order


@pytest.mark.clause("1883-6.0.2")
@pytest.mark.parametrize(("phase", "rounds"), [("1", 1), ("2", 2), ("4", 2), ("5", 3), ("8", 3)])
def test_operating_rounds_follow_one_another_until_the_set_is_done(phase: str, rounds: int) -> None:
    table = Table().phase(phase).start("SV", cash=500).stock_round("Ada")
    went = table.pass_on(lambda: table.game.state.round.turn == 3)
    assert went == ["SR 2", *(f"OR 2.{number}" for number in range(1, rounds + 1)), "SR 3"]


# 6.1


@pytest.mark.clause("1883-6.1.1")
def test_private_income_goes_to_its_owner() -> None:
    table = Table().privates(FCV="Bruno").start("SV", cash=100).stock_round("Ada").cash(Bruno=0)
    table.end_round()
    assert table.money("Bruno", "SV") == (15, 100)
    table = Table().privates(FCV="SV").start("SV", cash=100).stock_round("Ada").cash(Bruno=0)
    table.end_round()
    assert table.money("Bruno", "SV") == (0, 115)


@pytest.mark.clause("1883-6.1.2")
def test_counters_of_owned_concessions_advance_each_round() -> None:
    table = Table().phase("5").start("SV", cash=500)
    table.own_is(concessions={**table.own.concessions, "4": Concession("SV", 0)}).stock_round("Ada")
    counters = []

    def note() -> bool:
        owned = table.own.concessions["4"].counter
        if table.game.state.round.kind == "operating" and owned not in counters:
            counters.append(owned)
        return len(counters) == 6

    table.pass_on(note)
    assert counters == [1, 2, 3, 4, 5, 6]
    assert str(table.game.state.round) == "OR 3.3"
    assert table.own.concessions["5"].counter == 0  # nobody's


# 6.2


@pytest.mark.clause("1883-6.2.1")
def test_the_priority_holder_draws_before_anybody_operates() -> None:
    table = before_operating("kings_visit")
    table.game.state.priority = "Carla"
    table.stock_round("Carla")
    told = table.end_round()
    order = [CardDrawn("Carla"), CardRevealed("kings_visit"), TurnBegins("CCFR")]
    assert [event for event in told if event in order] == order
    assert table.own.in_force == ("kings_visit",)
    assert table.own.deck == ()


@pytest.mark.clause("1883-6.2.2")
def test_a_strike_is_bought_off_at_once_or_not_at_all() -> None:
    table = before_operating("railroad_strike")
    table.end_round()
    assert (table.step, table.decider) == ("event", "Ada")
    table.may(Answer(PLAY))
    table.do(Answer(SUFFER))
    assert table.own.support["Ada"] == 1
    assert table.game.decision.for_corporation == "CCFR"
    table.pass_on(lambda: table.game.decision.for_corporation == "SV")
    table.may_not(Answer(PLAY), "1883-6.3.2")


# 6.3


@pytest.mark.clause("1883-6.3.1")
def test_the_president_acts_for_the_corporation() -> None:
    table = Table().start("SV", president="Bruno", stock={"Ada": 1}, cash=100).operate("SV")
    assert table.decider == "Bruno"
    table.may_not(LayTile("37", "57", 0), "1883-6.3.1", by="Ada")
    table.game.apply(LayTile("37", "57", 0), by="Bruno")


@pytest.mark.clause("1883-6.3.2")
def test_a_turn_goes_tile_token_run_trains_issue() -> None:
    """SV with a 2 runs Guastalla - Suzzara."""
    table = Table().phase("2").lay("37 57 1").start("SV", cash=400).trains("SV", "2").operate("SV")
    assert table.step == "track"
    table.may_not(routes(("2", "37 47")), "1883-6.3.2")
    table.may_not(BuyTrain("3", "bank", 180), "1883-6.3.2")
    table.do(Pass())
    assert table.step == "run"  # no city is open to a token: that step is passed over
    table.do(routes(("2", "37 47")))
    table.may_not(LayTile("36", "4", 0), "1883-6.3.2")
    table.may_not(PlaceToken("37"), "1883-6.3.2")
    table.do(Dividend("withhold"))
    assert table.step == "trains"
    table.may_not(IssueShares(1), "1883-6.3.2")
    table.do(BuyTrain("3", "bank", 180), Pass())
    assert table.step == "issue"
    table.may_not(BuyTrain("3", "bank", 180), "1883-6.3.2")
    table.do(IssueShares(1))


@pytest.mark.clause("1883-6.3.2")
def test_every_step_may_be_left_out() -> None:
    table = Table().lay("37 57 1").start("SV", cash=400).trains("SV", "2").operate("SV")
    table.do(Pass(), Pass(), Pass(), Pass())
    assert table.game.decision.for_corporation != "SV"
    assert table.money("SV") == (400,)


@pytest.mark.clause("1883-6.3.3")
def test_the_run_to_come_pays_no_tile() -> None:
    """SAFRE with two 2 would earn 70, Pavullo - Serramazzoni and Reggio - Bagnolo, but has 20 for a mountain of 40."""
    table = Table().lay("41 57 0", "42 4 0", "35 4 0").start("SAFRE", cash=20).trains("SAFRE", "2", "2")
    table.tokens("SAFRE", "41").operate("SAFRE").may_not(LayTile("40", "4", 0), "1883-6.3.3")
    table.cash(SAFRE=40).may(LayTile("40", "4", 0))


@pytest.mark.clause("1883-6.3.3")
def test_shares_to_be_issued_pay_no_train() -> None:
    table = Table().lay("37 57 1").start("SV", stock={"Bruno": 4}, cash=50).trains("SV", "2").operate("SV", "trains")
    table.may_not(BuyTrain("2", "bank", 80), "1883-6.3.3")
    table.cash(SV=80).may(BuyTrain("2", "bank", 80))
