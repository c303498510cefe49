"""What is worth counting over many games of 1883, by the kind of event that tells of it."""

from __future__ import annotations

from ferrovia.engine.flow.events import (
    BankBroken,
    CorporationClosed,
    DealMade,
    Happening,
    PresidentAdded,
    PresidentChanged,
    TrainGivenUp,
    WentBankrupt,
)
from ferrovia.titles.t1883 import components, told

HAPPENINGS: dict[str, Happening] = {
    **{
        f"event: {table['name']}": Happening(told.CardRevealed, {"card": table["key"]})
        for table in components.sheet("game")["event"]
    },
    "merger": Happening(told.Merged),
    "looting": Happening(told.Looted),
    "freezing": Happening(told.CooperativeFrozen),
    "capitalisation": Happening(told.Capitalised),
    "concession bought": Happening(told.ConcessionBought),
    "concession completed": Happening(told.ConcessionCompleted),
    "concession failed": Happening(told.ConcessionFailed),
    "concession never bought": Happening(told.ConcessionUnsold),
    "concession removed": Happening(told.ConcessionForgone),
    "bankruptcy": Happening(WentBankrupt),
    "corporation closed": Happening(CorporationClosed),
    "corporation launched again": Happening(told.Launched, again="corporation"),
    "presidency changed": Happening(PresidentChanged),
    "president adds money": Happening(PresidentAdded),
    "air raid": Happening(told.Bombed),
    "air raid hit": Happening(told.TileFallen),
    "air raid, tile lost": Happening(told.TileLost),
    "2G run": Happening(told.GravityRolled),
    "2G lost": Happening(told.GravityLost),
    "2G returned": Happening(told.GravityReturned),
    "anchor": Happening(told.AnchorPlaced),
    "coach": Happening(told.CoachPlaced),
    "CNP swap": Happening(told.CnpSwapped),
    "forced link": Happening(told.LinkLaid),
    "accident": Happening(told.Accident),
    "train lost in war": Happening(told.TrainRequisitioned),
    "strike survived": Happening(told.Spared),
    "private sold to a corporation": Happening(DealMade, {"thing": "private"}),
    "train sold between corporations": Happening(DealMade, {"thing": "train"}),
    "train discarded": Happening(TrainGivenUp),
    "bank broken": Happening(BankBroken),
}
