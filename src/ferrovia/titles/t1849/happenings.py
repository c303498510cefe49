"""What is worth counting over many games of 1849, by the kind of event that tells of it."""

from __future__ import annotations

from ferrovia.engine.flow.events import (
    BankBroken,
    CorporationClosed,
    DealMade,
    Happening,
    PlayerLeft,
    PresidentAdded,
    PresidentChanged,
    PrivateForced,
    StockRedeemed,
    TrainGivenUp,
)
from ferrovia.saying.message import term
from ferrovia.titles.t1849.events import (
    BondIssued,
    BondOwed,
    BondRepaid,
    BondWrittenOff,
    BonusTokenPlaced,
    CorporationStarted,
    Earthquake,
    ETokenBought,
    GaribaldiAside,
    GaribaldiBack,
    InterestNotPaid,
    LoanTaken,
    SmsUsed,
    TokenLost,
    TrainNotPaid,
)

HAPPENINGS: dict[str, Happening] = {
    term("earthquake"): Happening(Earthquake),
    term("token lost on Messina"): Happening(TokenLost),
    term("corporation closed"): Happening(CorporationClosed),
    term("corporation started again"): Happening(CorporationStarted, again="corporation"),
    term("president adds money"): Happening(PresidentAdded),
    term("train not paid"): Happening(TrainNotPaid),
    term("loan"): Happening(LoanTaken),
    term("player left"): Happening(PlayerLeft),
    term("presidency changed"): Happening(PresidentChanged),
    term("Garibaldi put aside"): Happening(GaribaldiAside),
    term("Garibaldi back"): Happening(GaribaldiBack),
    term("private sold to a corporation"): Happening(DealMade, {"thing": "private"}),
    term("private for nothing"): Happening(PrivateForced),
    term("train sold between corporations"): Happening(DealMade, {"thing": "train"}),
    term("train discarded"): Happening(TrainGivenUp),
    term("bonus token"): Happening(BonusTokenPlaced),
    term("SMS used"): Happening(SmsUsed),
    term("stock bought back"): Happening(StockRedeemed),
    term("token sold between corporations"): Happening(DealMade, {"thing": "token"}, option="buy_station_tokens"),
    term("bond issued"): Happening(BondIssued, option="bonds"),
    term("bond repaid"): Happening(BondRepaid, option="bonds"),
    term("interest not paid"): Happening(InterestNotPaid, option="bonds"),
    term("bond due at a closing"): Happening(BondOwed, option="bonds"),
    term("bond written off"): Happening(BondWrittenOff, option="bonds"),
    term("E token"): Happening(ETokenBought, option="electric_dreams"),
    term("bank broken"): Happening(BankBroken),
}
