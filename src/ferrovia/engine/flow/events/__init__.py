"""Events: what happened, one thing each, as a kind with typed fields; tallies, charts and the log read them.

An event is told once, by the verb or the rule that brings it about. Its sentence is for people and may change; code
asks for the kind and the fields. The kinds that every title may tell are here, a subject to a module.
"""

from __future__ import annotations

from ferrovia.engine.flow.events import deals, endings, privates, rounds, stock, track, trains
from ferrovia.engine.flow.events.base import (
    Event as Event,
    Happening as Happening,
)
from ferrovia.engine.flow.events.deals import (
    DealMade as DealMade,
    OfferDeclined as OfferDeclined,
    Offered as Offered,
    OfferMade as OfferMade,
)
from ferrovia.engine.flow.events.endings import (
    BankBroken as BankBroken,
    CorporationClosed as CorporationClosed,
    DebtPaid as DebtPaid,
    GameOver as GameOver,
    PlayerLeft as PlayerLeft,
    StockPooled as StockPooled,
    TrainInherited as TrainInherited,
    TrainLost as TrainLost,
    TrainToPool as TrainToPool,
    TreasuryInherited as TreasuryInherited,
    TreasuryReturned as TreasuryReturned,
    WentBankrupt as WentBankrupt,
)
from ferrovia.engine.flow.events.privates import (
    BiddingLeft as BiddingLeft,
    BidMade as BidMade,
    PrivateAwarded as PrivateAwarded,
    PrivateBought as PrivateBought,
    PrivateClosed as PrivateClosed,
    PrivateForced as PrivateForced,
    PrivateMarkedDown as PrivateMarkedDown,
    PrivateRevenue as PrivateRevenue,
)
from ferrovia.engine.flow.events.rounds import (
    OperatingRoundBegins as OperatingRoundBegins,
    Passed as Passed,
    PhaseBegins as PhaseBegins,
    PriorityHeld as PriorityHeld,
    StockRoundBegins as StockRoundBegins,
    TurnBegins as TurnBegins,
)
from ferrovia.engine.flow.events.stock import (
    Floated as Floated,
    PresidentChanged as PresidentChanged,
    PriceMoved as PriceMoved,
    Started as Started,
    StockBought as StockBought,
    StockIssued as StockIssued,
    StockRedeemed as StockRedeemed,
    StockSold as StockSold,
    TreasuryFilled as TreasuryFilled,
)
from ferrovia.engine.flow.events.track import (
    HomeTaken as HomeTaken,
    TileLaid as TileLaid,
    TokenPlaced as TokenPlaced,
)
from ferrovia.engine.flow.events.trains import (
    DidNotRun as DidNotRun,
    DividendReceived as DividendReceived,
    EarningsKept as EarningsKept,
    PresidentAdded as PresidentAdded,
    Ran as Ran,
    RouteCounted as RouteCounted,
    RouteRun as RouteRun,
    TrainBought as TrainBought,
    TrainGivenUp as TrainGivenUp,
    TrainsEliminated as TrainsEliminated,
)

COMMON_EVENTS: tuple[type[Event], ...] = (
    *privates.EVENTS,
    *stock.EVENTS,
    *track.EVENTS,
    *trains.EVENTS,
    *deals.EVENTS,
    *rounds.EVENTS,
    *endings.EVENTS,
)
