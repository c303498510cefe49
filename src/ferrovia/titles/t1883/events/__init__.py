"""What only 1883 tells: its events as kinds with typed fields, a section of its rulebook to a module."""

from __future__ import annotations

from ferrovia.engine.flow.events import COMMON_EVENTS, Event
from ferrovia.titles.t1883.events import cards, coaches, concessions, cooperative, gravity, merger, privates, stock
from ferrovia.titles.t1883.events.cards import (
    Accident as Accident,
    Bombed as Bombed,
    CardDrawn as CardDrawn,
    CardRevealed as CardRevealed,
    GoldGiven as GoldGiven,
    MoneyPutBack as MoneyPutBack,
    MoneySetAside as MoneySetAside,
    Spared as Spared,
    StrikeAbsorbed as StrikeAbsorbed,
    StrikeBroken as StrikeBroken,
    Struck as Struck,
    SupportLost as SupportLost,
    SupportRolled as SupportRolled,
    TileFallen as TileFallen,
    TileLost as TileLost,
    TrainRequisitioned as TrainRequisitioned,
    TrainTaken as TrainTaken,
)
from ferrovia.titles.t1883.events.coaches import (
    BasePlaced as BasePlaced,
    CoachPlaced as CoachPlaced,
)
from ferrovia.titles.t1883.events.concessions import (
    ConcessionBought as ConcessionBought,
    ConcessionCompleted as ConcessionCompleted,
    ConcessionFailed as ConcessionFailed,
    ConcessionForgone as ConcessionForgone,
    ConcessionUnsold as ConcessionUnsold,
    PenaltyPaid as PenaltyPaid,
)
from ferrovia.titles.t1883.events.cooperative import (
    Capitalised as Capitalised,
    CooperativeFrozen as CooperativeFrozen,
    CooperativeOffered as CooperativeOffered,
    GiftReceived as GiftReceived,
    LeaderChosen as LeaderChosen,
    Looted as Looted,
    MembershipLost as MembershipLost,
    OffersPooled as OffersPooled,
    PresidentAppointed as PresidentAppointed,
)
from ferrovia.titles.t1883.events.gravity import (
    GravityLost as GravityLost,
    GravityReturned as GravityReturned,
    GravityRolled as GravityRolled,
)
from ferrovia.titles.t1883.events.merger import (
    Merged as Merged,
    NeverMerged as NeverMerged,
    OddShareConverted as OddShareConverted,
    OddShareGivenUp as OddShareGivenUp,
    PresidencySettled as PresidencySettled,
    PresidencyTaken as PresidencyTaken,
    TokenGivenUp as TokenGivenUp,
    TokensRemoved as TokensRemoved,
    TokensReplaced as TokensReplaced,
)
from ferrovia.titles.t1883.events.privates import (
    AnchorPlaced as AnchorPlaced,
    CnpSwapped as CnpSwapped,
    LinkLaid as LinkLaid,
    SvShareFreed as SvShareFreed,
)
from ferrovia.titles.t1883.events.stock import (
    FsfParSet as FsfParSet,
    Launched as Launched,
    SharesIssued as SharesIssued,
    StockReceived as StockReceived,
    SupportBought as SupportBought,
)

EVENTS: tuple[type[Event], ...] = (
    *COMMON_EVENTS,
    *privates.EVENTS,
    *stock.EVENTS,
    *concessions.EVENTS,
    *gravity.EVENTS,
    *cards.EVENTS,
    *cooperative.EVENTS,
    *coaches.EVENTS,
    *merger.EVENTS,
)
