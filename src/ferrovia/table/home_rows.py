"""What a row at home says of a table: what is asked there and for how long, who is waited for, how it ended."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime

from ferrovia.drawing.edition import Edition, edition_of
from ferrovia.saying.message import Message, term
from ferrovia.table.clocks.reading import SeatTime, TableTime
from ferrovia.table.clocks.rests import Rest
from ferrovia.table.clocks.wording import left, resting
from ferrovia.table.clocks.wording import name as clock_name
from ferrovia.table.home.models import Result
from ferrovia.table.law import PARTS, law_of, way_of
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.table_names import table_name
from ferrovia.table.tables import TABLES
from ferrovia.table.titles import inland_titles
from ferrovia.table.waiting_for import StandingPrompt, read_prompt
from ferrovia.titles.registry import title

_CAME = {
    2: term("you came second"),
    3: term("you came third"),
    4: term("you came fourth"),
    5: term("you came fifth"),
    6: term("you came sixth"),
}


@dataclass(frozen=True)
class Row:
    """One table in a list of one's own."""

    table: Table
    seats: list[Seat]
    reader: Person
    edition: Edition

    @property
    def name(self) -> Message:
        return table_name(self.table, self.seats, self.reader)

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.player and seat.person_id != self.reader.pk]

    @property
    def is_inland(self) -> bool:
        """Whether its map has no coast."""
        return self.table.title in inland_titles()

    def is_here(self, seat: Seat) -> bool:
        """Whether somebody has a page of this table open."""
        return seat.person_id is not None and seat.person_id in TABLES.hub.present(self.table.key)


@dataclass(frozen=True)
class Entry(Row):
    """A table that goes on, or has not begun."""

    asked: StandingPrompt
    time: SeatTime | None  # of whoever is asked
    rest: Rest | None  # of all clocks of the table
    is_mine: bool  # whether it is for the reader to move

    @property
    def round(self) -> str:
        return self.edition.round(self.asked.round) if self.asked.round is not None else ""

    @property
    def clock(self) -> Message | None:
        """What is said of its time: that it rests, how much is left; nothing where every turn is short."""
        if self.rest is not None:
            return resting(self.rest)
        if self.time is None or (self.time.law.profile == "live" and not self.time.is_late):
            return None
        return left(self.time)

    @property
    def due(self) -> datetime | None:
        """When the time is over, or was; None while nobody can tell."""
        return self.time.until if self.time is not None and self.rest is None else None

    @property
    def order(self) -> datetime:
        """By which lists are ordered: tables that wait for nobody's time come last."""
        return self.due or datetime.max.replace(tzinfo=UTC)

    @property
    def is_late(self) -> bool:
        return self.time is not None and self.time.is_late

    @property
    def is_short(self) -> bool:
        return self.time is not None and self.time.is_short

    @property
    def decider(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.player == self.table.decider), None)

    @property
    def taken(self) -> Message:
        """How many seats of a lobby are taken."""
        taken = sum(seat.kind != SeatKind.OPEN for seat in self.seats)
        return Message("{taken} of {seats} {seats:seat|seats} taken", taken=taken, seats=len(self.seats))

    @property
    def used(self) -> float:
        """The part of the time that is over, from 0 to 1."""
        if self.time is None or not self.time.asked:
            return 1.0
        return min(1.0, max(0.0, 1 - self.time.left / self.time.asked))


@dataclass(frozen=True)
class Finished(Row):
    """A table that is over."""

    results: list[Result]

    @property
    def headline(self) -> Message:
        """How it ended, as its reader tells it."""
        if self.table.is_ended:
            return Message("Ended before its end: nobody has won")
        if not self.results:
            return Message("The game is over")
        mine = {seat.player for seat in self.seats if seat.person_id == self.reader.pk}
        own = [result for result in self.results if result.player in mine]
        first = [result for result in self.results if result.place == 1]
        worth, winners = first[0].worth, [result.player for result in first]
        if len(own) != 1:
            return _won(winners, worth)
        place = own[0].place
        if place > 1:
            return Message("{won}; {came:term}", won=_won(winners, worth), came=_CAME[min(place, max(_CAME))])
        others = [player for player in winners if player not in mine]
        if others:
            return Message("You and {others:and} won with {worth:money}", others=others, worth=worth)
        behind = next((result for result in self.results if result.place > 1), None)
        if behind is None:
            return Message("You won with {worth:money}", worth=worth)
        text = "You won with {worth:money}, {ahead:money} before {player}"
        return Message(text, worth=worth, ahead=worth - behind.worth, player=behind.player)

    @property
    def currency(self) -> str:
        return title(self.table.title).currency


def _won(winners: list[str], worth: int) -> Message:
    if len(winners) == 1:
        return Message("{player} won with {worth:money}", player=winners[0], worth=worth)
    return Message("{players:and} won with {worth:money} each", players=winners, worth=worth)


def entries(
    reader: Person, language: str, tables: list[Table], is_mine: bool, times: dict[int, TableTime]
) -> list[Entry]:
    """`times` are those of all tables of the page, read at once."""
    return [
        Entry(
            table,
            list(table.seats.all()),
            reader,
            edition_of(title(table.title), language),
            read_prompt(table.asked),
            times[table.pk].running if table.pk in times else None,
            times[table.pk].rest if table.pk in times else None,
            is_mine,
        )
        for table in tables
    ]


def finished(reader: Person, language: str, tables: list[Table]) -> list[Finished]:
    results = defaultdict[int, list[Result]](list)
    for result in Result.objects.filter(table__in=tables).order_by("place", "pk") if tables else ():
        results[result.table_id].append(result)
    return [
        Finished(
            table,
            list(table.seats.all()),
            reader,
            edition_of(title(table.title), language),
            results[table.pk],
        )
        for table in tables
    ]


@dataclass(frozen=True)
class Opened:
    """One table with free seats."""

    table: Table
    seats: list[Seat]

    @property
    def name(self) -> Message:
        return table_name(self.table)

    @property
    def taken(self) -> list[bool]:
        return sorted((seat.kind != SeatKind.OPEN for seat in self.seats), reverse=True)

    @property
    def count(self) -> Message:
        return Message("{taken} of {seats}", taken=sum(self.taken), seats=len(self.seats))

    @property
    def pace(self) -> Message:
        return clock_name(law_of(self.table.law).clock)

    @property
    def undo(self) -> str:
        return self._word("undo")

    def _word(self, field: str) -> str:
        law = law_of(self.table.law)
        part = next(part for part in PARTS if part.field == field)
        return way_of(part, getattr(law, field)).word
