"""The runner of standing orders: after every change of a table it plays what somebody's order asks for now.

It has a thread of its own, outside the request of whoever moved before. Nothing is kept that a restart could lose: at a
start every table with orders is looked at.
"""

from __future__ import annotations

import logging
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic

import msgspec
from django.db import close_old_connections, connection
from django.db.models import F

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.sitting.moment import Moment
from ferrovia.sitting.storage import Overtaken
from ferrovia.table.models import Mover, Person, PrivateData, Table
from ferrovia.table.moves import play
from ferrovia.table.orders import Order, Orders, keep_orders, verdict
from ferrovia.table.private_data import ORDERS, unpacked
from ferrovia.table.storage import MoveRequest
from ferrovia.table.tables import Tables

AGAIN = 5.0  # seconds until a table is looked at again that could not be

_log = logging.getLogger(__name__)


class OrderRunner:
    """Tables that have changed, looked at one after another."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._changed: SimpleQueue[int | None] = SimpleQueue()  # None: all is over
        self._waiting: set[int] = set()
        self._lock = Lock()
        self._thread: Thread | None = None

    def start(self) -> None:
        self._thread = Thread(target=self._run, name="standing orders", daemon=True)
        self._thread.start()
        self._tables.listen(self.look_at)
        ordered = Table.objects.filter(private_data__kind=ORDERS, over=False).exclude(start_hash="")
        for table_id in ordered.values_list("pk", flat=True).distinct():
            self.look_at(table_id)

    def stop(self) -> None:
        self._tables.stop_listening(self.look_at)
        self._changed.put(None)
        if self._thread is not None:
            self._thread.join(1.0)

    def look_at(self, table_id: int) -> None:
        """A table has changed: somebody may have left an order for this moment."""
        with self._lock:
            if table_id in self._waiting:
                return
            self._waiting.add(table_id)
        self._changed.put(table_id)

    def _run(self) -> None:
        failed: dict[int, float] = {}  # tables, and when they are looked at again, the first one first
        while True:
            first = next(iter(failed), None)
            try:
                table_id = self._changed.get(timeout=None if first is None else max(0.0, failed[first] - monotonic()))
            except Empty:
                table_id = first
            if table_id is None:
                break
            failed.pop(table_id, None)
            with self._lock:
                self._waiting.discard(table_id)
            close_old_connections()
            try:
                carry_out(self._tables, table_id)
            except Exception:  # an order that goes wrong must not stop the others
                _log.exception("An order at table %s failed.", table_id)
                failed[table_id] = monotonic() + AGAIN
        connection.close()


class RestingOrders:
    """Tables of many servers that wait for somebody who has given orders: one may have died before it looked at them.

    Nobody knows which tables these are. So every server looks once at those that rest, as most of them do for long.
    """

    def __init__(self) -> None:
        self._seen: dict[int, tuple[object, float | None]] = {}  # how each stands; since when, None once it was put up

    def left_out(self, rest: float) -> list[int]:
        """Those that have stood as they stand for so many seconds, each once."""
        asked = PrivateData.objects.filter(
            kind=ORDERS,
            table__over=False,
            table__seats__player=F("table__decider"),
            table__seats__person=F("person"),
            table__seats__bot="",
        )
        now, before, due = monotonic(), self._seen, list[int]()
        self._seen = {}
        for table, *standing in asked.values_list("table", "table__changes", "changed"):
            known, since = before.get(table, (None, now))
            if known != standing:
                since = now
            elif since is not None and now - since >= rest:
                since = None
                due.append(table)
            self._seen[table] = standing, since
        return due

    def forget(self, table_id: int) -> None:
        """One that was looked at in vain counts as never seen."""
        self._seen.pop(table_id, None)


def carry_out(tables: Tables, table_id: int) -> bool:
    """Play what an order of somebody's asks for now, and cancel what is over; whether anything was played."""
    kept = list(PrivateData.objects.filter(table_id=table_id, kind=ORDERS).select_related("person"))
    if not kept:
        return False
    table = Table.objects.get(pk=table_id)
    now = tables.now(table)
    for each in kept:
        orders = unpacked(bytes(each.content), Orders)
        if orders is not None and orders.standing and _carried_out(tables, table, each.person, orders, now):
            return True
    return False


def _carried_out(tables: Tables, table: Table, person: Person, orders: Orders, now: Moment) -> bool:
    seats = set(table.seats.filter(person=person, bot="").values_list("player", flat=True))
    for order in orders.standing:
        if now.game.over:
            found: Action | Message | Refusal | None = Message("The game is over.")
        elif order.player not in seats:
            found = Message("The seat is no longer yours.")
        else:
            found = verdict(order, now)
        if isinstance(found, Message | Refusal):
            orders = orders.noted(order, now.number, found)
            keep_orders(table, person, orders)
        elif found is not None and _played(tables, table, person, orders, order, found, now.number):
            return True
    return False


def _played(
    tables: Tables, table: Table, person: Person, orders: Orders, order: Order, action: Action, number: int
) -> bool:
    acted = orders.changed(msgspec.structs.replace(order, acted=number + 1))

    def note() -> None:
        """With the move: whoever looks at the order after it must find that it has acted, and before it that not."""
        keep_orders(table, person, acted)

    try:
        play(
            tables,
            table,
            msgspec.json.encode(action),
            order.player,
            number,
            MoveRequest(noting=note, mover=Mover.ORDER),
        )
    except Overtaken:
        return False
    except Refusal as refusal:
        keep_orders(table, person, orders.noted(order, number, refusal))
        return False
    return True
