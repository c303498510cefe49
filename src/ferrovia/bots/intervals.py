"""What so many games let us say: an estimate with the interval in which the truth lies 95 times in 100."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from statistics import NormalDist, mean, median, stdev

import msgspec

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Estimate(msgspec.Struct, frozen=True):
    """A figure, and how far off it may be; without an interval where there are too few games for one."""

    value: float
    low: float | None
    high: float | None


def share_of(part: float, whole: int) -> Estimate:
    """So many of so many, by Wilson's interval, which is honest for few games and for shares near 0 and 1.

    >>> share_of(0, 200)
    Estimate(value=0.0, low=0.0, high=0.0188)
    """
    if not whole:
        return Estimate(0.0, None, None)
    found = part / whole
    spread = Z * sqrt(found * (1 - found) / whole + Z * Z / (4 * whole * whole))
    centre, scale = found + Z * Z / (2 * whole), 1 + Z * Z / whole
    low, high = max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
    return Estimate(round(found, 4), round(low, 4), round(high, 4))


def median_of(values: Sequence[float]) -> Estimate:
    """The median, between two of the values in their order; nothing is supposed about how they are spread.

    With fewer than six values not even the least and the most are far enough apart.
    """
    if not values:
        return Estimate(0.0, None, None)
    ordered, count = sorted(values), len(values)
    rank = _rank(count)
    low, high = (ordered[rank - 1], ordered[count - rank]) if rank else (None, None)
    return Estimate(median(ordered), low, high)


def _rank(count: int) -> int:
    """The largest k for which the median is rarely below the k-th value or above the k-th from the end."""
    limit = (1 - CONFIDENCE) / 2 * 2**count
    below, rank = 0, 0
    while (below := below + comb(count, rank)) <= limit:
        rank += 1
    return rank


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean, by Student's interval."""
    if len(values) < 2:
        return Estimate(round(mean(values), 2) if values else 0.0, None, None)
    found = mean(values)
    spread = _student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(round(found, 2), round(found - spread, 2), round(found + spread, 2))


def _student(freedom: int) -> float:
    """The quantile of Student's distribution that Z is for the normal one: exact for 1 and 2, then by an expansion."""
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
