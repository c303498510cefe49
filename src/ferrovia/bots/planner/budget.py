"""How much a planner may think about one choice: in steps, and where somebody waits also in seconds."""

from __future__ import annotations

from time import monotonic

from ferrovia.engine.flow.decision import Decision
from ferrovia.saying.message import Trouble

USUAL_STEPS = 400  # on an ordinary core well under a second

A_FEW = 8  # choices that are weighed in one step
MANY = 64  # among more, only some are weighed


class BudgetTrouble(Trouble, ValueError):
    """A planner cannot think with that."""


class Spent(Exception):
    """The budget is used up in the middle of a thought."""


class Budget:
    """Steps that are left: an action that is tried, a few choices that are weighed, or a best run is one.

    Steps are counted, not timed, so that the same budget gives the same choice on every machine. A deadline, as
    `time.monotonic` counts, cuts a thought short besides: as soon as another step as long as the longest so far might
    end after it.
    """

    def __init__(self, steps: int, deadline: float | None = None) -> None:
        self.left = steps
        self.deadline = deadline
        self._longest = 0.0
        self._since = monotonic()

    def spend(self, steps: int = 1) -> None:
        """Use some of it; raises `Spent` where nothing is left."""
        self.left -= steps
        if self.left < 0 or (self.deadline is not None and self._is_late(self.deadline)):
            self.left = 0
            raise Spent

    def _is_late(self, deadline: float) -> bool:
        now = monotonic()
        self._longest, self._since = max(self._longest, now - self._since), now
        return now + self._longest > deadline

    def weigh(self, decision: Decision) -> None:
        """Use what it takes to weigh the choices of a decision."""
        self.spend(1 + min(len(decision.choices), MANY) // A_FEW)


def check_steps(steps: int) -> int:
    """A number of steps with which a planner can think."""
    if steps < 1:
        raise BudgetTrouble("A planner needs at least one step to think, not {steps}.", steps=steps)
    return steps
