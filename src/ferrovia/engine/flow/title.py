"""A title: what is in its box, its kinds of actions and frames, and a facet for each section of an 18xx rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event, Happening
from ferrovia.engine.flow.facets.audit import Audit
from ferrovia.engine.flow.facets.interjections import InterjectionRules, NoInterjections
from ferrovia.engine.flow.facets.market import MarketRules
from ferrovia.engine.flow.facets.privates import PrivateRules
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.facets.tokens import TokenRules
from ferrovia.engine.flow.facets.track import TrackRules
from ferrovia.engine.flow.frame import Frame, unsaid
from ferrovia.engine.flow.kinds import union, work_out
from ferrovia.engine.flow.parts import IncompleteTitle, check_folder, check_game_sheet
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import Nothing, State
from ferrovia.saying.voice import Voice

if TYPE_CHECKING:
    from ferrovia.engine.flow.facets.calendar import CalendarRules
    from ferrovia.engine.flow.facets.corporations import CorporationRules
    from ferrovia.engine.flow.facets.operating import OperatingRules
    from ferrovia.engine.flow.facets.setup import SetupRules
    from ferrovia.engine.flow.facets.stock import StockRules
    from ferrovia.engine.flow.facets.trains import TrainRules
    from ferrovia.engine.flow.game import Game
    from ferrovia.engine.flow.remedies.remedy import Remedy
    from ferrovia.engine.flow.sheets import Box


WORDS = ("name", "place", "citations", "actions", "frames")
FACETS = (
    "setup", "privates", "corporations", "stock", "operating", "track", "tokens", "trains", "runs", "market",
    "calendar", "interjections", "seen", "audit",
)  # fmt: skip


class Title:
    """A game of this engine. What it decides is asked of its facets; what is printed is in its box."""

    name: str
    place: str  # where it is played
    about: str = ""  # what it is about, in a line; its full name where it says nothing
    introduction: Sequence[str] = ()  # what kind of game it is, in a few sentences for those who do not know it
    note: str = ""  # what players should know about the edition, such as parts that had to be rebuilt
    citations: Mapping[str, str]  # words of the engine, or groups of them -> clauses of this title
    happenings: Mapping[str, Happening] = {}  # what is worth counting over many games, by its name
    actions: Sequence[type[Action]]
    frames: Sequence[type[Frame]]
    events: Sequence[type[Event]] = ()
    own_type: type[Any] = Nothing

    setup: SetupRules
    privates: PrivateRules = PrivateRules()
    corporations: CorporationRules
    stock: StockRules
    operating: OperatingRules
    track: TrackRules = TrackRules()
    tokens: TokenRules = TokenRules()
    trains: TrainRules
    runs: RunRules
    market: MarketRules = MarketRules()
    calendar: CalendarRules
    interjections: InterjectionRules = NoInterjections()
    seen: Seen = Seen()
    audit: Audit

    # From the box
    full_name: str
    designer: str
    publisher: str  # empty where nobody is named
    currency: str
    player_counts: tuple[int, ...]
    bank_size: int
    player_limit: int  # the most per cent of one corporation a player may hold
    pool_limit: int  # the most per cent of one corporation the bank pool may hold

    def __init__(self, box: Box) -> None:
        name = getattr(self, "name", type(self).__name__)
        missing = [part for part in (*WORDS, *FACETS) if not hasattr(self, part)]
        if missing:
            raise IncompleteTitle(name, f"does not answer for {', '.join(missing)}")
        check_folder(name, box.package)
        check_game_sheet(name, box.sheet("game"))
        mute = [f"its {kind} lacks {', '.join(parts)}" for kind, parts in self._mute()]
        if mute:
            raise IncompleteTitle(name, f"does not say what is asked: {'; '.join(mute)}")
        work_out((State, *self.actions, union(tuple(self.frames)), *self.frames, self.own_type))
        work_out((union(tuple(self.actions)), list[union(tuple(self.events))]))  # type: ignore[misc]
        events = [event for phase in box.phases.values() for event in phase.events]
        unknown = [event for event in events if event not in self.calendar.phase_events]
        if unknown:
            raise IncompleteTitle(name, f"does not know what happens at {', '.join(unknown)}")
        self.box = box
        self.options = self.setup.options
        self.option_names = self.setup.option_names
        self.readings = self.setup.readings
        game = box.sheet("game")
        self.full_name = game["full_title"]
        self.designer = game["designer"]
        self.publisher = game.get("publisher", "")
        self.about = self.about or self.full_name
        self.currency = game["currency"]
        self.bank_size = game["bank"]
        self.player_counts = tuple(game["players"])
        self.player_limit = game["stock_round"]["player_limit"]
        self.pool_limit = game["stock_round"]["pool_limit"]

    def _mute(self) -> Iterator[tuple[str, list[str]]]:
        """Which frames and steps of a turn lack something that programs or players know them by, and what."""
        for frame in self.frames:
            if parts := unsaid(frame):
                yield f"frame {frame.__name__}", parts
        for step in (*self.operating.steps, *self.operating.other_steps):
            if parts := step.unsaid():
                yield f"step {type(step).__name__}", parts

    @property
    def revision(self) -> int:
        """Which revision of its data is in the box."""
        return self.box.revision

    def voice(self, language: str) -> Voice:
        """Whoever says something of this game: with money and places as it prints them."""
        return Voice(language, currency=self.currency, place=self.box.board.place)

    def label(self, word: str) -> str:
        """What players call the step that programs know by a word; the word itself, where a title has no other."""
        for kind in (*self.frames, *map(type, (*self.operating.steps, *self.operating.other_steps))):
            if getattr(kind, "word", "") == word and hasattr(kind, "label"):
                return str(kind.label)
        return word

    def clause(self, game: Game, refusal: Refusal) -> str:
        """The clause behind a word of the engine; a title may cite one in a single step ("turn.stock_round").

        One for a whole group of words ("buy") holds for all of them that it does not cite by themselves.
        """
        word = refusal.rule
        in_step = "" if game.over else f"{word}.{game.top.step_id(game)}"
        group = word.partition(".")[0]
        return self.citations.get(in_step) or self.citations.get(word) or self.citations.get(group, word)

    def action_refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why an action has no place in this game, or not now, whatever the step at hand would say to it."""
        return None

    def remedies(self, game: Game, action: Action) -> Iterable[Remedy]:
        """What might lift a refusal besides what may in every 18xx; each is tried out before it is told."""
        return ()
