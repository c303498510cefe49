"""What is told of private companies: how they are sold, what they pay, how they close."""

from __future__ import annotations

from ferrovia.engine.flow.events.base import Event


class PrivateBought(Event, frozen=True, tag="private_bought"):
    """A private company was bought at its asking price."""

    says = "{player} buys {private} for {price:money}."

    player: str
    private: str
    price: int


class BidMade(Event, frozen=True, tag="bid_made"):
    """Money was set aside for a private company."""

    says = "{player} bids {price:money} on {private}."

    player: str
    private: str
    price: int


class BiddingLeft(Event, frozen=True, tag="bidding_left"):
    """A player bids no higher."""

    says = "{player} drops out of the bidding for {private}."

    player: str
    private: str


class PrivateAwarded(Event, frozen=True, tag="private_awarded"):
    """A private company went to its bidder."""

    says = "{player} gets {private} for {price:money}."

    player: str
    private: str
    price: int


class PrivateMarkedDown(Event, frozen=True, tag="private_marked_down"):
    """Nobody wanted a private company at its price."""

    says = "{private} is now offered at {price:money}."

    private: str
    price: int


class PrivateForced(Event, frozen=True, tag="private_forced"):
    """Nobody wanted a private company at any price."""

    says = "{player} must take {private} for nothing."

    player: str
    private: str


class PrivateRevenue(Event, frozen=True, tag="private_revenue"):
    """A private company paid its owner."""

    says = "{owner} receives {amount:money} from {private}."

    owner: str
    amount: int
    private: str


class PrivateClosed(Event, frozen=True, tag="private_closed"):
    """A private company left the game."""

    says = "{private} closes."

    private: str


EVENTS: tuple[type[Event], ...] = (
    PrivateBought,
    BidMade,
    BiddingLeft,
    PrivateAwarded,
    PrivateMarkedDown,
    PrivateForced,
    PrivateRevenue,
    PrivateClosed,
)
