"""Seats and law of a running game: who plays for whom, what may be done about it, answers to requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.bots.registry import bot_names
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title
from ferrovia.formats.readings import RUNS_AS_SHOWN
from ferrovia.formats.view import view_for
from ferrovia.saying.message import Message, term
from ferrovia.table.clocks.reading import is_offered
from ferrovia.table.clocks.visits import note_look
from ferrovia.table.clocks.wording import name as clock_name
from ferrovia.table.clocks.wording import plain_words
from ferrovia.table.handing import questions
from ferrovia.table.handing.changes import last_changes, note
from ferrovia.table.handing.passes import passes_made_for
from ferrovia.table.host.audit import at_table
from ferrovia.table.law import law_of, law_rows
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.moves import changed
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.rest_form import rest_form
from ferrovia.table.page.scene import table_voice
from ferrovia.table.page.seat_numbers import numbers_of
from ferrovia.table.page.time import time_part
from ferrovia.table.people import visitor_of
from ferrovia.table.seat_models import Asked, SeatAct
from ferrovia.table.seating import (
    BOT,
    BOT_KINDS,
    clear,
    hand_over,
    leave,
    relief_refusal,
    stand_in,
    take_back_seat,
)
from ferrovia.table.table_names import table_name
from ferrovia.table.tables import TABLES
from ferrovia.table.undoing import answer as answer_undo
from ferrovia.table.views.access import table_for
from ferrovia.table.views.files import has_whole_file
from ferrovia.table.views.refusals import why_refused
from ferrovia.titles.registry import title


@dataclass(frozen=True)
class Row:
    """One seat of a running game and what the reader may do about it."""

    seat: Seat
    is_mine: bool
    may_relieve: bool
    may_open: bool
    may_sit: bool
    may_ask: bool  # the others, to free it
    may_return: bool  # whether the reader, as host, may make a recovery code for a guest
    may_wake: bool  # whether a computer player may be asked to move until somebody comes

    @property
    def sitter(self) -> str:
        """Whoever plays under another name than the seat has in the game."""
        person = self.seat.person
        return person.name if person is not None and person.name != self.seat.player else ""


@dataclass(frozen=True)
class Told:
    """What is shown beside the seats once: a secret that was just made, or the question whether to leave."""

    secret: str = ""
    secret_kind: str = ""
    secret_seat: int = 0
    is_leaving: bool = False
    stays: list[Message] = field(default_factory=list)  # what stays with the seats of whoever leaves


NOTHING_TOLD = Told()


def seats(request: HttpRequest, key: str) -> HttpResponse:
    table = table_for(request, key)
    return page(request, table) if table.has_started else redirect("table", key)


def page(
    request: HttpRequest, table: Table, trouble: Why | None = None, status: int = 200, told: Told = NOTHING_TOLD
) -> HttpResponse:
    visitor = visitor_of(request)
    person, mine = visitor.person, visitor.seats_at(table.pk)
    game_title = title(table.title)
    context = {
        "table": table,
        "title": game_title,
        "rows": [_row(table, seat, person, bool(mine)) for seat in table.seats.select_related("person")],
        "mine": mine,
        "own": [seat for seat in mine if not seat.bot],
        "others": list(table.seats.exclude(person=None).exclude(person=person).values_list("player", flat=True)),
        "has_account": person is not None and person.user_id is not None,
        "changes": [(each, SeatAct(each.act).label) for each in last_changes(table)],
        "question": questions.standing(table, person),
        "passes": passes_made_for(table, person) if person is not None else [],
        "table_voice": table_voice(game_title, visitor.language),
        "told": told,
        "kinds": [(kind, BOT_KINDS.get(kind, kind)) for kind in bot_names()],
        "options": list(_option_rows(table, game_title)),
        "laws": law_rows(law_of(table.law), table.visibility),
        "time": time_part(table, person),
        "plain": list(plain_words(law_of(table.law).clock, law_of(table.law).stand_in)),
        "clock_name": clock_name(law_of(table.law).clock),
        "rest": rest_form(table, person),
        "is_seated": bool(mine),
        "has_whole_file": has_whole_file(table, person),
        "numbers": numbers_of(TABLES.now(table).record.shared_seed, table.over),
        "link": request.build_absolute_uri(reverse("table", args=[table.key])),
        "name": table_name(table, table.seats.all(), person),
        "is_host": person is not None and person.pk == table.host_id,
        "acts": at_table(table) if mine else [],  # for those who sit there
        "trouble": trouble,
    }
    return render(request, "table/seats.html", context, status=status)


def _option_rows(table: Table, game_title: Title) -> Iterator[tuple[str, str]]:
    """What the game is played with, and by which readings if it was begun elsewhere: names and meanings."""
    meanings = {**game_title.options, **game_title.readings}
    for name in table.options:
        yield game_title.option_names[name], meanings[name]
    if TABLES.now(table).game.settings.runs_as_shown and law_of(table.law).best_run != "hidden":
        yield term("Runs as shown"), RUNS_AS_SHOWN


def _row(table: Table, seat: Seat, person: Person | None, is_seated: bool) -> Row:
    is_mine = person is not None and seat.person_id == person.pk
    return Row(
        seat,
        is_mine,
        may_relieve=is_seated and not is_mine and relief_refusal(table, seat) is None,
        may_open=may_open(table, seat, person) and not table.over,
        may_sit=seat.kind == SeatKind.OPEN and not is_seated and not table.over,
        may_ask=is_seated and not is_mine and questions.is_vanished(table, seat),
        may_return=may_return(table, seat, person),
        may_wake=is_seated and seat.kind == SeatKind.OPEN and not seat.bot and not table.over,
    )


def may_return(table: Table, seat: Seat, person: Person | None) -> bool:
    """Whether somebody may make a recovery code for a seat: the host for a guest. An account has codes of its own."""
    if person is None or table.host_id != person.pk or table.over or seat.person is None:
        return False
    return seat.person_id != person.pk and seat.person.user_id is None


def may_open(table: Table, seat: Seat, person: Person | None) -> bool:
    """Whether somebody may free a seat: the host one that a computer player has, or one of several of their own.

    A seat of a person is one of somebody who has vanished: a computer player has it, all have waited for a day, or it
    has been offered for two. Whoever has lost it cannot take it back, and the game has somebody again.
    """
    if person is None or table.host_id != person.pk:
        return False
    if seat.person_id == person.pk:
        return table.seats.filter(person=person).count() > 1
    if seat.kind != SeatKind.PERSON:
        return seat.kind == SeatKind.BOT
    return questions.is_vanished(table, seat) or is_offered(seat)


def leave_page(request: HttpRequest, key: str) -> HttpResponse:
    """Asked a second time, with what follows from it."""
    table = table_for(request, key)
    mine = visitor_of(request).seats_at(table.pk)
    if not table.has_started or table.over or not mine:
        return redirect("seats", key)
    stays = _holdings(table, mine, visitor_of(request).language)
    return page(request, table, told=Told(is_leaving=True, stays=stays))


def _holdings(table: Table, mine: list[Seat], language: str) -> list[Message]:
    view = view_for(TABLES.now(table).game, None, language)
    found = []
    for seat in mine:
        player = view["players"][seat.player]
        for name, certificates in player["certificates"].items():
            found.append(Message("{percent}% of {corporation}", percent=sum(certificates), corporation=name))
        found.append(Message("{cash:money}", cash=player["cash"]))
    return found


@require_POST
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Hand over, take back, let a computer player move for somebody who is absent, open a seat, leave for good."""
    table = table_for(request, key)
    person = visitor_of(request).person
    if not table.has_started:
        return redirect("table", key)
    if request.POST.get("do") == "leave" and request.POST.get("sure") != "yes":
        return redirect("leave_seat", key)
    if person is not None and visitor_of(request).seats_at(table.pk):
        note_look(table, person)  # whoever does something here is no longer away
    try:
        with transaction.atomic():
            locked = Table.objects.select_for_update().get(pk=table.pk)
            _changed(locked, _seated(locked, person), request)
    except Refusal as refusal:
        return page(request, table, why_refused(request, table, refusal), 409)
    changed(TABLES, table)
    return redirect("table" if request.POST.get("then") == "table" else "seats", key)


def _seated(table: Table, person: Person | None) -> Person:
    if person is None or not (table.host_id == person.pk or table.seats.filter(person=person).exists()):
        raise Refusal("seat", "You have no seat at this table.")
    return person


def named_seat(table: Table, text: str) -> Seat | None:
    """The seat that a form names, if it is one of this table."""
    return table.seats.filter(pk=int(text)).first() if text.isdecimal() and len(text) < 18 else None


def _changed(table: Table, person: Person, request: HttpRequest) -> None:
    act, seat = request.POST.get("do", ""), named_seat(table, request.POST.get("seat", ""))
    match act:
        case "leave":
            for own in table.seats.filter(person=person):
                note(table, SeatAct.LEFT, own, person)
            leave(table, person)
        case "end":
            questions.ask(table, person, Asked.END)
        case "free":
            questions.ask(table, person, Asked.FREE, seat)
        case "yes" | "no":
            questions.answer(table, person, act == "yes")
        case _ if seat is None:
            raise Refusal("seat", "There is no such seat.")
        case _:
            _change_seat(table, seat, person, act, request.POST.get("kind", BOT))


def _change_seat(table: Table, seat: Seat, person: Person, act: str, kind: str) -> None:
    is_own, before = seat.person_id == person.pk, seat.person
    match act:
        case "hand" if is_own:
            hand_over(seat, kind)
            note(table, SeatAct.HANDED, seat, person)
        case "take" if is_own:
            if seat.bot:
                note(table, SeatAct.TAKEN, seat, person)
            take_back_seat(seat)
        case "relieve" if not is_own:
            refusal = relief_refusal(table, seat)
            if refusal is not None:
                raise refusal
            stand_in(seat)
            note(table, SeatAct.RELIEVED, seat, person)
        case "wake" if seat.kind == SeatKind.OPEN and not table.over:
            hand_over(seat, kind)
            note(table, SeatAct.COMPUTER, seat, person)
        case "open" if may_open(table, seat, person):
            clear(seat)
            note(table, SeatAct.FREED, seat, person, untold=None if is_own else before)
        case _:
            raise Refusal("seat", "This seat is not yours.")


@require_POST
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Agree or not to a request to take moves back."""
    table = table_for(request, key)
    if not table.has_started:
        return redirect("table", key)
    players = [seat.player for seat in visitor_of(request).seats_at(table.pk)]
    try:
        if not players:
            raise Refusal("seat", "You have no seat at this table.")
        if answer_undo(TABLES, table, players, request.POST.get("answer") == "yes"):
            TABLES.tell(table.pk)
        else:
            changed(TABLES, table)
    except Refusal as refusal:
        return page(request, table, why_refused(request, table, refusal), 409)
    return redirect("table", key)
