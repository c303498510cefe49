"""What a player sees, as numbers from -1 to 1: always the same fact at the same place (docs/agents.md).

Only what lies open is asked: the engine's common facts, and of what a title keeps that which its `seen` shows.
"""

from __future__ import annotations

import hashlib
from binascii import crc32
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from ferrovia.agents.lexicon import PRICE_DIGITS, Lexicon, Words, lexicon
from ferrovia.agents.word_game import Position, seats_from
from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.title import Title

VERSION = 1

ROUNDS = ("auction", "stock", "operating")
COLOURS = ("yellow", "green", "brown", "grey")
BUCKETS = 256  # for what only a title knows
# What a number is divided by, whatever is tuned in the sheets of a title.
MONEY, WORTH, EARNINGS, PRICE, MARKET, PAPER = 12_000, 24_000, 1_000, 500, 20, 40

_MOMENT = ("players", "turn", "number", "of", "bank", "bank broken", "certificate limit", "offered price")
_PLAYER = ("plays", "left", "decides", "is asked", "has priority", "cash", "worth", "certificates")
_CORPORATION = (
    "started", "open", "floated", "operated", "acts", "price", "market column", "market row", "place in order",
    "cash", "last earnings", "tokens left", "in treasury", "in pool", "on offer", "place in line",
)  # fmt: skip


class Sight:
    """How the positions of one title are seen."""

    def __init__(self, title: Title) -> None:
        box = title.box
        self.title = title
        self.lexicon: Lexicon = lexicon(title)
        self.corporations, self.privates, self.trains = tuple(box.corporations), tuple(box.privates), tuple(box.trains)
        self.tiles, self.hexes = tuple(box.board.tiles), tuple(box.board.hexes)
        self.towns = tuple(dict.fromkeys(hex_of(stop) for stop in box.board.stops))
        self._town = {town: number for number, town in enumerate(self.towns)}
        self.names = (*self._table_names(), *self._speech_names())

    def __len__(self) -> int:
        return len(self.names)

    @property
    def digest(self) -> str:
        """What changes when any number means something else, or stands elsewhere."""
        scales = (MONEY, WORTH, EARNINGS, PRICE, MARKET, PAPER)
        return hashlib.sha256(repr((VERSION, scales, self.names)).encode()).hexdigest()[:16]

    def numbers(self, position: Position, viewer: str) -> list[float]:
        """The position as a player sees it; what was said of an action only to the one who says it."""
        table = position.game.remembered(
            ("seen by an agent", viewer, position.speaker), lambda: self.table(position, viewer)
        )
        return [*table, *self.speech(position if viewer == position.speaker else None)]

    # The table

    def _table_names(self) -> Iterator[str]:
        yield from _MOMENT
        yield from (f"{kind} round" for kind in ROUNDS)
        yield from (f"phase {phase}" for phase in self.title.box.phases)
        for seat in range(self.lexicon.seats):
            yield from (f"player {seat} {fact}" for fact in _PLAYER)
            yield from (f"player {seat} holds {name}" for name in self.corporations)
            yield from (f"player {seat} presides {name}" for name in self.corporations)
            yield from (f"player {seat} owns {name}" for name in self.privates)
            yield from (f"player {seat} bids on {name}" for name in self.privates)
        for name in self.corporations:
            yield from (f"{name} {fact}" for fact in _CORPORATION)
            yield from (f"{name} train {train}" for train in self.trains)
            yield from (f"{name} owns {private}" for private in self.privates)
            yield from (f"{name} token in {town}" for town in self.towns)
        for train in self.trains:
            yield from (f"train {train} {where}" for where in ("in bank", "on sale", "in pool"))
        yield from (f"tile {tile} left" for tile in self.tiles)
        for hex_id in self.hexes:
            yield f"hex {hex_id} colour"
            yield from (f"hex {hex_id} track to side {side}" for side in range(6))
        yield from (f"bucket {number}" for number in range(BUCKETS))

    def table(self, position: Position, viewer: str) -> list[float]:
        """What lies on the table."""
        game, seats = position.game, seats_from(position.game, viewer)
        found = _within(self._moment(game))
        bids = _bids(game)
        for seat in range(self.lexicon.seats):
            player = seats[seat] if seat < len(seats) else ""
            found += _within(self._player(position, player, bids))
        order = list(game.market_order())
        queue = list(game.title.seen.queue(game))
        for name in self.corporations:
            found += self._corporation(game, name, order, queue)
        found += _within(self._supply(game))
        found += game.layout.memory.recall("seen by an agent", self._map, game.layout)
        found += _within(hashed(_own(game, viewer), seats))
        return found

    def _moment(self, game: Game) -> list[float]:
        state, offer = game.state, game.find(Offer)
        return [
            len(state.seats) / self.lexicon.seats,
            state.round.turn / 20,
            state.round.number / 4,
            state.round.of / 4,
            state.cash[BANK] / MONEY,
            bool(state.bank_broken),
            self.title.stock.certificate_limit(game) / PAPER,
            (offer.price if offer is not None else 0) / MONEY,
            *(state.round.kind == kind for kind in ROUNDS),
            *(state.phase == phase for phase in self.title.box.phases),
        ]

    def _player(self, position: Position, player: str, bids: Mapping[tuple[str, str], int]) -> list[float]:
        if not player:
            return [0.0] * (len(_PLAYER) + 2 * len(self.corporations) + 2 * len(self.privates))
        game, state = position.game, position.game.state
        return [
            1.0,
            player in state.gone,
            not game.over and game.decision.player == player,
            position.speaker == player,
            state.priority == player,
            game.cash(player) / MONEY,
            game.title.calendar.worth(game, player) / WORTH,
            game.certificate_count(player) / PAPER,
            *(_held(game, name, player) for name in self.corporations),
            *(name in state.certificates and game.president(name) == player for name in self.corporations),
            *(state.privates.get(name) == player for name in self.privates),
            *(bids.get((name, player), 0) / MONEY for name in self.privates),
        ]

    def _corporation(self, game: Game, name: str, order: list[str], queue: list[str]) -> list[float]:
        state = game.state
        if name not in state.certificates:
            return [0.0] * (len(_CORPORATION) + len(self.trains) + len(self.privates) + len(self.towns))
        is_started = game.is_started(name)
        row, column = game.cell(name) if is_started else (0, 0)
        trains = Counter(game.trains(name))
        facts = [
            is_started,
            game.title.corporations.is_open(game, name),
            game.title.corporations.has_floated(game, name),
            name in state.operated,
            not game.over and game.top.corporation_of(game) == name,
            game.price(name) / PRICE if is_started else 0.0,
            column / MARKET,
            row / MARKET,
            (order.index(name) + 1) / len(self.corporations) if name in order else 0.0,
            game.cash(name) / MONEY,
            state.earnings.get(name, 0) / EARNINGS,
            state.tokens[name] / 8,
            _held(game, name, name),
            _held(game, name, POOL),
            _held(game, name, OFFER),
            (queue.index(name) + 1) / len(self.corporations) if name in queue else 0.0,
            *(trains[train] / 4 for train in self.trains),
            *(state.privates.get(private) == name for private in self.privates),
        ]
        tokens = [0.0] * len(self.towns)
        for stop in state.stations[name]:
            tokens[self._town[hex_of(stop)]] += 0.5
        return [*_within(facts), *_within(tokens)]

    def _supply(self, game: Game) -> Iterator[float]:
        bank, pool, on_sale = Counter(game.trains(BANK)), Counter(game.trains(POOL)), game.title.trains.on_sale(game)
        for train in self.trains:
            yield from (bank[train] / 10, train in on_sale, pool[train] / 4)
        yield from (game.state.supply.get(tile, 0) / 20 for tile in self.tiles)

    def _map(self, layout: Layout) -> list[float]:
        found: list[float] = []
        for hex_id in self.hexes:
            face = layout.face(hex_id)
            is_laid = hex_id in layout.tiles and face.colour in COLOURS
            found.append((COLOURS.index(face.colour) + 1) / len(COLOURS) if is_laid else 0.0)
            found += [float(side in face.edges) for side in range(6)]
        return found

    # What was said of an action

    def _speech_names(self) -> Iterator[str]:
        yield from ("price so far", "digits so far", "routes were given up")
        yield from (f"said {self.lexicon.name(word)}" for word in range(len(self.lexicon)))
        yield from (f"said last {self.lexicon.name(word)}" for word in range(len(self.lexicon)))

    def speech(self, position: Position | None) -> list[float]:
        count = len(self.lexicon)
        found = [0.0] * (3 + 2 * count)
        if position is None:
            return found
        digits = _last_digits(self.lexicon, position.words)
        price = int(digits.ljust(PRICE_DIGITS, "0")) if digits else 0
        found[0] = min(1.0, price / MONEY)
        found[1] = min(1.0, len(digits) / PRICE_DIGITS)
        found[2] = float(position.given_up)
        for word in position.words:
            found[3 + word] = 1.0
        if position.words:
            found[3 + count + position.words[-1]] = 1.0
        return found


def _last_digits(words: Lexicon, said: Words) -> str:
    """The digits that were said last: a price as far as it is known, or a smaller number."""
    digits = (words.digit_of(word) for word in reversed(said))
    return "".join(str(digit) for digit in takewhile(lambda digit: digit is not None, digits))[::-1]


def _within(numbers: Iterable[float]) -> list[float]:
    return [1.0 if number > 1 else -1.0 if number < -1 else float(number) for number in numbers]


@lru_cache(maxsize=16)
def sight(title: Title) -> Sight:
    return Sight(title)


def hashed(facts: Any, seats: Sequence[str]) -> list[float]:
    """Plain data of any shape, each fact added to the bucket that the checksum of its name and word leads to."""
    found = [0.0] * BUCKETS
    seated = {player: f"player {seat}" for seat, player in enumerate(seats)}
    for path, number in _facts("", facts, seated):
        found[crc32(path.encode()) % BUCKETS] += number
    return found


def _facts(path: str, value: Any, seated: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    match value:
        case bool() | None:
            yield path, 0.25 * bool(value)
        case int() | float():
            yield path, value / 1000 if abs(value) > 10 else value / 40
        case str():
            if value:
                yield f"{path}={seated.get(value, value)}", 0.25
        case dict():
            for key, held in value.items():
                yield from _facts(f"{path}/{seated.get(key, key)}", held, seated)
        case list() | tuple() if any(isinstance(part, dict | list | tuple) for part in value):
            for part in value:
                texts = [seated.get(str(each), str(each)) for each in _leaves(part)]
                yield f"{path}={','.join(texts)}", 0.25
        case list() | tuple():
            for place, part in enumerate(value, 1):
                yield f"{path}={seated.get(part, part)}", 0.25 / place


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _own(game: Game, viewer: str) -> dict[str, Any]:
    """What has no place of its own: how corporations began, what only the title knows, what is offered, the step."""
    offer = game.find(Offer)
    offers: list[Mapping[str, object]] = [*game.title.seen.offers(game)]
    if offer is not None:
        offers.append({"thing": offer.thing, "name": offer.name, "buyer": offer.buyer, "seller": offer.seller})
    step = "" if game.over else game.top.step(game)
    began = {"pars": game.state.pars, "floated": game.state.floated}
    own = {**began, **game.title.seen.own(game), **game.title.seen.known(game, viewer)}
    return {"own": own, "offers": offers, "step": step, "options": game.settings.options}


def _held(game: Game, corporation: str, holder: str) -> float:
    """The part of a corporation that somebody holds."""
    if corporation not in game.state.certificates:
        return 0.0
    pairs = zip(game.sizes(corporation), game.holders(corporation), strict=True)
    return sum(size for size, owner in pairs if owner == holder) / 100


def _bids(game: Game) -> dict[tuple[str, str], int]:
    auction, contest = game.find(Auction), game.find(Contest)
    found = {(private, player): price for private, player, price in auction.bids} if auction is not None else {}
    if contest is not None:
        found |= {(contest.private, player): price for player, price in contest.bids}
    return found
