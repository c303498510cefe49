"""Servers that die and worse while people play: nothing is lost or doubled, and everything goes on by itself."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import sleep

import pytest

from tests.hosting.host import ROOT, done
from tests.hosting.killing import Onlooker, Person, Slot, Told, judged, stored, until
from tests.hosting.postgres import NONE, Cluster, cluster, programs
from tests.hosting.servers import KEY, Servers, stream

KILLS = 300
LONGEST = 2.0  # seconds of play between two troubles
EARLIER = 30  # commits between two releases


@dataclass
class Play:
    """People at their tables, and the servers that they play at."""

    servers: Servers
    slots: list[Slot]
    told: Told
    people: list[Person]
    chance: random.Random
    pauses: list[float] = field(default_factory=list)  # until a computer player moved

    @property
    def looking(self) -> Person:
        return self.people[-1]

    def goes_on(self, *only: Person) -> None:
        """At every table somebody moves again: people, computer players, or standing orders."""
        begin = {table.key: table.number for table in stored(self.servers)}
        stands = {person: person.key for person in only or self.people}

        def has_moved(person: Person) -> bool:
            key = stands[person]
            return person.key != key or key not in begin or stored(self.servers, key)[0].number > begin[key]

        for person in stands:
            until(lambda: has_moved(person), self.people, f"{person.name}: nobody moves")  # noqa: B023

    def judge(self) -> None:
        for table in stored(self.servers):
            table.judge()
        judged(self.servers, self.told)

    def kill(self) -> None:
        """Time is counted from the kill where others are left, else from when there is a server again."""
        slot = self.chance.choice(self.slots)
        slot.kill()
        killed = datetime.now(UTC)
        slot.start()
        since = killed if len(self.slots) > 1 else datetime.now(UTC)
        self.goes_on()
        self._note_pause(since)

    def _note_pause(self, since: datetime) -> None:
        rows = self.servers.rows(
            "SELECT m.made FROM table_moverow m JOIN table_table t ON m.table_id = t.id"
            f" WHERE t.key = '{self.looking.key}'"
        )
        moments = (made if isinstance(made, datetime) else datetime.fromisoformat(made) for (made,) in rows)
        later = [moment for moment in (each.replace(tzinfo=UTC) for each in moments) if moment > since]
        if later:
            self.pauses.append((min(later) - since).total_seconds())

    def figures(self) -> str:
        """For whoever runs it with -s."""
        [(orders,)] = self.servers.rows("SELECT count(*) FROM table_moverow WHERE mover = 'order'")
        pauses, told = self.pauses or [0.0], self.told
        late = sum(pause > 5 for pause in pauses)
        return (
            f"{'two servers' if self.servers.is_postgres else 'one server'}, {len(stored(self.servers))} games:"
            f" {len(told.made)} moves told to be made, {len(told.refused)} refused, {orders} by orders;"
            f" {told.repeated} requests sent again, {told.failed} failed; {told.at_home} looks at home;"
            f" after {len(pauses)} kills computers went on within {median(pauses):.1f} s (median),"
            f" {max(pauses):.1f} (most), {late} times after more than 5\n"
        )


@contextmanager
def played(servers: Servers, slots: list[Slot], *titles: str) -> Iterator[Play]:
    """People who play these titles, and one who looks on; at the end every game replays."""
    told = Told()
    people: list[Person] = [Person(servers, slots, told, title, f"plays {title}") for title in titles]
    people.append(Onlooker(servers, slots, told, "1849", "looks on"))
    play = Play(servers, slots, told, people, random.Random(len(titles)))
    for slot in slots:
        slot.start()
    try:
        for person in people:
            person.start()
        until(lambda: all(person.key for person in people), people, "somebody found no table")
        play.goes_on()
        yield play
        play.judge()
    finally:
        for person in people:
            person.stopped.set()
        for person in people:
            person.join()
        for slot in slots:
            slot.stop()
    assert not [person.fault for person in people if person.fault]
    assert told.made
    sys.stdout.write(play.figures())
    assert "All is sound" in done("verify", "--all", "--database", servers.url, FERROVIA_SECRET=KEY)


@pytest.mark.parametrize("kills", [1, pytest.param(KILLS, marks=pytest.mark.soak)])
def test_play_goes_on_whenever_the_server_is_killed(tmp_path: Path, kills: int) -> None:
    servers = Servers(str(tmp_path / "house"), tmp_path)
    with played(servers, [Slot(servers, "one")], *_titles(kills)) as play:
        _killed(play, kills)


def _titles(kills: int) -> tuple[str, ...]:
    return ("1849",) if kills == 1 else ("1849", "1883", "18FB")


def _killed(play: Play, kills: int) -> None:
    for number in range(kills):
        sleep(play.chance.uniform(0, LONGEST))
        play.kill()
        play.judge()
        if number % 10 == 9:
            sys.stdout.write(play.figures())
            sys.stdout.flush()


@pytest.fixture
def postgres() -> Iterator[Cluster]:
    if programs() is None:
        pytest.skip(NONE)
    with cluster() as started:
        yield started


@pytest.mark.parametrize("kills", [1, pytest.param(KILLS, marks=pytest.mark.soak)])
def test_play_goes_on_at_two_servers_through_all_troubles(postgres: Cluster, tmp_path: Path, kills: int) -> None:
    """One is killed or dies in the middle of a job, news are lost, the database starts again.

    With `--soak` one also stands still for a while, and both are exchanged one after the other.
    """
    servers = Servers(postgres.database(), tmp_path)
    slots = [Slot(servers, "one"), Slot(servers, "two")]
    with played(servers, slots, *_titles(kills)) as play:
        _killed(play, kills)
        troubles = (_half_done, _news_are_lost, _database_starts_again(postgres))
        for trouble in troubles if kills == 1 else (*troubles, _stands_still, _exchanged):
            trouble(play)
            play.goes_on()
            play.judge()


def _half_done(play: Play) -> None:
    """A server has died that let computers move while another wanted them to: neither job is in the other's way.

    Another has died while it tidied up: somebody does so in its place.
    """
    import psycopg

    [(table,)] = play.servers.rows(f"SELECT id FROM table_table WHERE key = '{play.looking.key}'")
    with psycopg.connect(play.servers.url) as database:
        database.execute("LOCK TABLE procrastinate_jobs IN EXCLUSIVE MODE")
        database.execute("DELETE FROM procrastinate_jobs WHERE lock = %s", [f"bots {table}"])
        database.execute(
            "INSERT INTO procrastinate_jobs (task_name, queue_name, args, lock, queueing_lock, status)"
            " SELECT 'bots', 'default', jsonb_build_object('table', %(table)s::int), %(name)s, %(name)s,"
            " unnest(array['doing', 'todo'])::procrastinate_job_status",
            {"table": table, "name": f"bots {table}"},
        )
        database.execute(
            "INSERT INTO procrastinate_jobs (task_name, queue_name, lock, queueing_lock, status)"
            " VALUES ('tidying', 'default', 'tidying', 'tidying', 'doing')"
        )
        database.execute("INSERT INTO django_session VALUES ('old', '', now() - interval '1 day')")
    until(lambda: not play.servers.rows("SELECT 1 FROM django_session"), play.people, "nobody tidies up")


def _stands_still(play: Play) -> None:
    with play.slots[0].standing_still():
        play.goes_on(play.looking)


def _news_are_lost(play: Play) -> None:
    """Of the servers' own connections none is left; a page still hears of every move, though nobody asks."""
    server = play.slots[1].server
    assert server is not None
    key = play.looking.key
    with stream(type(server)(server.port, "", key, play.looking.cookie, "")) as standings:
        next(standings)
        ended = play.servers.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        assert len(ended) >= len(play.slots)
        [(changes,)] = play.servers.rows(f"SELECT changes FROM table_table WHERE key = '{key}'")
        assert any(standing > changes for standing in standings)


def _exchanged(play: Play) -> None:
    """As for an upgrade: each is told to stop, and another comes in its place."""
    for slot in play.slots:
        slot.stop()
        play.goes_on(play.looking)
        slot.start()


def _database_starts_again(postgres: Cluster) -> Callable[[Play], None]:
    def trouble(play: Play) -> None:
        postgres.stop()
        postgres.start()

    return trouble


@pytest.mark.soak
def test_servers_of_an_earlier_release_are_exchanged_one_by_one(postgres: Cluster, tmp_path: Path) -> None:
    """Both releases serve at the same time; the new one brings the database up to date under the old one."""
    packed = subprocess.run(["git", "archive", f"HEAD~{EARLIER}", "src"], cwd=ROOT, capture_output=True)
    if packed.returncode:
        pytest.skip("There is no earlier release here: this needs a clone with its history.")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(tmp_path / "earlier", filter="data")
    earlier = f"import sys; sys.path.insert(0, {str(tmp_path / 'earlier' / 'src')!r})\n"
    servers = Servers(postgres.database(), tmp_path, before=earlier)
    slots = [Slot(servers, "one", before=earlier), Slot(servers, "two", before=earlier)]
    with played(servers, slots, "1849", "1883", "18FB") as play:
        for slot in slots:
            slot.stop()
            play.goes_on(play.looking)
            slot.start(before="")
            play.goes_on()
            play.judge()
        _killed(play, 2)
