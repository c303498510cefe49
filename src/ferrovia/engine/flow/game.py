"""The game: one door in (`apply`), and everything that can be read off its state.

What it holds and the verbs that move it are in `holdings`; here are the door, the agenda, and what a title
has a say in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from operator import attrgetter, is_
from typing import Any, TypeVar

import msgspec
from msgspec import convert

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.reach import Reach
from ferrovia.engine.finance.market import Cell, Direction
from ferrovia.engine.flow.action_check import ActionCheck, interjected
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import commitment
from ferrovia.engine.flow.decision import Decision, Range
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event, GameOver, PriceMoved
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.holdings import Holdings
from ferrovia.engine.flow.kinds import union
from ferrovia.engine.flow.map_knowledge import UNKNOWN_MAP
from ferrovia.engine.flow.migration import migrated
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK, State, plain
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term

F = TypeVar("F", bound=Frame)
A = TypeVar("A")

# A game that goes on by itself for this long without a decision is caught in a loop.
_MANY_STEPS = 10_000


# All of a state but the number of actions that led to it.
_position = attrgetter(*(field for field in State.__struct_fields__ if field != "number"))
_ANSWERS = 32  # about one position; an action and the list of choices ask a few
Answers = tuple[tuple[object, ...], Memory[Hashable, Any]]  # a position, and what was worked out about it
_UNKNOWN: Any = object()
_NO_ANSWERS: Answers = ((None,), Memory(_ANSWERS))


class Game(Holdings):
    """A game of a title: its settings, its actions so far, and the state they led to."""

    __slots__ = ("_answers", "_decision", "_map", "actions", "commitment", "watcher")

    commitment: str  # to seed and salt, as it was published
    watcher: Callable[[Game], None] | None  # is shown the game before each thing that happens by itself

    def __init__(self, title: Title, settings: Settings) -> None:
        self.title = title
        self.settings = settings = _played_with(title, settings)
        self.actions: list[Action] = []
        self.events = []
        self._decision: Decision | None = None
        self._map = UNKNOWN_MAP
        self._answers = _NO_ANSWERS
        self.commitment = commitment(settings.seed, settings.salt)
        self.watcher = None
        chance = self.chance_after(0)
        try:
            self.state = title.setup.set_up(title, settings, chance)
        except Refusal as refusal:
            raise refusal.cited(title.citations.get(refusal.rule, refusal.rule)) from None
        self.state.draws = chance.draws
        self._settle()

    # The door

    def apply(self, action: Action, *, by: str | None = None, after: int | None = None) -> list[Event]:
        """Play one action. It changes the state completely, or raises a `Refusal` and changes nothing.

        `by` is who plays it, `after` the number of the action it follows; both are checked where given.
        """
        refusal, interjection = ActionCheck.of(self, action, by, after)
        if refusal is not None:
            raise self._cited(refusal)
        before, told, decision = self.state, self.events, self._decision
        self.state = before.copy()
        self.events = []
        self._decision = None
        try:
            self.state.number += 1
            if interjection is not None:
                self.title.interjections.play(self, interjection.player, action)
            else:
                self.top.play(self, action)
            self._settle()
        except BaseException:
            self.state, self.events, self._decision = before, told, decision
            raise
        self.actions.append(action)
        return self.events

    def why_not(self, action: Action, *, by: str | None = None, after: int | None = None) -> Refusal | None:
        """Why an action would be refused now, or None."""
        refusal, _ = ActionCheck.of(self, action, by, after)
        return self._cited(refusal) if refusal else None

    def player_of(self, action: Action, by: str | None = None) -> str:
        """Who plays a legal action: the one who may do it at any moment, or else the one whose turn it is."""
        interjection = interjected(self, action, by)
        return self.top.decider(self) if interjection is None else interjection.player

    def _cited(self, refusal: Refusal) -> Refusal:
        """A refusal with its clause."""
        return refusal.cited(self.title.clause(self, refusal))

    @property
    def decision(self) -> Decision:
        """Who must choose, and every legal choice."""
        if self._decision is None:
            self._decision = self._decide()
        return self._decision

    def _decide(self) -> Decision:
        if self.over:
            return Decision("", term("over"))
        choices: list[Action] = []
        ranges: list[Range] = []
        for choice in self.top.choices(self):
            if isinstance(choice, Range):
                ranges.append(choice)
            else:
                choices.append(choice)
        frame = self.top
        return Decision(
            frame.decider(self),
            frame.step(self),
            frame.corporation_of(self),
            tuple(choices),
            tuple(ranges),
            tuple(other for other in self.title.interjections.listed(self) if other.choice not in choices),
        )

    def standing_at(self, state: State) -> Game:
        """This game as it stood at an earlier state of its own, to look at."""
        earlier = self.fork()
        earlier.state, earlier.events, earlier._decision = state.copy(), [], None
        del earlier.actions[state.number :]
        return earlier

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    def fork(self) -> Game:
        """A game that stands where this one stands and goes its own way."""
        twin = type(self).__new__(type(self))
        twin.title, twin.settings = self.title, self.settings
        twin.state = self.state.copy()
        twin.actions, twin.events = self.actions.copy(), self.events
        twin._decision, twin._map, twin._answers = self._decision, self._map, _NO_ANSWERS
        twin.commitment, twin.watcher = self.commitment, None
        return twin

    def supposed(self) -> Game:
        """A fork on which something may be supposed that has not happened: nothing is told or listed on it yet."""
        twin = self.fork()
        twin.events, twin._decision = [], None
        return twin

    def fork_for(self, viewer: str | None) -> Game:
        """A fork that may be given to a player: all they cannot know is drawn anew; None is a bystander.

        Whoever sees the same gets the same fork, whatever is hidden. Once the game is over nothing is.
        """
        twin = self.fork()
        if self.over:
            return twin
        twin._map = self._map.apart()
        # Everybody sees all of this, and it tells one position from another.
        old, state = self.settings, self.state
        sight = f"{viewer} after {state.number}, {state.draws} drawn, {state.cash[BANK]} in the bank"
        twin.settings = msgspec.structs.replace(old, seed=sight, arrangement={}, salt="")
        self.title.seen.redraw(twin, viewer)
        return twin

    def snapshot(self) -> dict[str, Any]:
        """The state as plain JSON data."""
        data: dict[str, Any] = msgspec.to_builtins(self.state, enc_hook=plain, str_keys=True)
        return data

    @classmethod
    def restore(cls, title: Title, settings: Settings, snapshot: dict[str, Any], actions: list[Action]) -> Game:
        """A game at a stored state."""
        game = cls.__new__(cls)
        game.title, game.settings = title, _played_with(title, settings)
        game.state = _read_state(title, snapshot)
        game.actions, game.events = list(actions), []
        game._decision = None
        game._map, game._answers = UNKNOWN_MAP, _NO_ANSWERS
        game.commitment, game.watcher = commitment(settings.seed, settings.salt), None
        return game

    def hash(self) -> str:
        """A fingerprint of the state."""
        return hashlib.sha256(msgspec.json.encode(self.snapshot(), order="sorted")).hexdigest()[:16]

    # The agenda

    @property
    def top(self) -> Frame:
        frame: Frame = self.state.agenda[-1]
        return frame

    def push(self, frame: Frame) -> None:
        self.state.agenda = (*self.state.agenda, frame)

    def pop(self) -> None:
        self.state.agenda = self.state.agenda[:-1]

    def change(self, frame: Frame) -> None:
        """Put a frame in the place of the topmost one of its kind."""
        agenda = self.state.agenda
        if agenda and type(agenda[-1]) is type(frame):
            self.state.agenda = (*agenda[:-1], frame)
            return
        for place in range(len(agenda) - 1, -1, -1):
            if type(agenda[place]) is type(frame):
                self.state.agenda = (*agenda[:place], frame, *agenda[place + 1 :])
                return
        raise LookupError(f"No {type(frame).__name__} is on the agenda.")

    def amend(self, amended: Callable[[Frame], Frame]) -> None:
        """Replace whatever waits on the agenda by what it has become, frame by frame."""
        self.state.agenda = tuple(amended(frame) for frame in self.state.agenda)

    def insert(self, place: int, frame: Frame) -> None:
        """Put a frame into the agenda under those from a place on."""
        self.state.agenda = (*self.state.agenda[:place], frame, *self.state.agenda[place:])

    def find(self, kind: type[F]) -> F | None:
        """The topmost frame of a kind."""
        for frame in reversed(self.state.agenda):
            if isinstance(frame, kind):
                return frame
        return None

    def _settle(self) -> None:
        for _ in range(_MANY_STEPS):
            self.title.calendar.settle(self)
            if self.watcher is not None and not self.state.over:
                self.watcher(self)
            if self.state.over or not self.top.proceed(self):
                return
        raise RuntimeError("The game goes on by itself without end.")

    def end(self, rule: str, why: str) -> None:
        """The game is over, by a clause of its rules or a word of the engine for it ("end.bank_broken.operating")."""
        cited = self.title.citations
        clause = cited.get(rule) or cited.get(rule.rpartition(".")[0], rule)
        self.state.over = why
        self.state.ended_by = clause
        self.tell(GameOver(why=why, clause=clause))
        self.state.agenda = ()
        self.state.round = msgspec.structs.replace(self.state.round, kind="end")

    # Where the title has a say

    def president(self, corporation: str) -> str:
        return self.title.corporations.president(self, corporation)

    def certificate_count(self, player: str) -> int:
        """What counts against the certificate limit: pieces of paper, privates among them."""
        paper = sum([holders.count(player) for holders in self.state.certificates.values()])
        privates = list(self.state.privates.values()).count(player)
        return paper + privates - self.title.stock.uncounted(self, player)

    def move(self, corporation: str, direction: Direction, times: int = 1) -> None:
        """Move a corporation's token, space by space, and see what its new space does."""
        start = self.cell(corporation)
        cell = self.title.market.moved(self, start, direction, times)
        if cell != start:
            self.move_to(corporation, cell)

    def move_to(self, corporation: str, cell: Cell) -> None:
        """Put a corporation's token on another space, and see what that does."""
        start, market = self.cell(corporation), self.title.box.market
        self.put_on_market(corporation, cell)
        self.tell(PriceMoved(corporation=corporation, before=market.price(start), after=market.price(cell)))
        self.title.market.entered(self, corporation, cell)

    def closed_to(self, corporation: str) -> frozenset[StopId]:
        """Stops full of other corporations' tokens, through which it cannot pass."""
        self._map = known = self._map.now(self)
        return known.closed_to(self, corporation)

    def reach(self, corporation: str) -> Reach:
        """What the corporation's routes lead to."""
        self._map = known = self._map.now(self)
        return known.reach(self, corporation)

    def remembered(self, question: Hashable, work: Callable[[], A]) -> A:
        """What was worked out about the position, kept until anything in it is replaced.

        So what the refusal of an action found out need not be found out again to play it.
        """
        position: tuple[object, ...] = _position(self.state)
        if not all(map(is_, position, self._answers[0])):
            self._answers = (position, Memory(_ANSWERS))
        answers = self._answers[1]
        answer: A = answers.get(question, _UNKNOWN)
        if answer is _UNKNOWN:
            answer = answers[question] = work()
        return answer

    def vacant(self, stop: StopId, corporation: str) -> int:
        """Token spaces of a stop that a corporation could take: free, and not kept for another."""
        free = self.layout.stop(stop).slots - len(self.tokens_at(stop))
        return free - len([other for other in self.title.tokens.reserved(self, stop) if other != corporation])


def _played_with(title: Title, settings: Settings) -> Settings:
    """Settings that tell the revision of the title's data; a game that has begun keeps its own."""
    if settings.revision == title.revision:
        return settings
    if settings.revision:
        raise LookupError(f"{settings!r} began with revision {settings.revision}, and this is {title.revision}.")
    return msgspec.structs.replace(settings, revision=title.revision)


def _read_state(title: Title, snapshot: dict[str, Any]) -> State:
    def read(kind: type[Any], value: Any) -> Any:
        return Layout(title.box.board, {hex_id: (tile, turn) for hex_id, (tile, turn) in value.items()})

    state: State = convert(migrated(snapshot), State, dec_hook=read)
    frames = union(tuple(title.frames))
    state.agenda = tuple(convert(frame, frames) for frame in state.agenda)
    state.own = convert(state.own, title.own_type)
    return state
