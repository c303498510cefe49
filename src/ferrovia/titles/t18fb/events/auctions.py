"""Sections 3.2 and 3.6.2, told: auctions and the seats."""

from __future__ import annotations

from ferrovia.engine.flow.events import Event


class LotPutUp(Event, frozen=True, tag="lot_put_up"):
    """A card or a regional company is bid for."""

    says = "{player} puts {lot} up for auction."

    player: str
    lot: str


class LotBid(Event, frozen=True, tag="lot_bid"):
    """A higher bid."""

    says = "{player} bids {price:money} for {lot}."

    player: str
    price: int
    lot: str


class LotWon(Event, frozen=True, tag="lot_won"):
    """A lot went to the highest bidder."""

    says = "{player} wins {lot} for {price:money}."

    player: str
    lot: str
    price: int


class LotUnsold(Event, frozen=True, tag="lot_unsold"):
    """Nobody wanted a lot."""

    says = "Nobody bids for {lot}."

    lot: str


class SeatsTaken(Event, frozen=True, tag="seats_taken"):
    """3.2.11: the order of play for the rest of the game."""

    says = "The players sit in this order: {order}."

    order: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    LotPutUp,
    LotBid,
    LotWon,
    LotUnsold,
    SeatsTaken,
)
