"""Section 3.5, told: lines, interest, earnings, trains and bankruptcy."""

from __future__ import annotations

from typing import Any, Literal

from ferrovia.engine.flow.events import Event, Ran
from ferrovia.titles.t18fb.components import called


class FpHomeChosen(Event, frozen=True, tag="fp_home_chosen"):
    """3.3.2.19: FP has one home only."""

    says = "FP builds from {place}."

    place: str
    hex: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"place": called(self.hex)}


class SfmHomeChosen(Event, frozen=True, tag="sfm_home_chosen"):
    """3.6.1.2: SFM has a home."""

    says = "SFM makes {place} its home."

    hex: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"place": called(self.hex)}


class LineBuilt(Event, frozen=True, tag="line_built"):
    """A token was placed at the end of a line."""

    company: str
    place: str
    cost: int
    markers: int
    hex: str

    def sentence(self) -> str:
        if not self.markers:
            return "{company} builds a line to {place} for {cost:money}."
        return "{company} builds a line to {place} for {cost:money} and takes {markers} {markers:marker|markers}."

    def named(self) -> dict[str, Any]:
        return super().named() | {"place": called(self.hex)}


class BourbonTokenReplaced(Event, frozen=True, tag="bourbon_token_replaced"):
    """2.7.12: a company took the place of a Bourbon token."""

    says = "{company} replaces Bourbon token {number} with the help of {card}."

    company: str
    number: int
    card: str


class DestinationReached(Event, frozen=True, tag="destination_reached"):
    """A concession is fulfilled in part, or whole."""

    company: str
    destination: Literal["intermediate", "final"]

    def sentence(self) -> str:
        if self.destination == "intermediate":
            return "{company} reaches its intermediate destination."
        return "{company} reaches its final destination."


class InterestPaid(Event, frozen=True, tag="interest_paid"):
    """A company in building state pays a holder of its stock."""

    says = "{holder} receives {amount:money} in secured interest."

    holder: str
    amount: int


class InterestLost(Event, frozen=True, tag="interest_lost"):
    """A company in building state has built too little."""

    says = "{company} has not used all its tile steps: no interest is paid."

    company: str


class Earned(Ran, frozen=True, tag="earned"):
    """All trains of a company together."""

    def sentence(self) -> str:
        return "{corporation} earns {revenue:money}." if self.revenue else "{corporation} earns nothing."


class TrainWithered(Event, frozen=True, tag="train_withered"):
    """2.6.5: a train that nobody bought is gone."""

    says = "An unsold {train} leaves the game."

    train: str


class LeftByBankruptcy(Event, frozen=True, tag="left_by_bankruptcy"):
    """In which age a player was out of the game."""

    player: str
    age: Literal["before", "after"]

    def sentence(self) -> str:
        if self.age == "before":
            return "{player} leaves the game before Unification."
        return "{player} leaves the game after Unification."


class InvestmentPooled(Event, frozen=True, tag="investment_pooled"):
    """What a closed company held of another."""

    says = "{company}'s {percent}% of {other} goes to the bank pool."

    company: str
    percent: int
    other: str


EVENTS: tuple[type[Event], ...] = (
    FpHomeChosen,
    SfmHomeChosen,
    LineBuilt,
    BourbonTokenReplaced,
    DestinationReached,
    InterestPaid,
    InterestLost,
    Earned,
    TrainWithered,
    LeftByBankruptcy,
    InvestmentPooled,
)
