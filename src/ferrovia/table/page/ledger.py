"""The ledger: who holds what, what each share pays, how players and corporations stand, as one spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ferrovia.engine.flow.definitions import Phase
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import Message, Said
from ferrovia.table.page.in_force import signs_of
from ferrovia.table.page.roster import Head, heads
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

_ROOM = 10  # letters in a cell


@dataclass(frozen=True)
class Held:
    """What one player holds of a corporation."""

    percent: int
    is_president: bool


@dataclass(frozen=True)
class OwnTrain:
    name: str
    rusts: bool  # with the next phase that lets any rust
    reach: str = ""  # how far it comes, where its name does not tell it


@dataclass(frozen=True)
class Row:
    """One corporation."""

    name: str
    full_name: str
    state: str  # running, waiting, closed
    is_now: bool
    has_operated: bool  # in this round
    price: int | None
    cash: int
    trains: tuple[OwnTrain, ...]
    ran: int | None
    a_share: int | None  # what one share gets of the last run, if all of it is paid
    tokens: int
    tokens_of: int
    privates: tuple[str, ...]
    held: tuple[Held, ...]
    pool: int
    offer: int
    treasury: int
    notes: tuple[str, ...]
    signs: tuple[str, ...] = ()  # of what is in force

    @property
    def is_shut(self) -> bool:
        return self.state != "running"


@dataclass(frozen=True)
class Cell:
    """What one player has of something."""

    text: str
    names: str = ""  # of what is only counted, because its names are long


@dataclass(frozen=True)
class Extra:
    """A row below the corporations: what players own besides stock."""

    name: str
    cells: tuple[Cell, ...]
    rest: str = ""  # what nobody owns


@dataclass(frozen=True, eq=False)
class LedgerBody:
    """The rows of the corporations: one for all who see a position in one language."""

    rows: tuple[Row, ...]
    has_offer: bool


class Ledger:
    """The spreadsheet, as the template asks for it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._game: Game = scene.game
        self._view = scene.view
        self._edition = edition(scene)

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        return heads(self.scene)

    @property
    def is_crowded(self) -> bool:
        return len(self.heads) > 4

    @property
    def body(self) -> LedgerBody:
        scene = self.scene
        return self._game.remembered(("ledger", scene.language), lambda: Ledger(scene.for_all)._body())

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.body.rows

    def _body(self) -> LedgerBody:
        return LedgerBody(tuple(self._row(name) for name in sorted(self._shown, key=self._place)), self.has_offer)

    @cached_property
    def _shown(self) -> tuple[str, ...]:
        return tuple(name for name in self._view["corporations"] if self._is_shown(name))

    @cached_property
    def has_offer(self) -> bool:
        return any(sum(self._view["corporations"][name]["offer"]) for name in self._shown)

    @property
    def has_treasury(self) -> bool:
        """Whether stock that a corporation holds itself has a column: where there is no other place to buy from."""
        return not self.has_offer

    @cached_property
    def extras(self) -> tuple[Extra, ...]:
        return tuple(self._extras())

    # Rows

    def _is_shown(self, name: str) -> bool:
        """Companies of one owner and those that form later are no news before they are somebody's."""
        return not self.scene.face.is_formed(name) or bool(self._view["corporations"][name]["president"])

    def _place(self, name: str) -> tuple[int, int, int]:
        """Those that operate in their order, then those in line, then the closed ones."""
        order, facts = self._view["market_order"], self._view["corporations"][name]
        if name in order:
            return 0, order.index(name), 0
        known = list(self._view["corporations"]).index(name)
        if facts["president"]:
            return 1, known, 0
        return (3 if self._is_closed(name) else 2), facts["place_in_line"] or 99, known

    def _is_closed(self, name: str) -> bool:
        return set(self._game.holders(name)) <= {OUT}

    def _row(self, name: str) -> Row:
        facts = self._view["corporations"][name]
        turn = self._game.find(OperatingTurn)
        runs = facts["started"] or bool(facts["president"])
        ran = facts["last_earnings"] if runs else None
        tokens = int(facts["tokens_left"])
        return Row(
            name=name,
            full_name=facts["name"],
            state="running" if runs else "closed" if self._is_closed(name) else "waiting",
            is_now=turn is not None and turn.corporation == name,
            has_operated=name in self._view["round"]["done"],
            price=facts["price"],
            cash=facts["cash"],
            trains=tuple(self._train(train) for train in facts["trains"]),
            ran=ran,
            a_share=None if ran is None else ran * self._game.share(name) // 100,
            tokens=tokens,
            tokens_of=tokens + len(facts["stations"]),
            privates=tuple(facts["privates"]),
            held=tuple(self._held(name, head) for head in self.heads),
            pool=sum(facts["pool"]),
            offer=sum(facts["offer"]),
            treasury=sum(facts["treasury"]),
            notes=tuple(self.scene.say(note) for note in self._notes(name, runs)),
            signs=signs_of(self.scene, name),
        )

    def _train(self, train: str) -> OwnTrain:
        reach = self.scene.face.train_reach(train).replace(" ", "")  # there is little room
        return OwnTrain(train, train in self._rusting, reach)

    def _held(self, corporation: str, head: Head) -> Held:
        facts = self._view["players"][head.name]
        percent = sum(facts["certificates"].get(corporation, ()))
        return Held(percent, corporation in facts["presidencies"])

    @cached_property
    def _rusting(self) -> frozenset[str]:
        return frozenset(rusting(self._game))

    # What is said of a corporation besides figures

    def _notes(self, name: str, runs: bool) -> list[Said]:
        facts = self._view["corporations"][name]
        found: list[Said] = []
        if not runs:
            found.append(self._waiting(name))
        elif not facts["floated"]:
            found.append(Message("not floated"))
        found += self.scene.face.notes(self._view["own"], name)
        taken = self._game.title.seen.concessions(self._game)
        if name in taken:
            if taken[name] and taken[name] != facts["president"]:
                found.append(Message("concession: {owner}", owner=taken[name]))
        elif numbers := [each for each, owner in taken.items() if owner == name]:
            found.append(Message("{n:concession|concessions} {names}", n=len(numbers), names=numbers))
        return found

    def _waiting(self, name: str) -> Said:
        facts, table = self._view["corporations"][name], self._edition.companies.get(name, {})
        if self._is_closed(name):
            return Message("closed")
        if facts["place_in_line"]:
            return Message("no. {n} in line", n=facts["place_in_line"])
        begins = table.get("available", "")
        phases = list(self._game.title.box.phases)
        if begins in phases and phases.index(begins) > phases.index(self._game.phase.name):
            return Message("from phase {phase}", phase=begins)
        return Message("not started")

    # Below the corporations

    def _extras(self) -> list[Extra]:
        say, view = self.scene.say, self._view
        found = []
        waiting = [name for name, owner in view["privates"].items() if owner == BANK]
        private = {name: facts["privates"] for name, facts in view["players"].items()}
        if any(private.values()) or waiting:
            found.append(self._extra(say("Privates"), private, str(len(waiting) or "")))
        found += [self._extra(label, held) for label, held in self.scene.face.holdings(self.scene)]
        return found

    def _extra(self, name: str, by_player: Mapping[str, Any], rest: str = "") -> Extra:
        return Extra(name, tuple(_cell(by_player.get(head.name)) for head in self.heads), rest)


def _cell(owned: Sequence[str] | int | None) -> Cell:
    if not owned:
        return Cell("")
    if isinstance(owned, int):
        return Cell(str(owned))
    names = ", ".join(owned)
    return Cell(names) if len(names) <= _ROOM else Cell(str(len(owned)), names)


def next_rust(game: Game) -> Phase | None:
    """The next phase that lets trains rust that somebody still has."""
    phases = list(game.title.box.phases.values())
    later = phases[phases.index(game.phase) + 1 :]
    owned = {train for owner, trains in game.state.trains.items() if owner != OUT for train in trains}
    return next((phase for phase in later if owned & set(phase.eliminates)), None)


def rusting(game: Game) -> tuple[str, ...]:
    """The classes of train that rust next."""
    phase = next_rust(game)
    return phase.eliminates if phase is not None else ()
