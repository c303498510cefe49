"""The runner of standing orders: it looks at whatever changed, and after a restart at every table with orders."""

from __future__ import annotations

from threading import Event

import pytest

from ferrovia.table import order_runner
from ferrovia.table.models import Person, Table
from ferrovia.table.order_runner import OrderRunner, RestingOrders
from ferrovia.table.orders import Orders, keep_orders
from ferrovia.table.tables import Tables
from tests.web.positions import laid_out, played

pytestmark = pytest.mark.django_db


class Looks:
    """Stands in for carrying out: which tables were looked at, until as many as are waited for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, awaited: int, broken: int = 0) -> None:
        self.seen: list[int] = []
        self.enough = Event()
        self._awaited, self._broken = awaited, broken
        monkeypatch.setattr(order_runner, "carry_out", self)

    def __call__(self, tables: Tables, table_id: int) -> bool:
        self.seen.append(table_id)
        if len(self.seen) >= self._awaited:
            self.enough.set()
        if table_id == self._broken:
            raise RuntimeError("an order of another release")
        return False


def test_a_start_looks_at_every_table_with_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    without, ordered, over = (laid_out(played("1849", moves=30)) for _ in range(3))
    for table in (ordered, over):
        keep_orders(table, table.host, Orders())
    Table.objects.filter(pk=over.pk).update(over=True)
    lobby = Table.objects.create(title="1849", host=without.host)
    keep_orders(lobby, lobby.host, Orders())
    looks = Looks(monkeypatch, awaited=1)
    runner = OrderRunner(Tables())
    runner.start()
    assert looks.enough.wait(60)
    runner.stop()
    assert looks.seen == [ordered.pk]


def test_whatever_changes_is_looked_at_and_one_failure_stops_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, tables = Looks(monkeypatch, awaited=2, broken=7), Tables()
    runner = OrderRunner(tables)
    runner.start()
    tables.wake(7)
    tables.wake(8)
    assert looks.enough.wait(60)
    runner.stop()
    tables.wake(9)
    assert looks.seen == [7, 8]


def test_what_failed_is_looked_at_again_though_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may have been away for a moment."""
    monkeypatch.setattr(order_runner, "AGAIN", 0.01)
    looks, tables = Looks(monkeypatch, awaited=3, broken=7), Tables()
    runner = OrderRunner(tables)
    runner.start()
    tables.wake(7)
    assert looks.enough.wait(60)
    runner.stop()
    assert set(looks.seen) == {7}


def test_tables_that_rest_at_somebody_with_orders_are_found_once_and_again_when_something_changes() -> None:
    """Another server has died before it could carry the order out."""
    waiting, without, of_another = (laid_out(played("1849", moves=30)) for _ in range(3))
    decider = Tables().now(waiting).game.decision.player
    Table.objects.update(decider=decider)
    for table in (waiting, without, of_another):
        table.seats.filter(player=decider).update(person=table.host)
    stranger = Person.objects.create(name="Zeno")
    keep_orders(waiting, waiting.host, Orders())
    keep_orders(of_another, stranger, Orders())
    resting = RestingOrders()
    assert resting.left_out(0) == []  # it may have come to stand so just now
    assert resting.left_out(3600) == []
    assert [resting.left_out(0), resting.left_out(0)] == [[waiting.pk], []]
    Table.objects.filter(pk=waiting.pk).update(changes=7)
    assert [resting.left_out(0) for _ in range(3)] == [[], [waiting.pk], []]
    keep_orders(waiting, waiting.host, Orders())  # one more is given
    assert [resting.left_out(0) for _ in range(3)] == [[], [waiting.pk], []]
    resting.forget(waiting.pk)  # it went wrong
    assert [resting.left_out(0) for _ in range(3)] == [[], [waiting.pk], []]
    waiting.seats.update(bot="sensible")
    resting.forget(waiting.pk)
    assert [resting.left_out(0) for _ in range(3)] == [[], [], []]
