"""What only 1849 shows at the table."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.engine.flow.actions import Action
from ferrovia.saying.message import term
from ferrovia.table.page.face import Spot, TableFace
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan

_SPACE = term("Buy a token's space for {corporation}")


class SicilianFace(TableFace):
    """1849 at the table."""

    answers = (TakeLoan, LeaveGame, BuyEToken, IssueBond, RepayBond)
    buttons: Mapping[type[Action], str] = {
        TakeLoan: term("Take the loan"),
        LeaveGame: term("Leave the game"),
        BuyToken: term("Buy the token's space"),
        BuyEToken: term("Buy the E token"),
        IssueBond: term("Issue the bond"),
        RepayBond: term("Repay the bond"),
    }

    def spot(self, action: Action) -> Spot | None:
        return Spot(action.hex, _SPACE, seller=action.seller) if isinstance(action, BuyToken) else None


FACE = SicilianFace()
