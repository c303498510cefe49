"""18FB, 3.5.4: secured interest for a company in building state, and what it costs to build too little."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import LayTile, Pass, UsePrivate
from tests.t18fb.table import Table


def building(company: str, at: int | Cell = 100, stock: dict[str, int] | None = None, floated: str = "PH1") -> Table:
    """A company of Ada's in building state begins its turn; FST of Dora operates after it."""
    table = Table().start("FST", president="Dora", at=(8, 3), earned=False)
    return table.start(company, at=at, earned=False, stock=stock, floated=floated).operate(company)


@pytest.mark.clause("18FB-3.5.4.1")
@pytest.mark.parametrize(("company", "per_share"), [("NN", 5), ("FS", 10), ("LdA", 15), ("FSC", 20)])
def test_interest_per_share_by_the_band(company: str, per_share: int) -> None:
    table = building(company, stock={"Bruno": 1, "Carla": 1}).lay_somehow(2)
    gained = [money - 750 for money in table.money("Ada", "Bruno", "Carla", "Dora")]
    assert gained == [2 * per_share, per_share, per_share, 0]


@pytest.mark.clause("18FB-3.5.4.1")
def test_interest_of_band_e() -> None:
    table = building("FSC", stock={"Bruno": 1}).cards(Melisurgo="Carla")
    table.do(UsePrivate("Melisurgo"))
    table.lay_somehow(2)
    assert table.money("Ada", "Bruno") == (800, 775)


@pytest.mark.clause("18FB-3.5.4.2")
def test_interest_for_players_and_investing_companies_only() -> None:
    """Ada 20%, Bruno 10%, NN 10%, the pool 10%, the card beside which a share lies 10%, the offer the rest."""
    table = building("LdA", stock={"Bruno": 1, "NN": 1, "pool": 1})
    bank = table.game.cash("bank")
    table.lay_somehow(2)
    assert table.money("Ada", "Bruno", "NN") == (780, 765, 15)
    assert table.money("Carla", "Dora", "LdA", "bank") == (750, 750, 0, bank - 60)


@pytest.mark.clause("18FB-3.5.4.3", "18FB-3.5.4.4")
def test_interest_needs_both_tile_steps_else_the_price_moves_left() -> None:
    table = building("LdA", at=(3, 2)).lay_somehow(2)
    assert (table.money("Ada"), table.price("LdA")) == ((780,), 90)
    table = building("LdA", at=(3, 2)).lay_somehow(1)
    assert table.price("LdA") == 90
    table.do(Pass())
    assert (table.money("Ada"), table.price("LdA"), table.cell("LdA")) == ((750,), 80, (3, 1))
    table = building("LdA", at=(3, 2))
    table.do(Pass())
    assert (table.money("Ada"), table.price("LdA")) == ((750,), 80)


@pytest.mark.clause("18FB-3.5.4.3")
def test_all_three_steps_for_a_company_floated_in_ph3() -> None:
    table = building("LdA", at=(3, 2), floated="PH3").lay_somehow(2)
    assert table.step == "track"
    enough = building("LdA", at=(3, 2), floated="PH3").lay_somehow(3)
    table.do(Pass())
    assert (table.money("Ada"), table.price("LdA")) == ((750,), 80)
    assert (enough.money("Ada"), enough.price("LdA")) == ((780,), 90)


@pytest.mark.clause("18FB-R36")
def test_a_step_for_which_there_is_no_tile_is_an_unused_step() -> None:
    """NN's first tile leads to Vesuvio, where no tile can be laid: no second step, no interest."""
    table = building("NN", at=(3, 2))
    table.do(LayTile("NC6", "3", 3))
    assert (table.step, table.game.decision.choices) == ("track", (Pass(),))
    table.do(Pass())
    assert table.money("Ada") == (750,)
    assert table.price("NN") == 80


@pytest.mark.clause("18FB-3.5.4.5")
def test_in_building_state_the_price_never_moves_right() -> None:
    """All ten shares are in players' hands: D150 are paid at a price of D60."""
    table = building("NN", at=60, stock={"Ada": 2, "Bruno": 3, "Carla": 2}).cards(Melisurgo="Carla", Bayard="Bruno")
    cell, bank = table.cell("NN"), table.game.cash("bank")
    table.do(UsePrivate("Melisurgo"))
    table.lay_somehow(2)
    assert table.game.cash("bank") == bank - 150
    assert table.money("Ada", "Bruno", "Carla") == (810, 810, 780)
    assert (table.cell("NN"), table.price("NN")) == (cell, 60)
