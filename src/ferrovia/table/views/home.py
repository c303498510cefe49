"""Home: what waits for you, where you wait, what is over; open tables, invitations, and a new table in two clicks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.title import Title
from ferrovia.formats.past import Past
from ferrovia.formats.shared_seed import is_commitment
from ferrovia.saying.message import Message, term
from ferrovia.table import names
from ferrovia.table.clocks.reading import times_of
from ferrovia.table.home.models import Invitation
from ferrovia.table.home_rows import Entry, Finished, Opened, entries, finished
from ferrovia.table.host.announcements import standing_lately, words_of
from ferrovia.table.host.bans import is_banned, told
from ferrovia.table.invitations import waiting_for
from ferrovia.table.models import MoveRow, Person, Seat, SeatKind, Table, Visibility
from ferrovia.table.own_tables import NOBODYS, listed, own_tables
from ferrovia.table.people import Visitor, remembered, visitor_of
from ferrovia.table.seat_numbers import commit_number, draw_of
from ferrovia.table.seating import add_seats, ask_to_start, seat_bots
from ferrovia.table.shared_clock import time_now
from ferrovia.table.speed.prepared_queries import PreparedQuery
from ferrovia.table.table_names import table_name
from ferrovia.table.tables import TABLES
from ferrovia.table.titles import first_title, inland_titles
from ferrovia.titles.registry import TITLES, all_titles

UPDATE = "Ferrovia-Own"  # in a request: the page asks for what may have changed on it
JUST = timedelta(hours=1)  # for which a move is told as one that was just made
CARDS = 5  # invitations
OPPONENTS = 2
SHOWN = 30  # tables with free seats

_NUMBERS = (
    term("No"), term("One"), term("Two"), term("Three"), term("Four"), term("Five"), term("Six"), term("Seven"),
    term("Eight"), term("Nine"), term("Ten"), term("Eleven"), term("Twelve"),
)  # fmt: skip


def home(request: HttpRequest) -> HttpResponse:
    return page(request)


def page(request: HttpRequest, trouble: str = "", status: int = 200) -> HttpResponse:
    """The page, with what was wrong with a file that somebody brought; or, asked by the page itself, its live parts."""
    is_update = request.headers.get(UPDATE) is not None
    it = _own(request)
    context: dict[str, Any] = {"it": it, "count": it.count}
    if not is_update:
        visitor = visitor_of(request)
        context |= {
            "welcome": _welcome(len(TITLES)),
            "titles": [(each, each.about, _counts(each)) for each in all_titles().values()],
            "inland": inland_titles(),
            "first": first_title(),
            "picked": request.GET.get("title", first_title()),
            "last": _last(visitor.person) if visitor.person is not None else None,
            "trouble": trouble,
        }
    response = render(request, "table/home_update.html" if is_update else "table/home.html", context, status=status)
    patch_vary_headers(response, [UPDATE])
    return response


@dataclass(frozen=True)
class Own:
    """What changes while the page is open."""

    headline: Message
    count: int  # of all that wait
    waiting: list[Entry]
    others: list[Entry]
    finished: list[Finished]
    put_away: Table | None  # by the press before
    before: int  # pages; 0 is none
    after: int
    over_before: int
    over_after: int
    opened: list[Opened]
    invitations: list[Asked]
    announced: list[tuple[str, str]]
    banned: Message | None
    latest: Latest | None
    now: datetime


def _own(request: HttpRequest) -> Own:
    visitor, now = visitor_of(request), time_now()
    person, language = visitor.person, visitor.language
    number, over = _page_number(request, "page"), _page_number(request, "over")
    mine = own_tables(person, number, now, over) if person is not None else NOBODYS
    going = [*mine.waiting, *mine.others]
    times = times_of(going, now, [seat for table in going for seat in table.seats.all()])
    waiting = entries(person, language, mine.waiting, True, times) if person is not None else []
    return Own(
        headline=_headline(visitor, mine.count),
        count=mine.count,
        waiting=sorted(waiting, key=lambda entry: entry.order),
        others=entries(person, language, mine.others, False, times) if person is not None else [],
        finished=finished(person, language, mine.finished) if person is not None else [],
        put_away=_just_put_away(request, person),
        before=number - 1,
        after=number + 1 if mine.has_more else 0,
        over_before=over - 1,
        over_after=over + 1 if mine.has_more_finished else 0,
        opened=[Opened(table, list(table.seats.all())) for table in _opened(visitor)],
        invitations=_invitations(person) if person is not None else [],
        announced=words_of(standing_lately(), language),
        banned=told(person) if person is not None and is_banned(person) else None,
        latest=_latest(person, [*mine.waiting, *mine.others], now),
        now=now,
    )


class Latest(NamedTuple):
    """The last move at any of one's own tables."""

    player: str
    table: Message
    at: datetime


def _latest(reader: Person | None, tables: list[Table], now: datetime) -> Latest | None:
    """Who has just moved where; nobody where that was long ago."""
    begun = [table for table in tables if table.number and now - table.changed < JUST]
    if not begun:
        return None
    table = max(begun, key=lambda each: each.changed)
    row = MoveRow.objects.filter(table=table, number=table.number).values_list("past", "made").first()
    if row is None or row[1] is None or not row[0]:
        return None
    by = msgspec.json.decode(bytes(row[0]), type=Past).by
    return Latest(by, table_name(table, table.seats.all(), reader), row[1]) if by else None


_asked: PreparedQuery[Invitation] = PreparedQuery(
    1, lambda person: Invitation.objects.filter(person=person, declined=None).values_list("pk")[:1]
)
_others_at: PreparedQuery[Seat] = PreparedQuery(
    1,
    lambda person: (
        Seat.objects.filter(table=Subquery(_with_others(person).values("pk")[:1]))
        .exclude(person=person)
        .order_by("place")
        .values_list("table__key", "table__title", "player")
    ),
)


class Asked(NamedTuple):
    """An invitation as a card shows it."""

    by: str
    table: Table
    name: Message
    others: list[str]
    pace: Message


def _invitations(person: Person) -> list[Asked]:
    if not _asked.rows(person.pk):
        return []
    found = waiting_for(person).select_related("table", "by").defer("table__settings", "table__state")
    seats = Prefetch("table__seats", queryset=Seat.objects.order_by("place"))
    return [
        Asked(
            each.by.name if each.by is not None else "",
            each.table,
            table_name(each.table),
            [seat.player for seat in each.table.seats.all() if seat.player and seat.person_id != each.by_id],
            Opened(each.table, []).pace,
        )
        for each in found.prefetch_related(seats)[:CARDS]
    ]


def _just_put_away(request: HttpRequest, person: Person | None) -> Table | None:
    """What was put away by the press before, which can be undone."""
    key = request.GET.get("away", "")
    if person is None or not key or "\0" in key:
        return None
    away = Table.objects.filter(key=key, put_away__person=person)
    return away.defer("settings", "state").first()


class Last(NamedTuple):
    """The table that somebody has last begun with others."""

    key: str
    title: str
    others: list[str]


def _last(person: Person) -> Last | None:
    """None where they never played with another person."""
    rows = _others_at.rows(person.pk)
    return Last(rows[0][0], rows[0][1], [player for *_, player in rows]) if rows else None


def _with_others(person: int) -> QuerySet[Table]:
    others = Seat.objects.filter(table=OuterRef("pk"), kind=SeatKind.PERSON).exclude(person=person)
    return Table.objects.filter(Exists(others), host=person).exclude(start_hash="").order_by("-pk")


def _page_number(request: HttpRequest, name: str) -> int:
    """Which page of a list; whatever is none is the first."""
    asked = request.GET.get(name, "")
    return max(1, int(asked)) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 1


def _headline(visitor: Visitor, count: int) -> Message:
    if visitor.person is None:
        return Message("Italian railways, around one table")
    if not count:
        return Message("Nothing waits for you, {name}.", name=visitor.person.name)
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
