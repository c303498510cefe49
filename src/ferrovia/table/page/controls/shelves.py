"""Stock by corporation: what may be sold and bought of each, at which prices it may start, and what is refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ferrovia.engine.flow.actions import Action, BuyShare, IssueShares, RedeemShare, SellShares, Start
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import certificate_cost, holder_of
from ferrovia.engine.flow.stock import StockRound
from ferrovia.table.page.control import Way
from ferrovia.table.page.controls.sales import Listed, by_percent
from ferrovia.table.page.effects import presidents
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.options import words
from ferrovia.table.page.reasons import Why, ask_why, why_if_asked
from ferrovia.table.page.scene import Scene

POOL = "pool"


@dataclass(frozen=True)
class Button:
    """One choice as a few signs; its sentence is said to those who cannot see where it stands."""

    number: int
    label: str
    name: str
    is_chosen: bool
    asks: bool = False  # which certificates, once it is chosen


@dataclass(frozen=True)
class Refused:
    """Something that cannot be done now: a link asks why."""

    label: str
    name: str
    ask: str  # the query of the address
    why: Why | None  # the answer, once asked


@dataclass
class Row:
    """What can be done with the paper of one corporation."""

    corporation: str
    price: int | None
    held: int  # per cent
    presides: bool
    sells: list[Button] = field(default_factory=list)  # by per cent; what a corporation issues, by shares
    ways: tuple[Way, ...] = ()  # which certificates could make up the sale that is chosen
    buys: list[Button | Refused] = field(default_factory=list)  # where stock is sold for the first time
    pool: list[Button | Refused] = field(default_factory=list)
    starts: list[Button] = field(default_factory=list)
    refused: Refused | None = None  # a sale, or a start
    note: str = ""  # what is to be known of one that has not started
    inset: Inset | None = None  # what only the title has in a row
    is_chosen: bool = False

    @property
    def why(self) -> Why | None:
        asked = [self.refused, *self.buys, *self.pool]
        return next((each.why for each in asked if isinstance(each, Refused) and each.why), None)


@dataclass(frozen=True)
class Shelves:
    """The rows, and the numbers of the choices that stand in them."""

    rows: list[Row]
    shown: frozenset[int]


def shelves(scene: Scene, choices: tuple[Choice, ...], picked: int) -> Shelves:
    """Every choice about the stock of a corporation in the row of that corporation."""
    shelf = Shelf(scene, choices, picked)
    return Shelves(list(shelf.rows()), frozenset(shelf.shown))


class Shelf:
    """The rows while choices are put into them, by the usual kinds here, by its own kinds through the title."""

    def __init__(self, scene: Scene, choices: tuple[Choice, ...], picked: int) -> None:
        self.scene, self.game, self.choices, self.picked = scene, scene.game, choices, picked
        self.shown: set[int] = set()
        self.is_stock = isinstance(self.game.top, StockRound)
        own = self.game.top.corporation_of(self.game) if isinstance(self.game.top, OperatingTurn) else ""
        self.holder = own or scene.viewer or ""
        self.presidents = presidents(self.game)
        self._of: dict[str, list[tuple[int, Choice]]] = defaultdict(list)
        for number, choice in enumerate(choices):
            self._of[self._corporation(choice)].append((number, choice))

    def rows(self) -> Iterator[Row]:
        order = self.game.market_order()
        for name in (*order, *(name for name in self.game.state.certificates if name not in order)):
            row = self._row(name)
            if row is not None:
                yield row

    def _row(self, name: str) -> Row | None:
        row = Row(
            name,
            self.game.price(name) if self.game.is_started(name) else None,
            self.game.percent(name, self.holder),
            self.presidents.get(name) == self.holder,
        )
        mine = self._of.get(name, [])
        if row.price is None and not mine and self.scene.face.is_formed(name):
            return None  # nobody ever starts it
        self._sell(row, [(number, choice) for number, choice in mine if isinstance(choice, SellShares)])
        for number, choice in mine:
            match choice:
                case SellShares():
                    continue
                case IssueShares(count=count):
                    row.sells.append(self.button(number, str(count)))
                case RedeemShare():
                    row.pool.append(self.button(number, str(self.game.price(name))))
                case BuyShare(source=source):
                    self._column(row, source).append(self.button(number, str(self._cost(choice))))
                case Start(price=price):
                    row.starts.append(self.button(number, str(price)))
                case Action():
                    self.scene.face.stock.shelve(self, row, number, choice)
        row.is_chosen = any(number == self.picked for number, _ in mine)
        if self.is_stock:
            self._refuse(row)
        elif not mine:
            return None
        return row

    def _sell(self, row: Row, listed: list[Listed]) -> None:
        """Sales by per cent: each chooses the best set of certificates, or the one that is picked already."""
        for sale in by_percent(self.scene, listed, self.picked):
            way = next((each for each in sale.ways if each.is_chosen), sale.ways[0])
            row.sells.append(replace(self.button(way.number, str(sale.percent)), asks=sale.asks))
            self.shown |= sale.numbers
            if self.picked in sale.numbers and sale.asks:
                row.ways = sale.ways

    def _corporation(self, choice: Choice) -> str:
        """Of which corporation a choice buys or sells stock."""
        match choice:
            case SellShares() | BuyShare() | Start():
                return choice.corporation
            case IssueShares() | RedeemShare():
                return self.game.top.corporation_of(self.game)
            case Action():
                return self.scene.face.stock.row_of(choice)
        return ""

    def button(self, number: int, label: str) -> Button:
        self.shown.add(number)
        name = words(self.scene, self.choices[number])
        return Button(number, label, name, number == self.picked)

    def _column(self, row: Row, source: str) -> list[Button | Refused]:
        return row.pool if source == POOL else row.buys

    def _cost(self, action: BuyShare) -> int:
        place = holder_of(action.corporation, action.source)
        number = self.game.title.stock.next_certificate(self.game, action.corporation, place)
        assert number is not None
        return certificate_cost(self.game, action.corporation, action.source, number)

    # What is refused

    def _refuse(self, row: Row) -> None:
        name = row.corporation
        if row.price is None:
            if not row.starts:
                start = self.scene.face.stock.start(self.game, name, self.game.phase.start_values[0])
                row.refused = self._refused(name, start, self.scene.say("why not?"))
            return
        if row.held and not row.sells:
            sizes = [
                size
                for size, holder in zip(self.game.sizes(name), self.game.holders(name), strict=True)
                if holder == self.holder
            ]
            row.refused = self._refused(name, SellShares(name, (min(sizes),)), self.scene.say("why not?"))
        for source in self.game.title.stock.sources:
            action = BuyShare(name, source)  # type: ignore[arg-type]
            place = holder_of(name, source)
            if self.game.title.stock.next_certificate(self.game, name, place) is not None:
                column = self._column(row, source)
                if action not in self.choices and not column:
                    column.append(self._refused(name, action, self._price(action)))

    def _price(self, action: BuyShare) -> str:
        """What a certificate that cannot be bought would cost, if it has a price at all."""
        try:
            return str(self._cost(action))
        except LookupError:
            return "?"

    def _refused(self, corporation: str, action: Action, label: str) -> Refused:
        say = self.scene.say
        match action:
            case SellShares():
                name = say("Sell stock of {corporation}: why not?", corporation=corporation)
            case BuyShare():
                name = say("Buy stock of {corporation}: why not?", corporation=corporation)
            case _:
                name = say("Start {corporation}: why not?", corporation=corporation)
        return Refused(label, name, ask_why(self.scene, action), why_if_asked(self.scene, action))
