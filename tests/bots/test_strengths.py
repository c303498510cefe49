"""Strengths by Plackett and Luce: right about players whose strength is known."""

from collections.abc import Sequence
from math import log
from random import Random

import pytest

from ferrovia.bots.intervals import Estimate
from ferrovia.bots.strengths import strengths

TRUE = {"weak": 1.0, "fair": 4.0, "strong": 12.0}


def drawn(chance: Random, table: Sequence[str]) -> list[list[str]]:
    """A game as the model has it: each place goes to those who are left, by strength."""
    left, order = list(table), []
    while left:
        (first,) = chance.choices(range(len(left)), [TRUE[kind] for kind in left])
        order.append([left.pop(first)])
    return order


def test_strengths_are_found_again_within_their_intervals() -> None:
    chance = Random(1883)
    tables = [("fair", "weak", "weak"), ("strong", "fair", "fair")]
    found = strengths([drawn(chance, tables[number % 2]) for number in range(800)], list(TRUE))
    assert found["weak"] == Estimate(0.0, None, None)
    for kind in ("fair", "strong"):
        truth = 400 * log(TRUE[kind], 10)
        low, high = found[kind].low, found[kind].high
        assert low is not None
        assert high is not None
        assert low < truth < high
        assert high - low < 150
        assert found[kind].value == pytest.approx(truth, abs=60)


def test_more_games_make_the_interval_narrower() -> None:
    chance = Random(7)
    games = [drawn(chance, ("fair", "weak", "weak")) for _ in range(400)]
    few, many = (strengths(games[:count], ["weak", "fair"])["fair"] for count in (40, 400))
    assert None not in (few.low, few.high, many.low, many.high)
    assert (many.high or 0) - (many.low or 0) < ((few.high or 0) - (few.low or 0)) / 2


def test_who_wins_every_game_is_strong_but_not_infinitely() -> None:
    found = strengths([[["b"], ["a"], ["a"]]] * 20, ["a", "b"])["b"]
    assert found.low is not None
    assert found.high is not None
    assert 200 < found.low < found.value < found.high < 5000


def test_who_ends_together_is_as_strong() -> None:
    assert strengths([[["a", "b"]]] * 10, ["a", "b"])["b"].value == 0
    one_behind = strengths([[["a", "b"], ["c"]]] * 10, ["a", "b", "c"])
    assert abs(one_behind["b"].value) < 25
    assert one_behind["c"].value < -200


def test_one_kind_alone_has_no_strength() -> None:
    assert strengths([[["a"], ["a"]]], ["a"]) == {"a": Estimate(0.0, None, None)}
