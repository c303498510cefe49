"""Turns of a real game: what runs, what is given back, and what nobody is charged for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ferrovia.table.bot_queue import waiting_for_computers
from ferrovia.table.clocks import deadline_of, is_resting, reminder_of
from ferrovia.table.clocks.models import RestRow, SeatClock
from ferrovia.table.clocks.visits import note_server
from ferrovia.table.models import SeatKind, Table
from ferrovia.table.moves import take_back
from ferrovia.table.tables import TABLES
from ferrovia.table.timeouts import relieve_all
from tests.web.clocks.circle import Circle
from tests.web.people.visitors import game, guest
from tests.web.server_clock import BEGINNING, ServerClock

DAYS, HOURS = timedelta(days=1), timedelta(hours=1)


@pytest.mark.django_db
def test_a_turn_runs_until_another_is_asked_and_brings_its_increment(server_clock: ServerClock) -> None:
    circle = Circle(server_clock)
    first = circle.asked
    assert circle.left(first) == 3 * DAYS
    assert deadline_of(circle.table, first) == BEGINNING + 3 * DAYS
    assert reminder_of(circle.table, first) == BEGINNING + 3 * DAYS * 4 / 5
    server_clock.passes(hours=20)
    assert circle.left(first) == 52 * HOURS
    circle.passes()
    second = circle.asked
    assert circle.left(first) == 60 * HOURS
    assert deadline_of(circle.table, first) is None
    server_clock.passes(hours=2)
    assert circle.left(first) == 60 * HOURS
    circle.passes()
    assert circle.left(second) == 3 * DAYS  # never more than the most
    assert not is_resting(circle.table, second)


@pytest.mark.django_db
def test_nights_are_where_each_player_is_and_a_changed_zone_holds_from_the_next_turn(
    server_clock: ServerClock,
) -> None:
    circle = Circle(server_clock, {"night": True}, zone="Europe/Rome")
    name = circle.asked
    server_clock.set(datetime(2026, 3, 4, 23, tzinfo=UTC))  # midnight in Rome
    assert is_resting(circle.table, name)
    assert circle.left(name) == 3 * DAYS - 10 * HOURS
    assert circle.does(name, "zone", zone="Asia/Tokyo") == 302
    assert is_resting(circle.table, name)
    circle.passes()
    while circle.asked != name:
        circle.passes()
    assert not is_resting(circle.table, name)  # eight in the morning in Tokyo
    assert circle.does(name, "zone", zone="Mars/Olympus") == 409
    assert (
        "There is no such time zone."
        in circle.browser(name)
        .post(f"/t/{circle.table.key}/time", {"do": "zone", "zone": "Etc/Passwd"})
        .content.decode()
    )


@pytest.mark.django_db
def test_a_restart_of_the_server_in_a_rest_costs_nothing_and_what_it_was_away_for_is_nobodys(
    server_clock: ServerClock,
) -> None:
    circle = Circle(server_clock, {"night": True})
    name = circle.asked
    note_server(is_first=True)
    server_clock.passes(hours=10, minutes=30)  # 22:30: half an hour before the night
    note_server()
    before = circle.left(name)
    server_clock.passes(hours=10)  # away until 8:30, over the whole night
    note_server(is_first=True)
    assert circle.left(name) == before == 3 * DAYS - 10 * HOURS - HOURS / 2
    server_clock.passes(hours=1)
    note_server()
    assert circle.left(name) == before - HOURS
    note_server(is_first=True)  # a second server that starts beside it
    assert circle.left(name) == before - HOURS
    assert RestRow.objects.count() == 1


@pytest.mark.django_db
def test_a_clock_turned_back_takes_nothing_and_gives_nothing(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="late")
    name, until = circle.asked, circle.until(circle.asked)
    server_clock.passes(hours=5)
    server_clock.passes(days=-400)
    assert circle.left(name) == 3 * DAYS
    assert circle.until(name) == until
    assert not relieve_all(TABLES)
    note_server(is_first=True)
    circle.passes()
    assert circle.left(name) == 3 * DAYS


@pytest.mark.django_db
def test_what_a_computer_player_needs_is_nobodys_time(server_clock: ServerClock) -> None:
    trio = guest("Ada"), guest("Bruno")
    table = game(*(person for person, _ in trio), bots=2, law={"pace": "day"})
    bots = set(table.seats.filter(kind=SeatKind.BOT).values_list("player", flat=True))
    Table.objects.filter(pk=table.pk).update(decider=sorted(bots)[0])
    assert not SeatClock.objects.filter(seat__player__in=bots).exists()


@pytest.mark.django_db
def test_who_is_late_is_played_for_one_turn_and_then_has_one_increment(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="late")
    late = circle.asked
    server_clock.passes(days=3, hours=-1)
    assert not relieve_all(TABLES)
    server_clock.passes(hours=2)
    assert relieve_all(TABLES) == 1
    assert relieve_all(TABLES) == 0
    seat = circle.table.seats.get(player=late)
    assert seat.bot
    circle.computer_passes()
    seat.refresh_from_db()
    assert not seat.bot
    assert circle.left(late) == 8 * HOURS
    assert circle.table.moves.get().mover == "stand-in"


@pytest.mark.django_db
def test_after_three_turns_running_the_seat_is_offered_to_a_person_who_may_still_come_back(
    server_clock: ServerClock,
) -> None:
    circle = Circle(server_clock, stand_in="late")
    late = circle.asked
    for round_ in range(3):
        while circle.asked != late:
            circle.passes()
        assert circle.time(late).offered_at is None
        server_clock.passes(days=3 if not round_ else 1)
        assert relieve_all(TABLES) == 1
        circle.computer_passes()
    assert circle.time(late).offered_at is not None
    other = circle.asked
    assert f"The seat of {late} is offered to another person" in circle.page(other)
    while circle.asked != late:
        circle.passes()
    circle.passes()
    assert circle.time(late).offered_at is None
    assert "is offered to another person" not in circle.page(other)


@pytest.mark.django_db
def test_a_seat_that_was_offered_for_two_days_may_be_given_to_whoever_comes(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="vote")
    while circle.asked == "Ada":
        circle.passes()
    late = circle.asked
    server_clock.passes(days=4)
    for other in circle.others:
        circle.does(other, "vote", choice="person")
    circle.computer_passes()
    server_clock.passes(days=1)
    assert circle.seat_does("Ada", "open", late) == 409
    server_clock.passes(days=1)
    assert circle.seat_does("Ada", "open", late) == 302  # who is the host
    newcomer = guest("Dora")[1]
    seat = circle.table.seats.get(player=late)
    assert seat.kind == SeatKind.OPEN
    assert newcomer.post(f"/t/{circle.table.key}/join", {"seat": seat.pk}).status_code == 302
    assert circle.left(late) >= 8 * HOURS
    assert circle.time(late).offered_at is None


@pytest.mark.django_db
def test_who_comes_back_in_the_middle_of_a_turn_plays_on_with_one_increment(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="late")
    late = circle.asked
    server_clock.passes(days=4)
    relieve_all(TABLES)
    assert circle.seat_does(late, "take") == 302
    assert circle.left(late) == 8 * HOURS
    server_clock.passes(hours=3)
    assert circle.left(late) == 5 * HOURS
    assert circle.passes() == late


@pytest.mark.django_db
def test_a_seat_handed_over_rests_and_runs_again_when_it_is_taken_back(server_clock: ServerClock) -> None:
    circle = Circle(server_clock)
    name = circle.asked
    server_clock.passes(hours=10)
    assert circle.seat_does(name, "hand") == 302
    server_clock.passes(days=30)
    assert circle.left(name) == 62 * HOURS
    assert circle.until(name) is None
    assert circle.seat_does(name, "take") == 302
    server_clock.passes(hours=2)
    assert circle.left(name) == 60 * HOURS


@pytest.mark.django_db
def test_taking_back_gives_each_what_they_had(server_clock: ServerClock) -> None:
    circle = Circle(server_clock)
    first = circle.asked
    server_clock.passes(hours=10)
    circle.passes()
    second = circle.asked
    server_clock.passes(hours=5)
    take_back(TABLES, circle.table.pk, first)
    assert circle.asked == first
    assert circle.left(first) == 62 * HOURS  # without its increment; what the other needed is not charged
    assert circle.left(second) == 3 * DAYS
    server_clock.passes(hours=1)
    assert (circle.left(first), circle.left(second)) == (61 * HOURS, 3 * DAYS)
    circle.passes()
    assert circle.left(first) == 69 * HOURS


@pytest.mark.django_db
def test_a_turn_that_was_played_late_and_is_taken_back_is_not_late_in_the_same_moment(
    server_clock: ServerClock,
) -> None:
    circle = Circle(server_clock, stand_in="late", undo="host")
    late = circle.asked
    server_clock.passes(days=4)
    relieve_all(TABLES)
    circle.computer_passes()
    take_back(TABLES, circle.table.pk, "Ada")
    assert circle.asked == late
    assert not circle.time(late).is_late
    assert circle.left(late) == 8 * HOURS
    assert not relieve_all(TABLES)


@pytest.mark.django_db
def test_all_but_one_seat_computers_and_nobody_is_ever_late(server_clock: ServerClock) -> None:
    ada, client = guest("Ada")
    table = game(ada, bots=2, law={"pace": "day", "stand_in": "late"})
    server_clock.passes(days=100)
    assert not relieve_all(TABLES)
    assert deadline_of(table, "Ada") is None
    assert 'class="clock' not in client.get(f"/t/{table.key}").content.decode()


@pytest.mark.django_db
def test_a_table_without_a_clock_says_since_when_somebody_is_asked(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, {"profile": "none"}, stand_in="late")
    server_clock.passes(days=2)
    assert not relieve_all(TABLES)
    assert deadline_of(circle.table, circle.asked) is None
    page = circle.page(circle.others[0])
    assert 'class="clock since"' in page
    assert BEGINNING.strftime("%Y-%m-%dT%H:%M:%SZ") in page


@pytest.mark.django_db
def test_a_table_at_which_nobody_has_looked_for_a_week_sleeps_and_a_look_wakes_it(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, {"reserve": 30 * 86400}, stand_in="late")
    name = circle.asked
    circle.page(name)
    server_clock.passes(days=7, seconds=1)
    assert is_resting(circle.table, name)
    server_clock.passes(days=60)
    assert not relieve_all(TABLES)
    circle.page(circle.others[0])
    assert not is_resting(circle.table, name)
    assert circle.left(name) == 23 * DAYS
    server_clock.passes(days=1)
    assert circle.left(name) == 22 * DAYS


@pytest.mark.django_db
def test_who_has_not_looked_for_a_day_is_said_to_be_away(server_clock: ServerClock) -> None:
    circle = Circle(server_clock)
    one, two = circle.others
    circle.page(one)
    circle.page(two)
    server_clock.passes(hours=23)
    assert "away since" not in circle.page(two)
    server_clock.passes(hours=2)
    for path in ("", "/seats"):
        assert circle.page(two, path).count("away since") == 1
    circle.page(one)
    assert "away since" not in circle.page(two)


@pytest.mark.django_db
def test_computer_players_of_a_table_that_sleeps_wait_and_move_once_somebody_looks(
    server_clock: ServerClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    circle = Circle(server_clock)
    other = circle.others[0]
    circle.page(other)
    circle.seat_does(circle.asked, "hand")
    assert circle.table in waiting_for_computers()
    server_clock.passes(days=8)
    assert circle.table not in waiting_for_computers()
    monkeypatch.setattr(TABLES, "tell", told.append)
    circle.page(other)
    assert circle.table in waiting_for_computers()
    assert told == [circle.table.pk]
    circle.page(other)
    assert told == [circle.table.pk]


@pytest.mark.django_db
def test_live_with_a_minute_left_counts_seconds(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, {"profile": "live", "reserve": 1800, "increment": 30})
    name = circle.asked
    server_clock.passes(minutes=29, seconds=12)
    assert ">0:48</b>" in circle.page(name)
    assert 'class="clock short"' in circle.page(name)
    circle.passes()
    assert circle.left(name) == timedelta(seconds=78)
