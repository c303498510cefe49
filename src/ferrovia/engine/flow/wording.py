"""Words for where things come from: each with its preposition, which languages do not keep apart."""

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


def out_of(source: str) -> Message:
    """From the bank, from the pool, or from another owner."""
    return _OUT_OF.get(source) or Message("from {owner}", owner=source)
