"""Section 3.6, told: Unification."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t18fb.states import CompanyState


class GaribaldiDecided(Event, frozen=True, tag="garibaldi_decided"):
    """3.6.2: the largest holder presides, whoever had the concession."""

    says = "Garibaldi makes {heir} president of {company}."

    heir: str
    company: str


class FoundByUnification(Event, frozen=True, tag="found_by_unification"):
    """In which state a company was when all became definitive."""

    says = "At Unification {company} was {state:term}."

    company: str
    state: CompanyState


class DepositLost(Event, frozen=True, tag="deposit_lost"):
    """3.6.7: what still lay on a concession."""

    says = "The deposit of {amount:money} for {company} is lost."

    amount: int
    company: str


EVENTS: tuple[type[Event], ...] = (
    GaribaldiDecided,
    FoundByUnification,
    DepositLost,
)
