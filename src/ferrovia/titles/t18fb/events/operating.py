"""Section 3.5, told: lines, interest, earnings, trains and bankruptcy."""

from __future__ import annotations

from typing import Literal

from ferrovia.engine.flow.events import Event, Ran


class FpHomeChosen(Event, frozen=True, tag="fp_home_chosen"):
    """3.3.2.19: FP has one home only."""

    says = "FP builds from {place}."

    place: str
    hex: str


class SfmHomeChosen(Event, frozen=True, tag="sfm_home_chosen"):
    """3.6.1.2: SFM has a home."""

    says = "SFM makes its home on {hex}."

    hex: str


class LineBuilt(Event, frozen=True, tag="line_built"):
    """A token was placed at the end of a line."""

    says = "{company} builds a line to {place} for {cost} and takes {markers} markers."

    company: str
    place: str
    cost: int
    markers: int
    hex: str


class BourbonTokenReplaced(Event, frozen=True, tag="bourbon_token_replaced"):
    """2.7.12: a company took the place of a Bourbon token."""

    says = "{company} replaces Bourbon token {number} through {card}."

    company: str
    number: int
    card: str


class DestinationReached(Event, frozen=True, tag="destination_reached"):
    """A concession is fulfilled in part, or whole."""

    says = "{company} has reached its {destination} destination."

    company: str
    destination: Literal["intermediate", "final"]


class InterestPaid(Event, frozen=True, tag="interest_paid"):
    """A company in building state pays a holder of its stock."""

    says = "{holder} receives {amount} of secured interest."

    holder: str
    amount: int


class InterestLost(Event, frozen=True, tag="interest_lost"):
    """A company in building state has built too little."""

    says = "{company} has not used all its tile steps: no interest is paid."

    company: str


class Earned(Ran, frozen=True, tag="earned"):
    """All trains of a company together."""

    says = "{corporation} earns {revenue}."


class TrainWithered(Event, frozen=True, tag="train_withered"):
    """2.6.5: a train that nobody bought is gone."""

    says = "An unsold {train} train is removed."

    train: str


class LeftByBankruptcy(Event, frozen=True, tag="left_by_bankruptcy"):
    """In which age a player was out of the game."""

    says = "{player} leaves the game {age} Unification."

    player: str
    age: Literal["before", "after"]


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
