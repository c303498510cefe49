"""What time at a table costs: a move and a page ask the database a few questions, and no more for many rests."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ferrovia.table.clocks.models import LateVote, PauseRequest, RestRow, SeatClock, Turn
from ferrovia.table.clocks.reading import time_of, times_of
from ferrovia.table.clocks.rests import Why
from ferrovia.table.models import Person, Table
from ferrovia.table.moves import play
from ferrovia.table.notices.dispatch import deliver
from ferrovia.table.notices.models import Delivery, Kind
from ferrovia.table.tables import TABLES
from tests.web.notices.telling import Here, Post, told
from tests.web.people.visitors import browser, first_action, game, guest

HOUR, DAY = 3600, 24 * 3600
HOME = 9  # questions of its page
LAW = {"clock": {"profile": "weeks", "reserve": 3 * DAY, "increment": 8 * HOUR, "night": True}}


def asked(act: Callable[[], object]) -> list[str]:
    """What is asked of the database, but for the marks of transactions."""
    with CaptureQueriesContext(connection) as found:
        act()
    return [each["sql"] for each in found if re.match(r"SELECT|INSERT|UPDATE|DELETE", each["sql"])]


def move(table: Table) -> list[str]:
    table.refresh_from_db()
    action, decider, number = first_action(table), table.decider, table.number
    return asked(lambda: play(TABLES, table, action, decider, number))


def three() -> tuple[Table, list[Person], dict[str, Client]]:
    """A game of three in which each has moved once and looked at everything."""
    guests = [guest(name) for name in ("Ada", "Bruno", "Carla")]
    table, clients = game(*(person for person, _ in guests), law=LAW), {person.name: each for person, each in guests}
    for _ in range(3):
        for each in clients.values():
            each.get(f"/t/{table.key}")
            each.get("/")
        move(table)
    table.refresh_from_db()
    return table, [person for person, _ in guests], clients


@pytest.mark.django_db
def test_a_move_that_passes_the_turn_on_asks_little() -> None:
    table, _, _ = three()
    before = table.decider
    found = move(table)
    table.refresh_from_db()
    assert table.decider != before
    assert len(found) <= 8
    assert len([each for each in found if "table_seatclock" in each and not each.startswith("SELECT")]) == 1
    running = SeatClock.objects.exclude(since=None)
    assert [clock.seat.player for clock in running] == [table.decider]
    assert Turn.objects.filter(table=table, after=None).get().seat.player == table.decider


@pytest.mark.django_db
def test_rests_that_were_over_long_ago_are_not_read() -> None:
    table, _, _ = three()
    few = asked(lambda: time_of(table))
    long_ago = timezone.now() - timedelta(days=9)
    for day in range(5):
        start = long_ago + timedelta(days=day)
        RestRow.objects.create(why=Why.SERVER, start=start, end=start + timedelta(hours=1))
    assert len(few) == 1
    assert len(asked(lambda: time_of(table))) == 1
    assert len(asked(lambda: times_of([table]))) == 1
    SeatClock.objects.filter(seat__player=table.decider).update(since=long_ago)
    one, many = time_of(table), times_of([table])[table.pk]
    assert one is not None
    assert len(one.spans) == len(many.spans) == 5


@pytest.mark.django_db
def test_votes_are_deleted_by_a_move_where_there_are_any() -> None:
    table, people, _ = three()
    assert not [each for each in move(table) if "latevote" in each and each.startswith("DELETE")]
    LateVote.objects.create(table=table, person=people[0], number=table.number, choice="wait")
    move(table)
    assert not LateVote.objects.exists()


@pytest.mark.django_db
def test_somebody_told_twice_of_a_turn_is_asked_for_once() -> None:
    table, people, _ = three()
    for person in people:
        told(person, Kind.TURN, Kind.REMINDER)
    found = move(table)
    assert Delivery.objects.count() == 2
    assert len(found) <= 17
    assert len([each for each in found if 'FROM "table_channel"' in each or 'JOIN "table_channel"' in each]) == 1


@pytest.mark.django_db
def test_notices_that_are_due_read_the_time_of_their_tables_once() -> None:
    table, people, _ = three()
    for person in people:
        told(person, Kind.TURN, Kind.REMINDER)
    move(table)
    Delivery.objects.update(due=timezone.now() - timedelta(seconds=1))
    found = asked(lambda: deliver(lambda key: (), Post(), Here()))
    assert len([each for each in found if 'JOIN "table_seatclock"' in each]) == 1


@pytest.mark.django_db
def test_pages_ask_little() -> None:
    table, _, clients = three()
    page, stranger = f"/t/{table.key}", browser()
    other = next(name for name in clients if name != table.decider)
    counts = []
    for each in (clients[table.decider], clients[other], stranger):
        each.get(page)
        counts.append(len(asked(lambda each=each: each.get(page))))  # type: ignore[misc]
    assert counts[0] <= 8
    assert counts[1] <= 7
    assert counts[2] <= 3
    clients[other].get("/")
    assert len(asked(lambda: clients[other].get("/"))) <= HOME


@pytest.mark.django_db
def test_a_zone_that_is_known_is_not_asked_for_again() -> None:
    table, _, clients = three()
    client = clients[table.decider]
    client.cookies["zone"] = "Europe/Rome"
    client.get(f"/t/{table.key}")
    assert not [each for each in asked(lambda: client.get(f"/t/{table.key}")) if 'FROM "table_zone"' in each]


@pytest.mark.django_db
def test_a_pause_and_whoever_asks_for_one_are_seen_though_mostly_nobody_does() -> None:
    table, _, clients = three()
    page, client = f"/t/{table.key}", clients[table.decider]
    PauseRequest.objects.create(table=table, player=table.decider, days=3, agreed=[table.decider])
    assert [each for each in asked(lambda: client.get(page)) if 'FROM "table_pauserequest"' in each]
    PauseRequest.objects.all().delete()
    RestRow.objects.create(table=table, why=Why.PAUSE, start=timezone.now() - timedelta(hours=1))
    time = time_of(table)
    assert time is not None
    assert time.is_paused
    response = client.get(page)
    assert response.context["scene"].time.pause.pause is not None
