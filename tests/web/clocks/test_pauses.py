"""Pauses, holidays, votes and the house's own rest, as people at a table ask for them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ferrovia.table.clocks import deadline_of, is_resting
from ferrovia.table.clocks.models import LateVote, PauseRequest, RestRow
from ferrovia.table.clocks.pauses import rest_all_clocks, run_all_clocks
from ferrovia.table.tables import TABLES
from ferrovia.table.timeouts import close_votes, relieve_all
from tests.web.clocks.circle import Circle
from tests.web.people.visitors import browser, guest
from tests.web.server_clock import BEGINNING, ServerClock

DAYS, HOURS = timedelta(days=1), timedelta(hours=1)


@pytest.mark.django_db
def test_a_pause_begins_when_all_have_said_yes_and_ends_when_one_says_to_go_on(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="late")
    name, others = circle.asked, circle.others
    server_clock.passes(hours=10)
    assert circle.does(others[0], "pause", days="0") == 302
    assert f"{others[0]} asks for a pause." in circle.page(name)
    assert circle.does(name, "pause-yes") == 302
    assert not is_resting(circle.table, name)
    server_clock.passes(hours=1)
    assert circle.does(others[1], "pause-yes") == 302
    assert is_resting(circle.table, name)
    assert deadline_of(circle.table, name) is None
    server_clock.passes(days=100)
    circle.page(name)
    assert not relieve_all(TABLES)
    for reader in circle.people:
        page = circle.page(reader)
        assert 'class="clock rest"' in page
        assert "<b>Paused</b>" in page
        assert f"{others[0]} asked, all agreed." in page
    assert "paused" in circle.browser(name).get("/").content.decode()
    assert circle.does(others[1], "go-on") == 302
    assert circle.left(name) == 61 * HOURS  # stopped, and never filled up
    assert not is_resting(circle.table, name)
    told = circle.page(name)
    assert "A pause begins: all have agreed." in told
    assert f"{others[1]} says: go on." in told


@pytest.mark.django_db
def test_a_pause_that_one_declines_is_none_and_who_asked_may_take_it_back(server_clock: ServerClock) -> None:
    circle = Circle(server_clock)
    name, others = circle.asked, circle.others
    assert circle.does(name, "pause-yes") == 409
    circle.does(name, "pause", days="3")
    assert circle.does(others[0], "pause-no") == 302
    assert f"{others[0]} does not agree to a pause." in circle.page(name)
    assert circle.does(others[1], "pause-yes") == 409
    circle.does(name, "pause", days="3")
    assert circle.does(name, "pause-no") == 302
    assert not PauseRequest.objects.exists()
    assert not RestRow.objects.exists()
    assert circle.does(name, "go-on") == 409


@pytest.mark.django_db
def test_a_pause_with_an_end_ends_by_itself(server_clock: ServerClock) -> None:
    circle = Circle(server_clock)
    name = circle.asked
    circle.does(name, "pause", days="3")
    for other in circle.others:
        circle.does(other, "pause-yes")
    assert circle.until(name) == BEGINNING + 6 * DAYS
    server_clock.passes(days=4)
    assert circle.left(name) == 2 * DAYS


@pytest.mark.django_db
@pytest.mark.parametrize("days", ["-1", "61", "99999999999", "two", ""])
def test_a_pause_of_nonsense_is_refused_in_one_sentence(server_clock: ServerClock, days: str) -> None:
    circle = Circle(server_clock)
    sent = {"do": "pause", "days": days}
    answer = circle.browser("Ada").post(f"/t/{circle.table.key}/time", sent)
    assert answer.status_code == 409
    assert "A pause lasts up to 60 days, or until one of you says to go on." in answer.content.decode()
    assert not PauseRequest.objects.exists()


@pytest.mark.django_db
def test_who_has_no_seat_or_no_such_law_stops_no_clock(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, {"pause": False})
    assert circle.does("Ada", "pause", days="0") == 409
    stranger = guest("Dora")[1]
    for client in (stranger, browser()):
        for act in ("pause", "pause-yes", "go-on", "holiday", "vote", "zone", "nonsense", ""):
            assert client.post(f"/t/{circle.table.key}/time", {"do": act}).status_code == 409
    assert not RestRow.objects.exists()
    for act in ("holiday", "vote", "zone", "nonsense", "holiday-end"):
        assert circle.does("Ada", act) == 409


@pytest.mark.django_db
def test_a_holiday_is_announced_a_day_before_never_begins_by_itself_and_rests_one_clock(
    server_clock: ServerClock,
) -> None:
    circle = Circle(server_clock, {"holiday": True})
    name, other = circle.asked, circle.others[0]
    assert not is_resting(circle.table, name)
    for start, end in (("2026-03-04", "2026-03-06"), ("2026-03-05", "2026-03-06")):
        answer = circle.browser(name).post(f"/t/{circle.table.key}/time", {"do": "holiday", "from": start, "till": end})
        assert "A holiday is announced 24 hours before it begins." in answer.content.decode()
    assert circle.does(name, "holiday", **{"from": "2026-03-06", "till": "2026-03-05"}) == 409
    assert circle.does(name, "holiday", **{"from": "soon", "till": "2026-03-05"}) == 409
    assert circle.does(name, "holiday", **{"from": "2026-03-06", "till": "2026-03-25"}) == 409  # more than 14 days
    assert not RestRow.objects.exists()
    assert circle.does(name, "holiday", **{"from": "2026-03-06", "till": "2026-03-10"}) == 302
    assert f"{name} is on holiday" in circle.page(other)
    assert circle.until(name) == BEGINNING + 8 * DAYS  # it begins in their own turn, and stops it
    server_clock.passes(days=3)
    assert is_resting(circle.table, name)
    assert not is_resting(circle.table, other)
    assert circle.left(name) == 3 * DAYS - 36 * HOURS
    assert circle.page(other).count("on holiday") > 1
    row = RestRow.objects.get()
    assert circle.does(name, "holiday-end", holiday=row.pk) == 302
    assert not is_resting(circle.table, name)
    assert circle.passes() == name  # whoever comes back just plays


@pytest.mark.django_db
def test_a_holiday_of_another_is_not_mine_to_end_and_one_that_has_not_begun_is_called_off(
    server_clock: ServerClock,
) -> None:
    circle = Circle(server_clock, {"holiday": True})
    circle.does("Ada", "holiday", **{"from": "2026-03-06", "till": "2026-03-10"})
    row = RestRow.objects.get()
    assert circle.does("Bruno", "holiday-end", holiday=row.pk) == 409
    assert circle.does("Ada", "holiday-end", holiday=row.pk) == 302
    assert not RestRow.objects.exists()


@pytest.mark.django_db
def test_the_majority_of_those_who_are_not_late_decides(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="vote")
    late, (one, two) = circle.asked, circle.others
    assert circle.does(one, "vote", choice="computer") == 409
    server_clock.passes(days=4)
    assert f"The time of {late} is over." in circle.page(one)
    assert circle.does(late, "vote", choice="wait") == 409
    assert circle.does(one, "vote", choice="war") == 409
    assert circle.does(one, "vote", choice="computer") == 302
    assert not circle.table.seats.get(player=late).bot
    assert f"{one} votes: A computer plays this turn." in circle.page(two)
    assert f"{one} votes: A computer plays this turn." in circle.page(two, "/seats")
    assert f"{one} vota: Un computer gioca questo turno." in circle.page(two, language="it")
    assert circle.does(two, "vote", choice="computer") == 302
    assert circle.table.seats.get(player=late).bot
    assert not LateVote.objects.exists()
    circle.computer_passes()
    assert circle.left(late) == 8 * HOURS


@pytest.mark.django_db
def test_a_move_makes_a_vote_void_and_a_vote_after_it_is_refused(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="vote")
    late, (one, two) = circle.asked, circle.others
    server_clock.passes(days=4)
    circle.does(one, "vote", choice="person")
    assert circle.passes() == late
    assert not LateVote.objects.exists()
    assert circle.does(two, "vote", choice="person") == 409
    assert not circle.table.seats.get(player=late).bot
    assert circle.left(late) == 8 * HOURS


@pytest.mark.django_db
def test_after_a_day_those_who_voted_decide_and_a_tie_means_to_wait(server_clock: ServerClock) -> None:
    circle = Circle(server_clock, stand_in="vote")
    late, (one, two) = circle.asked, circle.others
    server_clock.passes(days=4)
    circle.does(one, "vote", choice="computer")
    server_clock.passes(hours=23)
    assert close_votes(TABLES) == 0
    circle.does(two, "vote", choice="person")
    server_clock.passes(hours=2)
    assert close_votes(TABLES) == 1
    assert not circle.table.seats.get(player=late).bot
    assert circle.left(late) == DAYS
    server_clock.passes(days=1)
    circle.does(one, "vote", choice="person")
    server_clock.passes(days=1)
    assert close_votes(TABLES) == 1
    assert circle.table.seats.get(player=late).bot
    assert circle.time(late).offered_at is not None


@pytest.mark.django_db
def test_the_host_of_the_house_has_all_clocks_rest(server_clock: ServerClock) -> None:
    circles = [Circle(server_clock, stand_in="late") for _ in range(2)]
    rest_all_clocks()
    server_clock.passes(days=6)
    for circle in circles:
        assert circle.left(circle.asked) == 3 * DAYS
        assert "The host of this house has all clocks rest." in circle.page(circle.asked)
    assert not relieve_all(TABLES)
    assert run_all_clocks() == 1
    assert run_all_clocks() == 0
    assert circles[0].until(circles[0].asked) == server_clock.now + 3 * DAYS
