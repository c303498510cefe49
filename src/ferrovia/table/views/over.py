"""A game that is over: its page, and a rematch."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ferrovia.table.models import Person, PrivateData, Seat, SeatKind, Table
from ferrovia.table.page.over import chart, ended
from ferrovia.table.people import visitor_of
from ferrovia.table.seat_models import AwaitedSeat
from ferrovia.table.seat_numbers import draw_of
from ferrovia.table.views.access import table_for
from ferrovia.table.views.game_page import scene_for, shown
from ferrovia.titles.registry import title

REMATCH = "rematch"  # a sheet of the host's: the table at which the same people meet again


def page(request: HttpRequest, found: Table) -> HttpResponse:
    """The page of a game that is over."""
    scene = scene_for(request, found, request.GET.dict())
    more = {"ended": ended(scene), "chart": chart(scene)}
    return shown(request, scene, "table/over.html", more=more)


@require_POST
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Another table with the same law, to which the same people are asked; whoever asks first makes it."""
    found = table_for(request, key)
    visitor = visitor_of(request)
    if not found.over or visitor.person is None or not visitor.seats_at(found.pk):
        return redirect("table", key)
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=found.pk)
        sheet = PrivateData.objects.filter(table=locked, person=locked.host, kind=REMATCH).first()
        again = Table.objects.filter(key=bytes(sheet.content).decode()).first() if sheet is not None else None
        if again is None:
            again = _again(locked, visitor.person)
            PrivateData.objects.update_or_create(
                table=locked, person=locked.host, kind=REMATCH, defaults={"content": again.key.encode()}
            )
    return redirect("table", again.key)


def _again(table: Table, host: Person) -> Table:
    options = [name for name in table.options if name in title(table.title).options]  # not readings of another house
    again = Table.objects.create(
        title=table.title, options=options, host=host, visibility=table.visibility, law=table.law
    )
    draw_of(again)
    for seat in table.seats.order_by("place"):
        is_bot = seat.person is None and seat.bot
        made = Seat.objects.create(
            table=again,
            place=seat.place,
            kind=SeatKind.BOT if is_bot else SeatKind.PERSON if seat.person else SeatKind.OPEN,
            player=seat.player if is_bot or seat.person else "",
            person=seat.person,
            bot=seat.bot if is_bot else "",
        )
        if seat.person is not None and seat.person != host:
            AwaitedSeat.objects.create(seat=made)
    return again
