"""Home: the tables that wait for you, open ones, and a new one in two clicks."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from ferrovia.table.models import Seat, SeatKind, Table, Visibility
from ferrovia.table.moves import tell
from ferrovia.table.people import remembered, visitor_of
from ferrovia.table.seating import free_name, seat_bots, start_table
from ferrovia.titles.registry import all_titles

OPPONENTS = 2
SHOWN = 30


def home(request: HttpRequest) -> HttpResponse:
    visitor = visitor_of(request)
    seats = Prefetch("seats", queryset=Seat.objects.order_by("place"))
    mine = (
        Table.objects.filter(seats__person=visitor.person).distinct().prefetch_related(seats).order_by("-changed")
        if visitor.person
        else Table.objects.none()
    )
    opened = (
        Table.objects.filter(visibility=Visibility.PUBLIC, settings=None, seats__kind=SeatKind.OPEN)
        .exclude(seats__person=visitor.person or 0)
        .distinct()
        .prefetch_related(seats)
        .order_by("-made")
    )
    return render(
        request,
        "table/home.html",
        {"mine": list(mine[:SHOWN]), "opened": list(opened[:SHOWN]), "titles": all_titles().values()},
    )


@require_POST
def new_table(request: HttpRequest) -> HttpResponse:
    """A table of a title: with friends it opens its lobby, against the computer it begins at once."""
    titles = all_titles()
    title = titles.get(request.POST.get("title", ""))
    if title is None:
        return redirect("home")
    way = request.POST.get("way", "friends")
    person = remembered(request, visitor_of(request).say("Guest"))
    with transaction.atomic():
        table = Table.objects.create(title=title.name, host=person)
        Seat.objects.create(
            table=table, place=0, kind=SeatKind.PERSON, person=person, player=free_name(table, person.name)
        )
        if way == "computer":
            seat_bots(table, max(OPPONENTS, min(title.player_counts) - 1))
            start_table(table)
        else:
            for place in range(1, min(title.player_counts)):
                Seat.objects.create(table=table, place=place)
    tell(table.pk)
    return redirect("table", table.key)
