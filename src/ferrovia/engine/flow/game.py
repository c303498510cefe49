"""The game: one door in (`apply`), and everything that can be read off its state.

Effects go through a few verbs, so that money, paper and track can be followed: `pay`, `hand_over`,
`give_train`, `place_tile`, `place_token`, `move`, `push`, `pop`, `log`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.reach import Reach, reach
from ferrovia.engine.finance.certificates import POOL, percent
from ferrovia.engine.finance.market import Cell, Step, cell_of
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance, commitment
from ferrovia.engine.flow.decision import Decision, Interjection, Range
from ferrovia.engine.flow.events import Event, Value
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK, OUT, State, plain
from ferrovia.engine.flow.title import Corporation, Phase, Settings, Title

F = TypeVar("F", bound=Frame)
T = TypeVar("T")

# Stations and layout, and for each corporation what follows from them: closed stops and reach.
Ways = tuple[dict[str, tuple[str, ...]], Layout | None, dict[str, tuple[frozenset[str], Reach]]]

# A game that goes on by itself for this long without a decision is caught in a loop.
_MANY_STEPS = 10_000


class Game:
    """A game of a title: its settings, its actions so far, and the state they led to."""

    __slots__ = ("_decision", "_map", "actions", "events", "settings", "state", "title")

    def __init__(self, title: Title, settings: Settings) -> None:
        self.title = title
        self.settings = settings
        self.actions: list[Action] = []
        self.events: list[Event] = []
        self._decision: Decision | None = None
        self._map: Ways = ({}, None, {})
        chance = Chance(settings.seed)
        try:
            self.state = title.set_up(settings, chance)
        except Refusal as refusal:
            raise refusal.cited(title.citations.get(refusal.rule, refusal.rule)) from None
        self.state.draws = chance.draws
        self._settle()

    # The door

    def apply(self, action: Action, *, by: str | None = None, after: int | None = None) -> list[Event]:
        """Play one action. It changes the state completely, or raises a `Refusal` and changes nothing.

        `by` is who plays it, `after` the number of the action it follows; both are checked where given.
        """
        refusal = self.why_not(action, by=by, after=after)
        if refusal is not None:
            raise refusal
        before, told, decision = self.state, self.events, self._decision
        self.state = before.copy()
        self.events = []
        self._decision = None
        try:
            self.state.number += 1
            interjection = self._interjection(action, by)
            if interjection is not None:
                self.title.interject(self, interjection.player, action)
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
        refusal = None
        if not self.over and after in (None, self.state.number):
            if self._interjection(action, by) is not None:
                return None
            refusal = self.title.interjection_refusal(self, action, by)
        refusal = refusal or self._out_of_turn(by, after) or _malformed(action) or self.top.refusal(self, action)
        return self._cited(refusal) if refusal else None

    def _interjection(self, action: Action, by: str | None) -> Interjection | None:
        """The action as something that its player may do whoever's turn it is."""
        for interjection in self.title.interjections(self):
            if interjection.action == action and by in (None, interjection.player):
                return interjection
        return None

    def _cited(self, refusal: Refusal) -> Refusal:
        """A refusal with its clause; a title may cite one for a word in a single step ("turn.stock")."""
        clauses, word = self.title.citations, refusal.rule
        in_step = "" if self.over else f"{word}.{self.top.step(self)}"
        return refusal.cited(clauses.get(in_step) or clauses.get(word, word))

    def _out_of_turn(self, by: str | None, after: int | None) -> Refusal | None:
        """Why nobody, or not this player, may act now."""
        if after is not None and after != self.state.number:
            return Refusal(
                "stale",
                "This action was meant to follow number {after}, but the game is at {now}.",
                after=after,
                now=self.state.number,
            )
        if self.over:
            return Refusal("over", "The game is over.")
        decider = self.top.decider(self)
        if by is None or by == decider:
            return None
        return Refusal("not_your_turn", "It is for {decider} to choose now, not for {by}.", decider=decider, by=by)

    @property
    def decision(self) -> Decision:
        """Who must choose, and every legal choice."""
        if self._decision is None:
            self._decision = self._decide()
        return self._decision

    def _decide(self) -> Decision:
        if self.over:
            return Decision("", "over")
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
            tuple(self.title.interjections(self)),
        )

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    def fork(self) -> Game:
        """A game that stands where this one stands and goes its own way."""
        twin = Game.__new__(Game)
        twin.title, twin.settings = self.title, self.settings
        twin.state = self.state.copy()
        twin.actions, twin.events = self.actions.copy(), self.events
        twin._decision, twin._map = self._decision, self._map
        return twin

    def snapshot(self) -> dict[str, Any]:
        """The state as plain JSON data."""
        data: dict[str, Any] = msgspec.to_builtins(self.state, enc_hook=plain, str_keys=True)
        return data

    @classmethod
    def restore(cls, title: Title, settings: Settings, snapshot: dict[str, Any], actions: list[Action]) -> Game:
        """A game at a stored state."""
        game = cls.__new__(cls)
        game.title, game.settings = title, settings
        game.state = _read_state(title, snapshot)
        game.actions, game.events = list(actions), []
        game._decision = None
        game._map = ({}, None, {})
        return game

    def hash(self) -> str:
        """A fingerprint of the state."""
        return hashlib.sha256(msgspec.json.encode(self.snapshot(), order="sorted")).hexdigest()[:16]

    @property
    def commitment(self) -> str:
        return commitment(self.settings.seed)

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
        for place in range(len(agenda) - 1, -1, -1):
            if type(agenda[place]) is type(frame):
                self.state.agenda = (*agenda[:place], frame, *agenda[place + 1 :])
                return
        raise LookupError(f"No {type(frame).__name__} is on the agenda.")

    def find(self, kind: type[F]) -> F | None:
        """The topmost frame of a kind."""
        for frame in reversed(self.state.agenda):
            if isinstance(frame, kind):
                return frame
        return None

    def _settle(self) -> None:
        for _ in range(_MANY_STEPS):
            if self.state.over or not self.top.proceed(self):
                return
        raise RuntimeError("The game goes on by itself without end.")

    def end(self, clause: str, why: str) -> None:
        """The game is over, by a clause of its rules."""
        self.state.over = why
        self.state.ended_by = clause
        self.log("The game is over: {why}.", why=why)
        self.state.agenda = ()
        self.state.round = msgspec.structs.replace(self.state.round, kind="end")

    def log(self, text: str, **values: Value) -> None:
        self.events.append(Event(text, values))

    # Chance

    def roll(self, sides: int) -> int:
        """Roll a die; it is revealed and cannot be taken back."""
        chance = Chance(self.settings.seed, self.state.draws)
        rolled = chance.die(sides)
        self.state.draws = chance.draws
        return rolled

    def shuffled(self, cards: Sequence[T]) -> list[T]:
        chance = Chance(self.settings.seed, self.state.draws)
        deck = chance.shuffled(cards)
        self.state.draws = chance.draws
        return deck

    # Money

    def cash(self, purse: str) -> int:
        return self.state.cash[purse]

    def pay(self, payer: str, payee: str, amount: int) -> None:
        """Move money. Only the bank may run out."""
        if amount == 0:
            return
        cash = self.state.cash
        if amount < 0 or (payer != BANK and cash[payer] < amount):
            raise ValueError(f"{payer} cannot pay {amount} out of {cash[payer]}.")
        cash = cash.copy()
        cash[payer] -= amount
        cash[payee] += amount
        self.state.cash = cash
        if payer == BANK and cash[BANK] <= 0 and not self.state.bank_broken:
            self.break_bank()

    def break_bank(self) -> None:
        """The bank has run out; nothing that flows back undoes it."""
        self.state.bank_broken = self.state.round.kind
        self.log("The bank has run out of money.")

    # Paper

    def sizes(self, corporation: str) -> tuple[int, ...]:
        return self.title.corporations[corporation].certificates

    def holders(self, corporation: str) -> tuple[str, ...]:
        return self.state.certificates[corporation]

    def percent(self, corporation: str, holder: str) -> int:
        return percent(self.sizes(corporation), self.holders(corporation), holder)

    def president(self, corporation: str) -> str:
        return self.title.president(self, corporation)

    def hand_over(self, corporation: str, certificate: int, to: str) -> None:
        """Give a certificate to a new holder."""
        holders = list(self.state.certificates[corporation])
        holders[certificate] = to
        self.state.certificates = {**self.state.certificates, corporation: tuple(holders)}

    def certificate_count(self, player: str) -> int:
        """What counts against the certificate limit: pieces of paper, privates among them."""
        paper = sum(holders.count(player) for holders in self.state.certificates.values())
        privates = sum(owner == player for owner in self.state.privates.values())
        return paper + privates - self.title.uncounted_certificates(self, player)

    def has_stock(self, player: str) -> bool:
        return any(player in holders for holders in self.state.certificates.values())

    def give_private(self, private: str, to: str) -> None:
        """Give a private company to a new owner; an owner's companies stand in the order they came."""
        others = {key: owner for key, owner in self.state.privates.items() if key != private}
        self.state.privates = {**others, private: to}

    def close_private(self, private: str) -> None:
        """A private company leaves the game."""
        self.state.privates = {key: owner for key, owner in self.state.privates.items() if key != private}
        self.log("{private} closes.", private=private)

    # The stock market

    def is_started(self, corporation: str) -> bool:
        return any(marker[0] == corporation for marker in self.state.market)

    def cell(self, corporation: str) -> Cell:
        cell = cell_of(self.state.market, corporation)
        if cell is None:
            raise LookupError(f"{corporation} has no token on the market.")
        return cell

    def price(self, corporation: str) -> int:
        """The value of one share."""
        return self.title.market.price(self.cell(corporation))

    def market_order(self) -> tuple[str, ...]:
        return self.title.market.in_order(self.state.market)

    def put_on_market(self, corporation: str, cell: Cell) -> None:
        """A token comes to a space, under those that are there."""
        others = tuple(marker for marker in self.state.market if marker[0] != corporation)
        self.state.market = (*others, (corporation, *cell))

    def move(self, corporation: str, step: Step, times: int = 1) -> None:
        """Move a corporation's token, space by space, and see what its new space does."""
        start = cell = self.cell(corporation)
        barred = self.title.barred_cells(self)
        for _ in range(times):
            cell = self.title.market.moved(cell, step, barred)
        if cell == start:
            return
        market = self.title.market
        self.put_on_market(corporation, cell)
        self.log(
            "{corporation} moves from {before} to {after}.",
            corporation=corporation,
            before=market.price(start),
            after=market.price(cell),
        )
        self.title.price_entered(self, corporation, cell)

    # Trains

    def trains(self, owner: str) -> tuple[str, ...]:
        return self.state.trains.get(owner, ())

    def trains_in_limit(self, owner: str) -> int:
        """How many trains of an owner count against the train limit."""
        return sum(self.title.counts_for_limit(train) for train in self.trains(owner))

    def give_train(self, train: str, giver: str, taker: str) -> None:
        left = list(self.trains(giver))
        left.remove(train)
        self.state.trains = {
            **self.state.trains,
            giver: tuple(left),
            taker: (*self.trains(taker), train),
        }

    def discard_all(self, owner: str, names: tuple[str, ...]) -> None:
        """Take every train of these classes away from an owner, out of the game."""
        for train in self.trains(owner):
            if train in names:
                self.give_train(train, owner, OUT)

    @property
    def phase(self) -> Phase:
        return self.title.phases[self.state.phase]

    # The map

    @property
    def layout(self) -> Layout:
        return self.state.layout

    def place_tile(self, hex_id: str, tile: str, rotation: int) -> None:
        """Lay a tile; the one it replaces goes back to the supply."""
        supply = self.state.supply.copy()
        supply[tile] -= 1
        if hex_id in self.layout.tiles:
            supply[self.layout.tiles[hex_id][0]] += 1
        self.state.supply = supply
        self.state.layout = self.layout.with_tile(hex_id, tile, rotation)

    def take_tile(self, hex_id: str) -> None:
        """Take a tile off the map, back to the supply."""
        tile, _ = self.layout.tiles[hex_id]
        self.state.supply = {**self.state.supply, tile: self.state.supply[tile] + 1}
        self.state.layout = self.layout.without_tile(hex_id)

    def place_token(self, corporation: str, stop: str) -> None:
        """Put a station token from the charter on the map."""
        state = self.state
        state.tokens = {**state.tokens, corporation: state.tokens[corporation] - 1}
        state.stations = {**state.stations, corporation: (*state.stations[corporation], stop)}

    def tokens_at(self, stop: str) -> tuple[str, ...]:
        """The corporations with a token on a stop."""
        return tuple(corp for corp, stops in self.state.stations.items() if stop in stops)

    def vacant(self, stop: str, corporation: str) -> int:
        """Token spaces of a stop that a corporation could take: free, and not kept for another."""
        free = self.layout.stop(stop).slots - len(self.tokens_at(stop))
        kept = sum(other != corporation for other in self.title.reserved(self, stop))
        return free - kept

    def closed_to(self, corporation: str) -> frozenset[str]:
        """Stops full of other corporations' tokens, through which it cannot pass."""
        return self._ways(corporation)[0]

    def reach(self, corporation: str) -> Reach:
        """What the corporation's routes lead to."""
        return self._ways(corporation)[1]

    def _ways(self, corporation: str) -> tuple[frozenset[str], Reach]:
        """Closed stops and reach, kept as long as the map and the stations are the very same."""
        stations, layout = self.state.stations, self.layout
        if self._map[0] is not stations or self._map[1] is not layout:
            self._map = (stations, layout, {})
        known = self._map[2]
        if corporation not in known:
            closed = self._full_stops(corporation)
            known[corporation] = (closed, reach(layout, stations[corporation], closed))
        return known[corporation]

    def _full_stops(self, corporation: str) -> frozenset[str]:
        count: dict[str, int] = {}
        for stops in self.state.stations.values():
            for stop in stops:
                count[stop] = count.get(stop, 0) + 1
        own = self.state.stations[corporation]
        layout = self.layout
        return frozenset(
            stop for stop, tokens in count.items() if stop not in own and tokens >= layout.stop(stop).slots
        )

    # Players

    @property
    def players(self) -> tuple[str, ...]:
        """Those still in the game, in seat order."""
        gone = self.state.gone
        return tuple(player for player in self.state.seats if player not in gone) if gone else self.state.seats

    def to_the_left(self, player: str) -> tuple[str, ...]:
        """The others still in the game, in order from a player's left."""
        seats = self.state.seats
        place = seats.index(player)
        return tuple(other for other in (*seats[place + 1 :], *seats[:place]) if other not in self.state.gone)

    def left_of(self, player: str) -> str:
        return self.to_the_left(player)[0]

    def corporation(self, corporation: str) -> Corporation:
        return self.title.corporations[corporation]


def _malformed(action: object) -> Refusal | None:
    """Values of a wrong type, which msgspec checks only when it reads them."""
    if not isinstance(action, Action):
        return Refusal("malformed", "This is not an action but a {kind}.", kind=type(action).__name__)
    try:
        read = msgspec.convert(msgspec.structs.asdict(action), type(action), strict=True)
    except msgspec.ValidationError as error:
        return Refusal("malformed", "This is not a well-formed action: {error}.", error=str(error))
    if read != action:
        return Refusal("malformed", "This is not a well-formed action: it holds a list in the place of a tuple.")
    return None


@cache
def _frame_union(frames: tuple[type[Any], ...]) -> Any:
    union: Any = frames[0]
    for frame in frames[1:]:
        union = union | frame
    return union


def _read_state(title: Title, snapshot: dict[str, Any]) -> State:
    def read(kind: type[Any], value: Any) -> Any:
        return Layout(title.board, {hex_id: (tile, turn) for hex_id, (tile, turn) in value.items()})

    state: State = msgspec.convert(snapshot, State, dec_hook=read)
    frames = _frame_union(tuple(title.frames))
    state.agenda = tuple(msgspec.convert(frame, frames) for frame in state.agenda)
    state.own = msgspec.convert(state.own, title.own_type)
    return state


__all__ = ["BANK", "OUT", "POOL", "Game"]
