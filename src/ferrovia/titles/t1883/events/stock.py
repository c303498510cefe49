"""Section 5, told: corporations and their stock."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.events import Event


class Launched(Event, frozen=True, tag="launched"):
    """A corporation has a president and a par."""

    says = "{player} launches {corporation} at {par:money}."

    player: str
    corporation: str
    par: int


class FsfParSet(Event, frozen=True, tag="fsf_par_set"):
    """The winner of FSF's presidency fixed its par."""

    says = "{player} sets the par of FSF at {par:money}."

    player: str
    par: int


class StockReceived(Event, frozen=True, tag="stock_received"):
    """Somebody got stock out of the Initial Offers without a purchase: with a private company, or for merging stock."""

    holder: str
    percent: int
    corporation: str

    def sentence(self) -> str:
        if self.holder == POOL:
            return "The bank pool receives {percent}% of {corporation}."
        return "{holder} receives {percent}% of {corporation}."


class SharesIssued(Event, frozen=True, tag="shares_issued"):
    """Shares of the Initial Offers went to the pool."""

    says = "{corporation} issues {count} {count:share|shares} for {amount:money}."

    corporation: str
    count: int
    amount: int


class SupportBought(Event, frozen=True, tag="support_bought"):
    """A player bought a card of political support."""

    says = "{player} buys a political support card for {price:money}."

    player: str
    price: int


EVENTS: tuple[type[Event], ...] = (
    Launched,
    FsfParSet,
    StockReceived,
    SharesIssued,
    SupportBought,
)
