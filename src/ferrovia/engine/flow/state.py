"""The state of a game: small, flat, and made of values that are replaced, never changed in place.

So a copy is a handful of references, a fork can never touch its origin, and a snapshot is plain JSON.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.finance.market import Marker
from ferrovia.saying.message import Message, in_english

BANK = "bank"
OUT = "out"  # where trains go that have left the game


class Round(msgspec.Struct, frozen=True):
    """Where in the game we are: the third stock round is `Round("stock", 3)`, then `Round("operating", 3, 1, 2)`."""

    kind: str
    turn: int = 0
    number: int = 0
    of: int = 0

    @property
    def message(self) -> Message:
        match self.kind:
            case "operating":
                return Message("OR {turn}.{number}", turn=self.turn, number=self.number)
            case "stock":
                return Message("SR {turn}", turn=self.turn)
            case "auction":
                return Message("AUCTION")
            case "end":
                return Message("END")
        return Message("{kind:term}", kind=self.kind.upper())  # a title marks the words of its own rounds

    def __str__(self) -> str:
        return in_english(self)


class Nothing(msgspec.Struct, frozen=True):
    """What a title keeps that keeps nothing of its own."""


class State(msgspec.Struct, omit_defaults=True):
    """Everything that changes."""

    seats: tuple[str, ...]
    priority: str
    phase: str
    round: Round
    cash: dict[str, int]
    certificates: dict[str, tuple[str, ...]]  # by corporation: who holds each certificate
    privates: dict[str, str]  # who owns each open private company; the bank before it is sold
    trains: dict[str, tuple[str, ...]]  # by owner, in the order bought; the bank's in the order of sale
    market: tuple[Marker, ...]  # in the order of arrival: see Market.in_order
    layout: Layout
    supply: dict[str, int]  # tiles left
    stations: dict[str, tuple[StopId, ...]]  # stops with a corporation's tokens, home first
    tokens: dict[str, int]  # station tokens left on each charter
    earnings: dict[str, int]  # what each corporation's last run earned
    agenda: tuple[Any, ...]  # frames: see flow.frame; the last is on top
    own: Any  # what only this title keeps
    operated: tuple[str, ...] = ()  # corporations that have completed a turn since they were started
    pars: dict[str, int] = {}  # at which value corporations were started, where that matters afterwards
    floated: dict[str, str] = {}  # the phase in which each corporation floated, where they must to operate
    gone: tuple[str, ...] = ()  # players who have left the game
    bank_broken: str = ""  # the kind of round in which the bank ran out of money
    draws: int = 0
    number: int = 0
    over: str = ""  # why the game ended
    ended_by: str = ""  # and by which clause

    def copy(self) -> State:
        return msgspec.structs.replace(self)


def plain(value: object) -> object:
    """A layout as plain data, for snapshots."""
    if isinstance(value, Layout):
        return dict(sorted(value.tiles.items()))
    raise NotImplementedError(f"{type(value).__name__} has no place in a snapshot.")
