"""Rests and deadlines, reckoned without a database: what falls together counts once, and every clock ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as some

from ferrovia.table.clocks.profile import DAY, HOUR, MINUTE, PACES, ClockLaw
from ferrovia.table.clocks.rests import Rest, Rests, Why, over_at, time_run

ROME = ZoneInfo("Europe/Rome")
ZONES = [ZoneInfo(name) for name in ("Europe/Rome", "UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")]


def rome(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=ROME)  # type: ignore[misc,arg-type]


def test_night_weekend_and_holiday_together_count_once() -> None:
    start, end = rome(2026, 3, 6, 12), rome(2026, 3, 9, 12)  # Friday noon to Monday noon
    holiday = Rest(rome(2026, 3, 7, 9), rome(2026, 3, 9, 8), Why.HOLIDAY)
    all_at_once = Rests(ROME, night=True, weekend=True, spans=(holiday, holiday))
    assert time_run(all_at_once, start, end) == timedelta(hours=11 + 4)
    assert time_run(Rests(ROME, weekend=True), start, end) == timedelta(hours=11 + 5)
    assert time_run(Rests(ROME, night=True), start, end) == timedelta(hours=11 + 16 + 16 + 5)


def test_a_night_in_which_summer_time_begins_or_ends_is_one_night() -> None:
    nights = Rests(ROME, night=True)
    for evening, hours in ((rome(2026, 3, 28, 22), 9), (rome(2026, 10, 24, 22), 11), (rome(2026, 6, 6, 22), 10)):
        morning = (evening + timedelta(days=1)).replace(hour=8)
        assert morning.astimezone(UTC) - evening.astimezone(UTC) == timedelta(hours=hours)
        assert time_run(nights, evening, morning) == timedelta(hours=2)
        until = over_at(nights, evening, timedelta(minutes=90))
        assert until is not None
        assert until.astimezone(ROME).replace(tzinfo=None) == morning.replace(hour=7, minute=30, tzinfo=None)


def test_a_deadline_in_a_rest_is_after_it_and_one_just_before_it_is_there() -> None:
    nights = Rests(ROME, night=True)
    assert over_at(nights, rome(2026, 6, 6, 20), timedelta(hours=3)) == rome(2026, 6, 6, 23)
    assert over_at(nights, rome(2026, 6, 6, 20), timedelta(hours=3, seconds=1)) == rome(2026, 6, 7, 7, 0, 1)
    assert over_at(nights, rome(2026, 6, 7, 3), timedelta()) == rome(2026, 6, 7, 3)


def test_a_pause_without_an_end_has_no_deadline_and_what_comes_before_it_has() -> None:
    pause = Rest(rome(2026, 6, 6, 20), None, Why.PAUSE)
    rests = Rests(ROME, spans=(pause,))
    assert over_at(rests, rome(2026, 6, 6, 18), timedelta(hours=2)) == rome(2026, 6, 6, 20)
    assert over_at(rests, rome(2026, 6, 6, 18), timedelta(hours=3)) is None
    assert time_run(rests, rome(2026, 6, 6, 18), rome(2026, 9, 6, 18)) == timedelta(hours=2)
    resting = rests.at(rome(2026, 8, 1))
    assert resting is not None
    assert (resting.why, resting.end) == (Why.PAUSE, None)


def test_a_rest_is_told_up_to_when_the_clock_really_runs_again() -> None:
    rests = Rests(ROME, night=True, weekend=True, spans=(Rest(rome(2026, 3, 9, 6), rome(2026, 3, 10, 6), Why.HOLIDAY),))
    friday = rests.at(rome(2026, 3, 6, 23, 30))
    assert friday is not None
    assert (friday.why, friday.end) == (Why.WEEKEND, rome(2026, 3, 10, 7))
    assert rests.at(rome(2026, 3, 6, 22)) is None
    tuesday = rests.at(rome(2026, 3, 11, 3))
    assert tuesday is not None
    assert (tuesday.why, tuesday.end) == (Why.NIGHT, rome(2026, 3, 11, 7))


def test_a_clock_that_is_turned_back_costs_and_gives_nothing() -> None:
    assert time_run(Rests(ROME), rome(2026, 6, 6), rome(2026, 6, 5)) == timedelta()


MOMENTS = some.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=some.just(UTC))
SPANS = some.builds(
    lambda start, length, why: Rest(start, start + length, why),
    MOMENTS,
    some.timedeltas(timedelta(minutes=1), timedelta(days=20)),
    some.sampled_from([Why.HOLIDAY, Why.PAUSE, Why.HOST]),
)
RESTS = some.builds(
    Rests,
    some.sampled_from(ZONES),
    some.booleans(),
    some.booleans(),
    some.lists(SPANS, max_size=4).map(tuple),
)
LEFT = some.timedeltas(timedelta(seconds=1), timedelta(days=60))


@settings(deadline=None, derandomize=True, max_examples=60)
@given(RESTS, MOMENTS, LEFT)
def test_every_clock_ends_and_has_run_for_just_the_time_that_was_left(
    rests: Rests, start: datetime, left: timedelta
) -> None:
    end = over_at(rests, start, left)
    assert end is not None
    assert time_run(rests, start, end) == left
    assert time_run(rests, start, end - timedelta(microseconds=1)) < left


@settings(deadline=None, derandomize=True, max_examples=60)
@given(RESTS, MOMENTS, LEFT, LEFT)
def test_time_adds_up_wherever_it_is_looked_at_meanwhile(
    rests: Rests, start: datetime, one: timedelta, two: timedelta
) -> None:
    between, end = start + one, start + one + two
    assert time_run(rests, start, between) + time_run(rests, between, end) == time_run(rests, start, end)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(RESTS, MOMENTS, LEFT, SPANS)
def test_one_rest_more_never_brings_a_deadline_nearer_nor_gives_more_than_it_lasts(
    rests: Rests, start: datetime, left: timedelta, more: Rest
) -> None:
    with_it = Rests(rests.zone, rests.night, rests.weekend, (*rests.spans, more))
    before, after = over_at(rests, start, left), over_at(with_it, start, left)
    assert before is not None
    assert after is not None
    assert after >= before
    assert more.end is not None
    assert time_run(rests, start, after) - left <= more.end - more.start


@settings(deadline=None, derandomize=True, max_examples=60)
@given(RESTS, some.lists(LEFT, max_size=20), some.sampled_from([1, 3, 7]), some.sampled_from([4, 8, 24]))
def test_weekend_rests_and_increments_never_give_more_than_the_most(
    rests: Rests, used: list[timedelta], days: int, hours: int
) -> None:
    law = ClockLaw("weeks", days * DAY, hours * HOUR)
    left, now = law.first, datetime(2026, 3, 6, tzinfo=UTC)
    for each in used:
        end = now + each
        left = law.after_turn(left - time_run(rests, now, end))
        assert timedelta(seconds=law.increment) <= left <= timedelta(days=days) or days * 24 < hours
        now = end


def test_what_earlier_releases_called_a_pace_is_a_clock_now() -> None:
    assert PACES["live"] == ClockLaw("live", 0, 15 * MINUTE)
    assert PACES["live"].after_turn(timedelta(minutes=14)) == timedelta(minutes=15)
    assert PACES["day"].first == PACES["day"].most == timedelta(days=1)
    assert PACES["days"].after_turn(timedelta(hours=-3)) == timedelta(days=2)


def test_live_with_minutes_for_the_game_keeps_what_is_saved() -> None:
    law = ClockLaw("live", 30 * MINUTE, 30)
    assert law.first == timedelta(minutes=30)
    assert law.after_turn(timedelta(minutes=29, seconds=50)) == timedelta(minutes=30, seconds=20)
    assert law.mercy == timedelta(minutes=1)
