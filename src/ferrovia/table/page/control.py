"""Controls: how a decision is put to the viewer, and what they have picked so far.

A control is chosen by what can be decided. Every kind of decision that has no control of its own is a list of
sentences, so that nothing can ever not be played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Range
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class Effect:
    """One line of what follows from a choice: what changes, from what, to what."""

    what: str
    before: str = ""
    after: str = ""
    change: int = 0
    note: str = ""


@dataclass(frozen=True)
class Chosen:
    """The choice that is pointed at: what the footer says and what the main button does."""

    action: Action
    sentence: str
    button: str
    effects: tuple[Effect, ...] = ()
    price: Range | None = None  # a price that is still to be named

    @property
    def json(self) -> str:
        return msgspec.json.encode(self.action).decode()


@dataclass(frozen=True)
class Control:
    """What the decision panel shows."""

    template: str
    question: str
    chosen: Chosen | None = None
    passing: Chosen | None = None
    parts: dict[str, Any] = field(default_factory=dict)  # what the template asks for
    marks: dict[str, Any] = field(default_factory=dict)  # what lies over the board and the market


Builder = Callable[[Scene], Control | None]
