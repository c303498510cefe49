"""Forms: the words in which a move is written down, kind by kind. Titles add their own; docs/notation.md tells more.

People keep games that are written so: what a form says is never changed, and a move that gets other words keeps the old
form below the new one, to be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseHome,
    Decline,
    DiscardTrain,
    Dividend,
    Exchange,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
    RedeemShare,
    RunTrains,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.state import BANK


class Form(msgspec.Struct, frozen=True):
    """How one kind of action is written: English words, with the fields of the action in their places.

    How a field is written stands behind its name: ``{price:money}``, ``{hex:place}``. A field that the words do not
    name has its value from `fixed`, or the one that it has by itself.
    """

    kind: type[Action]
    text: str
    at: str = ""  # the frame or the step in which these are the words; everywhere, where it is empty
    fixed: Mapping[str, Any] = {}


# A move is written in the first form that fits, and read in all.
COMMON_FORMS = (
    Form(Pass, "Pass"),
    Form(Accept, "Accept"),
    Form(Decline, "Decline"),
    Form(Bid, "Bid {price:money} on {private:name}"),
    Form(BuyPrivate, "Offer {price:money} for {private:name}", at="operating_turn"),
    Form(BuyPrivate, "Buy {private:name} for {price:money}"),
    Form(Start, "Start {corporation:name} at {price:money} a share"),
    Form(ChooseHome, "Make {hex:place} the home"),
    Form(BuyShare, "Buy {corporation:name} from its treasury", fixed={"source": "treasury"}),
    Form(BuyShare, "Buy {corporation:name} from the bank pool", fixed={"source": "pool"}),
    Form(BuyShare, "Buy {corporation:name} from the Initial Offer", fixed={"source": "offer"}),
    Form(SellShares, "Sell {certificates:percents} of {corporation:name}"),
    Form(Exchange, "Take {certificates:percents} for the president's certificate"),
    Form(LayTile, "Lay tile {tile:tile}, turned by {rotation:number}, on {hex:place}"),
    Form(PlaceToken, "Place a token on {hex:place}"),
    Form(PlaceToken, "Place a token on {hex:place}, city {city:city}"),
    Form(RunTrains, "Run no trains", fixed={"routes": ()}),
    Form(RunTrains, "Run {routes:runs}"),
    Form(Dividend, "Pay the shareholders", fixed={"choice": "pay"}),
    Form(Dividend, "Keep all in the treasury", fixed={"choice": "withhold"}),
    Form(Dividend, "Pay half to the shareholders, and keep half", fixed={"choice": "half"}),
    Form(Dividend, "Loot the treasury", fixed={"choice": "loot"}),
    Form(BuyTrain, "Buy {train:train} from the bank for {price:money}", fixed={"source": BANK}),
    Form(BuyTrain, "Buy {train:train} from the bank pool for {price:money}", fixed={"source": POOL}),
    Form(BuyTrain, "Offer {source:name} {price:money} for its {train:name_of_train}"),
    Form(DiscardTrain, "Give up {train:train}"),
    Form(IssueShares, "Issue {count:certificates}"),
    Form(RedeemShare, "Buy stock back from the bank pool"),
    Form(UsePrivate, "Use {private:name}"),
    Form(UsePrivate, "Use {private:name} on {hex:place}"),
    Form(Bankrupt, "Give up"),
    Form(Answer, "Answer {choice:word}"),
)
