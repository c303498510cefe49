"""Section 10: the design notes add no rule."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.t1883.table import Table


@pytest.mark.clause("1883-10.0.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_option_does_without_events_or_the_cooperative(players: int) -> None:
    names = tuple(Table.title.options)
    for options in (chosen for count in range(len(names) + 1) for chosen in combinations(names, count)):
        table = Table(players, options).privates()
        assert len(table.own.deck) == 12
        assert table.game.is_started("CCFR")
        table.own_is(first_round_over=True).stock_round("Ada").end_round()
        assert len(table.own.deck) == 11  # an event was drawn
        table.pass_on(until=lambda table=table: table.game.decision.for_corporation == "CCFR")  # type: ignore[misc]
        assert table.step == "track"
