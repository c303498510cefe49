"""Games on several processes: a dead one costs nobody else's game, and whoever stops waits for none."""

import os
import signal
from collections.abc import Callable

import pytest

from ferrovia.bots import processes
from ferrovia.bots.processes import DIED, simulate
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, matches, play_match
from tests.bots.results import without_times


def test_the_game_that_kills_its_process_has_broken_off_and_all_others_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_play", _deadly)
    plan = matches("1849", 2, "s", players=3)
    deadly = Match(9, "1849", "x" * 32, ("random",) * 3, ("deadly",))
    found = {result.index: result for result in simulate([deadly, *plan], jobs=2)}
    assert found.pop(9).error == DIED
    assert without_times(found.values()) == without_times(map(play_match, plan))


def _deadly(match: Match) -> Result:
    """Found by its name in a worker, where nothing is patched."""
    if "deadly" in match.options:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_match(match)


def test_a_game_that_nobody_waits_for_is_left() -> None:
    asked: list[Callable[[], bool]] = []

    def is_stopped() -> bool:
        asked.append(is_stopped)
        return len(asked) == 5

    with pytest.raises(KeyboardInterrupt):
        play_match(matches("1849", 1, "s", players=3)[0], is_stopped)
    assert len(asked) == 5
