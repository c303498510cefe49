"""The tables of this process: their games in memory, who looks at them, and who is told when one has changed.

There is one such object in a server, `TABLES`; computer players, standing orders and whatever else follows from a move
are given it, and listen. So nothing that changes a table knows who goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ferrovia.sitting.moment import Moment
from ferrovia.sitting.sitting import Sitting
from ferrovia.table.live import Hub
from ferrovia.table.models import Table
from ferrovia.table.own_streams import OwnStreams
from ferrovia.table.sittings import Sittings
from ferrovia.table.speed.prepared_queries import PreparedQuery

Listener = Callable[[int], None]
MOST_TOLD = 4096  # tables of which it is known what was told; of others it is told twice

_standing: PreparedQuery[Table] = PreparedQuery(
    1, lambda table: Table.objects.filter(pk=table).values_list("key", "changes", "start_hash")
)


class Tables:
    """Everything that one process knows of its tables beside the database. Nothing of it is missed after a restart."""

    def __init__(self) -> None:
        self.sittings = Sittings()
        self.hub = Hub()
        self.own = OwnStreams()
        self._listeners: list[Listener] = []
        self._elsewhere: list[Listener] = []
        self._told: dict[int, int] = {}  # by table where it stood when this server last said so
        self._stuck: dict[int, tuple[int, str]] = {}  # the number of moves after which who knew nothing to do

    def sitting(self, table: Table) -> Sitting:
        return self.sittings.of(table)

    def now(self, table: Table) -> Moment:
        """The game of a started table, as it stands."""
        return self.sittings.of(table).now

    def listen(self, listener: Listener) -> None:
        """From now on `listener` is called with the id of every started table that has changed, in any thread."""
        self._listeners.append(listener)

    def listen_elsewhere(self, listener: Listener) -> None:
        """The same for tables that another server has changed, which sees itself to what follows from that."""
        self._elsewhere.append(listener)

    def stop_listening(self, listener: Listener) -> None:
        for listeners in (self._listeners, self._elsewhere):
            if listener in listeners:
                listeners.remove(listener)

    def wake(self, table_id: int) -> None:
        """Somebody may have something to do at a started table."""
        for listener in self._listeners:
            listener(table_id)

    def tell(self, table_id: int) -> None:
        """Everybody who looks at a table hears that it stands elsewhere, and whoever listens may go on."""
        [(key, standing, started)] = _standing.rows(table_id)
        self._told[table_id] = standing
        while len(self._told) > MOST_TOLD:
            self._told.pop(next(iter(self._told)), None)
        self.hub.tell(key, standing)
        self.own.tell_table(table_id)
        if started:
            self.wake(table_id)

    def tell_people(self, people: Iterable[int | None]) -> None:
        """Something of theirs has changed beside a table: an invitation, what a host announces."""
        self.own.tell(people)

    def hear(self, table_id: int, key: str, standing: int, has_started: bool) -> None:
        """Another server has changed a table, or this one, which then has told it already."""
        self.hub.tell(key, standing)
        self.own.hub.look_now()
        if has_started and self._told.get(table_id, -1) < standing:
            for listener in self._elsewhere:
                listener(table_id)

    # Computer players who know nothing to do

    def stuck(self, table_id: int, number: int) -> str:
        """The computer player who does not know what to do after so many moves; mostly nobody."""
        after, player = self._stuck.get(table_id, (-1, ""))
        return player if after == number else ""

    def note_stuck(self, table_id: int, number: int, player: str) -> None:
        self._stuck[table_id] = number, player


TABLES = Tables()
