"""What happens at somebody's own tables, told to their page at home: the hub keyed by person.

Its streams say only when something of theirs last changed. What another process does is found by the times of the
changes, which every change of a game or a lobby stores.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import close_old_connections

from ferrovia.table.live import Hub
from ferrovia.table.models import Seat
from ferrovia.table.shared_clock import time_now

OVERLAP = timedelta(seconds=5)  # looked back further than the last look: a transaction may be stored late


def stream_key(person_id: int) -> str:
    return str(person_id)


def moment_of(time: datetime) -> int:
    """A time as a stream says it."""
    return int(time.timestamp() * 1000)


class OwnStreams:
    """The pages at home that are open in this process."""

    def __init__(self) -> None:
        self.hub = Hub()
        self._looked = time_now()

    def tell_table(self, table_id: int) -> None:
        """Something has changed at a table: all who sit there hear of it."""
        if self.hub.has_viewers:
            self.tell(Seat.objects.filter(table=table_id).exclude(person=None).values_list("person_id", flat=True))

    def tell(self, people: Iterable[int | None]) -> None:
        now = moment_of(time_now())
        for person in people:
            if person is not None:
                self.hub.tell(stream_key(person), now)

    def standings(self, keys: list[str]) -> dict[str, int]:
        """What has changed since the last look, by those who sit where it has; for `Hub.look`."""
        close_old_connections()
        try:
            since, self._looked = self._looked - OVERLAP, time_now()
            changed = Seat.objects.filter(table__changed__gt=since).exclude(person=None)
            wanted, found = set(keys), dict[str, int]()
            for person, at in changed.values_list("person", "table__changed"):
                key = str(person)
                if key in wanted:
                    found[key] = max(found.get(key, 0), moment_of(at))
            return found
        finally:
            close_old_connections()
