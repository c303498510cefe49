"""Sections 3.3.2 and 3.3.3, told: concessions and the companies that begin with them."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t18fb.states import CompanyState


class DepositHalved(Event, frozen=True, tag="deposit_halved"):
    """Riseis was used."""

    says = "{player} uses {card} and pays half of the deposit."

    player: str
    card: str


class DepositLowered(Event, frozen=True, tag="deposit_lowered"):
    """The card of a company was used for its concession."""

    says = "{player} uses {card} and pays the lower deposit."

    player: str
    card: str


class ConcessionTaken(Event, frozen=True, tag="concession_taken"):
    """A concession has an owner."""

    player: str
    corporation: str
    due: int

    def sentence(self) -> str:
        if not self.due:
            return "{player} takes the concession of {corporation} without a deposit."
        return "{player} takes the concession of {corporation} for a deposit of {due:money}."


class CompanyStarted(Event, frozen=True, tag="company_started"):
    """A company has a par value and a president, who has paid for the certificate."""

    says = "{player} starts {company} at {price:money}."

    player: str
    company: str
    price: int
    payee: str


class CompanyFloated(Event, frozen=True, tag="company_floated"):
    """3.6.10: enough of a company is sold, from PH5 on."""

    says = "{company} floats with its full capital of {amount:money}."

    company: str
    amount: int


class DepositRefunded(Event, frozen=True, tag="deposit_refunded"):
    """A company has reached a destination of its concession."""

    says = "{player} gets back {amount:money} of the deposit for {company}."

    player: str
    amount: int
    company: str


class DepositForfeited(Event, frozen=True, tag="deposit_forfeited"):
    """A concession was lost."""

    says = "The bank keeps the deposit of {amount:money} for {company}."

    amount: int
    company: str


class ConcessionWithdrawn(Event, frozen=True, tag="concession_withdrawn"):
    """A concession has no owner any more."""

    says = "The concession of {company} is withdrawn, and {company} is frozen."

    company: str


class StateLost(Event, frozen=True, tag="state_lost"):
    """In which state a company was frozen."""

    says = "{company} was {state:term}."

    company: str
    state: CompanyState


class StateRegained(Event, frozen=True, tag="state_regained"):
    """A frozen company is what its line makes it."""

    says = "{company} is {state:term} again."

    company: str
    state: CompanyState


EVENTS: tuple[type[Event], ...] = (
    DepositHalved,
    DepositLowered,
    ConcessionTaken,
    CompanyStarted,
    CompanyFloated,
    DepositRefunded,
    DepositForfeited,
    ConcessionWithdrawn,
    StateLost,
    StateRegained,
)
