"""What is done at home: a finished table put away, an invitation answered, the last table once more; a table's name."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.home.models import PutAway
from ferrovia.table.invitations import decline, invite
from ferrovia.table.models import Seat, SeatKind, Table
from ferrovia.table.moves import changed
from ferrovia.table.people import visitor_of
from ferrovia.table.seat_numbers import draw_of
from ferrovia.table.seating import add_seats
from ferrovia.table.table_names import rename_table
from ferrovia.table.tables import TABLES
from ferrovia.table.views import lobby
from ferrovia.table.views.access import table_for
from ferrovia.table.views.refusals import why_refused
from ferrovia.table.views.seats import page as seats_page
from ferrovia.titles.registry import all_titles


@require_POST
def put_away(request: HttpRequest, key: str) -> HttpResponse:
    """A finished table goes from one's own list, or comes back; for nobody else anything changes."""
    table, person = table_for(request, key), visitor_of(request).person
    if person is None or not table.over:
        return redirect("home")
    if request.POST.get("do") == "back":
        PutAway.objects.filter(table=table, person=person).delete()
        return redirect(f"{reverse('home')}#h-finished")
    PutAway.objects.get_or_create(table=table, person=person)
    return redirect(f"{reverse('home')}?{urlencode({'away': table.key})}#h-finished")


@require_POST
def answer_invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Say no to an invitation; who says yes sits down in the lobby."""
    table, person = table_for(request, key), visitor_of(request).person
    if person is not None and decline(table, person):
        changed(TABLES, table)
    return redirect("home")


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """The same game with the same law: computer players sit down again, people are invited."""
    last, person = table_for(request, key), visitor_of(request).person
    if person is None or last.host_id != person.pk or last.title not in all_titles():
        raise Http404
    with transaction.atomic():
        options = [name for name in last.options if name in all_titles()[last.title].options]
        table = Table.objects.create(
            title=last.title, options=options, host=person, visibility=last.visibility, law=last.law
        )
        draw_of(table)
        add_seats(table, 1, person)
        for place, seat in enumerate(last.seats.exclude(person=person).order_by("place"), 1):
            is_bot = seat.person_id is None and bool(seat.bot)
            kind = SeatKind.BOT if is_bot else SeatKind.OPEN
            name, bot = (seat.player, seat.bot) if is_bot else ("", "")
            Seat.objects.create(table=table, place=place, kind=kind, player=name, bot=bot)
        for seat in last.seats.exclude(person=person).exclude(person=None).select_related("person"):
            if seat.person is not None:
                invite(table, seat.person)
    return redirect("table", table.key)


@require_POST
def name_table(request: HttpRequest, key: str) -> HttpResponse:
    """The host of a table gives it another name, before and while it is played."""
    table, person = table_for(request, key), visitor_of(request).person
    try:
        if person is None or person.pk != table.host_id:
            raise Refusal("host", "This is for {host} to change.", host=table.host.name)
        with transaction.atomic():
            rename_table(Table.objects.select_for_update().get(pk=table.pk), request.POST.get("name", ""))
    except Refusal as refusal:
        show = seats_page if table.has_started else lobby.page
        return show(request, table, why_refused(request, table, refusal), 403 if refusal.rule == "host" else 409)
    changed(TABLES, table)
    return redirect("seats" if table.has_started else "table", key)
