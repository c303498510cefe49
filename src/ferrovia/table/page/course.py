"""How it goes, round by round: what each corporation ran for and stood at, what players were paid and are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from ferrovia.engine.flow.events import (
    DealMade,
    DidNotRun,
    DividendReceived,
    EarningsKept,
    Event,
    OperatingRoundBegins,
    Ran,
    StockRoundBegins,
    TrainBought,
)
from ferrovia.engine.flow.game import Game
from ferrovia.formats.differences import Difference, Plain, changed
from ferrovia.saying.message import term
from ferrovia.sitting.moment import Moment
from ferrovia.table.page.history import ROUNDS
from ferrovia.table.page.over import COURSES, Chart, worth_chart
from ferrovia.table.page.scene import Scene

BOOK = "book"  # in an address: which of the three is open
_BOOKS = {"runs": term("Runs and prices"), "dividends": term("Dividends"), "worth": term("Worth")}
OPERATING = "operating"  # the kind of round
_READ = ("round", "market")  # of a stored state
_WIDE, _HIGH = 110.0, 20.0  # of a sparkline


@dataclass
class Tally:
    """What the events of one operating round tell."""

    name: str
    ran: dict[str, int] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    bought: dict[str, list[str]] = field(default_factory=dict)
    prices: dict[str, int] = field(default_factory=dict)  # at its end
    paid: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    """A corporation in one operating round."""

    run: int | None
    is_kept: bool
    bought: tuple[str, ...]
    price: int | None

    @property
    def ran_nothing(self) -> bool:
        return self.run == 0


@dataclass(frozen=True)
class Row:
    """A corporation through all operating rounds."""

    name: str
    cells: tuple[Cell, ...]
    runs_line: str  # as ways of a picture
    price_line: str


@dataclass(frozen=True)
class Paid:
    """A player through all operating rounds."""

    player: str
    mark: int
    amounts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.amounts)


@dataclass(frozen=True)
class Book:
    key: str
    name: str
    is_open: bool


@dataclass(frozen=True)
class Course:
    """One of the three books, and the links to all of them."""

    books: tuple[Book, ...]
    rounds: tuple[str, ...]  # empty before the first operating round
    rows: tuple[Row, ...] = ()
    paid: tuple[Paid, ...] = ()
    chart: Chart | None = None
    is_known: bool = True

    @property
    def opened(self) -> str:
        return next(book.key for book in self.books if book.is_open)


def course(scene: Scene) -> Course:
    picked = scene.pick.get(BOOK, "")
    opened = picked if picked in _BOOKS else "runs"
    books = tuple(Book(key, scene.say.term(name), key == opened) for key, name in _BOOKS.items())
    rounds = tallies(_moment(scene))
    names = tuple(each.name for each in rounds)
    match opened:
        case "dividends":
            players = scene.game.settings.players
            paid = tuple(
                Paid(name, scene.mark(name), tuple(each.paid.get(name, 0) for each in rounds)) for name in players
            )
            return Course(books, names, paid=paid)
        case "worth":
            ends = COURSES.known(*_last_round(scene))
            return Course(books, names, chart=worth_chart(scene, ends or []), is_known=ends is not None)
    told = {name for each in rounds for name in (*each.ran, *each.prices, *each.bought)}
    listed = dict.fromkeys((*scene.game.market_order(), *scene.game.state.certificates, *sorted(told)))
    return Course(books, names, rows=tuple(_row(name, rounds) for name in listed if name in told))


def work(scene: Scene) -> bool:
    """Read from the stored past what players were worth."""
    COURSES.of(*_last_round(scene))
    return True


def _last_round(scene: Scene) -> tuple[int, Moment]:
    """The table, and the moment in which its last round began: worth is told of rounds that are over."""
    moment = _moment(scene)
    begun = max((at for at, _ in ROUNDS.of(scene.table.pk, scene.now) if at <= moment.number), default=0)
    return scene.table.pk, moment.back_at(begun)


def _moment(scene: Scene) -> Moment:
    """A sandbox does not know how the table came to where it began: the table's own past is told."""
    return scene.now if scene.mode == "sandbox" else scene.moment


# From events, and prices from where tokens stood


def tallies(moment: Moment) -> list[Tally]:
    """The operating rounds of a game so far; prices are those at the end of each, or now."""
    found: list[Tally] = []
    is_operating = False
    for number in range(1, moment.number + 1):
        for event in moment.record.events_of(number) or ():
            if isinstance(event, OperatingRoundBegins):
                found.append(Tally(f"{event.turn}.{event.number}"))
                is_operating = True
            elif isinstance(event, StockRoundBegins):
                is_operating = False
            if is_operating:
                _count(event, found[-1])
    for tally, prices in zip(reversed(found), _prices_back(moment), strict=False):
        tally.prices = prices
    return found


def _count(event: Event, tally: Tally) -> None:
    match event:
        case Ran(corporation=name, revenue=revenue):
            tally.ran[name] = revenue
        case DidNotRun(corporation=name):
            tally.ran.setdefault(name, 0)
        case EarningsKept(corporation=name):
            tally.kept.add(name)
        case TrainBought(buyer=name, train=train) | DealMade(thing="train", buyer=name, name=train):
            tally.bought.setdefault(name, []).append(train)
        case DividendReceived(holder=name, amount=amount):
            tally.paid[name] = tally.paid.get(name, 0) + amount


def _prices_back(moment: Moment) -> Iterator[dict[str, int]]:
    """The prices at the end of each operating round, the last first, read off the stored differences."""
    game = moment.game
    here = {key: msgspec.to_builtins(getattr(game.state, key)) for key in _READ}
    if game.state.round.kind == OPERATING:
        yield _prices(game, here)
    for place in range(moment.number, 0, -1):
        back = moment.record.past_of(place).back
        if back is None:
            return
        part = Difference(
            put={key: value for key, value in back.put.items() if key in _READ},
            within={key: value for key, value in back.within.items() if key in _READ},
        )
        before = changed(here, part)
        if before["round"] != here["round"] and before["round"]["kind"] == OPERATING:
            yield _prices(game, here)
        here = before


def _prices(game: Game, state: Plain) -> dict[str, int]:
    return {name: game.title.box.market.price((row, column)) for name, row, column in state["market"]}


# As rows


def _row(name: str, rounds: Sequence[Tally]) -> Row:
    cells = tuple(
        Cell(each.ran.get(name), name in each.kept, tuple(each.bought.get(name, ())), each.prices.get(name))
        for each in rounds
    )
    return Row(name, cells, _line([cell.run for cell in cells]), _line([cell.price for cell in cells]))


def _line(values: Sequence[int | None]) -> str:
    """A sparkline, broken where a corporation had none."""
    most = max((value for value in values if value is not None), default=0)
    if not most or len(values) < 2:
        return ""
    step, way, is_on = _WIDE / (len(values) - 1), "", False
    for place, value in enumerate(values):
        if value is not None:
            way += f"{'L' if is_on else 'M'}{step * place:.1f} {_HIGH - _HIGH * value / most:.1f}"
        is_on = value is not None
    return way
