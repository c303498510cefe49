"""Section 6.8.5, told: gravity trains."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event


class GravityRolled(Event, frozen=True, tag="gravity_rolled"):
    """The die of a gravity train that runs."""

    says = "{corporation} rolls {rolled} for its 2G."

    corporation: str
    rolled: int


class GravityLost(Event, frozen=True, tag="gravity_lost"):
    """A gravity train has run for the last time."""

    says = "{corporation} loses its 2G."

    corporation: str


class GravityReturned(Event, frozen=True, tag="gravity_returned"):
    """A gravity train has lost its partner, or its corporation."""

    says = "A 2G of {corporation} goes back to the 2G box."

    corporation: str


EVENTS: tuple[type[Event], ...] = (
    GravityRolled,
    GravityLost,
    GravityReturned,
)
