"""What a game holds, and the verbs that move it: money, paper, trains, tiles and tokens.

Money moves by `pay`, certificates by `hand_over`, private companies by `give_private`, trains by `give_train`,
the map by `place_tile`, `take_tile`, `place_token` and `take_token`: so everything can be followed, and counted.
Nothing else writes to the state but the agenda's verbs in `game` and the title's own `keep`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.finance.certificates import percent
from ferrovia.engine.finance.market import Cell, cell_of
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Corporation, Phase, Settings
from ferrovia.engine.flow.events import BankBroken, Event, PrivateClosed
from ferrovia.engine.flow.state import BANK, OUT, Round, State
from ferrovia.engine.flow.title import Title

T = TypeVar("T")


class Holdings:
    """The state of a game and who has what in it."""

    __slots__ = ("events", "settings", "state", "title")

    title: Title
    settings: Settings
    state: State
    events: list[Event]

    def tell(self, event: Event) -> None:
        """Something has happened."""
        self.events.append(event)

    # Chance

    def chance_after(self, draws: int) -> Chance:
        """What the next number is drawn from."""
        return Chance(self.settings.seed, draws)

    def roll(self, sides: int) -> int:
        """Roll a die; it is revealed and cannot be taken back."""
        chance = self.chance_after(self.state.draws)
        rolled = chance.die(sides)
        self.state.draws = chance.draws
        return rolled

    def shuffled(self, cards: Sequence[T]) -> list[T]:
        chance = self.chance_after(self.state.draws)
        deck = chance.shuffled(cards)
        self.state.draws = chance.draws
        return deck

    def reveal(self) -> None:
        """A hidden card is turned up: no undo goes back past it."""
        self.state.draws += 1

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

    def suppose_cash(self, purse: str, amount: int) -> None:
        """Let a purse hold so much, wherever it comes from: on a fork, to see what would then be legal."""
        self.state.cash = {**self.state.cash, purse: amount}

    def set_aside(self, amount: int) -> None:
        """Money of the bank leaves the purses, or with a minus comes back; where it is away the title keeps count."""
        self.state.cash = {**self.state.cash, BANK: self.cash(BANK) - amount}
        if amount > 0 and self.cash(BANK) <= 0 and not self.state.bank_broken:
            self.break_bank()

    def break_bank(self) -> None:
        """The bank has run out; nothing that flows back undoes it."""
        self.state.bank_broken = self.state.round.kind
        self.tell(BankBroken())

    # Paper

    def sizes(self, corporation: str) -> tuple[int, ...]:
        return self.title.box.corporations[corporation].certificates

    def share(self, corporation: str) -> int:
        """How many per cent one share of a corporation is."""
        return self.title.box.corporations[corporation].share

    def holders(self, corporation: str) -> tuple[str, ...]:
        return self.state.certificates[corporation]

    def percent(self, corporation: str, holder: str) -> int:
        sizes, holders = self.title.box.corporations[corporation].certificates, self.state.certificates[corporation]
        return percent(sizes, holders, holder) if holder in holders else 0

    def hand_over(self, corporation: str, certificate: int, to: str) -> None:
        """Give a certificate to a new holder."""
        holders = list(self.state.certificates[corporation])
        holders[certificate] = to
        self.state.certificates = {**self.state.certificates, corporation: tuple(holders)}

    def place_stock(self, corporation: str, holders: Sequence[str]) -> None:
        """All certificates of a corporation at once, each with its holder."""
        if len(holders) != len(self.sizes(corporation)):
            raise ValueError(f"{corporation} has {len(self.sizes(corporation))} certificates, not {len(holders)}.")
        self.state.certificates = {**self.state.certificates, corporation: tuple(holders)}

    def has_stock(self, player: str) -> bool:
        return any(player in holders for holders in self.state.certificates.values())

    def give_private(self, private: str, to: str) -> None:
        """Give a private company to a new owner; an owner's companies stand in the order they came."""
        others = {key: owner for key, owner in self.state.privates.items() if key != private}
        self.state.privates = {**others, private: to}

    def close_private(self, private: str) -> None:
        """A private company leaves the game."""
        self.state.privates = {key: owner for key, owner in self.state.privates.items() if key != private}
        self.tell(PrivateClosed(private=private))

    # The stock market

    def is_started(self, corporation: str) -> bool:
        return cell_of(self.state.market, corporation) is not None

    def cell(self, corporation: str) -> Cell:
        cell = cell_of(self.state.market, corporation)
        if cell is None:
            raise LookupError(f"{corporation} has no token on the market.")
        return cell

    def price(self, corporation: str) -> int:
        """The value of one share."""
        return self.title.box.market.price(self.cell(corporation))

    def market_order(self) -> tuple[str, ...]:
        return self.title.box.market.in_order(self.state.market)

    def put_on_market(self, corporation: str, cell: Cell) -> None:
        """A token comes to a space, under those that are there."""
        others = tuple(marker for marker in self.state.market if marker[0] != corporation)
        self.state.market = (*others, (corporation, *cell))

    def take_off_market(self, corporation: str) -> None:
        """A corporation has no price any more, nor a par."""
        state = self.state
        state.market = tuple(marker for marker in state.market if marker[0] != corporation)
        if corporation in state.pars:
            state.pars = {name: par for name, par in state.pars.items() if name != corporation}
        if corporation in state.floated:
            state.floated = {name: phase for name, phase in state.floated.items() if name != corporation}

    def set_par(self, corporation: str, par: int) -> None:
        """The value at which a corporation is started, and its stock offered."""
        self.state.pars = {**self.state.pars, corporation: par}

    def note_floated(self, corporation: str) -> None:
        """Enough of a corporation is sold: the phase counts in which that happened."""
        self.state.floated = {**self.state.floated, corporation: self.state.phase}

    # Trains

    def trains(self, owner: str) -> tuple[str, ...]:
        return self.state.trains.get(owner, ())

    def trains_in_limit(self, owner: str) -> int:
        """How many trains of an owner count against the train limit."""
        cards = self.title.box.trains
        return sum([cards[train].counts_for_limit for train in self.trains(owner)])

    def give_train(self, train: str, giver: str, taker: str) -> None:
        left = list(self.trains(giver))
        left.remove(train)
        self.state.trains = {
            **self.state.trains,
            giver: tuple(left),
            taker: (*self.trains(taker), train),
        }

    def suppose_trains(self, owner: str, trains: Iterable[str]) -> None:
        """Let an owner have these trains and no others, wherever they come from: on a fork, to see what they earn."""
        self.state.trains = {**self.state.trains, owner: tuple(trains)}

    def discard_all(self, owner: str, names: tuple[str, ...]) -> None:
        """Take every train of these classes away from an owner, out of the game."""
        for train in self.trains(owner):
            if train in names:
                self.give_train(train, owner, OUT)

    def add_train(self, train: str, place: int) -> None:
        """One more train of a class without end lies on the bank's pile."""
        pile = list(self.trains(BANK))
        pile.insert(place, train)
        self.state.trains = {**self.state.trains, BANK: tuple(pile)}

    @property
    def phase(self) -> Phase:
        return self.title.box.phases[self.state.phase]

    def enter_phase(self, phase: str) -> None:
        self.state.phase = phase

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

    def suppose_map(self, layout: Layout) -> None:
        """Put a map with the same tiles in the place of this one: on a fork, because more is known about it."""
        assert layout.tiles == self.layout.tiles
        self.state.layout = layout

    def suppose_supply(self, tile: str, count: int) -> None:
        """Let so many of a tile be left: on a fork, to see what would then be legal."""
        self.state.supply = {**self.state.supply, tile: count}

    def lose_tile(self, tile: str) -> None:
        """A tile of the supply leaves the game."""
        self.state.supply = {**self.state.supply, tile: self.state.supply[tile] - 1}

    def place_token(self, corporation: str, stop: StopId) -> None:
        """Put a station token from the charter on the map."""
        state = self.state
        state.tokens = {**state.tokens, corporation: state.tokens[corporation] - 1}
        state.stations = {**state.stations, corporation: (*state.stations[corporation], stop)}

    def take_token(self, corporation: str, stop: StopId) -> None:
        """Take a station token off the map, back to its charter."""
        state = self.state
        left = tuple(station for station in state.stations[corporation] if station != stop)
        state.tokens = {**state.tokens, corporation: state.tokens[corporation] + 1}
        state.stations = {**state.stations, corporation: left}

    def lose_token(self, corporation: str, stop: StopId) -> None:
        """A station token leaves the map and the game."""
        left = tuple(station for station in self.state.stations[corporation] if station != stop)
        self.state.stations = {**self.state.stations, corporation: left}

    def set_stations(self, corporation: str, stops: Sequence[StopId], tokens: int) -> None:
        """All stations of a corporation at once, home first, and how many tokens are left on its charter."""
        state = self.state
        state.stations = {**state.stations, corporation: tuple(stops)}
        state.tokens = {**state.tokens, corporation: tokens}

    def tokens_at(self, stop: StopId) -> tuple[str, ...]:
        """The corporations with a token on a stop."""
        return tuple([corp for corp, stops in self.state.stations.items() if stop in stops])

    def full_stops(self, corporation: str) -> frozenset[StopId]:
        """Stops whose every space holds a token of somebody else."""
        count: dict[StopId, int] = {}
        for stops in self.state.stations.values():
            for stop in stops:
                count[stop] = count.get(stop, 0) + 1
        own, shown = self.state.stations[corporation], self.layout.stop
        return frozenset([stop for stop, tokens in count.items() if stop not in own and tokens >= shown(stop).slots])

    # Corporations

    def note_earnings(self, corporation: str, revenue: int) -> None:
        """What the last run of a corporation earned."""
        self.state.earnings = {**self.state.earnings, corporation: revenue}

    def note_operated(self, corporation: str) -> None:
        """A corporation has completed a turn since it was started."""
        if corporation not in self.state.operated:
            self.state.operated = (*self.state.operated, corporation)

    def forget_operated(self, corporation: str) -> None:
        """What turns a corporation has completed counts no more."""
        self.state.operated = tuple(name for name in self.state.operated if name != corporation)

    def retire(self, corporation: str, stock_to: str, tokens: int) -> None:
        """A corporation goes out of business: no price, no stations; all of its stock in one place.

        Unless that is out of the game it may be started again, and then it has not operated.
        """
        state = self.state
        self.take_off_market(corporation)
        self.place_stock(corporation, (stock_to,) * len(self.sizes(corporation)))
        self.set_stations(corporation, (), tokens)
        if stock_to != OUT:
            self.forget_operated(corporation)
        state.earnings = {name: earned for name, earned in state.earnings.items() if name != corporation}

    # Rounds

    def begin(self, next_round: Round) -> None:
        """A round begins."""
        self.state.round = next_round

    def give_priority(self, player: str) -> None:
        self.state.priority = player

    # Players

    def seat(self, order: Sequence[str]) -> None:
        """The players sit down in an order; the first has the priority."""
        self.state.seats = tuple(order)
        self.state.priority = order[0]

    def leave(self, player: str) -> None:
        """A player is out of the game; the priority goes on to the left."""
        if self.state.priority == player:
            self.state.priority = self.left_of(player)
        self.state.gone = (*self.state.gone, player)

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
        return self.title.box.corporations[corporation]
