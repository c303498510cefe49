"""Games of computer players with a referee beside them who knows the rulebook only."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.referees.watching import REFEREES, Judged, judge_game, judge_games, plan, summed

SOAK = {"sensible": 300, "keen": 100}  # games of each title, by who plays them
SEED = "referees"


@pytest.mark.parametrize("name", REFEREES)
@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_a_game_under_a_referee_s_eye(name: str, number: int) -> None:
    judged = judge_game(*plan(name, 2, SEED)[number])
    assert not judged.faults, judged.report
    assert not judged.error, judged.report
    assert judged.actions > 200
    assert len(judged.judged) > 80


@pytest.mark.soak
@pytest.mark.parametrize("bot", SOAK)
@pytest.mark.parametrize("name", REFEREES)
def test_hundreds_of_games(name: str, bot: str) -> None:
    """All numbers of players and the variants in turn; each fault is told with the seed that shows it again."""
    games: list[Judged] = list(judge_games(name, SOAK[bot], SEED, bot))
    wrong = [judged for judged in games if judged.faults or judged.error]
    kinds = Counter(judged.faults[0][2] if judged.faults else judged.error for judged in wrong)
    told = "\n".join(judged.report for judged in wrong[:10])
    assert not wrong, f"{len(wrong)} of {len(games)} games: {dict(kinds)}\n{told}"
    assert len(summed(games)) > 100
