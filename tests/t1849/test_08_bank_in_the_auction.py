"""The bank that runs out in the initial rounds (R46)."""

import pytest

from ferrovia.engine.flow.actions import Pass
from tests.t1849.table import Table


def stalled(bank: int) -> Table:
    """SCE is sold to Ada, the rest waits, and so much is left in the bank; everybody passes."""
    table = Table(3)
    table.game.state.privates = {**table.game.state.privates, "SCE": "Ada"}
    table.cash(bank=bank)
    table.do(Pass(), Pass(), Pass())
    return table


@pytest.mark.clause("1849-R46")
def test_a_failed_round_that_empties_the_bank_ends_the_game() -> None:
    table = stalled(5)
    assert table.game.state.ended_by == "1849-R46"
    assert table.money("bank", "Ada") == (0, 505)


@pytest.mark.clause("1849-R46")
def test_with_money_left_another_initial_round_begins() -> None:
    table = stalled(6)
    assert not table.game.over
    assert table.step == "auction"
    assert table.money("bank", "Ada") == (1, 505)
