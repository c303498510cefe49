"""How moves that only 1849 has are written down."""

from __future__ import annotations

from ferrovia.engine.flow.forms import Form
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan

FORMS = (
    Form(TakeLoan, "Take the bank's loan"),
    Form(LeaveGame, "Leave the game"),
    Form(BuyToken, "Offer {seller:name} {price:money} for the space of its token on {hex:place}"),
    Form(BuyEToken, "Buy an E token"),
    Form(IssueBond, "Issue the bond"),
    Form(RepayBond, "Repay the bond"),
)
