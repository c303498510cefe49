"""What time it is at the table: the one place that all of the server asks, so that nobody's time goes by two clocks.

Servers that share a database go by its clock: their own may be hours apart, and nobody may lose a seat because another
machine's clock is wrong. Since when somebody is waited for is stored by one server and read by another.

Tests give a server a clock of their own: a file that says what time it is, which all processes of a server read anew
whenever they ask. It stands still until the test writes another moment into it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection, models
from django.utils import timezone

_apart = timedelta()  # by how much the clock of the database is ahead of this machine's


def time_now() -> datetime:
    if settings.TEST_CLOCK:
        return read_test_clock(Path(settings.TEST_CLOCK))
    return timezone.now() + _apart


def set_by_database() -> None:
    """Ask what time it is there; a database in this process has no other clock."""
    global _apart
    if connection.vendor != "postgresql":
        return
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [told] = cursor.fetchone()
    _apart = told - (before + (timezone.now() - before) / 2)


def read_test_clock(file: Path) -> datetime:
    """The moment in the file of a test clock, as ISO 8601 has it; raises `ValueError` for anything else."""
    said = file.read_text().strip()
    try:
        moment = datetime.fromisoformat(said)
    except ValueError:
        raise ValueError(f"{file} says no moment: {said[:40]!r}.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def set_test_clock(file: Path, moment: datetime) -> None:
    """Have all who read this clock know another time; whoever reads it meanwhile finds the old or the new one whole."""
    written = file.with_name(f"{file.name}.new")
    written.write_text(moment.isoformat())
    written.replace(file)


class ChangedAt(models.DateTimeField):  # type: ignore[type-arg]
    """When a row was last saved, by this clock."""

    def pre_save(self, model_instance: models.Model, add: bool) -> datetime:
        moment = time_now()
        setattr(model_instance, self.attname, moment)
        return moment
