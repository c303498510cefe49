"""Section 3.3.7: after the last pass sold-out companies rise, then the operating rounds begin."""

from __future__ import annotations

import pytest

from tests.t18fb.table import Table


def sold_out(table: Table) -> Table:
    return table.start("LTF", "Ada", at=(6, 6), stock={"Ada": 1, "Bruno": 3, "Carla": 4}).line_done("LTF")


@pytest.mark.clause("18FB-3.3.7.1")
def test_prices_rise_before_the_first_operating_round_and_set_its_order() -> None:
    """NN stands on D110 further left: LTF operates first only because it has risen to D110."""
    table = sold_out(Table().start("NN", "Dora", at=(4, 5))).trains("LTF", "PH1").stock_round("Ada")
    assert table.price("LTF") == 100
    table.end_round()
    assert (table.price("LTF"), table.cell("LTF")) == (110, (5, 6))
    assert (table.game.state.round.kind, table.turn.corporation) == ("operating", "LTF")


@pytest.mark.clause("18FB-3.3.7.1")
def test_nothing_rises_before_everybody_has_passed() -> None:
    table = sold_out(Table()).stock_round("Ada")
    table.pass_on(lambda: table.decider == "Dora")
    assert (table.price("LTF"), table.game.state.round.kind) == (100, "stock")
    table.end_round()
    assert table.price("LTF") == 110


@pytest.mark.clause("18FB-3.3.7.1")
def test_a_share_left_anywhere_keeps_the_price_down() -> None:
    for place in ("offer", "pool"):
        table = Table().start("LTF", "Ada", at=(6, 6), stock={"Ada": 1, "Bruno": 3, "Carla": 3, place: 1})
        table.line_done("LTF").stock_round("Ada").end_round()
        assert table.price("LTF") == 100
