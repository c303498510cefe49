"""Controls: how a decision is put to the viewer, and what they have picked so far.

A control is chosen by what can be decided. Every kind of decision that has no control of its own is a list of
sentences, so that nothing can ever not be played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

import msgspec

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Range
from ferrovia.table.page.scene import Scene

if TYPE_CHECKING:
    from ferrovia.table.page.market import CellLink
    from ferrovia.table.page.reasons import Why
    from ferrovia.table.page.routes import Shown
    from ferrovia.table.page.stage import HexMark

Parts_co = TypeVar("Parts_co", covariant=True)


class Part(IntEnum):
    """Where a line of what follows belongs, in the order of the footer."""

    CHOICE = 0  # by this choice
    OTHERS = 1  # by this choice, to other corporations
    LATER = 2  # by this choice, at the end of the round if all pass
    ANYHOW = 3  # whatever is chosen
    ROUND_END = 4  # whatever is chosen, at the end of the round if all pass
    INSTEAD = 5  # what would come if something were done, where passing is told
    NEXT = 6  # who chooses then


@dataclass(frozen=True)
class Effect:
    """One line of what follows from a choice: what changes, from what, to what."""

    what: str
    before: str = ""
    after: str = ""
    change: int = 0
    note: str = ""
    part: Part = Part.CHOICE

    @property
    def loss(self) -> int:
        return -self.change


@dataclass(frozen=True)
class Ghost:
    """A token that would move on the market: from a space, to a space; None is outside."""

    corporation: str
    start: Cell | None
    end: Cell | None
    kind: Literal["choice", "anyhow", "lost"] = "choice"  # by the choice, without it too, only without it


def prices_of(span: Range | None) -> tuple[int, ...]:
    """A few of the prices that may be named, for those who do not want to count."""
    if span is None:
        return ()
    low, high, step = span.low, span.high, span.step
    steps = (0, 1, 2, 4, 8) if step > 1 else (0, 5, 10, 20)
    return tuple(dict.fromkeys([*(low + step * many for many in steps if low + step * many < high), high]))


@dataclass(frozen=True)
class Way:
    """One of several ways to do the same thing, with what differs."""

    number: int
    label: str
    told: str
    is_chosen: bool


@dataclass(frozen=True)
class Chosen:
    """The choice that is pointed at: what the footer says and what the main button does."""

    action: Action
    sentence: str
    button: str
    effects: tuple[Effect, ...] = ()
    price: Range | None = None  # a price that is still to be named
    named: int = 0  # the one that is named so far
    ghosts: tuple[Ghost, ...] = ()  # what it would move on the market
    later: tuple[Ghost, ...] = ()  # what moves at the end of the round if all pass
    told: tuple[str, ...] = ()  # what would happen, in sentences
    cost: str = ""  # of passing: what is lost by it, or that nothing is
    weight: Literal["", "nothing", "some", "much"] = ""  # and how much; empty where it cannot be known
    ways: tuple[Way, ...] = ()  # where it can be done in several that end differently: which of them

    @property
    def prices(self) -> tuple[int, ...]:
        return prices_of(self.price)

    @property
    def json(self) -> str:
        return msgspec.json.encode(self.action).decode()


@dataclass(frozen=True)
class ControlMarks:
    """What a control lays over the board and the market."""

    hexes: Sequence[HexMark] = ()
    runs: Shown | None = None
    labels: Sequence[str] | None = None  # beside the runs; None for what each train earns
    market: Sequence[Ghost] | None = None  # tokens that move; None for those that the choice pointed at moves
    cells: Mapping[Cell, CellLink] = field(default_factory=dict)  # spaces of the market that can be picked


@dataclass(frozen=True)
class Control(Generic[Parts_co]):
    """What the decision panel shows."""

    template: str
    question: str
    parts: Parts_co  # what the template asks for
    chosen: Chosen | None = None
    passing: Chosen | None = None
    marks: ControlMarks = ControlMarks()

    @property
    def has_stepper(self) -> bool:
        """Whether it has a field of its own for the price, so that the footer needs none."""
        return bool(getattr(self.parts, "stepper", False))

    @property
    def is_passing(self) -> bool:
        """Whether passing is what is pointed at."""
        return self.chosen is not None and self.chosen is self.passing

    @property
    def why(self) -> Why | None:
        """Why something cannot be done, where that was asked: the footer answers."""
        return getattr(self.parts, "why", None)

    @property
    def name(self) -> str:
        """Which of the controls this is."""
        return PurePosixPath(self.template).stem


Builder = Callable[[Scene], Control[object] | None]
