"""Intervals: as the textbooks have them, and right about 95 times in 100."""

from random import Random

import pytest

from ferrovia.bots.intervals import Estimate, mean_of, median_of, share_of


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_shares_by_wilson(part: int, whole: int, low: float, high: float) -> None:
    found = share_of(part, whole)
    assert found.value == pytest.approx(part / whole, abs=1e-4)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_medians_lie_between_values_of_their_order() -> None:
    """Ranks as the tables of the sign test have them: 2 of 10, 6 of 20, 40 of 100."""
    for count, rank in ((6, 1), (10, 2), (20, 6), (100, 40)):
        assert median_of(range(1, count + 1)) == Estimate((count + 1) / 2, rank, count + 1 - rank)


def test_few_values_have_no_interval() -> None:
    assert median_of([3, 1, 2, 5, 4]) == Estimate(3, None, None)
    assert mean_of([7]) == Estimate(7, None, None)
    for empty in (share_of(0, 0), median_of([]), mean_of([])):
        assert empty == Estimate(0.0, None, None)


def test_means_by_student() -> None:
    """Quantiles of the tables: 12.706 with one degree of freedom, 2.776 with four, 2.045 with 29."""
    assert mean_of([0, 2]) == Estimate(1, -11.71, 13.71)
    for count, quantile in ((5, 2.776), (30, 2.045)):
        values = [0.0] * (count - 1) + [float(1000 * count)]
        found = mean_of(values)
        assert found.value == 1000
        assert found.high is not None
        assert (found.high - found.value) / 1000 == pytest.approx(quantile, abs=0.02)


def test_medians_and_means_are_caught_about_as_often_as_they_claim() -> None:
    chance = Random(1849)
    medians = means = 0
    for _ in range(400):
        drawn = [chance.expovariate(1) for _ in range(40)]
        medians += _holds(median_of(drawn), 0.6931)
        means += _holds(mean_of(drawn), 1.0)
    assert 370 <= medians <= 400
    assert 355 <= means <= 400


def _holds(found: Estimate, truth: float) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high
