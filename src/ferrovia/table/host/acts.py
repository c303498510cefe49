"""What a host may do with people's accounts, remarks and tables; each act is written down with what it did.

What is never possible is not here: no host reads notes, plans, hands or passwords.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.ending import end
from ferrovia.table.host.audit import checked_reason, note
from ferrovia.table.models import Person, Remark, Table
from ferrovia.table.moves import changed
from ferrovia.table.notices.outbox import unsay
from ferrovia.table.table_names import checked_table_name, table_name
from ferrovia.table.tables import TABLES


def name_of(table: Table) -> Message:
    return table_name(table, table.seats.all())


# People


def reset_password(by: Person | None, person: Person) -> str:
    """A code by which somebody gives themselves another password, once; the old one holds till then."""
    if person.user is None:
        raise Refusal("host", "{person} is a guest, and has no password.", person=person.name)
    with transaction.atomic():
        note(by, "reset", Message("gave {person} a code for a new password", person=person.name), person=person)
    return f"{urlsafe_base64_encode(force_bytes(person.user.pk))}-{default_token_generator.make_token(person.user)}"


def owner_of_code(code: str) -> User | None:
    """Whose password a code changes; None for one that was used, is too old or was never given."""
    number, _, token = code.partition("-")
    try:
        user = User.objects.filter(pk=int(force_str(urlsafe_base64_decode(number)))).first()
    except (ValueError, OverflowError, UnicodeDecodeError):
        return None
    return user if user is not None and default_token_generator.check_token(user, token) else None


def hours_of_code() -> int:
    return int(timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT).total_seconds()) // 3600


def log_out(by: Person | None, person: Person) -> None:
    """Every browser forgets somebody who has an account; a guest would never come back."""
    if person.user is None:
        raise Refusal("host", "{person} is a guest, and would never come back.", person=person.name)
    with transaction.atomic():
        Person.objects.filter(pk=person.pk).update(generation=person.current + 1)
        note(by, "log_out", Message("logged {person} out everywhere", person=person.name), person=person)


# Talk


def remove_remark(by: Person | None, remark: Remark, why: str = "") -> None:
    """The words are gone; a line says that there were some."""
    if remark.is_removed:
        raise Refusal("remark", "This remark was removed already.")
    why = checked_reason(why)
    with transaction.atomic():
        Remark.objects.filter(pk=remark.pk).update(text="", is_removed=True)
        unsay(remark)
        what = Message("removed a remark of {person}", person=remark.name)
        note(by, "remark", what, table=remark.table, person=remark.person, why=why)
    changed(TABLES, remark.table)


# Tables


def end_table(by: Person | None, table: Table, why: str = "") -> None:
    """A game ends as it stands, without a winner; nobody can go on with it."""
    why = checked_reason(why)
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        if not locked.has_started:
            raise Refusal("table", "The game has not begun: the table can only be deleted.")
        if locked.over:
            raise Refusal("table", "The game is over already.")
        end(locked)
        note(by, "end", Message("ended the table {name}", name=name_of(locked)), table=locked, why=why)
    changed(TABLES, table)


def delete_table(by: Person | None, table: Table, why: str = "") -> None:
    """A table goes, with its game and all that was said there; nobody brings it back but from a backup."""
    why = checked_reason(why)
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        people = list(locked.seats.exclude(person=None).values_list("person_id", flat=True))
        what = Message("deleted the table {name}", name=name_of(locked))
        locked.delete()
        note(by, "delete", what, why=why)
    TABLES.tell_people(people)


def rename(by: Person | None, table: Table, wanted: str) -> None:
    """Give a table another name; an empty one gives it its usual one."""
    name = checked_table_name(wanted)
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        before = name_of(locked)
        if locked.name == name:
            return
        locked.name = name
        locked.save(update_fields=["name", "changed"])
        what = Message("renamed the table {before}: {name}", before=before, name=name_of(locked))
        note(by, "rename", what, table=locked)
    changed(TABLES, table)
