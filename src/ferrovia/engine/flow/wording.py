"""Words for places of the game: each comes with its preposition, as languages join the two."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message

_OUT_OF = {
    BANK: Message("from the bank"),
    POOL: Message("from the bank pool"),
    OFFER: Message("from the Initial Offer"),
    "treasury": Message("from its treasury"),
}
_LYING_IN = {
    BANK: Message("in the bank"),
    POOL: Message("in the bank pool"),
    OFFER: Message("in the Initial Offer"),
    "treasury": Message("in its treasury"),
}


def out_of(source: str) -> Message:
    """From the bank, from the pool, or from another owner."""
    return _OUT_OF.get(source) or Message("from {owner}", owner=source)


def lying_in(place: str) -> Message:
    """In the bank, in the pool, or with another owner."""
    return _LYING_IN.get(place) or Message("with {owner}", owner=place)


def paid_to(payee: str) -> Message:
    """To the bank, or to another purse."""
    return Message("to the bank") if payee == BANK else Message("to {owner}", owner=payee)
