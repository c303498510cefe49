"""What is worth counting over many games of 18FB, by the kind of event that tells of it."""

from __future__ import annotations

from ferrovia.engine.flow.events import (
    BankBroken,
    CorporationClosed,
    DealMade,
    Happening,
    PresidentAdded,
    PresidentChanged,
)
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.events import (
    BourbonTokenReplaced,
    CompanyFavoured,
    CompanyFloated,
    CompanyJoined,
    ConcessionTaken,
    ConcessionWithdrawn,
    DepositHalved,
    DepositLost,
    DepositLowered,
    DepositRefunded,
    DestinationReached,
    FoundByUnification,
    GaribaldiDecided,
    InterestLost,
    InterestPaid,
    InterestRaised,
    LeasePaid,
    LeftByBankruptcy,
    LineBuilt,
    LotUnsold,
    NationalFormed,
    RegionalAcquired,
    RegionalJoined,
    RegionalSold,
    SfmHomeChosen,
    StateLost,
    StateRegained,
    TokenWaits,
    TrainLeased,
    TrainWithered,
)
from ferrovia.titles.t18fb.states import CompanyState

_BY_LINE = (CompanyState.BUILDING, CompanyState.PROVISIONAL, CompanyState.DEFINITIVE)  # what its line makes a company
_BOURBON = [table["card"] for table in components.sheet("map")["bourbon_token"]]
_LOWERING = [table["card"] for table in components.sheet("companies")["concession"] if "card" in table]

HAPPENINGS: dict[str, Happening] = {
    "card unsold": Happening(LotUnsold),
    "card sold between players": Happening(DealMade, {"thing": "private"}),
    "concession taken": Happening(ConcessionTaken),
    "concession withdrawn": Happening(ConcessionWithdrawn),
    "concession taken again": Happening(ConcessionTaken, again="corporation"),
    **{f"{state} to frozen": Happening(StateLost, {"state": state}) for state in _BY_LINE},
    **{f"frozen to {state}": Happening(StateRegained, {"state": state}) for state in _BY_LINE},
    **{
        f"{state} at Unification": Happening(FoundByUnification, {"state": state})
        for state in (*_BY_LINE, CompanyState.FROZEN)
    },
    "Riseis": Happening(DepositHalved),
    "Melisurgo": Happening(InterestRaised),
    "Falcon": Happening(CompanyFavoured),
    **{f"Bourbon token of {card}": Happening(BourbonTokenReplaced, {"card": card}) for card in _BOURBON},
    **{f"deposit lowered by {card}": Happening(DepositLowered, {"card": card}) for card in _LOWERING},
    "interest paid": Happening(InterestPaid),
    "interest lost": Happening(InterestLost),
    "line built": Happening(LineBuilt),
    "building to provisional": Happening(DestinationReached, {"destination": "intermediate"}),
    "to definitive": Happening(DestinationReached, {"destination": "final"}),
    "deposit refunded": Happening(DepositRefunded),
    "deposit lost to Unification": Happening(DepositLost),
    "Garibaldi": Happening(GaribaldiDecided),
    "presidency changed": Happening(PresidentChanged),
    "train withered": Happening(TrainWithered),
    "president adds money": Happening(PresidentAdded),
    "bankruptcy before PH5": Happening(LeftByBankruptcy, {"age": "before"}),
    "bankruptcy from PH5": Happening(LeftByBankruptcy, {"age": "after"}),
    "company closed": Happening(CorporationClosed),
    "full capital": Happening(CompanyFloated),
    "SFM home": Happening(SfmHomeChosen),
    "regional sold": Happening(RegionalSold),
    "regional waits": Happening(TokenWaits),
    "regional bonus": Happening(RegionalJoined),
    "national formed": Happening(NationalFormed),
    "floated company merged": Happening(CompanyJoined, {"was": "floated"}),
    "unfloated company merged": Happening(CompanyJoined, {"was": "unfloated"}),
    "closed company merged": Happening(CompanyJoined, {"was": "closed"}),
    "lease": Happening(TrainLeased),
    "lease repaid": Happening(LeasePaid),
    "regional acquired": Happening(RegionalAcquired),
    "train sold between companies": Happening(DealMade, {"thing": "train"}),
    "bank broken": Happening(BankBroken),
}
