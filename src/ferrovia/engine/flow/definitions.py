"""Definitions: corporations, private companies, trains and phases as they are printed, and the settings of a game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ferrovia.engine.board.runners import EdgeCost


class Corporation(msgspec.Struct, frozen=True):
    """A corporation as its charter prints it."""

    id: str
    name: str
    certificates: tuple[int, ...]  # sizes in per cent, the president's first
    homes: tuple[str, ...]
    tokens: int
    token_fee: int = 0
    token_prices: tuple[int, ...] = ()  # of each token in the order of the charter, where they are paid one by one
    colour: str = ""
    rgb: str = ""
    text: str = ""
    nickname: str = ""
    share: int = 0  # how many per cent a share is: the price is that of one, and no certificate holds less

    def __post_init__(self) -> None:
        if not self.share:
            msgspec.structs.force_setattr(self, "share", min(self.certificates, default=100))


class Private(msgspec.Struct, frozen=True):
    """A private company as its card prints it."""

    id: str
    name: str
    face_value: int
    revenue: int
    corporation_price: tuple[int, int] | None = None  # least and most a corporation may pay; None: not for sale


class Train(msgspec.Struct, frozen=True):
    """A class of train."""

    name: str
    cost: int
    limit: int | None  # how far it runs; None: without limit
    edge_cost: EdgeCost = (1, 1, 1)
    stop_cost: int = 0  # 1 where the length is counted in stops
    in_line: bool = True  # sold in its turn; otherwise beside the line, once `available_after` was bought
    available_after: str = ""
    variant: str = ""  # the option without which it is not in the game
    counts_for_limit: bool = True  # against the train limit
    meets_duty: bool = True  # to own a train


class Phase(msgspec.Struct, frozen=True):
    name: str
    starts_with: str
    tiles: tuple[str, ...]
    operating_rounds: int
    train_limit: int | None  # None: without limit
    revenue_level: int
    start_values: tuple[int, ...] = ()
    eliminates: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    corporations_buy_privates: bool = False


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is fixed before the game starts. The seed is secret while it runs, and so is the salt."""

    title: str
    players: tuple[str, ...]
    seed: str
    options: tuple[str, ...] = ()
    # Takes the place of the shuffles, where a game was dealt elsewhere: {"seats": [...], "corporations": [...]}.
    arrangement: dict[str, tuple[str, ...]] = {}
    # Runs below the best are taken as they were shown: for games that were played elsewhere, and for people who agree
    # to find their runs alone.
    runs_as_shown: bool = False
    salt: str = ""  # hashed with the seed for the commitment; nothing is drawn from it
    least_raise: int = 10  # per cent by which an offer must better one that was declined; 0: by anything
    revision: int = 0  # of the title's data; 0: the game has not begun, and will have the newest

    def __repr__(self) -> str:
        """A trace or a log that prints them must not print what is secret, or a deal that was made elsewhere."""
        return f"<Settings of {self.title} for {', '.join(self.players)}>"


class StoredSettings(Settings, frozen=True):
    """Settings as they are stored: a game keeps the rules it began with, so what is missing is as it was then."""

    least_raise: int = 0
    revision: Annotated[int, msgspec.Meta(ge=1)] = 1

    def known(self) -> Settings:
        return Settings(**msgspec.structs.asdict(self))
