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


def test_ctrl_c_is_heard_although_nothing_could_be_raised_when_it_was_pressed() -> None:
    """As in a finalizer, where Python says that it ignores an exception, and goes on."""

    def drops_it(*_: object) -> None:
        pass

    before = signal.signal(signal.SIGINT, drops_it)
    try:
        results = simulate(matches("1849", 50, "lost", players=3), jobs=2)
        next(results)
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            list(results)
        assert signal.getsignal(signal.SIGINT) is drops_it
    finally:
        signal.signal(signal.SIGINT, before)
