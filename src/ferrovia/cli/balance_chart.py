"""The chart that `balance` draws: what was measured in per cent, against the limits of its goals."""

from __future__ import annotations

from ferrovia.bots.balance import Goal, Subject, Verdict
from ferrovia.bots.summary import plain
from ferrovia.cli.balancing import named
from ferrovia.cli.totals import percent
from ferrovia.cli.voice import voice
from ferrovia.drawing.export import standalone
from ferrovia.drawing.palette import LIGHT
from ferrovia.drawing.pieces import headed, picture, stacked
from ferrovia.drawing.spans import Span, spans


def drawn(heading: str, found: list[Goal]) -> bytes:
    """Phases, seats and corporations, and of the mechanisms those that have not passed."""
    blocks = []
    for subject in Subject:
        rows = [_span(goal) for goal in found if goal.subject is subject and _is_drawn(goal)]
        if rows:
            blocks.append(headed(voice().term(subject), spans(rows, LIGHT), LIGHT, 4.5))
    return standalone(picture(headed(heading, stacked(blocks, 5), LIGHT), LIGHT, heading))


def _is_drawn(goal: Goal) -> bool:
    if goal.subject is Subject.MECHANISM:
        return goal.verdict is not Verdict.PASS
    return goal.subject is not Subject.ROUNDS


def _span(goal: Goal) -> Span:
    measured = goal.found
    low = measured.value if measured.low is None else measured.low
    high = measured.value if measured.high is None else measured.high
    figures = percent(plain(measured))
    return Span(named(goal), measured.value, low, high, goal.least, goal.most, goal.verdict.value, figures)
