"""How strong players are, from the order in which they end their games: the model of Plackett and Luce.

A player of strength s comes first with chance s / (the sum of all strengths at the table), the second of the game is
found in the same way among the others, and so on. The strengths that fit best are told as chess does it, in points:
400 more means that one wins ten times as often as the other, were they alone. Players who end with the same worth are
each judged against all who ended with as much or less.

The interval of a strength holds all values that fit hardly worse than the best one, whatever the others are then
(the profile of the likelihood): it stays honest where somebody wins every game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import exp, log

from ferrovia.bots.intervals import Estimate, Z

POINTS = 400 / log(10)
# What we believe before the first game: nobody is likely to be thousands of points away. Without it who wins every
# game would be infinitely strong.
SPREAD = 6.0

Ranking = Sequence[Sequence[str]]  # kinds of players who end together, the best first
Stage = tuple[tuple[int, ...], tuple[int, ...]]  # of each kind: how many took a place, and how many were left for it


def strengths(rankings: Iterable[Ranking], kinds: Sequence[str]) -> dict[str, Estimate]:
    """The points of each kind above the first of them, with intervals; the first has 0 and none."""
    stages = Counter(stage for ranking in rankings for stage in _stages(ranking, kinds))
    others = range(1, len(kinds))
    best = _fitted(stages, [0.0] * len(kinds), others)
    found = {kind: Estimate(0.0, None, None) for kind in kinds[:1]}
    for place in others:
        low, high = (_bound(stages, best, place, way) for way in (-1, 1))
        found[kinds[place]] = Estimate(round(POINTS * best[place]), round(POINTS * low), round(POINTS * high))
    return found


def _stages(ranking: Ranking, kinds: Sequence[str]) -> Iterable[Stage]:
    """Place by place who took it, and from whom."""
    groups = [tuple(list(group).count(kind) for kind in kinds) for group in ranking]
    for place, took in enumerate(groups):
        yield took, tuple(map(sum, zip(*groups[place:], strict=True)))


def _bound(stages: Counter[Stage], best: list[float], place: int, way: int) -> float:
    """How far a strength may be off, one way, until all that was seen fits clearly worse."""
    enough = _fit(stages, best) - Z * Z / 2
    free = [other for other in range(1, len(best)) if other != place]

    def fits(off: float) -> bool:
        tried = list(best)
        tried[place] += way * off
        return _fit(stages, _fitted(stages, tried, free)) > enough

    near, far = 0.0, 1.0
    while fits(far):
        near, far = far, 2 * far
    for _ in range(30):
        middle = (near + far) / 2
        near, far = (middle, far) if fits(middle) else (near, middle)
    return best[place] + way * near


def _fit(stages: Counter[Stage], logs: Sequence[float]) -> float:
    """The logarithm of the likelihood of all that was seen, by the logarithms of the strengths."""
    fit = -sum(value * value for value in logs) / (2 * SPREAD**2)
    for (took, left), often in stages.items():
        total = sum(count * exp(value) for count, value in zip(left, logs, strict=True))
        fit += often * sum(count * (value - log(total)) for count, value in zip(took, logs, strict=True))
    return fit


def _fitted(stages: Counter[Stage], logs: Sequence[float], free: Collection[int]) -> list[float]:
    """The strengths that fit best when only some are free: Newton's way, in steps of no more than 1."""
    found = list(logs)
    for _ in range(100 if free else 0):
        slope, bend = _slope_and_bend(stages, found)
        step = _solved([[bend[row][column] for column in free] for row in free], [slope[row] for row in free])
        longest = max(map(abs, step))
        for place, move in zip(free, step, strict=True):
            found[place] += move / max(1.0, longest)
        if longest < 1e-9:
            break
    return found


def _slope_and_bend(stages: Counter[Stage], logs: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """The slope of the fit, and how it bends downwards (a positive matrix)."""
    size = range(len(logs))
    slope = [-value / SPREAD**2 for value in logs]
    bend = [[(row == column) / SPREAD**2 for column in size] for row in size]
    for (took, left), often in stages.items():
        weights = [count * exp(value) for count, value in zip(left, logs, strict=True)]
        chances = [weight / sum(weights) for weight in weights]
        times = often * sum(took)
        for row in size:
            slope[row] += often * took[row] - times * chances[row]
            for column in size:
                bend[row][column] += times * chances[row] * ((row == column) - chances[column])
    return slope, bend


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x for which matrix * x = right; the matrix is positive, so that no rows need to be exchanged."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, upper in enumerate(rows):
        for lower in rows[pivot + 1 :]:
            factor = lower[pivot] / upper[pivot]
            lower[:] = [below - factor * above for below, above in zip(lower, upper, strict=True)]
    found: list[float] = []
    for place in reversed(range(len(rows))):
        known = sum(a * b for a, b in zip(rows[place][place + 1 : -1], found, strict=True))
        found.insert(0, (rows[place][-1] - known) / rows[place][place])
    return found
