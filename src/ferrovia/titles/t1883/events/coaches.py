"""Section 8.2, told: the coaches."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t1883 import components


class CoachPlaced(Event, frozen=True, tag="coach_placed"):
    """A coach came to the map."""

    hex: str
    cost: int

    def sentence(self) -> str:
        if not self.cost:
            return "SARSA places a coach on {hex}."
        return "SARSA places a coach on {hex} for {cost:money}."

    def named(self) -> dict[str, Any]:
        return super().named() | {"hex": components.place(self.hex)}


class BasePlaced(Event, frozen=True, tag="base_placed"):
    """A coach came to one of the two bases."""

    hex: str
    cost: int

    def sentence(self) -> str:
        if not self.cost:
            return "SARSA places a coach on its base {hex}."
        return "SARSA places a coach on its base {hex} for {cost:money}."

    def named(self) -> dict[str, Any]:
        return super().named() | {"hex": components.place(self.hex)}


EVENTS: tuple[type[Event], ...] = (
    CoachPlaced,
    BasePlaced,
)
