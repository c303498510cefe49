"""What only 1849 shows at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message, Said, term
from ferrovia.table.page.face import Spot, TableFace
from ferrovia.table.page.matters import Matter, Meanwhile
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.calendar import LOAN_PENALTY
from ferrovia.titles.t1849.runs import PORT_BONUS
from ferrovia.titles.t1849.sicily import RSA
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

    # What is asked about

    step_words: Mapping[str, str] = {
        "buy_token": term("The space of another corporation's token is bought."),
        # 14.3.2 to 14.3.7
        "e_token": term(
            "An E token is the right to own E trains, which run any distance on standard and dual gauge and earn double"
            " in the major cities. It is paid from the treasury alone, and the first one costs most."
        ),
        "bond_interest": term("Whoever has a bond out pays its interest."),
        "rsa_start": term(
            "Whoever bought RSA has the president's certificate that comes with it, and sets its start price."
        ),
        "home_choice": term("The president chooses a city with a free space for the first token: routes begin there."),
        "loan_or_leave": term(
            "A president who has no more stock to sell takes a loan, which costs much in the end, or leaves the game."
        ),
        "bond_due": term(
            "The bond of a closed corporation is paid back by whoever presided over it, who sells stock for it if need"
            " be."
        ),
        "repay_bond": term("The bond is paid back, and costs no more interest."),
        "issue_bond": term("A bond brings money at once, and costs interest in every round until it is paid back."),
    }

    def told_of_hex(self, scene: Scene, hex_id: str) -> Iterator[str]:
        """C.4: the bonus of a port."""
        own = scene.view["own"]
        if own["port_owner"] and own["port"] == hex_id:
            yield _port(scene, own["port_owner"], hex_id)

    def told_of_corporation(self, scene: Scene, corporation: str) -> Iterator[str]:
        own = scene.view["own"]
        if own["port_owner"] == corporation:
            yield _port(scene, corporation, own["port"])

    def told_of_private(self, scene: Scene, private: str) -> Iterator[str]:
        """7.1: whose president's certificate comes with RSA."""
        line = scene.view["own"]["line"]
        if private == RSA and line and scene.game.state.privates.get(private) == BANK:
            yield scene.say("First in line: {corporation}.", corporation=line[0])

    def hex_signs(self, scene: Scene) -> Iterator[tuple[str, str]]:
        """C.4: the bonus of a port stands on the map."""
        own = scene.view["own"]
        if own["port_owner"]:
            yield own["port"], f"+{PORT_BONUS}"

    # The ledger

    def notes(self, own: Mapping[str, Any], corporation: str) -> Iterator[Said]:
        if corporation in own["bonds"]:
            yield Message("bond out")
        if own["port_owner"] == corporation:
            yield Message("port +{bonus}", bonus=PORT_BONUS)  # which one: the map and the card say

    def holdings(self, scene: Scene) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """A loan lowers what its player is worth in the end, by the penalty of the rulebook."""
        taken = Counter(scene.view["own"]["loans"])
        if taken:
            yield scene.say("Loans, −{penalty:money} each in the end", penalty=LOAN_PENALTY), taken

    def owed(self, scene: Scene, player: str) -> Iterator[tuple[str, int]]:
        taken = scene.view["own"]["loans"].count(player)
        if taken:
            yield scene.say("{n:loan|loans}", n=taken), taken * LOAN_PENALTY

    # What happened

    def matters(self, of: Meanwhile) -> Iterable[Matter]:
        return matters(of)

    def headline(self, events: Sequence[Event]) -> Said | None:
        return headline(events)


def _port(scene: Scene, corporation: str, hex_id: str) -> str:
    return scene.say(
        "{corporation} earns {bonus:money} more in {hex:place}.", corporation=corporation, bonus=PORT_BONUS, hex=hex_id
    )


FACE = SicilianFace()
