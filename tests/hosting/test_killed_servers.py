"""Servers that die and worse while people play: nothing is lost or doubled, and everything goes on by itself."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest

from tests.hosting.host import ROOT
from tests.hosting.killing import Play, Slot, played, until
from tests.hosting.postgres import NONE, Cluster, cluster, programs
from tests.hosting.servers import Servers, stream

KILLS = 300
LONGEST = 2.0  # seconds of play between two troubles
EARLIER = 12  # commits between the two that serve at the same time


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
