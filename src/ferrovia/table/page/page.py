"""The whole table page for one viewer."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from markupsafe import Markup

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.stage import Stage
from ferrovia.engine.board.memory import Memory
from ferrovia.table.page.asking.asked import asked_card
from ferrovia.table.page.asking.card import AskCard
from ferrovia.table.page.asking.spots import Spot, spots
from ferrovia.table.page.banner import Banner, banner
from ferrovia.table.page.bar import Bar, bar
from ferrovia.table.page.bids import Bids, bids
from ferrovia.table.page.charters import CharterCard, charters
from ferrovia.table.page.control import ControlMarks, Ghost
from ferrovia.table.page.controls.auction import AuctionParts
from ferrovia.table.page.controls.starting import StartingParts
from ferrovia.table.page.desk import Desk, desk
from ferrovia.table.page.digest import Digest, digest
from ferrovia.table.page.dock import Dock, Way, dock, ways
from ferrovia.table.page.fitting import Dots, Fit, dots, fit
from ferrovia.table.page.hinting import HintPart, hint_part
from ferrovia.table.page.history import History, Then, history, then
from ferrovia.table.page.in_force import ForceMark, InForce, force_marks
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.ledger import Ledger
from ferrovia.table.page.log import Log, log
from ferrovia.table.page.lots import Lot, Lots, lots
from ferrovia.table.page.market import Market, is_untouched, market
from ferrovia.table.page.market_stage import MarketStage, market_stage
from ferrovia.table.page.over import Ended, ended
from ferrovia.table.page.overlay import Drawn, drawn_for, places_of
from ferrovia.table.page.roster import Group, roster
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.since import Since, since
from ferrovia.table.page.stage import HexMark, Marks, edition, marks, stage_of, tried
from ferrovia.table.page.supply import Supply
from ferrovia.table.page.tabs import Tabs, tabs
from ferrovia.table.page.talk import Talk
from ferrovia.table.page.tray import Tray, tray

PLACING = ("tokens", "starting")  # controls that ask for nothing but a place on the map or on the market

# Pages of bystanders, of the tables that were looked at last.
_for_all: Memory[Hashable, Page] = Memory(64)


class Page:
    """What the template asks for; nothing is worked out before it is asked."""

    def __init__(self, scene: Scene, log_shown: str = "") -> None:
        """`log_shown` is the name of the log that the page shows already, where it only asks for what is new."""
        self.scene = scene
        self._log_shown = log_shown
        self.view = scene.view
        self.written: dict[Hashable, Markup] = {}  # parts of this page, where it is one for all: see `speed.parts`

    @cached_property
    def for_all(self) -> Page | None:
        """The page of a bystander who looks at the same and has picked the same, one for all; None beside the present.

        What is shown there is a matter of the position, of the table's row, and of what is named here. Whatever changes
        the row changes its number of changes, and a position is never changed but replaced.
        """
        scene = self.scene
        if scene.mode != "now":
            return None
        picked = tuple(scene.pick.items())  # in this order: addresses go by it
        key = (scene.whose, scene.table.changes, scene.number, scene.language, scene.theme, picked)
        known = _for_all.get(key)
        if known is None or known.scene.game.state is not scene.game.state:
            _for_all[key] = known = Page(scene.for_all)
        return known

    @cached_property
    def desk(self) -> Desk:
        return desk(self.scene)

    @cached_property
    def asked(self) -> AskCard | None:
        """What is asked about, answered in the footer."""
        return asked_card(self.scene)

    @property
    def ask_spots(self) -> tuple[Spot, ...]:
        """Every hex, to be asked about."""
        return spots(self.scene)

    @property
    def asked_spot(self) -> Spot | None:
        """The hex that is asked about."""
        hex_id = self.asked.hex if self.asked else ""
        return next((spot for spot in self.ask_spots if spot.hex == hex_id), None) if hex_id else None

    @cached_property
    def hint(self) -> HintPart | None:
        return hint_part(self.scene)

    @cached_property
    def history(self) -> History:
        return history(self.scene)

    @cached_property
    def then(self) -> Then:
        return then(self.scene)

    @cached_property
    def since(self) -> Since:
        return since(self.scene)

    @cached_property
    def digest(self) -> Digest | None:
        return digest(self.scene)

    @cached_property
    def ended(self) -> Ended:
        return ended(self.scene)

    @cached_property
    def stage(self) -> Stage:
        return stage_of(self.scene)

    @cached_property
    def marks(self) -> Marks:
        if self.scene.mode == "since":
            return marks(self.scene, self.since.marks)
        control = self.desk.control
        hexes = self.tray.hexes or (control.marks.hexes if control else ())
        return marks(self.scene, hexes)

    @property
    def in_force(self) -> tuple[InForce, ...]:
        return self.scene.in_force

    @cached_property
    def force_marks(self) -> tuple[ForceMark, ...]:
        """What it does to hexes and tokens."""
        return force_marks(self.scene)

    @cached_property
    def tried(self) -> tuple[HexMark, ...]:
        """The hexes on which a sandbox has laid something."""
        return tried(self.scene) if self.scene.mode == "sandbox" else ()

    @cached_property
    def fit(self) -> Fit:
        """Which part of the board is shown: the lit hexes and the lines in question."""
        control = self.desk.control
        lines = places_of(self.scene, self.tray.runs, control.marks if control else ControlMarks())
        lit = self.marks.hexes
        chosen = [mark.place for mark in lit if mark.is_chosen]
        return fit(self.scene, self.stage.box, self.stage.is_wide, [*(mark.place for mark in lit), *lines], chosen)

    @cached_property
    def is_quiet(self) -> bool:
        """Whether the viewer is asked nothing and has asked for nothing: then the map is the same for all."""
        return (
            self.desk.state != "yours" and self.desk.control is None and not self.tray.hexes and self.tray.runs is None
        )

    @cached_property
    def dots(self) -> tuple[Dots, ...]:
        return dots(self.scene)

    @cached_property
    def tray(self) -> Tray:
        return tray(self.scene)

    @cached_property
    def dock(self) -> Dock | None:
        return dock(self.scene)

    @property
    def ways(self) -> tuple[Way, ...]:
        """What can be opened beside the map or in its place."""
        return ways(self.scene)

    @cached_property
    def drawn(self) -> Drawn:
        """Runs and lines over the board: those asked for, else those of the decision."""
        control = self.desk.control
        return drawn_for(
            self.scene,
            self.tray.runs,
            control.marks if control else ControlMarks(),
            self.fit.question or self.stage.box,
            [mark.place for mark in self.marks.hexes],
        )

    # What is read rather than decided

    @cached_property
    def market(self) -> Market:
        ways = self.since.ways if self.scene.mode == "since" else ()
        trails = tuple(Ghost(way.corporation, way.start, way.end) for way in ways)
        return market(self.scene, self.desk.control, is_wide=self.stage.is_wide, trails=trails)

    @cached_property
    def market_stage(self) -> MarketStage | None:
        """The market in the place of the map, where it is shown there."""
        return market_stage(self.scene, self.desk.control) if self.tabs.has_market else None

    @property
    def has_plain_market(self) -> bool:
        """Whether the market is as everybody sees it."""
        return is_untouched(self.desk.control)

    @cached_property
    def lots(self) -> Lots | None:
        return lots(self.scene)

    @cached_property
    def bids(self) -> Bids | None:
        return bids(self.scene, self.lots) if self.lots is not None else None

    @property
    def chosen_lot(self) -> Lot | None:
        """The lot that is pointed at."""
        control = self.desk.control
        if control is None or not isinstance(control.parts, AuctionParts):
            return None
        return next((row.lot for row in control.parts.rows if row.is_chosen), None)

    @cached_property
    def edition(self) -> Edition:
        return edition(self.scene)

    @cached_property
    def banner(self) -> Banner:
        return banner(self.scene, self.desk.question)

    @cached_property
    def bar(self) -> Bar:
        return bar(self.scene)

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.scene)

    @cached_property
    def affairs(self) -> Inset | None:
        """What only the title keeps, under the ledger."""
        return self.scene.face.affairs(self.scene)

    @cached_property
    def supply(self) -> Supply:
        return Supply(self.scene)

    @cached_property
    def charters(self) -> tuple[CharterCard, ...]:
        return charters(self.scene)

    @cached_property
    def roster(self) -> tuple[Group, ...]:
        return roster(self.scene)

    @cached_property
    def log(self) -> Log:
        return log(self.scene, self._log_shown)

    @cached_property
    def talk(self) -> Talk:
        return Talk(self.scene)

    @property
    def asks(self) -> str:
        """Where there is room for little: the `map` where something is asked or drawn on it, `nothing` where a question
        of the viewer's own needs no picture at all."""
        is_sale = self.desk.control is not None and isinstance(self.desk.control.parts, AuctionParts)
        if (self.marks.hexes and not is_sale) or self.drawn.parts or self.tabs.picks_map:
            return "map"
        return "nothing" if self.desk.state == "yours" and not self.tabs.has_market else ""

    @cached_property
    def tabs(self) -> Tabs:
        control, asked_on = self.desk.control, ""
        if control is not None and control.name in PLACING:
            on_market = isinstance(control.parts, StartingParts) and control.parts.on_market
            asked_on = "market" if on_market else "map" if control.marks.hexes else ""
        return tabs(self.scene, self.stage.is_wide, asked_on)
