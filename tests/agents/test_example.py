"""The example that learns 1849: that it plays, learns and measures; what it learns is measured by who runs it."""

from __future__ import annotations

import numpy as np
import pytest

from examples import train_1849


def test_it_tells_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    train_1849.main(["--games", "2", "--test-games", "1"])
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].split()[0] for line in told[:-1]] == ["before", "games", "after"]
    assert "of 1 games against two random players" in told[0]


def test_the_weights_move_towards_what_was_said_in_the_better_game() -> None:
    """Two games of a batch: what the better one said becomes likelier where they differ, the other less likely."""
    policy = train_1849.new_policy()
    games = {number: train_1849.play(policy, number, number, learns=True) for number in range(2)}
    better, worse = sorted(games.values(), key=lambda game: -game.gain)
    assert better.gain > worse.gain
    with pytest.MonkeyPatch.context() as patch:  # the games as they were played
        patch.setattr(train_1849, "play", lambda policy, number, seat, learns: games[number])
        train_1849.train(policy, 2, told=lambda line: None)
    assert np.sum(policy.weights * (better.pull - worse.pull)) > 0


def test_a_budget_of_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train_1849.main(["--games", "0"])
    assert "at least one game" in capsys.readouterr().err
