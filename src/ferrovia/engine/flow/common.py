"""The frames that every title has: its own come besides."""

from __future__ import annotations

from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.facets.calendar import PricesAnswer
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.phases import Discard
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.stock import StockRound

COMMON_FRAMES: tuple[type[Frame], ...] = (
    Auction,
    Contest,
    StockRound,
    PricesAnswer,
    PresidentExchange,
    OperatingRound,
    OperatingTurn,
    Discard,
    Offer,
)
