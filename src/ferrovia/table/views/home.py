"""Home: the tables that wait for you, open ones, and a new one in two clicks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from ferrovia.drawing.edition import Edition, edition_of
from ferrovia.engine.flow.title import Title
from ferrovia.formats.shared_seed import is_commitment
from ferrovia.saying.message import Message, term
from ferrovia.table import names
from ferrovia.table.clocks.reading import SeatTime, TableTime, times_of
from ferrovia.table.clocks.rests import Rest
from ferrovia.table.clocks.wording import left, resting
from ferrovia.table.clocks.wording import name as clock_name
from ferrovia.table.law import PARTS, law_of, way_of
from ferrovia.table.models import Seat, SeatKind, Table, Visibility
from ferrovia.table.own_tables import NOBODYS, listed, own_tables
from ferrovia.table.people import Visitor, remembered, visitor_of
from ferrovia.table.seat_numbers import commit_number, draw_of
from ferrovia.table.seating import add_seats, ask_to_start, seat_bots
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import TABLES
from ferrovia.table.titles import first_title, inland_titles
from ferrovia.table.waiting_for import StandingPrompt, read_prompt
from ferrovia.titles.registry import TITLES, all_titles, title

OPPONENTS = 2
SHOWN = 30  # tables with free seats

_NUMBERS = (
    term("No"), term("One"), term("Two"), term("Three"), term("Four"), term("Five"), term("Six"), term("Seven"),
    term("Eight"), term("Nine"), term("Ten"), term("Eleven"), term("Twelve"),
)  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """One table in a list of one's own."""

    table: Table
    seats: list[Seat]
    asked: StandingPrompt
    time: SeatTime | None  # of whoever is asked
    rest: Rest | None  # of all clocks of the table
    edition: Edition
    is_mine: bool  # whether it is for the reader to move

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.player]

    @property
    def is_inland(self) -> bool:
        """Whether its map has no coast."""
        return self.table.title in inland_titles()

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
    def until(self) -> datetime:
        """By which lists are ordered: tables that wait for nobody's time come last."""
        found = self.time.until if self.time is not None else None
        return found or datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Opened:
    """One table with free seats."""

    table: Table
    seats: list[Seat]

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


def home(request: HttpRequest) -> HttpResponse:
    return page(request)


def page(request: HttpRequest, trouble: str = "", status: int = 200) -> HttpResponse:
    """The page, with what was wrong with a file that somebody brought."""
    visitor, now = visitor_of(request), time_now()
    number = _page_number(request)
    mine = own_tables(visitor.person, number, now) if visitor.person is not None else NOBODYS
    times = times_of([*mine.waiting, *mine.others], now)
    waiting = _entries(visitor, mine.waiting, True, times)
    context = {
        "headline": _headline(visitor, mine.count),
        "welcome": _welcome(len(TITLES)),
        "count": mine.count,
        "waiting": sorted(waiting, key=lambda entry: entry.until),
        "others": _entries(visitor, mine.others, False, times),
        "before": number - 1,
        "after": number + 1 if mine.has_more else 0,
        "opened": [Opened(table, list(table.seats.all())) for table in _opened(visitor)],
        "titles": [(each, each.about, _counts(each)) for each in all_titles().values()],
        "inland": inland_titles(),
        "first": first_title(),
        "picked": request.GET.get("title", first_title()),
        "trouble": trouble,
    }
    return render(request, "table/home.html", context, status=status)


def _page_number(request: HttpRequest) -> int:
    """Which page of one's own tables; whatever is none is the first."""
    asked = request.GET.get("page", "")
    return max(1, int(asked)) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 1


def _headline(visitor: Visitor, count: int) -> Message:
    if visitor.person is None:
        return Message("Italian railways, around one table")
    if not count:
        return Message("No table waits for you, {name}.", name=visitor.person.name)
    return Message(
        "{number} {n:table waits|tables wait} for you, {name}.",
        number=_number(count),
        n=count,
        name=visitor.person.name,
    )


def _welcome(titles: int) -> Message:
    """What newcomers read first."""
    return Message(
        "{number} {n:game|games} of the 18xx family, played whole and by {n:its|their} rules: "
        "build railways, trade their shares, be the richest at the end.",
        number=_number(titles),
        n=titles,
    )


def _number(count: int) -> Message | int:
    """A number as a sentence begins with it: a word, as long as there is one."""
    return Message("{number:term}", number=_NUMBERS[count]) if count < len(_NUMBERS) else count


def _counts(of: Title) -> Message:
    return Message("{least}–{most} players", least=min(of.player_counts), most=max(of.player_counts))


def _entries(visitor: Visitor, tables: list[Table], is_mine: bool, times: dict[int, TableTime]) -> list[Entry]:
    return [
        Entry(
            table,
            list(table.seats.all()),
            read_prompt(table.asked),
            times[table.pk].running if table.pk in times else None,
            times[table.pk].rest if table.pk in times else None,
            edition_of(title(table.title), visitor.language),
            is_mine,
        )
        for table in tables
    ]


def _opened(visitor: Visitor) -> Iterable[Table]:
    free = Seat.objects.filter(kind=SeatKind.OPEN).values("table")
    mine = Seat.objects.filter(person=visitor.person.pk if visitor.person else 0).values("table")
    tables = Table.objects.filter(visibility=Visibility.PUBLIC, over=False, pk__in=free).exclude(pk__in=mine)
    return listed(tables).select_related("host").order_by("-made")[:SHOWN]


@require_POST
def new_table(request: HttpRequest) -> HttpResponse:
    """A table of a title: with friends or at one screen it opens its lobby, against the computer it begins at once."""
    game_title = all_titles().get(request.POST.get("title", ""))
    if game_title is None:
        return redirect("home")
    way = request.POST.get("way", "friends")
    counts = game_title.player_counts
    person = remembered(request, names.pleasant())
    with transaction.atomic():
        law = {"hints": "offered"} if way == "computer" else {}
        table = Table.objects.create(title=game_title.name, host=person, law=law)
        draw_of(table)
        match way:
            case "computer":
                add_seats(table, 1, person)
                seat_bots(table, max(OPPONENTS, min(counts) - 1))
                commitment = request.POST.get("commitment", "")
                if is_commitment(commitment):  # a page without scripts has none
                    commit_number(table.seats.get(person=person), commitment)
                ask_to_start(table)
            case "screen":
                add_seats(table, max(3, min(counts)), person)
            case _:
                add_seats(table, 1, person)
                add_seats(table, max(counts) - 1)
    TABLES.tell(table.pk)
    return redirect("table", table.key)
