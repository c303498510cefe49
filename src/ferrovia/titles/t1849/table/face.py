"""What only 1849 shows at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event
from ferrovia.saying.message import Message, Said, term
from ferrovia.table.page.face import Spot, TableFace
from ferrovia.table.page.matters import Matter, Meanwhile
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.table.matters import headline, matters

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

    # The ledger

    def notes(self, own: Mapping[str, Any], corporation: str) -> Iterator[Said]:
        if corporation in own["bonds"]:
            yield Message("bond out")

    def holdings(self, scene: Scene) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """A loan lowers what its player is worth in the end, by the penalty of the rulebook."""
        taken = Counter(scene.view["own"]["loans"])
        if taken:
            penalty = components.sheet("game")["bankruptcy"]["loan_penalty"]
            yield scene.say("Loans, −{penalty:money} each in the end", penalty=penalty), taken

    # What happened

    def matters(self, of: Meanwhile) -> Iterable[Matter]:
        return matters(of)

    def headline(self, events: Sequence[Event]) -> Said | None:
        return headline(events)


FACE = SicilianFace()
