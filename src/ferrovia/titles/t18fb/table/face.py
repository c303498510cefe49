"""What only 18FB shows at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message, Said, term
from ferrovia.table.page.control import ControlMarks, Effect
from ferrovia.table.page.face import LotUp, TableFace
from ferrovia.table.page.grants import Grant
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.lots import Lot
from ferrovia.table.page.matters import Matter, Meanwhile
from ferrovia.table.page.routes import StationEarnings
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.actions import Acquire, BuildLine, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.building import Invitation
from ferrovia.titles.t18fb.events import MergerAnswered
from ferrovia.titles.t18fb.political import CardOffer, Favour
from ferrovia.titles.t18fb.south import is_national, is_regional
from ferrovia.titles.t18fb.states import CompanyState
from ferrovia.titles.t18fb.table.auction import auction
from ferrovia.titles.t18fb.table.charters import charter_sheet, grant
from ferrovia.titles.t18fb.table.concessions import SouthernStockFace
from ferrovia.titles.t18fb.table.earnings import station_earnings
from ferrovia.titles.t18fb.table.kingdom import deposits_lost, formation
from ferrovia.titles.t18fb.table.lines import lines
from ferrovia.titles.t18fb.table.lots import lot_up, lots
from ferrovia.titles.t18fb.table.matters import headline, matters
from ferrovia.titles.t18fb.table.steps import STEPS
from ferrovia.titles.t18fb.table.tile_steps import track_note
from ferrovia.titles.t18fb.table.traced_line import line_marks


class SouthernFace(TableFace):
    """18FB at the table."""

    controls = (lines, auction)
    answers = (Acquire,)
    traced = (BuildLine,)
    buttons: Mapping[type[Action], str] = {
        PutUp: term("Put it up for auction"),
        TakeConcession: term("Take the concession"),
        BuildLine: term("Build the line"),
        OfferPrivate: term("Offer the card"),
        Acquire: term("Acquire the company"),
    }
    repeats = (MergerAnswered,)
    stock = SouthernStockFace()

    def corporation(self, action: Action) -> str:
        return action.corporation if isinstance(action, TakeConcession) else ""

    def marks(self, scene: Scene, action: Action) -> ControlMarks | None:
        return line_marks(scene, action) if isinstance(action, BuildLine) else None

    def follows(self, scene: Scene, then: Game) -> Iterable[Effect]:
        return deposits_lost(scene, then)

    def prospects(self, scene: Scene, action: Action) -> Iterable[Effect]:
        return formation(scene, action)

    def track_note(self, scene: Scene) -> Inset | None:
        """3.5.1.1: which tile step it is."""
        return track_note(scene)

    # Who asks a question, and what about

    def asked_by(self, scene: Scene) -> str:
        """3.3.6: whoever offers a card."""
        frame = scene.game.top
        return frame.seller if isinstance(frame, CardOffer) else ""

    def offered(self, scene: Scene) -> str:
        frame = scene.game.top
        return frame.card if isinstance(frame, CardOffer | Favour | Invitation) else ""

    # What may be done at any moment

    def card(self, action: Action) -> str:
        match action:
            case OfferPrivate(private=card):
                return card
            case Acquire(company=company):
                return company
        return ""

    def chip_note(self, scene: Scene, actions: list[Action]) -> str:
        return scene.say("acquire") if isinstance(actions[0], Acquire) else scene.say("offer it")

    def short(self, scene: Scene, action: Action) -> str:
        return scene.say("Offer it to {player}", player=action.to) if isinstance(action, OfferPrivate) else ""

    # Auctions, runs and the ledger

    def lots(self, scene: Scene) -> Iterable[Lot]:
        return lots(scene)

    def station_earnings(self, scene: Scene, corporation: str) -> StationEarnings | None:
        return station_earnings(scene, corporation)

    def grant(self, scene: Scene, name: str) -> Grant | None:
        return grant(scene, name)

    def charter_sheet(self, scene: Scene, corporation: str) -> Inset | None:
        return charter_sheet(scene, corporation)

    def train_reach(self, train: str) -> str:
        """3.5.5: cities with an own token, and town markers."""
        table = components.train_table(train)
        return f"{table['cities']} + {table['towns']}"

    def lot_up(self, game: Game) -> LotUp | None:
        return lot_up(game)

    def is_formed(self, corporation: str) -> bool:
        """3.6.2, 3.7.1: regional companies are auctioned, and others merge into national ones."""
        return is_regional(corporation) or is_national(corporation)

    def notes(self, own: Mapping[str, Any], corporation: str) -> Iterator[Said]:
        """7: how a company stands, and its town markers."""
        company = own["companies"].get(corporation)
        # Companies of one owner have one state, and so has everybody once concessions are over.
        is_said = corporation in own["concessions"]
        if company is not None and is_said and company["state"] != CompanyState.UNFLOATED:
            yield Message("{state:term}", state=company["state"])
        markers = own["markers"].get(corporation, 0)
        if markers:
            yield Message("{n} {n:marker|markers}", n=markers)

    # What is asked about

    step_words = STEPS

    # What happened

    def matters(self, of: Meanwhile) -> Iterable[Matter]:
        return matters(of)

    def headline(self, events: Sequence[Event]) -> Said | None:
        return headline(events)


FACE = SouthernFace()
