"""The example that learns 1849: that it plays, learns and measures; what it learns is measured by whoever runs it."""

from __future__ import annotations

import numpy as np
import pytest

from examples import train_1849


def test_it_tells_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    train_1849.main(["--games", "2", "--test-games", "1"])
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].split()[0] for line in told[:-1]] == ["before", "games", "after"]
    assert "of 1 games against two random players" in told[0]


def test_what_was_followed_by_gains_becomes_likelier() -> None:
    """One game: after learning, the words that led to more were likelier to be said than before, the others less."""
    policy = train_1849.new_policy()
    game = train_1849.play(policy, 0, 0)
    train_1849.learn(policy, [game])
    likelier = np.array([np.sum(policy.weights[word.rows] * word.pull) for word in game.said])
    better = game.worth - game.worth.mean()
    assert game.worth.std() > 0
    assert np.sum(likelier * better) > 0
    assert np.linalg.norm(policy.weights) == pytest.approx(train_1849.PACE)


def test_gains_count_for_the_words_before_them() -> None:
    words = [train_1849.Said(np.zeros(1, np.int64), np.zeros((1, 5)), gain) for gain in (0.0, 0.5, -0.25)]
    worth = train_1849.Game(0.5, 1.0, words).worth
    assert worth == pytest.approx([0.98 * (0.5 - 0.98 * 0.25), 0.5 - 0.98 * 0.25, -0.25])


def test_a_budget_of_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train_1849.main(["--games", "0"])
    assert "at least one game" in capsys.readouterr().err
