"""Closed stops and reach are kept, but only while nothing changes that 18FB reads them off."""

from __future__ import annotations

from ferrovia.titles.t18fb.south import keep
from tests.t18fb.table import Table

ALIFANA, HOME = "FA", "F31.0"  # a regional company, whose home is a start of its routes while its token waits (R55)
AREA = "ND7.0"  # an off-map area with one slot, and a second one from PH4 on


def test_a_regional_that_waits_reaches_its_home_at_once() -> None:
    game = Table().phase("PH5").game
    assert HOME not in game.reach(ALIFANA).paths
    keep(game, waiting=(ALIFANA,))
    assert HOME in game.reach(ALIFANA).paths
    keep(game, waiting=())
    assert HOME not in game.reach(ALIFANA).paths


def test_what_a_fork_finds_out_is_not_found_in_the_game() -> None:
    game = Table().phase("PH5").game
    game.closed_to("FB")
    fork = game.fork()
    keep(fork, waiting=(ALIFANA,))
    assert HOME in fork.reach(ALIFANA).paths
    assert HOME not in game.reach(ALIFANA).paths


def test_a_slot_that_opens_with_a_phase_opens_the_area() -> None:
    table = Table().phase("PH3").tokens("LTF", "ND7")
    assert AREA in table.game.closed_to("FB")
    fork = table.game.fork()
    fork.state.phase = "PH4"
    assert AREA not in fork.closed_to("FB")
    assert AREA in table.game.closed_to("FB")
    assert AREA not in table.phase("PH4").game.closed_to("FB")
