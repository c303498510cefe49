"""A bookkeeper who only reads the log: from line to line who has what money, stock, trains, tokens and privates.

Every line that tells of a deal is entered with its own values and nothing else, so a silent movement, a wrong
amount or a wrong name shows at once as books that differ from the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.finance.certificates import POOL, PRESIDENT
from ferrovia.engine.flow.events import (
    CorporationClosed,
    DealMade,
    DebtPaid,
    DividendReceived,
    EarningsKept,
    Event,
    Floated,
    HomeTaken,
    PresidentAdded,
    PresidentChanged,
    PrivateAwarded,
    PrivateBought,
    PrivateClosed,
    PrivateForced,
    PrivateRevenue,
    Started,
    StockBought,
    StockIssued,
    StockPooled,
    StockRedeemed,
    StockSold,
    TileLaid,
    TokenPlaced,
    TrainBought,
    TrainGivenUp,
    TrainInherited,
    TrainLost,
    TrainsEliminated,
    TrainToPool,
    TreasuryFilled,
    TreasuryInherited,
    TreasuryReturned,
)
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT

DEPOSITS, BESIDE = "deposits", "card"  # 18FB: money on concessions, shares beside their cards
ASIDE = "aside"  # money that is for a time in no purse


class Books:
    """What every purse and holder has, by what the lines so far have told."""

    def __init__(self, game: Game) -> None:
        self.title = game.title
        self.money = Counter(game.state.cash)
        self.trains = Counter(_trains(game))
        self.stock = Counter(_stock(game))
        self.presidents = _presidents(game)
        self.tokens = Counter(_tokens(game))
        self.privates = dict(game.state.privates)

    def after(self, events: Iterable[Event]) -> Books:
        """Enter what is told."""
        for event in events:
            entry = ENTRIES.get(type(event))
            if entry is not None:
                entry(self, **_asked(entry, msgspec.structs.asdict(event)))
        return self

    def faults(self, game: Game) -> list[str]:
        """Where the books differ from the table."""
        return [
            *_differences("money of", self.money, game.state.cash, ignored=(ASIDE,)),
            *_differences("trains", self.trains, _trains(game), ignored=_endless(game)),
            *_differences("stock", self.stock, _stock(game)),
            *_differences("president of", self.presidents, _presidents(game)),
            *_differences("token", self.tokens, _tokens(game)),
            *_differences("owner of", self.privates, game.state.privates),
        ]

    # What a line may tell

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.money[payer] -= amount
        self.money[payee] += amount

    def train(self, name: str, giver: str, taker: str) -> None:
        self.trains[giver, name] -= 1
        self.trains[taker, name] += 1

    def hand(self, corporation: str, percent: int, giver: str, taker: str) -> None:
        self.stock[corporation, giver] -= percent
        self.stock[corporation, taker] += percent

    def start(self, corporation: str, player: str, payer: str, payee: str, price: int) -> None:
        """The president's certificate, for the price of its shares."""
        card = self.title.box.corporations[corporation]
        size = card.certificates[PRESIDENT]
        self.pay(payer, payee, price * size // card.share)
        self.hand(corporation, size, self.presidents[corporation], player)
        self.presidents[corporation] = player

    def all_stock(self, corporation: str, place: str) -> None:
        """All certificates of a corporation come to one place."""
        for known in [key for key in self.stock if key[0] == corporation]:
            del self.stock[known]
        self.stock[corporation, place] = 100
        self.presidents[corporation] = place

    def no_tokens(self, corporation: str) -> list[str]:
        """The tokens of a corporation leave the map; the hexes they stood on."""
        found = [key for key, number in self.tokens.items() if key[0] == corporation and number]
        for key in found:
            del self.tokens[key]
        return [hex_id for _, hex_id in found]

    def all_trains(self, train: str) -> None:
        """The trains of a class leave the game."""
        for owner, name in list(self.trains):
            if name == train and owner != OUT:
                self.trains[OUT, name] += self.trains.pop((owner, name))

    def percent(self, corporation: str, holder: str) -> int:
        return self.stock[corporation, holder]


def _asked(entry: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Of what an event tells, what an entry asks for."""
    code = entry.__code__
    return {
        name: values[name] for name in code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount] if name in values
    }


def _differences(what: str, told: dict[Any, Any], real: dict[Any, Any], ignored: Iterable[Any] = ()) -> list[str]:
    keys = {*told, *real} - set(ignored)
    return [
        f"{what} {key}: told {told.get(key)}, but {real.get(key)}"
        for key in sorted(keys, key=str)
        if (told.get(key) or 0) != (real.get(key) or 0)
    ]


def _trains(game: Game) -> dict[tuple[str, str], int]:
    return Counter((owner, train) for owner, trains in game.state.trains.items() for train in trains)


def _endless(game: Game) -> list[tuple[str, str]]:
    """Of some trains the bank always has one more."""
    return [(BANK, train) for train in game.title.audit.endless_trains]


def _stock(game: Game) -> dict[tuple[str, str], int]:
    found: Counter[tuple[str, str]] = Counter()
    for corporation, holders in game.state.certificates.items():
        for size, holder in zip(game.sizes(corporation), holders, strict=True):
            found[corporation, holder] += size
    return found


def _presidents(game: Game) -> dict[str, str]:
    return {corporation: holders[PRESIDENT] for corporation, holders in game.state.certificates.items()}


def _tokens(game: Game) -> dict[tuple[str, str], int]:
    return Counter((name, hex_of(stop)) for name, stops in game.state.stations.items() for stop in stops)


# What the lines tell, by their kind.

Entry = Callable[..., None]
ENTRIES: dict[type[Event], Entry] = {}


def line(*kinds: type[Event]) -> Callable[[Entry], Entry]:
    def enter(entry: Entry) -> Entry:
        for kind in kinds:
            assert kind not in ENTRIES, kind
            ENTRIES[kind] = entry
        return entry

    return enter


# Private companies


@line(PrivateBought, PrivateAwarded)
def _private_bought(books: Books, player: str, private: str, price: int) -> None:
    books.pay(player, BANK, price)
    books.privates[private] = player


@line(PrivateForced)
def _private_taken(books: Books, player: str, private: str) -> None:
    books.privates[private] = player


@line(DealMade)
def _deal(books: Books, thing: str, name: str, buyer: str, seller: str, price: int) -> None:
    books.pay(buyer, seller, price)
    match thing:
        case "private":
            books.privates[name] = buyer
        case "train":
            books.train(name, seller, buyer)
        case _:
            books.tokens[seller, name] -= 1
            books.tokens[buyer, name] += 1


@line(PrivateClosed)
def _private_closes(books: Books, private: str) -> None:
    del books.privates[private]


@line(PrivateRevenue)
def _private_pays(books: Books, owner: str, amount: int, private: str) -> None:
    books.pay(BANK, owner, amount)


# Stock


@line(Started)
def _started(books: Books, player: str, corporation: str, price: int) -> None:
    """Where corporations float, the bank is paid until then."""
    payee = BANK if books.title.corporations.floats_at else corporation
    books.start(corporation, player, player, payee, price)


@line(StockBought)
def _share_bought(books: Books, buyer: str, percent: int, corporation: str, source: str, cost: int, payee: str) -> None:
    books.pay(buyer, payee, cost)
    place = corporation if source == "treasury" else source
    books.hand(corporation, percent, place, buyer)
    if books.presidents[corporation] == place and percent > books.title.box.corporations[corporation].share:
        books.presidents[corporation] = buyer


@line(StockSold)
def _share_sold(books: Books, seller: str, percent: int, corporation: str, amount: int) -> None:
    books.pay(BANK, seller, amount)
    books.hand(corporation, percent, seller, POOL)


@line(PresidentChanged)
def _president(books: Books, heir: str, corporation: str) -> None:
    books.presidents[corporation] = heir


@line(StockPooled)
def _all_to_pool(books: Books, player: str) -> None:
    for corporation, holder in list(books.stock):
        if holder == player:
            books.hand(corporation, books.percent(corporation, holder), holder, POOL)
            if books.title.box.corporations[corporation].certificates == (100,):
                books.presidents[corporation] = POOL


# Tiles, tokens, trains


@line(TileLaid)
def _tile(books: Books, corporation: str, tile: str, hex: str, cost: int) -> None:
    books.pay(corporation, BANK, cost)


@line(TokenPlaced)
def _token(books: Books, corporation: str, hex: str, cost: int) -> None:
    books.pay(corporation, BANK, cost)
    books.tokens[corporation, hex] += 1


@line(HomeTaken)
def _home(books: Books, corporation: str, hex: str) -> None:
    books.tokens[corporation, hex] += 1


@line(TrainBought)
def _train(books: Books, buyer: str, train: str, source: str, price: int) -> None:
    books.pay(buyer, BANK, price)
    books.train(train, source, buyer)


@line(TrainsEliminated)
def _class_gone(books: Books, train: str) -> None:
    books.all_trains(train)


@line(TrainGivenUp, TrainToPool)
def _train_to_pool(books: Books, corporation: str, train: str) -> None:
    books.train(train, corporation, POOL)


@line(TrainLost)
def _train_lost(books: Books, corporation: str, train: str) -> None:
    books.train(train, corporation, OUT)


# Money


@line(PresidentAdded)
def _added(books: Books, president: str, amount: int, corporation: str) -> None:
    books.pay(president, corporation, amount)


@line(DebtPaid)
def _debt(books: Books, player: str, amount: int, payee: str) -> None:
    books.pay(player, payee, amount)


@line(EarningsKept)
def _kept(books: Books, corporation: str, revenue: int) -> None:
    books.pay(BANK, corporation, revenue)


@line(DividendReceived)
def _dividend(books: Books, holder: str, amount: int) -> None:
    books.pay(BANK, holder, amount)


@line(TreasuryFilled, Floated)
def _from_bank(books: Books, corporation: str, amount: int) -> None:
    books.pay(BANK, corporation, amount)


@line(TreasuryReturned)
def _to_bank(books: Books, corporation: str, amount: int) -> None:
    books.pay(corporation, BANK, amount)


@line(StockIssued)
def _issued(books: Books, corporation: str, percent: int, amount: int) -> None:
    books.pay(BANK, corporation, amount)
    books.hand(corporation, percent, corporation, POOL)


@line(StockRedeemed)
def _redeemed(books: Books, corporation: str, percent: int, cost: int) -> None:
    books.pay(corporation, BANK, cost)
    books.hand(corporation, percent, POOL, corporation)


@line(CorporationClosed)
def _closes(books: Books, corporation: str) -> None:
    books.all_stock(corporation, OUT if books.title.name == "18FB" else books.title.setup.stock_of(corporation))
    books.no_tokens(corporation)


# Mergers


@line(TreasuryInherited)
def _handed_over(books: Books, corporation: str, amount: int, heir: str) -> None:
    books.pay(corporation, heir, amount)


@line(TrainInherited)
def _taken_over(books: Books, heir: str, train: str, corporation: str) -> None:
    books.train(train, corporation, heir)


import tests.t18fb.books  # noqa: E402
import tests.t1849.books  # noqa: E402
import tests.t1883.books  # noqa: E402, F401
