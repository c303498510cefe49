"""Where clocks, notices and seats meet: what one of them changes, the others go by."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from ferrovia.table.account_models import Going
from ferrovia.table.clocks.models import LateVote, PauseRequest, RestRow, SeatClock
from ferrovia.table.clocks.pauses import announce_holiday, end_holiday
from ferrovia.table.clocks.profile import DAY
from ferrovia.table.host.acts import delete_table, end_table
from ferrovia.table.host.bans import ban
from ferrovia.table.models import Person
from ferrovia.table.moves import take_back
from ferrovia.table.notices.models import Channel, Delivery, Kind, NoticeTaste, State, Way
from ferrovia.table.recovery.departures import ask, carry_out_due
from ferrovia.table.recovery.taking_home import archive
from ferrovia.table.seating import hand_over, stand_in
from ferrovia.table.tables import TABLES
from tests.web.clocks.circle import Circle
from tests.web.notices.telling import Post, delivered, move, reason, told
from tests.web.people.visitors import browser, game
from tests.web.server_clock import ServerClock

pytestmark = pytest.mark.django_db(transaction=True)

A_DAY = {"profile": "weeks", "reserve": DAY, "increment": DAY, "holiday": True}


def circle(clock: ServerClock, *kinds: Kind, **law: Any) -> Circle:
    made = Circle(clock, A_DAY, **law)
    for name in made.people:
        told(made.person(name), *kinds)
    return made


def next_turn(table: Circle) -> str:
    """Until somebody else is asked; who."""
    before = table.asked
    while table.asked == before:
        move(table.table)
    return table.asked


def sits_down(table: Circle, player: str, name: str) -> Person:
    """Somebody takes a free seat by the link of the table."""
    person = Person.objects.create(name=name)
    seat = table.table.seats.get(player=player)
    assert browser(person).post(f"/t/{table.table.key}/join", {"seat": seat.pk, "name": name}).status_code == 302
    assert table.table.seats.get(player=player).person == person
    return person


def half_a_turn(table: Circle) -> str:
    """Somebody who was told has made a first move, and is asked again; who."""
    for _ in range(80):
        before = next_turn(table)
        move(table.table)
        if table.asked == before:
            return before
    raise AssertionError("nobody is asked twice running")


def last(person: Person, kind: Kind) -> Delivery:
    row = Delivery.objects.filter(person=person, kind=kind).order_by("pk").last()
    assert row is not None
    return row


# Reminders and clocks


def test_whoever_has_made_half_of_their_turn_is_reminded_of_the_rest(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, Kind.REMINDER)
    asked = half_a_turn(table)
    post = Post()
    server_clock.passes(hours=19, minutes=15)
    delivered(post)
    assert [(each.name, each.notice.kind) for each in post.sent] == [(asked, Kind.REMINDER)]


def test_nobody_is_reminded_in_a_pause_and_all_are_after_it(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.REMINDER)
    asked, post = next_turn(table), Post()
    server_clock.passes(hours=10)
    table.does(asked, "pause")
    for name in table.others:
        table.does(name, "pause-yes")
    server_clock.passes(hours=12)
    delivered(post)
    server_clock.passes(days=6)
    delivered(post)
    assert post.sent == []
    table.does(asked, "go-on")
    server_clock.passes(hours=9)
    delivered(post)
    assert post.sent == []
    server_clock.passes(minutes=15)
    delivered(post)
    assert [each.name for each in post.sent] == [asked]
    assert post.titles[0].startswith("4 h ")


def test_nobody_is_reminded_on_holiday_but_when_a_fifth_is_left_after_it(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.REMINDER)
    seat = table.table.seats.get(player=table.others[0])
    announce_holiday(seat, server_clock.now + timedelta(days=2), server_clock.now + timedelta(days=12))
    server_clock.passes(days=1, hours=12)
    while table.asked != seat.player:
        next_turn(table)
    post = Post()
    for _ in range(10 * 4 + 2):
        delivered(post)
        server_clock.passes(hours=6)
    assert post.sent == []
    server_clock.passes(hours=7, minutes=15)  # twelve hours before the holiday, and seven and a quarter after it
    delivered(post)
    assert [each.name for each in post.sent] == [seat.player]


def test_whoever_comes_back_earlier_is_reminded_earlier(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.REMINDER)
    seat = table.table.seats.get(player=table.others[0])
    row = announce_holiday(seat, server_clock.now + timedelta(days=2), server_clock.now + timedelta(days=12))
    server_clock.passes(days=1, hours=12)
    while table.asked != seat.player:
        next_turn(table)
    server_clock.passes(hours=6)
    end_holiday(seat, row.pk)  # called off before it began
    post = Post()
    server_clock.passes(hours=13, minutes=15)
    delivered(post)
    assert [each.name for each in post.sent] == [seat.player]


def test_who_is_told_of_a_turn_that_is_short_from_its_beginning_is_not_reminded_too(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, Kind.REMINDER)
    name = table.others[0]
    SeatClock.objects.create(seat=table.table.seats.get(player=name), left=timedelta(hours=1))
    while table.asked != name:
        next_turn(table)
    post = Post()
    delivered(post)
    assert post.sent == []  # not before the two minutes are over
    server_clock.passes(minutes=2)
    delivered(post)
    assert [each.notice.kind for each in post.sent if each.name == name] == [Kind.TURN]


def test_whose_turn_it_is_again_after_taking_back_is_reminded_once(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, Kind.REMINDER, undo="own")
    asked = next_turn(table)
    server_clock.passes(minutes=3)
    delivered(Post())
    post = Post()
    move(table.table)
    while table.asked == asked:
        move(table.table)
    take_back(TABLES, table.table.pk, asked, table.table.number)
    assert table.asked == asked
    server_clock.passes(hours=19, minutes=15)
    delivered(post)
    delivered(post)
    assert [(each.name, each.notice.kind) for each in post.sent] == [(asked, Kind.REMINDER)]


# Seats that change hands


def _freed(table: Circle) -> str:
    """Somebody is late, and the others free their seat; who it was."""
    late = table.asked
    table.clock.passes(days=2)
    voters = table.others
    table.seat_does(voters[0], "free", late)
    table.seat_does(voters[1], "yes", late)
    assert table.table.seats.get(player=late).person is None
    return late


def test_whoever_takes_the_seat_of_somebody_who_was_late_is_not_late(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, stand_in="late")
    late = _freed(table)
    sits_down(table, late, "Dora")
    assert table.left(late) == timedelta(days=1)
    assert not table.time(late).is_late


def test_who_has_a_seat_from_another_is_reminded_and_the_other_is_not(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, Kind.REMINDER)
    before = next_turn(table)
    dora = Person.objects.create(name="Dora")
    told(dora, Kind.TURN, Kind.REMINDER)
    page = table.browser(before).post(
        f"/t/{table.table.key}/seats/pass", {"do": "gift", "seat": table.table.seats.get(player=before).pk}
    )
    link = page.content.decode().partition("/s/")[2].partition('"')[0].partition("<")[0]
    assert browser(dora).post(f"/s/{link}", {"name": "Dora"}).status_code == 302
    post = Post()
    for _ in range(25):
        server_clock.passes(hours=1)
        delivered(post)
    assert [(each.name, each.notice.kind) for each in post.sent] == [("Dora", Kind.REMINDER)]
    row = last(table.person(before), Kind.TURN)
    assert (row.state, reason(row)) == (State.SKIPPED, "somebody else, or a computer player, had your seat")


def test_the_holidays_of_one_person_are_not_those_of_the_next(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, stand_in="vote")
    seat = table.table.seats.get(player=table.asked)
    announce_holiday(seat, server_clock.now + timedelta(days=5), server_clock.now + timedelta(days=9))
    late = _freed(table)
    assert late == seat.player
    sits_down(table, late, "Dora")
    assert not RestRow.objects.filter(seat=seat).exists()


def test_a_pause_needs_the_yes_of_who_sits_there_now(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN)
    late, others = table.asked, table.others
    table.does(others[0], "pause")
    table.does(late, "pause-yes")
    _freed(table)
    sits_down(table, late, "Dora")
    table.does(others[1], "pause-yes")
    assert PauseRequest.objects.get().agreed == others
    assert not RestRow.objects.exists()


def test_votes_on_whoever_was_late_say_nothing_of_who_comes_after_them(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, stand_in="vote")
    late = table.asked
    server_clock.passes(days=2)
    table.does(table.others[0], "vote", choice="computer")
    assert LateVote.objects.count() == 1
    table.seat_does(table.others[0], "free", late)
    table.seat_does(table.others[1], "yes", late)
    assert LateVote.objects.count() == 0


def test_whoever_hands_over_while_a_computer_plays_their_late_turn_has_handed_over(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN)
    late = table.asked
    server_clock.passes(days=2)
    seat = table.table.seats.get(player=late)
    stand_in(seat)
    hand_over(table.table.seats.get(player=late))
    while table.asked == late:
        table.computer_passes()
    assert table.table.seats.get(player=late).bot


# The host's acts


def test_of_a_table_that_was_ended_nothing_is_asked_and_all_are_told_once(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, Kind.REMINDER, Kind.OVER)
    asked = next_turn(table)
    table.does(asked, "pause")
    end_table(None, table.table)
    post = Post()
    for _ in range(30):
        server_clock.passes(hours=1)
        delivered(post)
    assert sorted(each.name for each in post.sent) == sorted(table.people)
    assert set(post.titles) == {"The game was ended"}
    assert "nobody goes on, and nobody has won" in post.sent[0].notice.body
    assert not PauseRequest.objects.exists()
    assert not SeatClock.objects.exclude(since=None).exists()
    assert not Delivery.objects.filter(state__in=(State.WAITING, State.KEPT)).exists()


def test_of_a_table_that_was_deleted_nothing_is_sent(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN, Kind.REMINDER)
    next_turn(table)
    delete_table(None, table.table)
    server_clock.passes(hours=20)
    post = Post()
    delivered(post)
    assert post.sent == []


def test_who_is_banned_is_told_nothing(server_clock: ServerClock) -> None:
    table = circle(server_clock, Kind.TURN)
    asked = next_turn(table)
    ban(None, table.person(asked), 3)
    server_clock.passes(minutes=3)
    post = Post()
    delivered(post)
    assert post.sent == []
    assert reason(last(table.person(asked), Kind.TURN)) == "a host of this server has banned you"


def test_of_an_erased_account_no_address_is_left_but_in_what_was_taken_home(server_clock: ServerClock) -> None:
    user = User.objects.create(username="livia")
    person = Person.objects.create(name="Livia", user=user)
    told(person, Kind.TURN, way=Way.MAIL, address="livia@example.org")
    NoticeTaste.objects.create(person=person, feed="a-secret-address")
    game(person, Person.objects.create(name="Ada"), Person.objects.create(name="Bruno"), law={"clock": A_DAY})
    home = zipfile.ZipFile(io.BytesIO(archive(person)))
    assert json.loads(home.read("notices.json"))["ways"][0]["address"] == "livia@example.org"
    ask(user, Going.ERASE, "en")
    server_clock.passes(days=8)
    assert carry_out_due() == 1
    left = (Channel, Delivery, NoticeTaste)
    assert not any(model.objects.filter(person=person).exists() for model in left)
