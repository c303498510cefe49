"""The shape of views: what is in the plain data that a player is shown of a game, key by key.

At run time these are dicts, written as JSON as they stand. The order of their keys is that of `view.py`.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from ferrovia.engine.flow.facets.seen import OpenOffer


class RoundView(TypedDict):
    """Where in the game we are, as it is said and in its parts."""

    name: str
    kind: str
    turn: int
    number: int
    of: int
    done: list[str]  # the corporations that have had their turn in this operating round


class PhaseView(TypedDict):
    name: str
    tiles: list[str]
    operating_rounds: int
    train_limit: int | None  # None: without limit
    start_values: list[int]


class DecidesView(TypedDict):
    """Who must choose, what, and for which corporation, if for one."""

    player: str
    step: str
    corporation: str


class StandingView(TypedDict):
    place: int
    player: str
    worth: int


class PlayerView(TypedDict):
    cash: int
    certificates: dict[str, list[int]]  # by corporation, in per cent; the president's comes first
    presidencies: list[str]
    privates: list[str]
    certificate_count: int
    certificate_limit: int
    worth: int
    priority: bool


class CorporationView(TypedDict):
    name: str
    started: bool
    open: bool
    floated: bool
    floated_in: NotRequired[str | None]  # which older public copies do not tell
    par: int | None
    operated: bool
    place_in_line: int | None
    president: str
    cash: int
    price: int | None
    cell: list[int] | None
    stack: int | None
    treasury: list[int]  # certificates in per cent, here and in the next two
    pool: list[int]
    offer: list[int]
    trains: list[str]
    stations: list[str]
    tokens_left: int
    privates: list[str]
    last_earnings: int | None


class BidView(TypedDict):
    private: str
    player: str
    price: int


class TrainView(TypedDict):
    """A train of the pool."""

    train: str
    price: int


class BankTrainView(TrainView):
    """A class of trains of the bank."""

    left: int | None  # None for a class without end
    on_sale: bool


class TrainsView(TypedDict):
    bank: list[BankTrainView]
    pool: list[TrainView]
    out: list[str]


class View(TypedDict):
    """A game as somebody sees it."""

    title: str
    full_title: str
    note: str
    options: list[str]
    number: int
    round: RoundView
    phase: PhaseView
    decides: DecidesView | None
    over: str
    ended_by: str
    ranking: list[StandingView]
    bank: int
    bank_broken: str
    seats: list[str]
    priority: str
    gone: list[str]
    players: dict[str, PlayerView]
    corporations: dict[str, CorporationView]
    market_order: list[str]
    privates: dict[str, str]  # and who owns each
    bids: list[BidView]
    offers: list[OpenOffer]
    tiles: dict[str, list[str | int]]  # by hex: the tile and how it is turned
    tile_supply: dict[str, int]
    trains: TrainsView
    draws: int
    commitment: str
    seed: str | None
    salt: str | None
    own: dict[str, Any]  # what the title lays open of its own


class ChoiceView(TypedDict):
    """A choice as an action to send back, and as a sentence to read; where it has a price to name, how far it goes."""

    action: dict[str, Any]
    text: str
    low: NotRequired[int]
    high: NotRequired[int]
    step: NotRequired[int]


class InterjectionView(ChoiceView):
    player: str


class ChoicesView(TypedDict):
    """Who must choose, and what they may."""

    number: int
    over: str
    player: str
    step: str
    corporation: str
    warnings: list[str]
    choices: list[ChoiceView]
    ranges: list[ChoiceView]
    interjections: list[InterjectionView]
