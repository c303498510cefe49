"""What is told of trains: what they run, what becomes of the earnings, how they are bought and grow old."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.board.route_counts import in_words, only_stops
from ferrovia.engine.flow.events.base import Event
from ferrovia.engine.flow.wording import out_of


class RouteRun(Event, frozen=True, tag="route_run"):
    """One train showed its route."""

    says = "The {train} runs {hexes:route}."

    train: str
    hexes: str


class RouteCounted(Event, frozen=True, tag="route_counted"):
    """How the length of a route was counted."""

    train: str
    length: int
    counted: str

    def sentence(self) -> str:
        if only_stops(self.counted):
            return "The {train} visits {length} {length:stop|stops}."
        return "The {train} runs a length of {length}: {counted}."

    def named(self) -> dict[str, Any]:
        return super().named() | {"counted": in_words(self.counted)}


class Ran(Event, frozen=True, tag="ran"):
    """All trains of a corporation have run."""

    says = "{corporation} runs for {revenue:money}."

    corporation: str
    revenue: int


class DidNotRun(Event, frozen=True, tag="did_not_run"):
    """A corporation had no run to make."""

    says = "{corporation} does not run."

    corporation: str


class DividendReceived(Event, frozen=True, tag="dividend_received"):
    """A part of a dividend was paid."""

    says = "{holder} receives {amount:money}."

    holder: str
    amount: int


class EarningsKept(Event, frozen=True, tag="earnings_kept"):
    """A run went into the treasury."""

    says = "{corporation} keeps {revenue:money}."

    corporation: str
    revenue: int


class TrainBought(Event, frozen=True, tag="train_bought"):
    """A train was bought from bank or pool."""

    says = "{buyer} buys {train:a} {source} for {price:money}."

    buyer: str
    train: str
    source: str
    price: int

    def named(self) -> dict[str, Any]:
        return super().named() | {"source": out_of(self.source)}


class PresidentAdded(Event, frozen=True, tag="president_added"):
    """A president paid for a train out of their own purse."""

    says = "{president} adds {amount:money} to the treasury of {corporation}."

    president: str
    amount: int
    corporation: str


class TrainsEliminated(Event, frozen=True, tag="trains_eliminated"):
    """A class of trains is too old."""

    says = "All trains of class {train} are eliminated."

    train: str


class TrainGivenUp(Event, frozen=True, tag="train_given_up"):
    """A train over the limit went to the pool."""

    says = "{corporation} gives its {train} to the bank pool."

    corporation: str
    train: str


EVENTS: tuple[type[Event], ...] = (
    RouteRun,
    RouteCounted,
    Ran,
    DidNotRun,
    DividendReceived,
    EarningsKept,
    TrainBought,
    PresidentAdded,
    TrainsEliminated,
    TrainGivenUp,
)
