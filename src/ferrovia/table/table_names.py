"""What a table is called: by its host, or else by what is played there and with whom."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.clean_text import clean_text
from ferrovia.table.models import LONGEST_TABLE_NAME, Person, Seat, Table


def checked_table_name(wanted: str) -> str:
    """A name as it is kept; an empty one gives the table its usual name again. Raises `Refusal`."""
    cleaned = clean_text(wanted[: LONGEST_TABLE_NAME * 8])
    name = unicodedata.normalize("NFC", " ".join(cleaned.split()))
    if len(name) > LONGEST_TABLE_NAME or len(wanted) > LONGEST_TABLE_NAME * 8:
        raise Refusal("name", "The name of a table has at most {most} characters.", most=LONGEST_TABLE_NAME)
    if wanted.strip() and not any(sign.isalnum() for sign in name):
        raise Refusal("name", "The name of a table has at least one letter or figure.")
    return name


def table_name(table: Table, seats: Iterable[Seat] = (), reader: Person | None = None) -> Message:
    """What a table is called; without a name of its own by the others who sit there."""
    if table.name:
        return Message("{name}", name=table.name)
    mine = None if reader is None else reader.pk
    others = [seat.player for seat in seats if seat.player and (mine is None or seat.person_id != mine)]
    if others:
        return Message("{title} with {players}", title=table.title, players=others)
    return Message("A table of {title}", title=table.title)


def rename_table(table: Table, wanted: str) -> None:
    """Give a table another name, inside the caller's transaction; raises `Refusal`."""
    table.name = checked_table_name(wanted)
    table.save(update_fields=["name", "changed"])
