"""How a server bears a rate of moves that is raised step by step, and where the curve bends: the arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SOON = 0.150  # seconds from a click to the others' pages, of 99 moves in a hundred
FULL = 0.9  # part of the moves that are asked for which a server must make, or it is saturated
FASTER = 1.5  # by how much the rate is raised
CLOSE = 1.12  # between a rate that is borne and one that is not: nearer than that nobody looks


def percentile(values: Sequence[float], part: float) -> float:
    """The least of the values that so large a part of all does not exceed."""
    ordered = sorted(values)
    rank = max(1, -(-len(ordered) * round(part * 1000) // 1000))  # rounded up
    return ordered[rank - 1]


@dataclass(frozen=True)
class Step:
    """So many moves a second for a while: what became of them."""

    asked: float  # moves a second
    seconds: float  # from the first click until the last page has shown its move
    answered: Sequence[float]  # seconds from each click to the mover's own page
    shown: Sequence[float]  # seconds from each click to the last of the others' pages
    server: float  # seconds of processor time
    database: float
    load: float
    refused: int = 0

    @property
    def done(self) -> float:
        """Moves a second that were shown."""
        return len(self.shown) / self.seconds

    @property
    def is_borne(self) -> bool:
        return not self.refused and self.done >= FULL * self.asked and percentile(self.shown, 0.99) <= SOON

    def milliseconds(self, spent: float) -> float:
        """What a move takes of so much processor time."""
        return spent / len(self.shown) * 1000


def next_rate(steps: Sequence[Step], first: float) -> float | None:
    """Faster as long as it is borne, then between what is and what is not; None where the bend is known well enough."""
    borne = max((step.asked for step in steps if step.is_borne), default=0.0)
    too_much = min((step.asked for step in steps if not step.is_borne and step.asked > borne), default=None)
    if not steps:
        return first
    if too_much is None:
        return borne * FASTER
    if not borne:
        return too_much / FASTER if too_much > first / FASTER**2 else None
    return (borne * too_much) ** 0.5 if too_much / borne > CLOSE else None


def knee(steps: Sequence[Step]) -> Step | None:
    """The fastest step that was borne."""
    return max((step for step in steps if step.is_borne), key=lambda step: step.asked, default=None)
