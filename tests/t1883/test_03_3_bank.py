"""The Bank that is exhausted in the distribution (R79)."""

import pytest

from ferrovia.engine.flow.actions import Pass
from tests.t1883.table import Table


def stalled(bank: int) -> Table:
    """TCB is sold to Ada, the rest waits, and so much is left in the Bank; everybody passes."""
    table = Table(3)
    table.game.state.privates = {**table.game.state.privates, "TCB": "Ada"}
    table.cash(bank=bank)
    table.do(Pass(), Pass(), Pass())
    return table


@pytest.mark.clause("1883-R79", "1883-1.1.3")
def test_a_circle_of_passes_that_exhausts_the_bank_ends_the_game() -> None:
    table = stalled(5)
    assert table.game.state.ended_by == "1883-R79"
    assert table.money("bank", "Ada") == (0, 555)


@pytest.mark.clause("1883-R79")
def test_with_money_left_the_distribution_resumes() -> None:
    table = stalled(6)
    assert not table.game.over
    assert table.step == "auction"
    assert table.money("bank", "Ada") == (1, 555)
