"""Section 8.2, told: the coaches."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event


class CoachPlaced(Event, frozen=True, tag="coach_placed"):
    """A coach came to the map."""

    says = "SARSA places a coach on {hex} for {cost}."

    hex: str
    cost: int


class BasePlaced(Event, frozen=True, tag="base_placed"):
    """A coach came to one of the two bases."""

    says = "SARSA places a coach on its base {hex} for {cost}."

    hex: str
    cost: int


EVENTS: tuple[type[Event], ...] = (
    CoachPlaced,
    BasePlaced,
)
