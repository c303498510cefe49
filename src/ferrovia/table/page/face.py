"""A title's face at the table: what only it shows there. What it leaves out is shown the usual way.

A title brings one in its folder `table`, as `FACE`; it is imported when the first page of the title is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.parts import IncompleteTitle
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import Said
from ferrovia.table.page.stock_face import StockFace

if TYPE_CHECKING:
    from ferrovia.table.page.control import Builder, ControlMarks, Effect
    from ferrovia.table.page.grants import Grant
    from ferrovia.table.page.in_force import InForce
    from ferrovia.table.page.inset import Inset
    from ferrovia.table.page.lots import Lot
    from ferrovia.table.page.matters import Matter, Meanwhile
    from ferrovia.table.page.routes import StationEarnings
    from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class Spot:
    """Where on the map an action puts something."""

    hex: str
    question: str  # what is asked where such places are chosen from; it names the {corporation}
    city: int | None = None  # of the hex, from 0; None for the hex as a whole
    seller: str = ""  # whose token stands there, where its space is to be bought


class LotUp(NamedTuple):
    """A lot that is bid for alone."""

    lot: str
    bidders: tuple[str, ...]  # who still bids


class TableFace:
    """What a title adds to the page; every answer has a usual one."""

    # Above the stage

    def in_force(self, scene: Scene) -> Iterable[InForce]:
        """What holds for now besides the rules: events, cards; the weightiest first."""
        return ()

    # The decision panel

    controls: tuple[Builder, ...] = ()  # asked before the usual ones
    answers: tuple[type[Action], ...] = ()  # kinds of action that answer a question, besides the usual ones
    traced: tuple[type[Action], ...] = ()  # kinds of action that are traced hex by hex, as runs are
    buttons: Mapping[type[Action], str] = {}  # terms for the main button, for sentences that are too long for it
    repeats: tuple[type[Event], ...] = ()  # events that only say again what the choice that brings them about says
    stock = StockFace()  # what it adds to the control of stock

    def corporation(self, action: Action) -> str:
        """The corporation that an action of its own is about."""
        return ""

    def spot(self, action: Action) -> Spot | None:
        """Where an action of its own puts something on the map."""
        return None

    def marks(self, scene: Scene, action: Action) -> ControlMarks | None:
        """How an action of its own is shown over the board when it is pointed at."""
        return None

    def changes(self, scene: Scene, then: Game) -> Iterable[Effect]:
        """What an answer to a question changes for the viewer of what only this title keeps."""
        return ()

    def follows(self, scene: Scene, then: Game) -> Iterable[Effect]:
        """What any choice changes of what only this title keeps: deposits, certificates that nobody gets back."""
        return ()

    def prospects(self, scene: Scene, action: Action) -> Iterable[Effect]:
        """What may follow from an answer to a question by how others answer theirs."""
        return ()

    def earnings(self, game: Game, corporation: str) -> int | None:
        """What a corporation earns in a round, where that is by no train; None where trains run."""
        return None

    def track_note(self, scene: Scene) -> Inset | None:
        """What is said above the hexes where track may be laid: how many tiles, and what for."""
        return None

    def purse(self, scene: Scene, player: str) -> Iterable[tuple[str, str]]:
        """What a player can spend besides money, for the banner: what it is, and how much of it."""
        return ()

    # Who asks a question, and what about

    def asked_by(self, scene: Scene) -> str:
        """The player because of whom something of its own is asked."""
        return ""

    def offered(self, scene: Scene) -> str:
        """The private company or card that such a question is about."""
        return ""

    def card_that_asks(self, scene: Scene) -> str:
        """What a card says because of which something is asked."""
        return ""

    # What may be done at any moment

    def card(self, action: Action) -> str:
        """The card or company that an action of its own is about; empty for a power without one."""
        return ""

    def chip_name(self, scene: Scene, action: Action) -> str:
        """What a power without a card is called, where its deed is too long a name."""
        return ""

    def chip_note(self, scene: Scene, actions: list[Action]) -> str:
        """What can be done with a card or power of its own, in two words."""
        return ""

    def short(self, scene: Scene, action: Action) -> str:
        """Enough to tell one use of a card from another."""
        return ""

    # Auctions and concessions

    def lots(self, scene: Scene) -> Iterable[Lot]:
        """The lots of an auction that only this title has, while it is on."""
        return ()

    def lot_up(self, game: Game) -> LotUp | None:
        """Of these the one that is bid for alone."""
        return None

    def grant(self, scene: Scene, name: str) -> Grant | None:
        """A concession that asks to join places on the map."""
        return None

    # What happened

    def matters(self, of: Meanwhile) -> Iterable[Matter]:
        """What only this title can tell a player of the time since their last move."""
        return ()

    def headline(self, events: Sequence[Event]) -> Said | None:
        """What the log puts over a move by which something great of its own came about: a merger, an earthquake."""
        return None

    def stands_apart(self, event: Event) -> bool:
        """Whether the log has a line for it, though it came with something else: a card of the round."""
        return False

    # Charters

    def charter_sheet(self, scene: Scene, corporation: str) -> Inset | None:
        """What only this title tells of a corporation on its charter: where it must go, what it pays, what holds it."""
        return None

    # Trains and runs

    def train_reach(self, train: str) -> str:
        """How far a class of train comes, where its name does not tell it."""
        return ""

    def train_label(self, train: str) -> str:
        """A class of train, and how far it comes where its name does not tell it."""
        return f"{train} {self.train_reach(train)}".strip()

    def station_earnings(self, scene: Scene, corporation: str) -> StationEarnings | None:
        """What a corporation earns whose trains follow no routes."""
        return None

    # What is asked about: see page/asking

    step_words: Mapping[str, str] = {}  # terms that say what a step of its own is for, by its id

    def told_of_hex(self, scene: Scene, hex_id: str) -> Iterable[str]:
        """What only this title has to tell of a hex: tokens of other kinds, bonuses, events."""
        return ()

    def told_of_corporation(self, scene: Scene, corporation: str) -> Iterable[str]:
        """... of a corporation: its state, its destinations, what it was given."""
        return ()

    def told_of_train(self, scene: Scene, train: str) -> Iterable[str]:
        """... of a class of train: how it runs."""
        return ()

    def told_of_private(self, scene: Scene, private: str) -> Iterable[str]:
        """... of a private company or card."""
        return ()

    def hex_signs(self, scene: Scene) -> Iterable[tuple[str, str]]:
        """What stands on hexes besides: the hex, and a few signs such as +20."""
        return ()

    # The ledger

    def is_formed(self, corporation: str) -> bool:
        """Whether a corporation comes about otherwise than by a start: it is shown once it is somebody's."""
        return False

    def notes(self, own: Mapping[str, Any], corporation: str) -> Iterable[Said]:
        """What is said of a corporation besides figures, from what lies open of the title's own."""
        return ()

    def holdings(self, scene: Scene) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """What players hold besides certificates and private companies: its name, and what of it each holds."""
        return ()

    def owed(self, scene: Scene, player: str) -> Iterable[tuple[str, int]]:
        """What is taken off a player's worth: its name, and how much."""
        return ()

    def affairs(self, scene: Scene) -> Inset | None:
        """What else of its own everybody keeps an eye on, under the spreadsheet."""
        return None


def face_of(title: Title) -> TableFace:
    """The face of a title; the usual one, where it brings none."""
    return _face(title.box.package)


@lru_cache(maxsize=16)
def _face(package: str) -> TableFace:
    module = f"{package}.table"
    if find_spec(module) is None:
        return TableFace()
    found: TableFace | None = getattr(import_module(module), "FACE", None)
    if found is None:
        raise IncompleteTitle(module, "has no FACE")
    return found
