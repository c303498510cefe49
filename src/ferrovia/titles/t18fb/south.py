"""What only 18FB keeps in its state, and its few words for the age."""

from __future__ import annotations

from typing import TypedDict, Unpack

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import components

BESIDE = "card"  # where the free share of a political card lies until somebody owns the card
SFM, FP, FS = "SFM", "FP", "FS"
INTEREST = "interest"  # how a turn notes that secured interest was settled in it in the place of earnings


class Concession(msgspec.Struct, frozen=True):
    """The right to build a line: who owns it, if anybody, and the deposit that lies on it."""

    owner: str = ""
    deposit: int = 0
    taken: bool = False  # whether a player has ever acquired it
    withdrawn: int = 0  # the stock round in which it was withdrawn last


class ConcessionChanges(TypedDict, total=False):
    """What may change of a concession: all of it."""

    owner: str
    deposit: int
    taken: bool
    withdrawn: int


class South(msgspec.Struct, frozen=True, omit_defaults=True):
    """The kingdom's own affairs."""

    concessions: dict[str, Concession]  # none from PH5 on
    bourbon: dict[str, str]  # Bourbon tokens by number: the company that replaced one, "" while it stands
    markers: dict[str, int] = {}  # town markers of each company
    earned: tuple[str, ...] = ()  # companies that have completed a turn with earnings: see `has_operated`
    earning: str = ""  # the company whose turn has had its earnings
    extended: tuple[str, ...] = ()  # companies with a token beyond their home
    # The political cards
    melisurgo: str = ""  # the company whose interest is raised
    falcon: str = ""  # the company that is named
    riseis_used: bool = False
    papal: tuple[str, ...] = ()  # companies with a marker of Pontecorvo
    declined: tuple[tuple[str, str, int], ...] = ()  # cards offered in vain in this round: card, player, price
    # Companies
    given_up: tuple[tuple[str, str], ...] = ()  # (company, place) of reserved slots that have left the map
    fp_home: str = ""  # the end from which FP builds, once it is chosen
    gone: tuple[str, ...] = ()  # companies closed or merged
    closed: tuple[str, ...] = ()  # the closed among them
    # Regional companies
    regional_round: str = ""  # "due" from the first PH5 train, "done" after it
    waiting: tuple[str, ...] = ()  # regionals whose token found no space
    bonuses: tuple[tuple[str, str], ...] = ()  # (regional, place) paid
    # National companies
    leases: dict[str, int] = {}  # what a national owes for its leased train
    exchange_order: tuple[str, ...] = ()  # players in the order in which they exchanged shares
    bankrupt: tuple[str, ...] = ()


def south(game: Game) -> South:
    own: South = game.state.own
    return own


class Changes(TypedDict, total=False):
    """What may change of the kingdom's affairs: all of it."""

    concessions: dict[str, Concession]
    bourbon: dict[str, str]
    markers: dict[str, int]
    earned: tuple[str, ...]
    earning: str
    extended: tuple[str, ...]
    melisurgo: str
    falcon: str
    riseis_used: bool
    papal: tuple[str, ...]
    declined: tuple[tuple[str, str, int], ...]
    given_up: tuple[tuple[str, str], ...]
    fp_home: str
    gone: tuple[str, ...]
    closed: tuple[str, ...]
    regional_round: str
    waiting: tuple[str, ...]
    bonuses: tuple[tuple[str, str], ...]
    leases: dict[str, int]
    exchange_order: tuple[str, ...]
    bankrupt: tuple[str, ...]


def keep(game: Game, **changes: Unpack[Changes]) -> None:
    """Change some of the kingdom's affairs."""
    game.state.own = msgspec.structs.replace(south(game), **changes)


def phase_number(game: Game) -> int:
    """4 in PH4."""
    return int(game.state.phase.removeprefix("PH"))


def has_begun(game: Game, phase: str) -> bool:
    return phase_number(game) >= int(phase.removeprefix("PH"))


def has_come(game: Game, event: str) -> bool:
    """Whether a phase so far has brought something."""
    return event in components.come_by(game.state.phase)


def has_operated(game: Game, company: str) -> bool:
    """R23: whether the earnings of a company have been counted, in an earlier turn or in this one."""
    own = south(game)
    return company in own.earned or company == own.earning


def is_bourbon_age(game: Game) -> bool:
    """Before Unification, PH1 to PH4."""
    return not has_come(game, "garibaldi")


def is_major(corporation: str) -> bool:
    return corporation in components.majors()


def is_national(corporation: str) -> bool:
    return corporation in components.nationals()


def is_regional(corporation: str) -> bool:
    return corporation in components.regionals()


def add_markers(game: Game, company: str, count: int) -> None:
    markers = south(game).markers
    keep(game, markers={**markers, company: markers.get(company, 0) + count})
