"""Section 3.7.1, told: national companies."""

from __future__ import annotations

from typing import Any, Literal

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.events import Event
from ferrovia.titles.t18fb.components import called


class MergerAnswered(Event, frozen=True, tag="merger_answered"):
    """The president of a candidate has spoken."""

    company: str
    answer: Literal["merge", "refuse"]

    def sentence(self) -> str:
        return "{company} agrees to merge." if self.answer == "merge" else "{company} refuses to merge."


class NationalFormed(Event, frozen=True, tag="national_formed"):
    """Two companies became one."""

    says = "{first} and {second} form {national}."

    national: str
    first: str
    second: str


class CompanyJoined(Event, frozen=True, tag="company_joined"):
    """One of the two, and what it was before."""

    company: str
    national: str
    was: Literal["floated", "unfloated", "closed"]

    def sentence(self) -> str:
        match self.was:
            case "floated":
                return "{company} joins {national}."
            case "unfloated":
                return "{company}, which had not floated, joins {national}."
        return "{company}, which had closed, completes the pair for {national}."


class OddSharePaid(Event, frozen=True, tag="odd_share_paid"):
    """An old share for which there is no new one."""

    says = "{holder} receives {amount:money} for an odd share."

    holder: str
    amount: int


class NationalStockReceived(Event, frozen=True, tag="national_stock_received"):
    """What a holder has of a national company when it is formed; its own stock is what is left over."""

    holder: str
    percent: int
    corporation: str

    def sentence(self) -> str:
        if self.holder == self.corporation:
            return "{corporation} keeps {percent}% of its own stock."
        if self.holder == POOL:
            return "The bank pool receives {percent}% of {corporation}."
        return "{holder} receives {percent}% of {corporation}."


class InvestmentTakenOver(Event, frozen=True, tag="investment_taken_over"):
    """What one of the two held of another company."""

    says = "{heir} takes over {corporation}'s {percent}% of {other}."

    heir: str
    percent: int
    other: str
    corporation: str


class TokenGivenUp(Event, frozen=True, tag="token_given_up"):
    """The second token of a national company in a city."""

    says = "{national} gives up its token in {place}."

    national: str
    hex: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"place": called(self.hex)}


class TrainLeased(Event, frozen=True, tag="train_leased"):
    """3.7.1.25: a national company began without a train."""

    says = "{national} leases {train:a}."

    national: str
    train: str


class LeasePaid(Event, frozen=True, tag="lease_paid"):
    """A leased train was paid for."""

    says = "{national} pays {owed:money} for its leased train."

    national: str
    owed: int


EVENTS: tuple[type[Event], ...] = (
    MergerAnswered,
    NationalFormed,
    CompanyJoined,
    OddSharePaid,
    NationalStockReceived,
    InvestmentTakenOver,
    TokenGivenUp,
    TrainLeased,
    LeasePaid,
)
