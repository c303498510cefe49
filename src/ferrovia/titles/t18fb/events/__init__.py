"""What only 18FB tells, as kinds with typed fields, a section of its rulebook to a module."""

from __future__ import annotations

from ferrovia.engine.flow.events import COMMON_EVENTS, Event
from ferrovia.titles.t18fb.events import auctions, concessions, nationals, operating, political, regionals, unification
from ferrovia.titles.t18fb.events.auctions import (
    LotBid as LotBid,
    LotPutUp as LotPutUp,
    LotUnsold as LotUnsold,
    LotWon as LotWon,
    SeatsTaken as SeatsTaken,
)
from ferrovia.titles.t18fb.events.concessions import (
    CompanyFloated as CompanyFloated,
    CompanyStarted as CompanyStarted,
    ConcessionTaken as ConcessionTaken,
    ConcessionWithdrawn as ConcessionWithdrawn,
    DepositForfeited as DepositForfeited,
    DepositHalved as DepositHalved,
    DepositLowered as DepositLowered,
    DepositRefunded as DepositRefunded,
    StateLost as StateLost,
    StateRegained as StateRegained,
)
from ferrovia.titles.t18fb.events.nationals import (
    CompanyJoined as CompanyJoined,
    InvestmentTakenOver as InvestmentTakenOver,
    LeasePaid as LeasePaid,
    MergerAnswered as MergerAnswered,
    NationalFormed as NationalFormed,
    NationalStockReceived as NationalStockReceived,
    OddSharePaid as OddSharePaid,
    TokenGivenUp as TokenGivenUp,
    TrainLeased as TrainLeased,
)
from ferrovia.titles.t18fb.events.operating import (
    BourbonTokenReplaced as BourbonTokenReplaced,
    DestinationReached as DestinationReached,
    Earned as Earned,
    FpHomeChosen as FpHomeChosen,
    InterestLost as InterestLost,
    InterestPaid as InterestPaid,
    InvestmentPooled as InvestmentPooled,
    LeftByBankruptcy as LeftByBankruptcy,
    LineBuilt as LineBuilt,
    SfmHomeChosen as SfmHomeChosen,
    TrainWithered as TrainWithered,
)
from ferrovia.titles.t18fb.events.political import (
    CardDeclined as CardDeclined,
    CardOffered as CardOffered,
    CardPlayed as CardPlayed,
    CardPooled as CardPooled,
    CardUseDeclined as CardUseDeclined,
    CardUseOffered as CardUseOffered,
    CompanyFavoured as CompanyFavoured,
    FreeShareOffered as FreeShareOffered,
    FreeShareReceived as FreeShareReceived,
    InterestRaised as InterestRaised,
    OvershootPaid as OvershootPaid,
)
from ferrovia.titles.t18fb.events.regionals import (
    MarkerTaken as MarkerTaken,
    RegionalAcquired as RegionalAcquired,
    RegionalJoined as RegionalJoined,
    RegionalPooled as RegionalPooled,
    RegionalRoundBegins as RegionalRoundBegins,
    RegionalSold as RegionalSold,
    RegionalTokenPlaced as RegionalTokenPlaced,
    TokenSucceeded as TokenSucceeded,
    TokenWaits as TokenWaits,
    TreasuryKept as TreasuryKept,
)
from ferrovia.titles.t18fb.events.unification import (
    DepositLost as DepositLost,
    FoundByUnification as FoundByUnification,
    GaribaldiDecided as GaribaldiDecided,
)

EVENTS: tuple[type[Event], ...] = (
    *COMMON_EVENTS,
    *political.EVENTS,
    *auctions.EVENTS,
    *concessions.EVENTS,
    *operating.EVENTS,
    *unification.EVENTS,
    *regionals.EVENTS,
    *nationals.EVENTS,
)
