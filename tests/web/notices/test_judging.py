"""What becomes of a notice, and quiet hours: functions of values, from a change of summer time to a weekend."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from ferrovia.table.notices.judging import (
    GIVEN_UP,
    LONGEST_PAUSE,
    Keep,
    Known,
    Send,
    Skip,
    Wait,
    next_try,
    reminder_at,
    verdict,
)
from ferrovia.table.notices.models import Kind, Way
from ferrovia.table.notices.quiet import QuietHours

NIGHTS = QuietHours("Europe/Rome", time(23), time(7, 30))
WEEKENDS = QuietHours("Europe/Rome", time(23), time(7, 30), weekends=True)


def at(day: int, hour: int, minute: int = 0, month: int = 11) -> datetime:
    """A moment of 2026 in UTC; Rome is an hour ahead in winter."""
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


NOON = at(18, 12)  # a Wednesday
TURN = Known(Kind.TURN, Way.PUSH, NOON, NOON - timedelta(minutes=2))
REMINDER = replace(TURN, kind=Kind.REMINDER, deadline=NOON + timedelta(hours=2), remind_at=NOON)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        (at(18, 12), None),
        (at(18, 21, 59), None),
        (at(18, 22), at(19, 6, 30)),
        (at(19, 6, 29), at(19, 6, 30)),
        (at(19, 6, 30), None),
    ],
)
def test_a_night_is_quiet_by_its_owners_clock(now: datetime, until: datetime | None) -> None:
    assert NIGHTS.until(now) == until


def test_a_weekend_and_its_nights_are_one_stretch() -> None:
    friday_night = at(20, 22, 30)
    assert WEEKENDS.until(friday_night) == at(23, 6, 30)  # Monday, half past seven
    assert WEEKENDS.since(at(22, 12)) == at(20, 22)
    assert WEEKENDS.until(at(20, 12)) is None


def test_a_night_in_which_summer_time_begins_is_an_hour_shorter() -> None:
    assert NIGHTS.until(at(28, 22, month=3)) == at(29, 5, 30, month=3)
    assert NIGHTS.until(at(24, 21, 30, month=10)) == at(25, 6, 30, month=10)


def test_hours_that_begin_where_they_end_are_none() -> None:
    assert QuietHours("UTC", time(8), time(8)).until(NOON) is None


def test_a_zone_that_nobody_knows_is_that_of_everybody() -> None:
    assert QuietHours("Nowhere/Else", time(11), time(13)).until(NOON) == at(18, 13)


def test_a_turn_is_sent_kept_or_left_out() -> None:
    assert verdict(TURN) == Send()
    assert verdict(replace(TURN, quiet=QuietHours("UTC", time(11), time(13)))) == Keep(at(18, 13))
    assert isinstance(verdict(replace(TURN, is_looking=True)), Skip)
    assert isinstance(verdict(replace(TURN, stands=False)), Skip)
    assert isinstance(verdict(replace(TURN, is_gone=True)), Skip)


@pytest.mark.parametrize(
    ("way", "hours", "is_sent"), [("push", 11, True), ("push", 13, False), ("mail", 47, True), ("mail", 49, False)]
)
def test_a_notice_lives_twelve_hours_and_one_by_mail_two_days(way: str, hours: int, is_sent: bool) -> None:
    old = replace(TURN, way=way, made=NOON - timedelta(hours=hours))
    assert isinstance(verdict(old), Send) == is_sent


def test_why_it_is_not_sent_is_said() -> None:
    answered = verdict(replace(TURN, stands=False, number=5, move=4))
    taken_back = verdict(replace(TURN, stands=False, number=3, move=4))
    assert isinstance(answered, Skip)
    assert isinstance(taken_back, Skip)
    assert str(answered.reason) == "you had answered"
    assert str(taken_back.reason) == "it was taken back"


def test_what_quiet_hours_keep_for_longer_than_a_push_lives_is_told_when_they_end() -> None:
    long = QuietHours("UTC", time(11), time(8), weekends=True)  # from Friday at eleven to Monday at eight
    friday, monday = at(20, 12), at(23, 8)
    turn = replace(TURN, quiet=long, made=friday)
    assert verdict(replace(turn, now=friday + timedelta(minutes=2))) == Keep(monday)
    for way in ("push", "mail", "webhook"):
        assert verdict(replace(turn, way=way, now=monday)) == Send()
        assert isinstance(verdict(replace(turn, way=way, now=monday + timedelta(days=3))), Skip)


def test_live_tables_ring_at_night() -> None:
    assert verdict(replace(TURN, is_live=True, quiet=QuietHours("UTC", time(11), time(13)))) == Send()


def test_a_reminder_follows_the_clock_of_the_table() -> None:
    assert verdict(REMINDER) == Send()
    later = NOON + timedelta(hours=5)
    assert verdict(replace(REMINDER, remind_at=later, deadline=later + timedelta(hours=1))) == Wait(later)
    assert isinstance(verdict(replace(REMINDER, deadline=None)), Skip)
    assert isinstance(verdict(replace(REMINDER, deadline=NOON)), Skip)


def test_only_a_reminder_whose_time_would_run_out_comes_through_the_quiet() -> None:
    quiet = QuietHours("UTC", time(11), time(13))
    assert verdict(replace(REMINDER, quiet=quiet)) == Keep(at(18, 13))
    assert verdict(replace(REMINDER, quiet=quiet, deadline=at(18, 12, 30))) == Send()


def test_nobody_is_reminded_while_the_clock_stands_still() -> None:
    tomorrow = NOON + timedelta(days=1)
    assert verdict(replace(REMINDER, rests_till=tomorrow)) == Wait(tomorrow)
    assert verdict(replace(REMINDER, rests_till=tomorrow, deadline=None, remind_at=None)) == Wait(tomorrow)


def test_why_a_notice_is_void_is_said_as_it_is() -> None:
    ended = verdict(replace(TURN, is_over=True))
    gone = verdict(replace(TURN, is_theirs=False))
    assert isinstance(ended, Skip)
    assert isinstance(gone, Skip)
    assert str(ended.reason) == "the game was over"
    assert str(gone.reason) == "somebody else, or a computer player, had your seat"


def test_a_reminder_that_would_fall_into_the_night_comes_before_it() -> None:
    asked = at(18, 9)
    assert reminder_at(asked + timedelta(hours=19), asked, False, NIGHTS) == at(18, 22)
    assert reminder_at(asked + timedelta(hours=19), asked, True, NIGHTS) == asked + timedelta(hours=19)


def test_pauses_grow_and_end_after_two_days() -> None:
    now, pauses = NOON, []
    for tries in range(1, 100):
        again = next_try(tries, NOON, now)
        if again is None:
            break
        pauses.append(again - now)
        now = again
    assert pauses[:3] == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=4)]
    assert pauses == sorted(pauses)
    assert max(pauses) == LONGEST_PAUSE
    assert GIVEN_UP - LONGEST_PAUSE < now - NOON <= GIVEN_UP


def test_whoever_asks_for_a_longer_pause_has_it() -> None:
    assert next_try(1, NOON, NOON, timedelta(minutes=30)) == NOON + timedelta(minutes=30)
