"""Sections 3.6.2, 3.6.3 and 3.7.3, told: regional companies and their acquisition."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.components import called


class RegionalRoundBegins(Event, frozen=True, tag="regional_round_begins"):
    """The regional companies are auctioned."""

    says = "The regional round begins."


class RegionalSold(Event, frozen=True, tag="regional_sold"):
    """A regional company has an owner, whose price is its treasury."""

    says = "{player} pays {price:money} for {name}; its treasury holds {cash:money}."

    name: str
    player: str
    price: int
    cash: int


class RegionalPooled(Event, frozen=True, tag="regional_pooled"):
    """Nobody bought a regional company in its round."""

    says = "{name} goes to the bank pool."

    name: str


class TokenWaits(Event, frozen=True, tag="token_waits"):
    """3.6.2.7: the home of a regional company has no empty slot."""

    says = "The token of {name} waits beside its home."

    name: str


class RegionalTokenPlaced(Event, frozen=True, tag="regional_token_placed"):
    """A regional company stands on its home."""

    says = "{name} places its token in {place}."

    name: str
    hex: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"place": called(self.hex)}


class MarkerTaken(Event, frozen=True, tag="marker_taken"):
    """A regional company has laid the tile of a town."""

    says = "{name} takes a marker."

    name: str


class RegionalJoined(Event, frozen=True, tag="regional_joined"):
    """3.6.3.12: a destination of a regional company is on its track."""

    says = "{name} is connected to {place}: {owner} receives {amount:money}."

    name: str
    hex: str
    owner: str
    amount: int

    def named(self) -> dict[str, Any]:
        """The destination is called as on the charter."""
        destinations = components.company_table(self.name)["historical"]
        place = next((table["name"] for table in destinations if table["place"] == self.hex), self.hex)
        return super().named() | {"place": place}


class RegionalAcquired(Event, frozen=True, tag="regional_acquired"):
    """A regional company is no more."""

    says = "{company} acquires {regional} from {owner} for {cost:money}."

    company: str
    regional: str
    owner: str
    cost: int


class TreasuryKept(Event, frozen=True, tag="treasury_kept"):
    """The money of an acquired company is its owner's."""

    says = "{owner} keeps the {amount:money} in the treasury of {regional}."

    owner: str
    amount: int
    regional: str


class TokenSucceeded(Event, frozen=True, tag="token_succeeded"):
    """3.7.3.8: the acquiring company stands where the regional one stood."""

    says = "{company} replaces the token of {regional} in {place}."

    company: str
    regional: str
    hex: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"place": called(self.hex)}


EVENTS: tuple[type[Event], ...] = (
    RegionalRoundBegins,
    RegionalSold,
    RegionalPooled,
    TokenWaits,
    RegionalTokenPlaced,
    MarkerTaken,
    RegionalJoined,
    RegionalAcquired,
    TreasuryKept,
    TokenSucceeded,
)
