"""All that is somebody's in one archive: tables that a program reads, and the files of their finished games."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from ferrovia.formats.save import written
from ferrovia.table.models import MoveRow, Person, PrivateData, Remark, Seat, Table
from ferrovia.table.notices.models import Channel, Delivery, NoticeTaste
from ferrovia.table.private_data import unpacked
from ferrovia.table.recovery.mail import address_of
from ferrovia.table.storage import TableStorage

NAME = "ferrovia.zip"
ABOUT = """\
account.json  name, e-mail address, devices
seats.json    the seats you have, at which tables
remarks.json  what you have said
notes.json    your notes, plans, standing orders and sandboxes, table by table
notices.json  where you are told, what for, when not, and what was sent
games/        the files of your finished games; `ferrovia open` reads them, and so does any program for JSON
"""


def archive(person: Person) -> bytes:
    """The archive; finished games with their seed, running ones only as a seat at a table."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as into:
        into.writestr("README.txt", ABOUT)
        for name, content in _tables(person):
            into.writestr(name, msgspec.json.format(msgspec.json.encode(content), indent=2))
        seats = Seat.objects.filter(person=person, table__over=True).values_list("table", flat=True)
        for table in Table.objects.filter(pk__in=seats).exclude(start_hash=""):
            record, game = TableStorage(table.pk).load()
            if game.over or table.is_ended:
                into.writestr(f"games/{table.title}-{table.key}.json", bytes(written(record)))
    return made.getvalue()


def _tables(person: Person) -> Iterator[tuple[str, Any]]:
    address = address_of(person.user) if person.user is not None else None
    yield (
        "account.json",
        {
            "name": person.name,
            "log_in_name": person.user.get_username() if person.user is not None else None,
            "e_mail": address.email if address is not None else None,
            "since": _time(person.made),
            "devices": [
                {"browser": each.browser, "system": each.system, "since": _time(each.made), "seen": _time(each.seen)}
                for each in person.devices.all()
            ],
        },
    )
    yield "seats.json", [_seat(seat) for seat in person.seats.select_related("table").order_by("pk")]
    yield (
        "remarks.json",
        [
            {"table": each.table.key, "after": each.number, "at": _time(each.made), "text": each.text}
            for each in Remark.objects.filter(person=person).select_related("table").order_by("pk")
        ],
    )
    yield (
        "notes.json",
        [
            {"table": each.table.key, "kind": each.kind, "changed": _time(each.changed), "content": _content(each)}
            for each in PrivateData.objects.filter(person=person).select_related("table").order_by("pk")
        ],
    )
    yield "notices.json", _notices(person)


def _notices(person: Person) -> dict[str, Any]:
    taste = NoticeTaste.objects.filter(person=person).first()
    channels = Channel.objects.filter(person=person).prefetch_related("wishes").order_by("pk")
    sent = Delivery.objects.filter(person=person).select_related("table").order_by("pk")
    return {
        "zone": taste.zone if taste is not None else None,
        "quiet_from": str(taste.quiet_from) if taste is not None and taste.quiet_from is not None else None,
        "quiet_to": str(taste.quiet_to) if taste is not None and taste.quiet_to is not None else None,
        "ways": [
            {
                "way": each.way,
                "name": each.label,
                "address": each.address,
                "since": _time(each.made),
                "kinds": [wish.kind for wish in each.wishes.all()],
            }
            for each in channels
        ],
        "sent": [
            {
                "kind": each.kind,
                "table": each.table.key if each.table is not None else None,
                "to": each.label,
                "made": _time(each.made),
                "sent": _time(each.sent),
                "state": each.state,
            }
            for each in sent.defer("table__settings", "table__state")
        ],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    table = seat.table
    first = MoveRow.objects.filter(table=table).order_by("number").values_list("made", flat=True).first()
    return {
        "table": table.key,
        "title": table.title,
        "player": seat.player,
        "others": list(table.seats.exclude(pk=seat.pk).values_list("player", flat=True)),
        "moves": table.number,
        "over": table.over,
        "begun": _time(first),
        "last": _time(table.changed),
    }


def _content(sheet: PrivateData) -> Any:
    """Notes are text; everything else is packed."""
    content = bytes(sheet.content)
    try:
        return unpacked(content, dict) or unpacked(content, list) or content.decode()
    except UnicodeDecodeError:
        return None


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None
