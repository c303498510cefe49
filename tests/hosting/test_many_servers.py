"""Two servers of one database: what is done at one shows at the other, and both know the same people."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from urllib.request import urlopen

import pytest

from ferrovia.table.serving import listen
from tests.hosting.host import done, refused
from tests.hosting.postgres import NONE, cluster, programs
from tests.hosting.servers import AHEAD, KEY, Servers, stream
from tests.web.live.serving import WHOLE

pytestmark = pytest.mark.skipif(programs() is None, reason=NONE)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with cluster() as started:
        yield Servers(started.database(), tmp_path_factory.mktemp("servers"))


def test_a_move_at_one_server_is_told_at_the_other(servers: Servers) -> None:
    """Neither asks the database by itself: what the second one knows, PostgreSQL has told it."""
    with servers.served("one") as (one, _), servers.served("two") as (two, _), stream(two) as standings:
        before = next(standings)
        form = {"action": one.action, "after": "30", "key": "k"}
        assert one.asked("POST", f"/t/{one.key}/act", form).status == 302
        assert next(standing for standing in standings if standing > before) == before + 1
        assert two.number() == 31
        with stream(one) as others:
            now = next(others)
            assert two.asked("POST", f"/t/{one.key}/remark", {"text": "From the second"}).status == 302
            assert next(standing for standing in others if standing > now) == now + 1


def test_what_somebody_may_do_is_counted_at_all_servers_together(servers: Servers) -> None:
    with servers.served("one") as (one, _), servers.served("two") as (two, _):
        said = [server.asked("POST", f"/t/{one.key}/remark", {"text": "Hello"}).status for server in (one, two) * 20]
    assert said[:12] == [302] * 12
    assert 429 in said


def test_a_server_with_another_key_does_not_start(servers: Servers, tmp_path: Path) -> None:
    with servers.served("one"):
        assert "another secret key" in servers.refused("other", FERROVIA_SECRET="x" * 40)
        assert "another secret key" in servers.refused("new", FERROVIA_SECRET=f"{'x' * 40},{KEY}")
        with servers.served("old", FERROVIA_SECRET=f"{KEY},{'x' * 40}") as (server, _):
            assert server.asked("GET", f"/t/{server.key}").status == 200
    assert "shorter" in servers.refused("short", FERROVIA_SECRET="x")


def test_computer_players_go_on_wherever_somebody_is_left(servers: Servers) -> None:
    """One server is killed, one is stopped and goes on later: none of their moves is lost or made twice.

    The clock of the third is an hour ahead: it goes by that of the database. Somebody looks on, or one seat has a
    person: else a game stands still.
    """
    with servers.served("one") as (_, first), servers.served("two") as (two, second):
        servers.rows("UPDATE table_seat SET kind = 'bot', person_id = NULL, bot = 'sensible' RETURNING id")
        with stream(two):
            servers.goes_on()
            first.kill()
            servers.goes_on()
        with servers.served("three", before=AHEAD) as (three, _), stream(three):
            second.send_signal(signal.SIGSTOP)
            servers.goes_on()
            [(seconds,)] = servers.rows("SELECT extract(epoch FROM now() - asked_at) FROM table_table")
            assert abs(seconds) < 1800
            assert three.asked("GET", f"/t/{three.key}").status == 200
            second.send_signal(signal.SIGCONT)
            servers.goes_on(20)
        with servers.running("thinking", "worker"):
            pass  # it stops when it is told to
    servers.rows(
        "UPDATE table_seat SET kind = 'person', bot = '' WHERE id = (SELECT seat.id FROM table_seat seat"
        " JOIN table_table ON table_id = table_table.id WHERE player <> decider LIMIT 1) RETURNING id"
    )
    with servers.running("thinking", "worker"):
        servers.goes_on(1)
    moves = servers.moves()
    assert servers.rows("SELECT count(*), min(number), max(number) FROM table_moverow") == [(moves, 1, moves)]
    assert "All is sound: 1 game" in done("verify", "--all", "--database", servers.url, FERROVIA_SECRET=KEY)


def test_one_machine_serves_by_several_processes(servers: Servers) -> None:
    """From one socket, counted together; one that is killed is started again."""
    with listen("127.0.0.1", 0, 1) as free:
        metrics = f"127.0.0.1:{free.getsockname()[1]}"
    with servers.served("many", "--workers", "2", FERROVIA_METRICS=metrics) as (server, process):
        for _ in range(20):
            assert server.asked("GET", "/readyz", Host="10.0.0.1").status == 200
        assert server.asked("GET", "/", Host="10.0.0.1").status == 400
        with urlopen(f"http://{metrics}/metrics", timeout=WHOLE) as told:
            assert 'ferrovia_requests_total{status="200",view="readyz"} 20.0' in told.read().decode()
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        before = children.read_text().split()
        for child in before:
            os.kill(int(child), signal.SIGKILL)
        assert server.asked("GET", "/readyz").status == 200
    assert not Path(f"/proc/{process.pid}").exists()


def test_computer_players_move_where_several_processes_serve(servers: Servers) -> None:
    """Each has processes of its own, in which they think."""
    servers.rows("UPDATE table_seat SET kind = 'bot', person_id = NULL, bot = 'sensible' RETURNING id")
    with servers.served("many", "--workers", "2") as (server, _), stream(server):
        servers.goes_on()


def test_several_processes_and_workers_want_a_database_to_share(tmp_path: Path) -> None:
    assert "PostgreSQL" in refused("serve", "--no-open", "--workers", "2", "--database", tmp_path)
    assert "shares a database" in refused("worker", "--database", tmp_path)


LAY_TABLES_OF_COMPUTERS = """
import json
from ferrovia.table.serving import prepare
prepare()
from ferrovia.bench.games import PLAYERS, lay, lay_many, played
from ferrovia.table.models import Person, Seat, Table
people = [Person.objects.create(name=player) for player in PLAYERS]
lay_many(lay(played("1849", 30), people), [people] * 30)
to_move = Table.objects.latest("pk").decider
Seat.objects.exclude(player=next(player for player in PLAYERS if player != to_move)).update(bot="planner")
print(json.dumps({}))
"""


def test_a_server_that_stops_puts_down_what_it_has_begun_without_a_word(servers: Servers) -> None:
    servers.lay(LAY_TABLES_OF_COMPUTERS)
    with servers.served("one") as (_, process):
        assert process.stdout is not None
        while servers.rows("SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'") < [(5,)]:
            sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert "Traceback" not in process.stdout.read()
    assert servers.rows("SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'") == [(0,)]
