"""Servers that are killed while people play: nothing is lost or doubled, and everything goes on by itself."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import sleep

import pytest

from tests.hosting.host import done
from tests.hosting.killing import Onlooker, Person, Slot, Told, judged, stored, until
from tests.hosting.postgres import NONE, cluster, programs
from tests.hosting.servers import KEY, Servers

FEW = 2  # kills in the check
MANY = 300
LONGEST = 2.0  # seconds of play between two kills


@pytest.fixture(params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Servers]:
    if request.param == "sqlite":
        yield Servers(str(tmp_path / "house"), tmp_path)
    elif programs() is None:
        pytest.skip(NONE)
    else:
        with cluster() as started:
            yield Servers(started.database(), tmp_path)


def _goes_on(servers: Servers, people: list[Person]) -> None:
    """At every table somebody moves again: people, computer players, or standing orders."""
    begin = {table.key: table.number for table in stored(servers)}
    stands = {person: person.key for person in people}

    def has_moved(person: Person) -> bool:
        key = stands[person]
        return person.key != key or key not in begin or stored(servers, key)[0].number > begin[key]

    for person in people:
        until(lambda person=person: has_moved(person), people, f"{person.name}: nobody moves")  # type: ignore[misc]


def _pause(servers: Servers, key: str, since: datetime) -> float | None:
    """The seconds until a computer player moved at a table at which only computers play."""
    rows = servers.rows(
        f"SELECT m.made FROM table_moverow m JOIN table_table t ON m.table_id = t.id WHERE t.key = '{key}'"
    )
    moments = (made if isinstance(made, datetime) else datetime.fromisoformat(made) for (made,) in rows)
    later = [moment for moment in (each.replace(tzinfo=UTC) for each in moments) if moment > since]
    return (min(later) - since).total_seconds() if later else None


def _figures(servers: Servers, told: Told, pauses: list[float]) -> str:
    """For whoever runs it with -s."""
    [(orders,)] = servers.rows("SELECT count(*) FROM table_moverow WHERE mover = 'order'")
    late, middle, longest = sum(pause > 5 for pause in pauses), median(pauses or [0]), max(pauses, default=0)
    return (
        f"{servers.url}: {len(pauses)} kills, {len(stored(servers))} games; {len(told.made)} moves told to be made,"
        f" {len(told.refused)} refused, {orders} by orders; {told.repeated} requests sent again, {told.failed} failed;"
        f" {told.at_home} looks at home; computers went on after {middle:.1f} s, at most {longest:.1f},"
        f" {late} of {len(pauses)} after more than 5\n"
    )


@pytest.mark.parametrize("kills", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_play_goes_on_whenever_a_server_is_killed(servers: Servers, kills: int) -> None:
    """SQLite has one server, PostgreSQL two, of which one is killed at a time; neither is spared."""
    slots = [Slot(servers, name) for name in (("one", "two") if servers.is_postgres else ("one",))]
    told, chance = Told(), random.Random(kills)
    titles = ("1849", "1883", "18FB") if kills == MANY else ("1849",)
    people: list[Person] = [Person(servers, slots, told, title, f"plays {title}") for title in titles]
    looking = Onlooker(servers, slots, told, "1849", "looks on")
    people.append(looking)
    pauses: list[float] = []
    for slot in slots:
        slot.start()
    try:
        for person in people:
            person.start()
        until(lambda: all(person.key for person in people), people, "somebody found no table")
        for _ in range(kills):
            sleep(chance.uniform(0, LONGEST))
            slot = chance.choice(slots)
            slot.kill()
            killed = datetime.now(UTC)
            slot.start()
            since = killed if servers.is_postgres else datetime.now(UTC)
            _goes_on(servers, people)
            for table in stored(servers):
                table.judge()
            judged(servers, told)
            pause = _pause(servers, looking.key, since)
            if pause is not None:
                pauses.append(pause)
            if pauses and len(pauses) % 10 == 0:
                sys.stdout.write(_figures(servers, told, pauses))
    finally:
        for person in people:
            person.stopped.set()
        for person in people:
            person.join()
        for slot in slots:
            slot.stop()
    assert not [person.fault for person in people if person.fault]
    judged(servers, told)
    assert told.made
    sys.stdout.write(_figures(servers, told, pauses))
    assert "All is sound" in done("verify", "--all", "--database", servers.url, FERROVIA_SECRET=KEY)
