"""A scene: one moment of a game as one viewer sees it; every part of the page is worked out from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

from django.urls import reverse
from msgspec import structs

from ferrovia.drawing.edition import edition_of
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.actions import Pass, RunTrains
from ferrovia.engine.flow.decision import Choice, Decision
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.title import Title
from ferrovia.formats.view import open_view, seen_by
from ferrovia.formats.view_types import View
from ferrovia.saying.voice import Voice
from ferrovia.sitting.moment import Moment
from ferrovia.table.last_seen import last_seen_by
from ferrovia.table.law import TableLaw, law_of
from ferrovia.table.models import LastSeen, Person, Table
from ferrovia.table.page.face import TableFace, face_of
from ferrovia.table.page.time import TimePart, time_part

if TYPE_CHECKING:
    from ferrovia.table.page.in_force import InForce

NUMBER = "n"  # in an address: after how many moves something was picked
PASS = "pass"  # passing is pointed at
ASK = "ask"  # something is asked about: hex:H6, train:4H
OPEN = "open"  # what lies beside the map or in its place
LONGEST_PICK = 2000
# What is picked of the page rather than of the game: it stays picked when a move is made.
LASTING = frozenset({"tab", "talk", "view", "map", "sheet", "picture", OPEN, ASK, "book", "upgrade"})

# What lies open in the last positions, by the state it was read off: many look at the same one.
_open: Memory[tuple[int, str], tuple[State, View]] = Memory(64)


def picks(query: Mapping[str, str], number: int) -> dict[str, str]:
    """What an address picks; if it was picked before the last move, only what has to do with no move."""
    known = {name: value for name, value in query.items() if name != NUMBER and len(value) <= LONGEST_PICK}
    if query.get(NUMBER, "") == str(number):
        return known
    return {name: value for name, value in known.items() if name in LASTING}


@lru_cache(maxsize=4096)
def _pair(name: str, value: str) -> str:
    """A part of an address; a page has dozens of links, and most of them pick the same."""
    return urlencode({name: value})


def query_of(
    picked: Iterable[tuple[str, str]], number: int, changes: Mapping[str, object], *, only: bool = False
) -> str:
    """The query that picks what is picked with these changes: see `Scene.picked`."""
    is_choice = not LASTING.issuperset(changes)  # whoever points at something else points at passing no more
    over = {PASS, ASK} if is_choice else ()  # ... and has been answered
    kept = {name: value for name, value in picked if name not in over and (name in LASTING or not only)}
    kept |= {name: str(value) for name, value in changes.items()}
    pairs = {name: _pair(name, value) for name, value in kept.items() if value}
    query = "&".join(pairs.values())
    if pairs and LASTING.issuperset(pairs):
        return f"?{query}"  # these links stay as they are from move to move
    return f"?{NUMBER}={number}&{query}" if pairs else f"?{NUMBER}={number}"


@lru_cache(maxsize=64)
def table_voice(title: Title, language: str) -> Voice:
    """The voice of a title on pages: places as the map has them, and no line ends between "L." and its figures.

    One for all: parts are kept by it.
    """
    money = title.currency.replace(" ", "\N{NO-BREAK SPACE}")
    return title.voice(language).with_money(money).with_places(edition_of(title, language).place)


@dataclass(frozen=True, repr=False)  # a trace or a log that prints one must not print the seed
class Scene:
    """Everything that the parts of a page may ask."""

    table: Table
    moment: Moment
    players: tuple[str, ...]  # for whom the viewer plays; none for a bystander
    language: str
    theme: str
    pick: Mapping[str, str] = field(default_factory=dict)  # what is picked, from the address: see `picks`
    handed: tuple[str, ...] = ()  # of these players, those for whom a computer player moves
    person: Person | None = None  # who looks, also without a seat
    mode: Literal["now", "past", "since", "sandbox"] = "now"
    base: int = 0  # after how many moves of the table a sandbox began
    present: Moment | None = None  # where the table stands meanwhile, for the past and the sandbox

    def picked(self, *, only: bool = False, **changes: object) -> str:
        """The address of this page with something else picked; nothing is picked any more once a move is made.

        `only` forgets what was picked besides, but for what has to do with no move; an empty value takes a pick away.
        """
        return query_of(self.pick.items(), self.number, changes, only=only)

    @property
    def plain(self) -> str:
        """The query of the address with nothing picked but what has to do with no move."""
        return self.picked(only=True)

    @cached_property
    def address(self) -> str:
        """Where this page is found, without what is picked."""
        key = self.table.key
        match self.mode:
            case "past":
                return reverse("past", args=[key, self.number])
            case "since":
                return reverse("since", args=[key])
            case "sandbox":
                return reverse("sandbox", args=[key])
        return reverse("table", args=[key])

    @property
    def whose(self) -> tuple[str, int]:
        """Under what a process keeps things of this game: each table has its own, and each sandbox at it.

        Whatever is kept by a position alone tells who opens a game like another's whether its hidden cards are alike.
        """
        if self.mode != "sandbox":
            return self.table.key, 0
        return self.table.key, -1 if self.person is None else self.person.pk

    @property
    def now(self) -> Moment:
        """Where the table stands, whatever is looked at."""
        return self.present or self.moment

    @property
    def game(self) -> Game:
        return self.moment.game

    @property
    def title(self) -> Title:
        return self.game.title

    @property
    def face(self) -> TableFace:
        """What only this title shows at the table."""
        return face_of(self.title)

    @property
    def number(self) -> int:
        return self.moment.number

    @cached_property
    def say(self) -> Voice:
        return table_voice(self.title, self.language)

    def place(self, hex_id: str) -> str:
        """A hex as people say it, by its name."""
        return edition_of(self.title, self.language).place(hex_id)

    def mark(self, player: str) -> int:
        """Which mark is a player's, everywhere and to the end: that of their seat in the lobby; -1 for nobody's."""
        players = self.game.settings.players
        return players.index(player) if player in players else -1

    @cached_property
    def law(self) -> TableLaw:
        return law_of(self.table.law)

    @cached_property
    def time(self) -> TimePart | None:
        """The clocks of the table; nothing of them beside its present."""
        return time_part(self.table, self.person, self.players) if self.mode == "now" and self.table.pk else None

    @cached_property
    def look(self) -> LastSeen | None:
        """How far the viewer has seen the game."""
        return last_seen_by(self.table, self.person)

    @cached_property
    def view(self) -> View:
        state = self.game.state
        known = _open.get((id(state), self.language))
        if known is None or known[0] is not state:
            _open[id(state), self.language] = known = state, open_view(self.game, self.language)
        return seen_by(known[1], self.game, self.viewer)

    @cached_property
    def in_force(self) -> tuple[InForce, ...]:
        """The cards and rules of the title that hold for now, the weightiest first."""
        return () if self.game.over else tuple(self.face.in_force(self))

    @property
    def for_all(self) -> Scene:
        """The same as a bystander sees it: what is made of this holds nothing hidden, and may be shown to everybody."""
        return replace(self, players=(), handed=(), person=None)

    @property
    def viewer(self) -> str | None:
        """With whose eyes: of several at one screen, whoever must choose."""
        if not self.players:
            return None
        return self.decider if self.decider in self.players else self.players[0]

    @cached_property
    def decider(self) -> str:
        return "" if self.game.over else self.game.top.decider(self.game)

    @property
    def is_mine(self) -> bool:
        """Whether it is for the viewer to choose."""
        if self.mode == "past" or self.decider in self.handed:
            return False
        return bool(self.decider) and self.decider in self.players

    @property
    def is_watched(self) -> bool:
        """Whether the viewer has no seat and looks at the present of a game that goes on."""
        return not self.players and self.mode == "now" and not self.game.over

    @cached_property
    def decision(self) -> Decision | None:
        """The viewer's choices; None for a bystander, when the game is over, and in the past.

        The best run is among them only where the law of the table offers it.
        """
        if self.viewer is None or self.game.over or self.mode == "past":
            return None
        found = self.moment.decision_for(self.viewer)
        if self.law.best_run == "offered" or not found.lists_runs:
            return found
        return structs.replace(
            found, choices=tuple(choice for choice in found.choices if not isinstance(choice, RunTrains))
        )

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """All of them but passing, which has a button of its own; an address names a choice by its place here."""
        return tuple(choice for choice in self.decision or () if not isinstance(choice, Pass))
