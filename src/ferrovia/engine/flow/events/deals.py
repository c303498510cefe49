"""What is told of deals between two owners, which need the consent of both."""

from __future__ import annotations

from typing import Literal

from ferrovia.engine.flow.events.base import Event


class Offered(Event, frozen=True):
    """A deal between two owners: a train, a private company or the space of a token (`name` is its hex)."""

    thing: Literal["train", "private", "token"]
    name: str
    buyer: str
    seller: str
    price: int


class OfferMade(Offered, frozen=True, tag="offer_made"):
    """A deal waits for the consent of the other side."""

    def sentence(self) -> str:
        match self.thing:
            case "train":
                return "{buyer} offers {seller} {price:money} for its {name}."
            case "private":
                return "{buyer} offers {seller} {price:money} for {name}."
        return "{buyer} offers {seller} {price:money} for its token on {name}."


class OfferDeclined(Offered, frozen=True, tag="offer_declined"):
    """The other side did not agree."""

    def sentence(self) -> str:
        match self.thing:
            case "train":
                return "{seller} declines {price:money} for its {name}."
            case "private":
                return "{seller} declines {price:money} for {name}."
        return "{seller} declines {price:money} for its token on {name}."


class DealMade(Offered, frozen=True, tag="deal_made"):
    """Money and thing have changed hands."""

    def sentence(self) -> str:
        match self.thing:
            case "train":
                return "{buyer} buys {name:a} from {seller} for {price:money}."
            case "private":
                return "{buyer} buys {name} from {seller} for {price:money}."
        return "{buyer} buys the space of {seller}'s token on {name} for {price:money}."


EVENTS: tuple[type[Event], ...] = (
    OfferMade,
    OfferDeclined,
    DealMade,
)
