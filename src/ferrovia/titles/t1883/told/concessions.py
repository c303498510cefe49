"""Section 5.6, told: concessions."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event


class ConcessionBought(Event, frozen=True, tag="concession_bought"):
    """A corporation owns a concession."""

    says = "{corporation} buys concession {concession} for {cost}."

    corporation: str
    concession: str
    cost: int


class ConcessionCompleted(Event, frozen=True, tag="concession_completed"):
    """The owner of a concession has joined its places."""

    says = "{corporation} completes concession {concession} for {bonus}."

    corporation: str
    concession: str
    bonus: int


class ConcessionFailed(Event, frozen=True, tag="concession_failed"):
    """The time of a concession is over."""

    says = "{corporation} fails concession {concession}."

    corporation: str
    concession: str


class ConcessionForgone(Event, frozen=True, tag="concession_forgone"):
    """The places of a concession were joined before anybody owned it."""

    says = "Concession {concession} is joined without an owner and leaves play."

    concession: str


class ConcessionUnsold(Event, frozen=True, tag="concession_unsold"):
    """Nobody has bought a concession before the last phase."""

    says = "Concession {concession} was never bought and leaves play."

    concession: str


class PenaltyPaid(Event, frozen=True, tag="penalty_paid"):
    """A treasury paid for a concession that failed."""

    says = "{corporation} pays a penalty of {amount}."

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
