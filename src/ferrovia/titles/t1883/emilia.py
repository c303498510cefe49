"""What only 1883 keeps in its state."""

from __future__ import annotations

from typing import TypedDict, Unpack

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1883 import components

CCFR, SARSA, SEFTA, FSF = "CCFR", "SARSA", "SEFTA", "FSF"
MERGING = ("FMMSF", "FMV")
GRAVITY = "2G"

COOPERATIVE, FROZEN, CAPITALIST = "cooperative", "frozen", "capitalist"


class Concession(msgspec.Struct, frozen=True):
    """A government concession: the corporation that owns it, or nobody, and its counter."""

    owner: str = ""
    counter: int = 0


class Emilia(msgspec.Struct, frozen=True, omit_defaults=True):
    """The region's own affairs."""

    support: dict[str, int]  # political support cards of each player
    concessions: dict[str, Concession]  # those still in play
    deck: tuple[str, ...]  # events to come, the next one first
    limit_players: int = 0  # how many players the certificate limit goes by: those at the last stock round's start
    launched: tuple[str, ...] = ()  # corporations launched in this stock round
    waiting: tuple[str, ...] = ()  # corporations that closed: to be launched from the next stock round on
    concession_buyers: tuple[str, ...] = ()  # corporations that bought a concession in this stock round
    # Anchors
    anchors: dict[str, int] = {}  # on the charters
    ports: tuple[tuple[str, str], ...] = ()  # (hex, corporation) of those placed
    worn_out: tuple[str, ...] = ()  # brown tiles that grey ones have replaced
    used_powers: tuple[str, ...] = ()  # private companies whose extra tile has been laid
    # Events
    first_round_over: bool = False  # no event in the first operating round of the game
    in_force: tuple[str, ...] = ()  # events that hold in this operating round
    strike_breaker: int = 0  # operating rounds it still stays, the one it was drawn in included
    hot_autumn: bool = False
    effects: dict[str, str] = {}  # what an event does to a corporation's run: "zero", "half"
    raids_done: bool = False
    set_aside: int = 0  # money that events took out of the bank
    tax_shield_used: bool = False
    # The co-operative
    ccfr: str = COOPERATIVE
    ccfr_leader: str = ""
    ccfr_passed_on: bool = False  # its leader went bankrupt after its turn: the lead of the next round is settled
    # The coaches
    coaches: tuple[str, ...] = ()
    coaching: bool = False  # whether SARSA has had its first turn
    # The merger
    merged: bool = False
    no_merger: bool = False  # variant: SEFTA can never form
    must_merge: bool = False  # variant: as soon as the turn is over
    operated_before: tuple[str, ...] = ()  # corporations that had operated when this operating round began
    operated_last: tuple[str, ...] = ()  # corporations that operated in the operating round before
    bankrupt: tuple[str, ...] = ()


class Changes(TypedDict, total=False):
    """What of it may be changed: all of its fields, as they are written there."""

    support: dict[str, int]
    concessions: dict[str, Concession]
    deck: tuple[str, ...]
    limit_players: int
    launched: tuple[str, ...]
    waiting: tuple[str, ...]
    concession_buyers: tuple[str, ...]
    anchors: dict[str, int]
    ports: tuple[tuple[str, str], ...]
    worn_out: tuple[str, ...]
    used_powers: tuple[str, ...]
    first_round_over: bool
    in_force: tuple[str, ...]
    strike_breaker: int
    hot_autumn: bool
    effects: dict[str, str]
    raids_done: bool
    set_aside: int
    tax_shield_used: bool
    ccfr: str
    ccfr_leader: str
    ccfr_passed_on: bool
    coaches: tuple[str, ...]
    coaching: bool
    merged: bool
    no_merger: bool
    must_merge: bool
    operated_before: tuple[str, ...]
    operated_last: tuple[str, ...]
    bankrupt: tuple[str, ...]


def emilia(game: Game) -> Emilia:
    own: Emilia = game.state.own
    return own


def keep(game: Game, **changes: Unpack[Changes]) -> None:
    """Change some of the region's affairs."""
    game.state.own = msgspec.structs.replace(game.state.own, **changes)


def is_cooperative(game: Game) -> bool:
    """Whether CCFR is not yet an ordinary corporation."""
    return emilia(game).ccfr != CAPITALIST


def is_railway(game: Game, corporation: str) -> bool:
    """1883-A1.3: all but SARSA, and CCFR only once it is capitalised."""
    return corporation != SARSA and (corporation != CCFR or not is_cooperative(game))


def is_sold(game: Game, train: str) -> bool:
    """Whether the first train of a class has been sold, so that its phase has begun."""
    return game.state.phase in components.phases_from(train)


def next_train(game: Game) -> str | None:
    """6.8.1: the class of which the bank sells the next train; 2G trains lie in a box of their own (2.4.1)."""
    cards = game.title.box.trains
    return next((train for train in game.trains(BANK) if cards[train].in_line), None)


def spend_support(game: Game, player: str, cards: int = 1) -> None:
    """Played cards go back to the supply, which never runs out (R62)."""
    support = emilia(game).support
    keep(game, support={**support, player: support[player] - cards})


def gain_support(game: Game, player: str) -> None:
    """5.5.3: nobody holds more cards than the hand limit."""
    support, most = emilia(game).support, components.sheet("game")["political_support"]["hand_limit"]
    keep(game, support={**support, player: min(most, support[player] + 1)})
