"""Games as files: one that somebody brings becomes a table, and that of a table can be taken home.

The whole file holds the seed, by which every die and card to come is known. So it is given to nobody before the end of
the game, but to a host who plays all seats at one screen, as a game in the terminal has its file beside it; and whoever
sits down at that table later is told so, as at one that was opened from a file.
"""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from ferrovia.formats.files import FileTrouble
from ferrovia.formats.public import public_copy
from ferrovia.formats.save import Record, resume, written
from ferrovia.formats.view import view_for
from ferrovia.table import names, storage
from ferrovia.table.clean_text import clean_text
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.people import remembered, visitor_of
from ferrovia.table.tables import TABLES
from ferrovia.table.uploads import Busy, check_size, read_game
from ferrovia.table.views import home
from ferrovia.table.views.access import table_for
from ferrovia.table.views.game_page import scene_for

LONGEST_NAME = 60  # of a file, as far as it is told


def open_file(request: HttpRequest) -> HttpResponse:
    """A game file becomes a table, with all its seats the visitor's; what is none is told, and nothing is kept."""
    if request.method != "POST":
        return redirect("home")  # they have read what was wrong, and read it in another language or light
    say = visitor_of(request).say
    sent = request.FILES.get("file")
    if sent is None:
        return home.page(request, say("Choose a file first."), 400)
    name = clean_text(sent.name or "")[-LONGEST_NAME:] or say("The file")
    try:
        check_size(sent.size or 0, name)
        record = read_game(sent.read(), name)
    except FileTrouble as trouble:
        return home.page(request, say(trouble), 400)
    except Busy:
        return home.page(request, say("Other files are being read at this moment. Try again soon."), 503)
    person = remembered(request, names.pleasant(record.settings.players))
    table = opened(record, person)
    TABLES.tell(table.pk)
    return redirect("table" if table.over else "seats", table.key)


def opened(record: Record, person: Person) -> Table:
    """A table with a game that was played here again, at one screen."""
    settings = record.settings
    game = resume(record)
    with transaction.atomic():
        table = Table(title=settings.title, options=list(settings.options), host=person, is_known=not game.over)
        storage.keep(table, record, game)
        for place, player in enumerate(settings.players):
            Seat.objects.create(table=table, place=place, kind=SeatKind.PERSON, player=player, person=person)
    return table


def has_whole_file(table: Table, person: Person | None) -> bool:
    """Whether somebody may have the file with the seed in it."""
    if table.over:
        return True
    if person is None or table.host_id != person.pk:
        return False
    return all(seat.person_id == person.pk and not seat.bot for seat in table.seats.all())


@require_safe
def game_file(request: HttpRequest, key: str) -> HttpResponse:
    """The game as a file: the whole one for those who may have it, otherwise a copy of what this viewer sees."""
    found = table_for(request, key)
    if not found.has_started:
        return redirect("table", key)
    scene = scene_for(request, found, {})
    record, game = scene.moment.record, scene.game
    if game.over or has_whole_file(found, scene.person):
        if not game.over:
            Table.objects.filter(pk=found.pk).update(is_known=True)
        data = bytes(written(record))
    else:
        copy = public_copy(record, game)
        seen = msgspec.structs.replace(copy, view={**view_for(game, scene.viewer, scene.language)})
        data = msgspec.json.encode(seen)
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.title}-{found.key}.json"'
    return response
