"""The clock as a host sets it in the lobby, and what becomes of the pace of earlier releases."""

from __future__ import annotations

import importlib
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from ferrovia.table.clocks.profile import DAY, HOUR, MINUTE, PACES, ClockLaw
from ferrovia.table.clocks.wording import length, name, plain_words
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Table
from tests.web.people.visitors import browser, guest, lobby, text


def _clock(table: Table) -> ClockLaw:
    table.refresh_from_db()
    return law_of(table.law).clock


def _sends(client: Any, table: Table, **fields: object) -> Any:
    return client.post(f"/t/{table.key}/lobby", {"do": "law", "field": "clock", **fields})


@pytest.mark.django_db
def test_a_host_chooses_a_profile_how_much_and_what_rests() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    assert _clock(table) == ClockLaw()
    assert _sends(client, table, profile="weeks").status_code == 302
    assert _clock(table) == ClockLaw("weeks", 3 * DAY, 8 * HOUR)
    _sends(client, table, profile="weeks", preset="0")
    assert _clock(table) == ClockLaw("weeks", DAY, 4 * HOUR)
    _sends(client, table, profile="weeks", reserve="5", increment="12")
    for rest in ("night", "weekend", "holiday", "pause"):
        _sends(client, table, rest=rest)
    assert _clock(table) == ClockLaw("weeks", 5 * DAY, 12 * HOUR, True, True, True, False)
    page = text(client.get(f"/t/{table.key}"))
    assert "Each of you has 5 days in hand." in page
    assert "It runs only while it is your turn, not at night, not on weekends, not in a pause." in page
    assert "Every finished turn gives 12 h back, never more than 5 days." in page
    _sends(client, table, profile="live")
    assert _clock(table).reserve == 30 * MINUTE
    _sends(client, table, profile="none")
    assert not _clock(table).runs
    assert "Nobody is hurried: the page says since when" in text(client.get(f"/t/{table.key}"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"profile": "weeks", "reserve": "-1", "increment": "8"}, "Time is typed as a whole number up to 60 here."),
        ({"profile": "weeks", "reserve": "61", "increment": "8"}, "Time is typed as a whole number up to 60 here."),
        ({"profile": "weeks", "reserve": "3", "increment": "eight"}, "Time is typed as a whole number up to 240 here."),
        ({"profile": "weeks", "reserve": "1e3", "increment": "8"}, "Time is typed as a whole number up to 60 here."),
        ({"profile": "live", "reserve": "٣", "increment": "8"}, "Time is typed as a whole number up to 600 here."),
        (
            {"profile": "live", "reserve": "9" * 400, "increment": "8"},
            "Time is typed as a whole number up to 600 here.",
        ),
        ({"profile": "live", "reserve": "0", "increment": "0"}, "A clock needs some time"),
        ({"profile": "live", "preset": "9"}, "There is no such clock."),
        ({"profile": "sundial"}, "There is no such clock."),
        ({"rest": "siesta"}, "There is no such rest."),
    ],
)
def test_a_clock_of_nonsense_is_refused_in_one_sentence_and_nothing_has_changed(
    sent: dict[str, str], words: str
) -> None:
    host, client = guest("Ada")
    table = lobby(host)
    before = _clock(table)
    answer = _sends(client, table, **sent)
    assert answer.status_code == 409
    assert words in text(answer)
    assert _clock(table) == before


@pytest.mark.django_db
def test_only_the_host_sets_the_clock_and_nobody_once_the_game_runs() -> None:
    host, _ = guest("Ada")
    table = lobby(host)
    _, other = guest("Bruno")
    assert other.post(f"/t/{table.key}/join", {"name": "Bruno"}).status_code == 302
    assert _sends(other, table, profile="none").status_code == 403
    _sends(browser(), table, profile="none")
    assert _clock(table) == ClockLaw()


@pytest.mark.django_db
def test_the_pace_of_a_table_from_an_earlier_release_becomes_its_clock() -> None:
    host = Person.objects.create(name="Ada")
    laws = [{}, {"pace": "day", "undo": "none"}, {"pace": "days", "stand_in": "late"}, {"pace": "live"}]
    tables = [Table.objects.create(title="1849", host=host, law=law) for law in laws]
    before = [law_of(table.law) for table in tables]
    migration = importlib.import_module("ferrovia.table.migrations.0008_around_the_table")
    migration.paces_become_clocks(apps, SimpleNamespace(connection=connection))
    for table, law in zip(tables, before, strict=True):
        table.refresh_from_db()
        assert "pace" not in table.law
        assert law_of(table.law) == law
    assert law_of(tables[1].law).clock == PACES["day"]
    assert law_of(tables[2].law).stand_in == "late"


def test_a_clock_and_a_length_of_time_in_few_words() -> None:
    clocks = [*PACES.values(), ClockLaw("none"), ClockLaw("weeks", 3 * DAY, 8 * HOUR), ClockLaw("live", 3600, 30)]
    assert [str(name(clock)) for clock in clocks] == [
        "15 min a turn",
        "a day a turn",
        "2 days a turn",
        "no clock",
        "3 days + 8 h a turn",
        "1 h + 30 s a turn",
    ]
    seconds = (0, 48, 119, 120, 3599, 3600, 5 * 3600 + 20 * 60, DAY, DAY + 4 * HOUR, 40 * DAY + 59)
    assert [str(length(timedelta(seconds=each))) for each in seconds] == [
        "0:00",
        "0:48",
        "1:59",
        "2 min",
        "59 min",
        "1 h 00",
        "5 h 20",
        "1 d",
        "1 d 4 h",
        "40 d",
    ]
    for clock in clocks:
        for stand_in in ("never", "vote", "asked", "late"):
            assert all(str(sentence).endswith(".") for sentence in plain_words(clock, stand_in))
