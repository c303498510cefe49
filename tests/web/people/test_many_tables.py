"""A house with many stored games: what is asked does not grow with them, and nobody's table is out of reach."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ferrovia.bench.games import PLAYERS, lay, lay_many, played
from ferrovia.table import timeouts
from ferrovia.table.bot_queue import BotQueue, waiting_for_computers
from ferrovia.table.models import Person, Seat, SeatKind, Table, Visibility
from ferrovia.table.order_runner import OrderRunner
from ferrovia.table.own_tables import A_PAGE, own_tables
from ferrovia.table.tables import TABLES, Tables
from tests.web.people.visitors import browser, lobby, text

KEYS = re.compile(r'id="row-([\w-]+)"')


def house(tables: int) -> tuple[Person, Client]:
    """Somebody with so many tables, all of which wait for somebody else."""
    people = [Person.objects.create(name=player) for player in PLAYERS]
    first = lay(played("1849", 5), people)
    lay_many(first, [people] * (tables - 1))
    Table.objects.update(decider=PLAYERS[1])
    return people[0], browser(people[0])


def keys(client: Client, page: int = 1) -> list[str]:
    return KEYS.findall(text(client.get(f"/?page={page}")))


@pytest.mark.django_db
@pytest.mark.parametrize("is_waiting", [True, False])
def test_home_asks_no_more_for_many_tables_and_leaves_the_games_where_they_are(is_waiting: bool) -> None:
    person, client = house(A_PAGE - 1)
    if is_waiting:
        Table.objects.update(decider=person.name)
    host = Person.objects.create(name="Dario")
    lobby(host, visibility=Visibility.PUBLIC)
    client.get("/")
    with CaptureQueriesContext(connection) as few:
        client.get("/")
    lay_many(Table.objects.exclude(start_hash="")[0], [[person] * 3] * 3 * A_PAGE)
    for _ in range(5):
        lobby(host, visibility=Visibility.PUBLIC)
    with CaptureQueriesContext(connection) as many:
        client.get("/")
    assert len(many) <= len(few)
    assert not [asked["sql"] for asked in many if re.search(r'"(state|settings)"(?! IS)', asked["sql"])]


@pytest.mark.django_db
def test_all_tables_are_reached_page_by_page_and_each_once() -> None:
    person, client = house(2 * A_PAGE + 7)
    mine = set(Table.objects.values_list("key", flat=True))
    waiting = set(Table.objects.order_by("pk").values_list("key", flat=True)[: A_PAGE + 3])
    long_ago = timezone.now() - timedelta(hours=5)
    Table.objects.filter(key__in=waiting).update(decider=person.name, asked_at=long_ago)
    pages = [keys(client, number) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [A_PAGE, A_PAGE, 7]
    assert set(pages[0]) < waiting
    assert waiting < {*pages[0], *pages[1]}
    assert {key for page in pages for key in page} == mine
    first, last = (text(client.get(f"/?page={number}")) for number in (1, 3))
    assert f"{A_PAGE + 3} tables wait for you, Ada." in first
    assert f"<title>({A_PAGE + 3}) Ferrovia" in first
    assert ('href="?page=2"' in first, 'href="?page=0"' in first) == (True, False)
    assert ('href="?page=2"' in last, 'href="?page=4"' in last) == (True, False)
    assert keys(client, 4) == []


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["", "0", "-1", "two", "99999999999", "٣"])
def test_what_is_no_page_is_the_first(asked: str) -> None:
    _, client = house(3)
    assert len(KEYS.findall(text(client.get("/", {"page": asked})))) == 3


@pytest.mark.django_db
def test_a_page_that_is_just_full_leads_on_only_where_there_is_more() -> None:
    person, _ = house(A_PAGE)
    now = timezone.now()
    assert not own_tables(person, 1, now).has_more
    Table.objects.update(decider=person.name)
    assert not own_tables(person, 1, now).has_more
    last = Table.objects.all()[0]
    lay_many(last, [[person] * 3])
    assert own_tables(person, 1, now).has_more
    Table.objects.filter(pk=last.pk).update(decider=PLAYERS[1])
    assert own_tables(person, 1, now).has_more


@pytest.mark.django_db
def test_a_start_looks_only_at_tables_where_a_computer_is_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    house(12)
    ids = list(Table.objects.order_by("pk").values_list("pk", flat=True))
    Seat.objects.filter(table__in=ids[:6], place=0).update(kind=SeatKind.BOT, bot="sensible", person=None)
    Table.objects.filter(pk__in=ids[:4]).update(decider=PLAYERS[0])
    Table.objects.filter(pk=ids[0]).update(over=True)
    looked: list[int] = []
    monkeypatch.setattr(BotQueue, "look_at", lambda self, table_id: looked.append(table_id))
    monkeypatch.setattr(OrderRunner, "look_at", lambda self, table_id: looked.append(-table_id))
    tables = Tables()
    queue, orders = BotQueue(tables, processes=0), OrderRunner(tables)
    with CaptureQueriesContext(connection) as asked:
        queue.start()
        orders.start()
    queue.stop()
    orders.stop()
    assert sorted(looked) == ids[1:4]
    assert len(asked) == 2


@pytest.mark.django_db
def test_what_is_asked_again_and_again_passes_by_games_that_are_over() -> None:
    house(3)
    with CaptureQueriesContext(connection) as asked:
        timeouts.relieve_all(TABLES)
    [late] = [each["sql"] for each in asked]
    with connection.cursor() as cursor:
        plans = [cursor.execute(f"EXPLAIN QUERY PLAN {late}").fetchall(), waiting_for_computers().explain()]
    for plan in map(str, plans):
        assert "USING INDEX open_tables" in plan
        assert "SCAN" not in plan.replace("SCALAR", "")
