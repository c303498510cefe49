"""What is told of the calendar: rounds, turns, phases and whose turn passes."""

from __future__ import annotations

from ferrovia.engine.flow.events.base import Event


class StockRoundBegins(Event, frozen=True, tag="stock_round_begins"):
    """A stock round has begun."""

    says = "Stock round {turn} begins."

    turn: int


class OperatingRoundBegins(Event, frozen=True, tag="operating_round_begins"):
    """An operating round has begun."""

    says = "Operating round {turn}.{number} begins."

    turn: int
    number: int


class PriorityHeld(Event, frozen=True, tag="priority_held"):
    """Who begins the next stock round."""

    says = "{player} has the priority."

    player: str


class TurnBegins(Event, frozen=True, tag="turn_begins"):
    """A corporation has its operating turn."""

    says = "{corporation} operates."

    corporation: str


class PhaseBegins(Event, frozen=True, tag="phase_begins"):
    """The first train of a class was sold."""

    says = "Phase {phase} begins."

    phase: str


class Passed(Event, frozen=True, tag="passed"):
    """A player did nothing in their turn."""

    says = "{player} passes."

    player: str


EVENTS: tuple[type[Event], ...] = (
    StockRoundBegins,
    OperatingRoundBegins,
    PriorityHeld,
    TurnBegins,
    PhaseBegins,
    Passed,
)
