"""Plain, an 18xx with nothing out of the ordinary: all that it says itself is what its rulebook would print."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.facets.corporations import CorporationRules
from ferrovia.engine.flow.facets.setup import SetupRules
from ferrovia.engine.flow.facets.stock import StockRules
from ferrovia.engine.flow.sheets import Box
from ferrovia.engine.flow.usual import UsualTitle

CITATIONS = {
    "options": "Plain-1",
    "players": "Plain-1",
    "player_count": "Plain-1",
    "seats": "Plain-1",
    "auction": "Plain-2",
    "stock": "Plain-3",
    "sell": "Plain-3",
    "buy": "Plain-3",
    "president": "Plain-3",
    "start": "Plain-4",
    "turn": "Plain-5",
    "not_your_turn": "Plain-5",
    "private": "Plain-5",
    "offer": "Plain-5",
    "track": "Plain-6",
    "token": "Plain-7",
    "run": "Plain-8",
    "route": "Plain-8",
    "dividend": "Plain-8",
    "train": "Plain-9",
    "emergency": "Plain-9",
    "end.bank_broken": "Plain-10",
    "end.one_player": "Plain-10",
    "end.dead": "Plain-10",
    "end.auction_stalled": "Plain-10",
}


class PlainSetup(SetupRules):
    def stock_of(self, corporation: str) -> str:
        return OFFER


class PlainCorporations(CorporationRules):
    floats_at = 50


class PlainStock(StockRules):
    sources = (OFFER, POOL)


class Plain(UsualTitle):
    name = "Plain"
    place = "nowhere"
    citations = CITATIONS

    setup = PlainSetup()
    corporations = PlainCorporations()
    stock = PlainStock()


TITLE = Plain(Box("tests.plain"))
