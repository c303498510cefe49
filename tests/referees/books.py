"""The books a referee keeps of one step: the table as it was, changed as the rulebook says, held against what it is.

Nothing here knows a rule. A referee enters what must follow from an action, each entry with its clause; what
nobody entered must be as before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.title import Title

BANK, POOL, OFFER, OUT = "bank", "pool", "offer", "out"
PRESIDENT = 0
SHARE = 10
Cell = tuple[int, int]

UNASKED = "unasked"  # the clause of a change that nothing in the rules asks for


class Fault(msgspec.Struct, frozen=True):
    """What a referee objects to, and by which clause."""

    clause: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.sentence}"


class Books:
    """Purses, paper, market, trains, cards and map, open to entries."""

    def __init__(self, title: Title, state: State) -> None:
        self.title = title
        self.cash = dict(state.cash)
        self.papers = {name: list(holders) for name, holders in state.certificates.items()}
        self.market = list(state.market)
        self.trains = {owner: list(trains) for owner, trains in state.trains.items()}
        self.privates = dict(state.privates)
        self.stations: dict[str, list[str]] = {name: list(stops) for name, stops in state.stations.items()}
        self.tokens = dict(state.tokens)
        self.tiles = dict(state.layout.tiles)
        self.phase = state.phase
        self.seats = list(state.seats)
        self.gone = list(state.gone)
        self.broken = bool(state.bank_broken)
        self.clauses: dict[tuple[str, str], list[str]] = {}
        self.one_purse: list[tuple[str, str]] = []  # purses of which only the sum is looked at
        self.unread: set[tuple[str, str]] = set()  # what this step leaves to a question still to be answered
        self.own: dict[str, dict[str, object]] = {}  # tables that only one title keeps

    def note(self, kind: str, name: str, clause: str) -> None:
        """Something is touched by a clause."""
        self.clauses.setdefault((kind, name), []).append(clause)

    # Money

    def pay(self, payer: str, payee: str, amount: int, clause: str) -> None:
        self.cash[payer] -= amount
        self.cash[payee] += amount
        for purse in (payer, payee):
            self.note("purse", purse, clause)
        if payer == BANK and amount and self.cash[BANK] <= 0:
            self.broken = True

    # Paper

    def sizes(self, corporation: str) -> tuple[int, ...]:
        return self.title.box.corporations[corporation].certificates

    def held(self, corporation: str, holder: str) -> list[int]:
        """The numbers of somebody's certificates."""
        return [number for number, owner in enumerate(self.papers[corporation]) if owner == holder]

    def percent(self, corporation: str, holder: str) -> int:
        return sum(self.sizes(corporation)[number] for number in self.held(corporation, holder))

    def ordinary(self, corporation: str, holder: str) -> list[int]:
        """Somebody's certificates besides the president's one."""
        return [number for number in self.held(corporation, holder) if number != PRESIDENT]

    def president(self, corporation: str) -> str:
        return self.papers[corporation][PRESIDENT]

    def hand(self, corporation: str, number: int, to: str, clause: str) -> None:
        self.papers[corporation][number] = to
        self.note("paper", corporation, clause)

    def hand_sizes(self, corporation: str, giver: str, sizes: Sequence[int], to: str, clause: str) -> bool:
        """Certificates of these sizes change hands, never the president's; False if there are none such."""
        left = self.ordinary(corporation, giver)
        for size in sizes:
            number = next((number for number in left if self.sizes(corporation)[number] == size), None)
            if number is None:
                return False
            left.remove(number)
            self.hand(corporation, number, to, clause)
        return True

    def papers_of(self, player: str) -> int:
        """Pieces of paper of corporations."""
        return sum(holders.count(player) for holders in self.papers.values())

    # The market

    def cell(self, corporation: str) -> Cell | None:
        return next(((row, col) for name, row, col in self.market if name == corporation), None)

    def is_started(self, corporation: str) -> bool:
        return self.cell(corporation) is not None

    def price(self, corporation: str) -> int:
        cell = self.cell(corporation)
        assert cell is not None, f"{corporation} has no price."
        return self.title.box.market.rows[cell[0]][cell[1]]

    def put(self, corporation: str, cell: Cell, clause: str) -> None:
        """A token comes to a space, under those that are there; one that does not move stays where it lies."""
        self.note("token", corporation, clause)
        if self.cell(corporation) != cell:
            self.replace(corporation, cell)

    def replace(self, corporation: str, cell: Cell) -> None:
        self.market = [marker for marker in self.market if marker[0] != corporation]
        self.market.append((corporation, *cell))

    def off_market(self, corporation: str, clause: str) -> None:
        self.note("token", corporation, clause)
        self.market = [marker for marker in self.market if marker[0] != corporation]

    def in_order(self) -> list[str]:
        """Dearest first, then furthest right, then the top of the stack, which is the first to come."""
        rows = self.title.box.market.rows
        return [
            name for name, row, col in sorted(self.market, key=lambda marker: (-rows[marker[1]][marker[2]], -marker[2]))
        ]

    # Trains

    def train(self, train: str, giver: str, taker: str, clause: str) -> None:
        self.note("trains", giver, clause)
        self.note("trains", taker, clause)
        if train in self.trains.get(giver, ()):
            self.trains[giver].remove(train)
        self.trains.setdefault(taker, []).append(train)

    def train_list(self, owner: str) -> list[str]:
        return self.trains.get(owner, [])

    # Cards and map

    def card(self, private: str, owner: str, clause: str) -> None:
        self.privates[private] = owner
        self.note("card", private, clause)

    def close_card(self, private: str, clause: str) -> None:
        self.privates.pop(private, None)
        self.note("card", private, clause)

    def place_token(self, corporation: str, stop: str, clause: str) -> None:
        self.stations[corporation].append(stop)
        self.tokens[corporation] -= 1
        self.note("stations", corporation, clause)

    def lay(self, hex_id: str, tile: str, rotation: int, clause: str) -> None:
        self.tiles[hex_id] = (tile, rotation)
        self.note("tile", hex_id, clause)

    def enter(self, table: str, name: str, value: object, clause: str) -> None:
        """An entry in a table of the title's own; None takes it out."""
        self.note(table, name, clause)
        if value is None:
            self.own[table].pop(name, None)
        else:
            self.own[table][name] = value

    # Players

    def players(self) -> list[str]:
        return [player for player in self.seats if player not in self.gone]

    def from_left(self, player: str) -> list[str]:
        """The others still in the game, from a player's left."""
        place = self.seats.index(player)
        return [other for other in (*self.seats[place + 1 :], *self.seats[:place]) if other not in self.gone]

    # What is different

    def compare(self, after: State, own: dict[str, dict[str, object]]) -> Iterator[tuple[tuple[str, str], str]]:
        """Every entry that is not as it should be, as (what, sentence); `own` are the title's tables after the step."""
        for name, table in self.own.items():
            yield from self._table(name, name + " of {0} should be {1} and is {2}", table, own[name])
        yield from self._purses(after)
        yield from self._papers(after)
        yield from self._tokens(after)
        for owner in sorted({*self.trains, *after.trains}):
            mine, found = Counter(self.trains.get(owner, ())), Counter(after.trains.get(owner, ()))
            if mine != found:
                yield ("trains", owner), f"the trains of {owner} should be {_list(mine)} and are {_list(found)}"
        yield from self._table("card", "{0} should be with {1} and is with {2}", self.privates, after.privates)
        stations = {name: tuple(sorted(stops)) for name, stops in self.stations.items()}
        found_stations = {name: tuple(sorted(stops)) for name, stops in after.stations.items()}
        yield from self._table(
            "stations", "the tokens of {0} should be on {1} and are on {2}", stations, found_stations
        )
        yield from self._table("stations", "{0} should have {1} tokens left and has {2}", self.tokens, after.tokens)
        yield from self._table("tile", "{0} should show {1} and shows {2}", self.tiles, after.layout.tiles)
        if self.phase != after.phase:
            yield ("phase", ""), f"the phase should be {self.phase} and is {after.phase}"
        if self.gone != list(after.gone):
            yield ("gone", ""), f"gone should be {self.gone} and are {list(after.gone)}"

    def _purses(self, after: State) -> Iterator[tuple[tuple[str, str], str]]:
        mine, found = dict(self.cash), dict(after.cash)
        for one, other in self.one_purse:
            mine[one], mine[other] = mine[one] + mine[other], 0
            found[one], found[other] = found[one] + found[other], 0
        yield from self._table("purse", "{0} should have {1} and has {2}", mine, found)

    def _papers(self, after: State) -> Iterator[tuple[tuple[str, str], str]]:
        for corporation in sorted({*self.papers, *after.certificates}):
            mine = self._by_holder(corporation, self.papers.get(corporation, ()))
            found = self._by_holder(corporation, after.certificates.get(corporation, ()))
            if mine != found and ("paper", corporation) not in self.unread:
                yield ("paper", corporation), f"the stock of {corporation} should be {mine} and is {found}"

    def _by_holder(self, corporation: str, holders: Sequence[str]) -> dict[str, str]:
        sizes = self.sizes(corporation)
        table: dict[str, list[str]] = {}
        for number, holder in enumerate(holders):
            table.setdefault(holder, []).append("president's" if number == PRESIDENT else str(sizes[number]))
        return {holder: "+".join(sorted(parts, reverse=True)) for holder, parts in sorted(table.items())}

    def _tokens(self, after: State) -> Iterator[tuple[tuple[str, str], str]]:
        mine, found = _stacks(self.market), _stacks(after.market)
        where = {name: (row, col) for name, row, col in after.market}
        for corporation in sorted({name for name, _, _ in (*self.market, *after.market)}):
            if self.cell(corporation) != where.get(corporation):
                yield (
                    ("token", corporation),
                    f"{corporation} should stand on {self._shown(self.cell(corporation))}"
                    f" and stands on {self._shown(where.get(corporation))}",
                )
        for cell in mine.keys() & found.keys():
            if mine[cell] != found[cell] and sorted(mine[cell]) == sorted(found[cell]):
                moved = [name for name in mine[cell] if ("token", name) in self.clauses]
                yield (
                    ("token", moved[-1] if moved else mine[cell][0]),
                    f"on {self._shown(cell)} the stack should be {mine[cell]} and is {found[cell]}",
                )

    def _shown(self, cell: Cell | None) -> str:
        if cell is None:
            return "no space"
        return f"{self.title.box.market.rows[cell[0]][cell[1]]} {list(cell)}"

    def _table(
        self, kind: str, text: str, mine: Mapping[str, object], found: Mapping[str, object]
    ) -> Iterator[tuple[tuple[str, str], str]]:
        for name in [*mine, *(name for name in found if name not in mine)]:
            if mine.get(name) != found.get(name) and (kind, name) not in self.unread:
                yield (kind, name), text.format(name, mine.get(name), found.get(name))


def _stacks(markers: Iterable[tuple[str, int, int]]) -> dict[Cell, list[str]]:
    stacks: dict[Cell, list[str]] = {}
    for name, row, col in markers:
        stacks.setdefault((row, col), []).append(name)
    return stacks


def _list(trains: Counter[str]) -> str:
    return ", ".join(sorted(trains.elements())) or "none"
