"""What only 1883 shows at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message, Said, term
from ferrovia.table.page.control import Effect
from ferrovia.table.page.face import Spot, TableFace
from ferrovia.table.page.grants import Grant
from ferrovia.table.page.in_force import InForce
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.matters import Matter, Meanwhile
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1883 import coaches
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, Merge, PlaceAnchor, PlaceCoach
from ferrovia.titles.t1883.emilia import CCFR, COOPERATIVE, FROZEN, SARSA
from ferrovia.titles.t1883.event_questions import SupportQuestion
from ferrovia.titles.t1883.events import CardRevealed, Spared, Struck
from ferrovia.titles.t1883.merger import MergerOffer
from ferrovia.titles.t1883.table.events import in_force
from ferrovia.titles.t1883.table.government import EmilianStockFace, grant, membership_lost, support_spent
from ferrovia.titles.t1883.table.matters import headline, matters
from ferrovia.titles.t1883.table.places import told_of_hex
from ferrovia.titles.t1883.table.region import region
from ferrovia.titles.t1883.table.steps import STEPS
from ferrovia.titles.t1883.table.strikes import strike_prospects

LONGEST_EVENT = 30  # moves in which everybody has surely answered it
_CCFR = {COOPERATIVE: term("co-operative"), FROZEN: term("frozen")}
_ANCHOR, _COACH = term("Place an anchor of {corporation}"), term("Place a coach of {corporation}")


class EmilianFace(TableFace):
    """1883 at the table."""

    answers = (Merge, PlaceAnchor)
    buttons: Mapping[type[Action], str] = {
        BuySupport: term("Buy political support"),
        BuyConcession: term("Buy the concession"),
        PlaceAnchor: term("Place the anchor"),
        PlaceCoach: term("Place the coach"),
        Merge: term("Propose the merger"),
    }
    repeats = (Spared, Struck)
    stock = EmilianStockFace()

    def in_force(self, scene: Scene) -> Iterable[InForce]:
        """7: the events that hold in this round."""
        return in_force(scene)

    def corporation(self, action: Action) -> str:
        return action.corporation if isinstance(action, BuyConcession) else ""

    def spot(self, action: Action) -> Spot | None:
        match action:
            case PlaceAnchor(hex=hex_id):
                return Spot(hex_id, _ANCHOR)
            case PlaceCoach(hex=hex_id):
                return Spot(hex_id, _COACH)
        return None

    def changes(self, scene: Scene, then: Game) -> Iterable[Effect]:
        return support_spent(scene, then)

    def follows(self, scene: Scene, then: Game) -> Iterable[Effect]:
        return membership_lost(scene, then)

    def prospects(self, scene: Scene, action: Action) -> Iterable[Effect]:
        return strike_prospects(scene, action)

    def earnings(self, game: Game, corporation: str) -> int | None:
        """8.2: coaches earn without a train."""
        return coaches.revenue(game) if corporation == SARSA else None

    # Who asks a question, and what about

    def asked_by(self, scene: Scene) -> str:
        """8.3: whoever proposes the merger."""
        frame = scene.game.top
        return scene.game.president(frame.active) if isinstance(frame, MergerOffer) else ""

    def card_that_asks(self, scene: Scene) -> str:
        """7: the event card that was revealed last."""
        if scene.decision is None or scene.decision.step != SupportQuestion.word:
            return ""
        for told in reversed(scene.moment.events_since(scene.number - LONGEST_EVENT)):
            for event in reversed(told.events or ()):
                if isinstance(event, CardRevealed):
                    return scene.say(event)
        return ""

    # What may be done at any moment

    def chip_name(self, scene: Scene, action: Action) -> str:
        return scene.say("Anchors") if isinstance(action, PlaceAnchor) else ""

    def chip_note(self, scene: Scene, actions: list[Action]) -> str:
        if isinstance(actions[0], PlaceAnchor):
            return scene.say("{n} {n:place|places}", n=len(actions))
        return ""

    def purse(self, scene: Scene, player: str) -> Iterator[tuple[str, str]]:
        """Political support, once anybody has any."""
        held = scene.view["own"]["support"]
        if held:
            yield scene.say("supports"), str(held.get(player, 0))

    # Concessions and the ledger

    def grant(self, scene: Scene, name: str) -> Grant | None:
        return grant(scene, name)

    def notes(self, own: Mapping[str, Any], corporation: str) -> Iterator[Said]:
        """8.1: that CCFR is not yet an ordinary corporation."""
        if corporation == CCFR and own["ccfr"] in _CCFR:
            yield Message("{state:term}", state=_CCFR[own["ccfr"]])

    # What is asked about

    step_words = STEPS

    def told_of_hex(self, scene: Scene, hex_id: str) -> Iterator[str]:
        """2.1, 6.4.4, 6.6: what is printed on a hex beside its track, and the anchors and coaches that lie there."""
        return told_of_hex(scene, hex_id)

    def holdings(self, scene: Scene) -> Iterator[tuple[str, Mapping[str, Any]]]:
        if scene.view["own"]["support"]:
            yield scene.say("Support"), scene.view["own"]["support"]

    def affairs(self, scene: Scene) -> Inset:
        return region(scene)

    # What happened

    def matters(self, of: Meanwhile) -> Iterable[Matter]:
        return matters(of)

    def headline(self, events: Sequence[Event]) -> Said | None:
        return headline(events)

    def stands_apart(self, event: Event) -> bool:
        """7: the event of the round is not lost among incomes."""
        return isinstance(event, CardRevealed)


FACE = EmilianFace()
