"""Section 6.11: concessions that are overdue when all corporations have operated."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bankrupt, SellShares
from ferrovia.titles.t1883.emilia import Concession
from ferrovia.titles.t1883.events import ConcessionFailed, PenaltyPaid
from tests.t1883.table import Table

Failure = ConcessionFailed | PenaltyPaid


def overdue(table: Table, **held: tuple[str, int]) -> Table:
    """Owners and counters of concessions, as all corporations have operated."""
    given = {name.removeprefix("c"): Concession(*concession) for name, concession in held.items()}
    table.own_is(deck=(), concessions={**table.own.concessions, **given}).members()
    return table.operating_rounds_over()


@pytest.mark.clause("1883-6.11.1")
@pytest.mark.parametrize(
    ("name", "due", "penalty"),
    [
        ("1", 2, 30), ("2", 4, 40), ("3", 4, 40), ("4", 6, 30),
        ("5", 6, 40), ("6", 5, 40), ("7", 4, 20), ("8", 5, 20),
    ],
)  # fmt: skip
def test_a_concession_open_after_its_last_operating_round_goes_back_for_twice_its_cost(
    name: str, due: int, penalty: int
) -> None:
    table = overdue(Table().start("SV", "Ada", cash=100), **{f"c{name}": ("SV", due)})
    assert table.own.concessions[name] == Concession()
    assert table.money("SV") == (100 - penalty,)
    table = overdue(Table().start("SV", "Ada", cash=100), **{f"c{name}": ("SV", due - 1)})
    assert table.own.concessions[name] == Concession("SV", due - 1)
    assert table.money("SV") == (100,)


@pytest.mark.clause("1883-6.11.2")
def test_the_president_adds_what_the_treasury_lacks() -> None:
    table = Table().start("SV", "Ada", cash=15).cash(Ada=30)
    bank = table.game.cash("bank")
    overdue(table, c2=("SV", 4))
    assert table.money("SV", "Ada", "bank") == (0, 5, bank + 40)


@pytest.mark.clause("1883-6.11.2")
def test_the_president_sells_shares_for_it_if_need_be() -> None:
    table = Table().start("SV", "Ada", stock={"Ada": 1}, cash=15).start("FBV", "Bruno", at=85, stock={"Ada": 2})
    overdue(table.cash(Ada=0), c2=("SV", 4))
    assert (table.decider, table.step) == ("Ada", "debt")
    table.may_not(Bankrupt(), "1883-6.8.6.4")
    table.may_not(SellShares("FBV", (10, 10)), "1883-R33")
    table.do(SellShares("FBV", (10,)))
    assert table.money("SV", "Ada") == (0, 85 - 25)
    assert table.game.state.round.kind == "stock"


@pytest.mark.clause("1883-6.11.2")
def test_who_cannot_raise_it_is_bankrupt_and_the_corporation_closes() -> None:
    """The pool is full of SV, so that Ada cannot give it up to Bruno either (R33)."""
    table = Table().start("SV", "Ada", stock={"Bruno": 2, "pool": 5}, cash=15).start("FBV", "Bruno", at=85)
    overdue(table.cash(Ada=24), c2=("SV", 4))
    table.do(Bankrupt())
    assert "Ada" in table.game.state.gone
    assert not table.game.is_started("SV")
    assert table.game.is_started("FBV")
    assert table.game.state.round.kind == "stock"


@pytest.mark.clause("1883-6.11.2")
def test_a_corporation_that_closed_over_one_penalty_owes_no_other() -> None:
    table = Table().start("SV", "Ada", cash=15).start("FBV", "Bruno", at=85)
    overdue(table.cash(Ada=24), c2=("SV", 4), c7=("SV", 4))
    table.do(Bankrupt())
    assert not table.game.is_started("SV")
    assert table.game.state.round.kind == "stock"
    assert table.own.concessions["7"] == Concession()


@pytest.mark.clause("1883-6.11.3")
def test_of_several_the_dearest_pays_first() -> None:
    """Ada has 25 to add. FBV, at 90, takes it first; then SV, at 80, has nobody who could pay for it."""
    table = Table().start("SV", "Ada", at=(4, 7), cash=15).start("FBV", "Ada", at=(3, 8), cash=15)
    overdue(table.start("FSF", "Bruno").cash(Ada=25), c2=("SV", 4), c6=("FBV", 5))
    assert table.money("FBV", "SV", "Ada") == (0, 0, 0)
    assert (table.decider, table.step, table.game.top.corporation) == ("Ada", "debt", "SV")  # type: ignore[attr-defined]
    table.do(Bankrupt())
    assert table.own.concessions["6"] == table.own.concessions["2"] == Concession()


@pytest.mark.clause("1883-6.11.3")
def test_the_failures_are_told_in_the_order_in_which_they_are_paid_for() -> None:
    table = Table().start("FBV", "Ada", at=65, cash=100).start("SV", "Bruno", at=85, cash=100)
    overdue(table, c2=("FBV", 4), c3=("SV", 4), c4=("FBV", 6))
    told = [(type(event), event.corporation) for event in table.game.events if isinstance(event, Failure)]
    failures = [(ConcessionFailed, name) for name in ("SV", "FBV", "FBV")]
    assert told == [*failures, *((PenaltyPaid, name) for _, name in failures)]


@pytest.mark.clause("1883-6.11.3")
def test_the_price_counts_not_the_order_of_purchase_or_number() -> None:
    table = Table().start("SV", "Ada", at=(3, 8), cash=15).start("FBV", "Ada", at=(4, 7), cash=15)
    overdue(table.start("FSF", "Bruno").cash(Ada=25), c2=("FBV", 4), c6=("SV", 5))
    assert table.game.top.corporation == "FBV"  # type: ignore[attr-defined]
