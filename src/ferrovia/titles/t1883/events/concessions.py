"""Section 5.6, told: concessions."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event


class ConcessionBought(Event, frozen=True, tag="concession_bought"):
    """A corporation owns a concession."""

    says = "{corporation} buys concession {concession} for {cost:money}."

    corporation: str
    concession: str
    cost: int


class ConcessionCompleted(Event, frozen=True, tag="concession_completed"):
    """The owner of a concession has joined its places."""

    says = "{corporation} completes concession {concession} and earns a bonus of {bonus:money}."

    corporation: str
    concession: str
    bonus: int


class ConcessionFailed(Event, frozen=True, tag="concession_failed"):
    """The time of a concession is over."""

    says = "{corporation} has not completed concession {concession} in time."

    corporation: str
    concession: str


class ConcessionForgone(Event, frozen=True, tag="concession_forgone"):
    """The places of a concession were joined before anybody owned it."""

    says = "Concession {concession} is complete without an owner and leaves play."

    concession: str


class ConcessionUnsold(Event, frozen=True, tag="concession_unsold"):
    """Nobody has bought a concession before the last phase."""

    says = "Nobody owns concession {concession}: it leaves play."

    concession: str


class PenaltyPaid(Event, frozen=True, tag="penalty_paid"):
    """A treasury paid for a concession that failed."""

    says = "{corporation} pays a penalty of {amount:money}."

    corporation: str
    amount: int


EVENTS: tuple[type[Event], ...] = (
    ConcessionBought,
    ConcessionCompleted,
    ConcessionFailed,
    ConcessionForgone,
    ConcessionUnsold,
    PenaltyPaid,
)
