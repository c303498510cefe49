"""The one row that a server keeps of itself."""

from __future__ import annotations

from ferrovia.table.host.models import House
from ferrovia.table.shared_clock import time_now


def the_house() -> House:
    """As it is kept, or as it is before anything was."""
    return House.objects.order_by("pk").first() or House(pk=1)


def note_backup(size: int) -> None:
    """A backup was written and read again."""
    House.objects.update_or_create(pk=1, defaults={"backed_up": time_now(), "backup_bytes": size})
