"""What is told of stock and the market: how corporations begin, who buys and sells, how prices move."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events.base import Event
from ferrovia.engine.flow.wording import out_of


class Started(Event, frozen=True, tag="started"):
    """A corporation has a president and a par."""

    says = "{player} starts {corporation} at {price:money} a share."

    player: str
    corporation: str
    price: int


class Floated(Event, frozen=True, tag="floated"):
    """Enough of a corporation is sold: the bank pays its capital, and it will operate."""

    says = "{corporation} floats with a capital of {amount:money}."

    corporation: str
    amount: int


class TreasuryFilled(Event, frozen=True, tag="treasury_filled"):
    """The bank paid a corporation's capital."""

    says = "{corporation} receives {amount:money} from the bank."

    corporation: str
    amount: int


class StockBought(Event, frozen=True, tag="stock_bought"):
    """A certificate found a new holder."""

    says = "{buyer} buys {percent}% of {corporation} {source} for {cost:money}."

    buyer: str
    percent: int
    corporation: str
    source: str
    cost: int
    payee: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"source": out_of(self.source)}


class StockSold(Event, frozen=True, tag="stock_sold"):
    """Certificates went to the pool."""

    says = "{seller} sells {percent}% of {corporation} for {amount:money}."

    seller: str
    percent: int
    corporation: str
    amount: int


class PresidentChanged(Event, frozen=True, tag="president_changed"):
    """The president's certificate changed hands."""

    says = "{heir} becomes president of {corporation}."

    heir: str
    corporation: str


class StockIssued(Event, frozen=True, tag="stock_issued"):
    """Treasury stock went to the pool."""

    says = "{corporation} issues {percent}% of its stock for {amount:money}."

    corporation: str
    percent: int
    amount: int


class StockRedeemed(Event, frozen=True, tag="stock_redeemed"):
    """Stock of the pool came back to the treasury."""

    says = "{corporation} buys back {percent}% of its stock for {cost:money}."

    corporation: str
    percent: int
    cost: int


class PriceMoved(Event, frozen=True, tag="price_moved"):
    """A token has come to another space of the market."""

    says = "{corporation} moves from {before:money} to {after:money}."

    corporation: str
    before: int
    after: int


EVENTS: tuple[type[Event], ...] = (
    Started,
    Floated,
    TreasuryFilled,
    StockBought,
    StockSold,
    PresidentChanged,
    StockIssued,
    StockRedeemed,
    PriceMoved,
)
