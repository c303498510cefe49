"""18FB, 3.5.3: what a token on a destination brings: the state, the deposit, and the bonus."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Dividend, Pass
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

TO_CASERTA = "I30 H29 G30"
TO_NAPOLI = "G30 NE12 ND11 NC10"
TO_CAMPOBASSO = "I30 J31 J33"
TO_FOGGIA = "I30 J29 K28 L27"


def benevento(
    *ways: str, at: int | Cell = 100, deposit: int = 150, trains: tuple[str, ...] = ("PH1",), **facts: Any
) -> Table:
    """FB of Ada, about to place a token, with rails along some ways and room to leave home in each."""
    table = Table().start("FB", "Ada", at=at, cash=500, deposit=deposit, **facts).lay("I30 X20 0", "G30 X24 0")
    for way in ways:
        table.rails(way)
    return table.trains("FB", *trains).operate("FB", "token")


@pytest.mark.clause("18FB-3.5.3.1")
def test_a_token_on_the_intermediate_destination_makes_a_company_provisional_at_once() -> None:
    table = benevento(TO_CASERTA)
    assert table.state("FB") is CompanyState.BUILDING
    table.do(line(TO_CASERTA))
    assert table.state("FB") is CompanyState.PROVISIONAL
    assert (table.step, table.money("Ada"), table.deposit("FB")) == ("dividend", (750 + 75,), 75)
    assert table.turn.revenue > 0  # its trains run in the same turn


@pytest.mark.clause("18FB-3.5.3.1")
def test_a_token_on_the_final_destination_makes_it_definitive_and_returns_the_rest() -> None:
    table = benevento(TO_NAPOLI, deposit=75).tokens("FB", "G30").operate("FB", "token")
    assert table.state("FB") is CompanyState.PROVISIONAL
    table.do(line(TO_NAPOLI))
    assert table.state("FB") is CompanyState.DEFINITIVE
    assert (table.money("Ada"), table.deposit("FB")) == ((750 + 75,), 0)


@pytest.mark.clause("18FB-3.5.3.1")
def test_a_token_elsewhere_changes_neither_state_nor_deposit() -> None:
    table = benevento(TO_CAMPOBASSO)
    table.do(line(TO_CAMPOBASSO))
    assert table.state("FB") is CompanyState.BUILDING
    assert (table.money("Ada"), table.deposit("FB")) == ((750,), 150)


# Bonuses


@pytest.mark.clause("18FB-3.5.3.2")
def test_each_historical_destination_lifts_the_price_one_space_once() -> None:
    """FB, provisional on D120 [4,6], reaches Campobasso in one round and Foggia in the next."""
    table = benevento(TO_CAMPOBASSO, TO_FOGGIA, at=(4, 6)).tokens("FB", "G30").operate("FB", "token", number=1)
    assert (table.price("FB"), table.cell("FB")) == (120, (4, 6))
    table.do(line(TO_CAMPOBASSO))
    assert (table.price("FB"), table.cell("FB")) == (130, (3, 6))
    table.do(Dividend("half"), Pass())
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.cell("FB") == (3, 6)
    table.do(Pass())
    table.may_not(line(TO_CAMPOBASSO), "18FB-3.5.2.5")  # no second token, no second bonus
    table.do(line(TO_FOGGIA))
    assert (table.price("FB"), table.cell("FB")) == (140, (2, 6))


@pytest.mark.clause("18FB-3.5.3.2")
def test_a_city_that_is_not_on_the_charter_brings_no_bonus() -> None:
    way = "I30 J31 K30 L29 L31 L33"
    table = benevento(way, at=(4, 6)).tokens("FB", "G30").operate("FB", "token")
    assert "L33" not in components.destinations("FB")
    table.do(line(way))
    assert table.cell("FB") == (4, 6)


@pytest.mark.clause("18FB-3.5.3.2", "18FB-R33")
def test_in_building_state_a_destination_brings_no_bonus_then_or_later() -> None:
    """Campobasso while building, then Caserta: only Caserta's own row."""
    table = benevento(TO_CAMPOBASSO, TO_CASERTA, at=(4, 6)).turn_is(laid=(("one", "tile"), ("two", "tile")))
    table.do(line(TO_CAMPOBASSO))
    assert table.cell("FB") == (4, 6)
    table.operate("FB", "token").do(line(TO_CASERTA))
    assert table.state("FB") is CompanyState.PROVISIONAL
    assert table.cell("FB") == (3, 6)


@pytest.mark.clause("18FB-3.5.3.2")
def test_in_frozen_state_no_token_is_placed_and_no_bonus_earned() -> None:
    table = benevento(TO_CAMPOBASSO, at=(4, 6), concession="", deposit=0).tokens("FB", "G30").operate("FB", "token")
    assert table.state("FB") is CompanyState.FROZEN
    table.may_not(line(TO_CAMPOBASSO), "18FB-3.4.15")
    assert table.cell("FB") == (4, 6)


@pytest.mark.clause("18FB-3.5.3.2")
def test_at_the_top_of_the_market_the_marker_stays() -> None:
    table = benevento(TO_CAMPOBASSO, at=(0, 6)).tokens("FB", "G30").operate("FB", "token")
    table.do(line(TO_CAMPOBASSO))
    assert table.cell("FB") == (0, 6)


@pytest.mark.clause("18FB-3.5.3.2")
def test_the_marker_goes_under_those_already_there() -> None:
    table = benevento(TO_CAMPOBASSO, at=(4, 6)).tokens("FB", "G30").start("NN", at=(3, 6)).operate("FB", "token")
    table.do(line(TO_CAMPOBASSO))
    assert table.stack((3, 6)) == ["NN", "FB"]


@pytest.mark.clause("18FB-R33")
def test_the_token_that_ends_the_building_state_earns_its_bonus() -> None:
    table = benevento(TO_CASERTA, at=(4, 6))
    assert "G30" in components.destinations("FB")
    table.do(line(TO_CASERTA))
    assert table.cell("FB") == (3, 6)


# R32: the final destination first


@pytest.mark.clause("18FB-R32")
def test_the_final_destination_first_changes_nothing_and_then_the_intermediate_one_does_all() -> None:
    """FB comes to Napoli over Nola before it comes to Caserta."""
    way = "I30 I28 H29 G28 NE10 ND11 NC10"
    table = benevento(way, TO_CASERTA, at=(4, 6), deposit=75).turn_is(laid=(("one", "tile"), ("two", "tile")))
    table.do(line(way))
    assert table.state("FB") is CompanyState.BUILDING
    assert (table.money("Ada"), table.deposit("FB")) == ((750 + 10,), 75)  # interest of band A for two shares
    assert table.cell("FB") == (4, 6)  # no bonus in building state
    table.operate("FB", "token").do(line(TO_CASERTA))
    assert table.state("FB") is CompanyState.DEFINITIVE
    assert (table.money("Ada"), table.deposit("FB")) == ((750 + 10 + 75,), 0)
    assert table.cell("FB") == (3, 6)
