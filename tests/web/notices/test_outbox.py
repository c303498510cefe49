"""The outbox: who is told of what, once, when they do not know it already."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.table.models import Person, Remark, Seat, Table, UndoRequest
from ferrovia.table.moves import take_back
from ferrovia.table.notices.models import Delivery, Kind, State, Way
from ferrovia.table.notices.outbox import is_named
from ferrovia.table.tables import TABLES
from tests.web.notices.telling import Post, clock, delivered, move, reason, states, told
from tests.web.people.visitors import browser, game

pytestmark = pytest.mark.django_db(transaction=True)

WEEKS = {"pace": "day"}


def three(**law: Any) -> tuple[Table, dict[str, Person]]:
    people = {name: Person.objects.create(name=name) for name in ("Ada", "Bruno", "Carla")}
    table = game(*people.values(), law={**WEEKS, **law})
    table.refresh_from_db()
    return table, people


def turn_of(table: Table, people: dict[str, Person]) -> Person:
    table.refresh_from_db()
    return people[table.decider]


def next_turn(table: Table) -> None:
    """Until somebody else must choose."""
    before = table.decider
    while table.decider == before:
        move(table)


def test_whoever_must_choose_is_told_once_after_two_minutes() -> None:
    with clock() as now:
        table, people = three()
        for person in people.values():
            told(person, Kind.TURN)
        post = Post()
        next_turn(table)
        asked = turn_of(table, people)
        now.on(seconds=119)
        assert not delivered(post)
        now.on(seconds=1)
        delivered(post)
        now.on(hours=3)
        delivered(post)
        assert [(each.name, each.notice.table) for each in post.sent] == [(asked.name, table.key)]
        assert post.titles[0].startswith("Your turn: ")
        assert post.sent[0].notice.body.startswith("1849 with ")
        assert states(asked)[-1] == (Kind.TURN, State.HANDED)


def test_nobody_is_told_of_their_own_next_question() -> None:
    with clock():
        table, people = three()
        for person in people.values():
            told(person, Kind.TURN)
        before, rows = table.decider, Delivery.objects.count()
        move(table)
        if table.decider == before:
            assert Delivery.objects.count() == rows
        else:
            assert Delivery.objects.filter(person=people[before]).count() == 0


def test_an_answer_cancels_it_and_so_does_a_takeback() -> None:
    with clock() as now:
        table, people = three(undo="own")
        first = table.decider
        for person in people.values():
            told(person, Kind.TURN)
        next_turn(table)
        second = turn_of(table, people)
        post = Post()
        take_back(TABLES, table.pk, first, table.number)
        table.refresh_from_db()
        now.on(minutes=5)
        delivered(post)
        assert not [each for each in post.sent if each.name == second.name]
        row = Delivery.objects.get(person=second)
        assert (row.state, reason(row)) == (State.SKIPPED, "it was taken back")


def test_whoever_looks_at_the_table_is_not_told() -> None:
    with clock() as now:
        table, people = three()
        next_turn(table)
        asked = turn_of(table, people)
        told(asked)
        next_turn(table)
        while table.decider != asked.name:
            next_turn(table)
        now.on(minutes=5)
        post = Post()
        delivered(post, asked)
        assert not post.sent
        row = Delivery.objects.get(person=asked, kind=Kind.TURN)
        assert (row.state, reason(row)) == (State.SKIPPED, "you were looking at the table")


def test_a_newer_notice_of_a_table_takes_the_place_of_the_older() -> None:
    with clock() as now:
        table, people = three()
        asked = people[table.decider]
        told(asked, Kind.TURN)
        for _ in range(2):
            next_turn(table)
            while table.decider != asked.name:
                next_turn(table)
        now.on(minutes=5)
        post = Post()
        delivered(post)
        assert len(post.sent) == 1
        assert [state for _, state in states(asked)] == [State.SKIPPED, State.HANDED]


def test_tables_that_are_due_at_once_are_one_message() -> None:
    with clock() as now:
        one, people = three()
        asked = people[one.decider]
        two = game(*people.values(), law=WEEKS)
        two.refresh_from_db()
        told(asked, Kind.TURN)
        for table in (one, two):
            next_turn(table)
            while table.decider != asked.name:
                next_turn(table)
        now.on(minutes=5)
        post = Post()
        delivered(post)
        assert post.titles == ["Your turn at 2 tables"]
        assert [state for _, state in states(asked)] == [State.HANDED, State.HANDED]


def test_a_reminder_comes_when_a_fifth_of_the_time_is_left() -> None:
    with clock() as now:
        table, people = three()
        asked = next(people[name] for name in people if name != table.decider)
        told(asked, Kind.REMINDER)
        while table.decider != asked.name:
            next_turn(table)
        post = Post()
        now.on(hours=19)
        delivered(post)
        assert not post.sent
        now.on(minutes=13)
        delivered(post)
        assert post.titles[0].startswith("4 h 47 left: ")


def test_a_start_is_told_to_all_and_their_turn_to_whoever_begins() -> None:
    with clock() as now:
        people = [Person.objects.create(name=name) for name in ("Ada", "Bruno", "Carla")]
        for person in people:
            told(person)
        table = game(*people, law=WEEKS)
        table.refresh_from_db()
        now.on(minutes=2)
        post = Post()
        delivered(post)
        said = {each.name: each.notice for each in post.sent}
        assert said.pop(table.decider).kind == Kind.TURN
        assert {each.title for each in said.values()} == {"A game of 1849 has started"}
        assert {table.decider in each.body for each in said.values()} == {True}


def test_whoever_is_named_in_the_talk_is_told_and_nobody_else() -> None:
    with clock() as now:
        table, people = three()
        for person in people.values():
            told(person, Kind.NAMED)
        browser(people["Ada"]).post(f"/t/{table.key}/remark", {"text": "@bruno, shall we pause till Monday?"})
        now.on(minutes=2)
        post = Post()
        delivered(post)
        assert [each.name for each in post.sent] == ["Bruno"]
        assert post.titles == ["Ada: “@bruno, shall we pause till Monday?”"]
        assert Remark.objects.count() == 1


@pytest.mark.parametrize(
    ("player", "text", "is_meant"),
    [
        ("Ada", "@Ada", True),
        ("Ada", "no mail to ada@example.org", False),
        ("Ada", "@Adam", False),
        ("Ada Rossi", "well, @Ada Rossi!", True),
        ("Ada Rossi", "@ada?", True),
        ("Èva", "@eva", True),
        ("Ada", "Ada", False),
    ],
)
def test_a_name_is_called_by_at(player: str, text: str, is_meant: bool) -> None:
    assert is_named(player, text) == is_meant


def test_those_who_are_asked_about_taking_back_are_told() -> None:
    with clock() as now:
        table, people = three(undo="consent")
        for person in people.values():
            told(person, Kind.ANSWER)
        by = table.decider
        next_turn(table)
        take_back(TABLES, table.pk, by, table.number)
        now.on(minutes=2)
        post = Post()
        delivered(post)
        assert {each.name for each in post.sent} == set(people) - {by}
        assert post.titles[0] == f"{by} asks to take back 1 move"
        assert UndoRequest.objects.count() == 1


def test_a_seat_that_a_computer_player_has_is_told_nothing() -> None:
    with clock():
        table, people = three()
        asked = next(people[name] for name in people if name != table.decider)
        told(asked, Kind.TURN)
        Seat.objects.filter(table=table, person=asked).update(bot="random")
        while table.decider != asked.name:
            next_turn(table)
        assert not Delivery.objects.exists()


def test_live_tables_are_told_after_five_seconds() -> None:
    with clock() as now:
        table, people = three(pace="live")
        asked = next(people[name] for name in people if name != table.decider)
        told(asked, Kind.TURN)
        while table.decider != asked.name:
            next_turn(table)
        post = Post()
        now.on(seconds=5)
        delivered(post)
        assert len(post.sent) == 1


def test_what_was_kept_in_the_night_is_told_together_in_the_morning() -> None:
    from datetime import time

    from ferrovia.table.notices.models import NoticeTaste

    with clock() as now:
        table, people = three()
        asked = next(people[name] for name in people if name != table.decider)
        told(asked, Kind.TURN, Kind.NAMED, way=Way.WEBHOOK)
        NoticeTaste.objects.create(person=asked, zone="Europe/Rome", quiet_from=time(12), quiet_to=time(14))
        while table.decider != asked.name:
            next_turn(table)
        other = next(person for person in people.values() if person != asked)
        browser(other).post(f"/t/{table.key}/remark", {"text": f"@{asked.name}!"})
        now.on(minutes=2)  # 13:02 in Rome
        post = Post()
        delivered(post)
        assert not post.sent
        assert [state for _, state in states(asked)] == [State.KEPT, State.KEPT]
        now.on(minutes=59)
        delivered(post)
        assert post.titles == ["Your turn at 1 table, and 1 notice more"]
