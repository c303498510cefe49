"""The clock that a test sets: all that the server stores and compares goes by it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ferrovia.table.models import MoveRow, Person, PrivateData, Table
from ferrovia.table.private_data import SANDBOX
from ferrovia.table.shared_clock import read_test_clock, time_now
from ferrovia.table.tables import TABLES
from ferrovia.table.tidying import PATIENCE, forget_passers_by
from ferrovia.table.timeouts import relieve_all
from tests.web.live.serving import House
from tests.web.people.visitors import first_action, game, guest, whoever_decides
from tests.web.server_clock import BEGINNING, ServerClock


def test_time_stands_still_until_the_test_lets_it_pass(server_clock: ServerClock) -> None:
    assert time_now() == time_now() == BEGINNING
    server_clock.passes(days=9, hours=1)
    assert time_now() == BEGINNING + timedelta(days=9, hours=1)
    server_clock.set(BEGINNING - timedelta(days=400))
    assert time_now() == BEGINNING - timedelta(days=400)


def test_without_it_the_clock_of_the_machine_counts(settings: Any) -> None:
    settings.TEST_CLOCK = ""
    before = datetime.now(UTC)
    assert before <= time_now() <= datetime.now(UTC)


@pytest.mark.parametrize("said", ["", "tomorrow", "17", "2026-13-01"])
def test_a_clock_that_says_nonsense_is_told_in_one_sentence(tmp_path: Path, said: str) -> None:
    file = tmp_path / "clock"
    file.write_text(said)
    with pytest.raises(ValueError, match=re.escape(f"says no moment: {said!r}.")):
        read_test_clock(file)


@pytest.mark.django_db
def test_tables_moves_and_those_who_are_late_go_by_it(server_clock: ServerClock) -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio), law={"pace": "days", "stand_in": "late"})
    decider, client = whoever_decides(table, *trio)
    assert (decider.made, table.made, table.asked_at) == (BEGINNING, BEGINNING, BEGINNING)
    later = server_clock.passes(days=1)
    client.post(f"/t/{table.key}/act", {"action": first_action(table), "after": "0"})
    table.refresh_from_db()
    assert (MoveRow.objects.get().made, table.asked_at, table.changed) == (later, later, later)
    server_clock.passes(days=1, hours=23)
    assert not relieve_all(TABLES)
    server_clock.passes(hours=2)
    assert relieve_all(TABLES) == 1


@pytest.mark.django_db
def test_tidying_goes_by_it(server_clock: ServerClock) -> None:
    person = Person.objects.create(name="Ada")
    table = Table.objects.create(title="1849", host=Person.objects.create(name="Bruno"))
    PrivateData.objects.create(table=table, person=person, kind=SANDBOX, content=b"")
    server_clock.passes(PATIENCE)
    assert not forget_passers_by()
    server_clock.passes(seconds=1)
    assert forget_passers_by() == 1


def test_a_server_in_another_process_obeys_it(tmp_path: Path) -> None:
    clock = ServerClock(tmp_path)
    (tmp_path / "house").mkdir()
    with House(tmp_path / "house").served(FERROVIA_TEST_CLOCK=str(clock.file)) as served:
        for days in range(2):
            assert served.asked("POST", f"/t/{served.key}/remark", {"text": f"Day {days}"}).status < 400
            with closing(sqlite3.connect(Path(served.folder) / "table.sqlite3")) as kept:
                made = [moment for (moment,) in kept.execute("SELECT made FROM table_remark ORDER BY id")]
            assert datetime.fromisoformat(made[-1]).replace(tzinfo=UTC) == BEGINNING + timedelta(days=3 * days)
            clock.passes(days=3)
