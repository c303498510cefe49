"""Simulations on a Dask cluster: the same games with the same results, whatever becomes of its workers."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

pytest.importorskip("distributed")  # comes with the dependencies of the checks

from distributed import Client, KilledWorker, LocalCluster

from ferrovia.bots import cluster
from ferrovia.bots.processes import DIED
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, matches, play_match
from tests.bots.results import without_times
from tests.cli.command import asked, check_trouble, ferrovia

WISH = ("simulate", "1849", "--games", 4, "--players", 3, "--seed", "a seed")
PLAN = matches("1849", 4, "a seed", players=3)


@pytest.fixture(scope="module")
def local() -> Iterator[LocalCluster]:
    """Two processes with a scheduler in this one."""
    made = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")  # type: ignore[no-untyped-call]
    with made:
        yield made


@cache
def played_here() -> list[dict[str, Any]]:
    return without_times(map(play_match, PLAN))


def test_a_cluster_plays_the_same_games_with_the_same_results(local: LocalCluster) -> None:
    report = asked(*WISH, "--cluster", local.scheduler_address)
    assert without_times(msgspec.convert(report["games"], list[Result])) == played_here()


def test_the_games_of_a_lost_worker_are_played_again(local: LocalCluster) -> None:
    games = cluster.simulate(PLAN, local.scheduler_address)
    found = [next(games)]
    os.kill(next(iter(local.workers.values())).pid, signal.SIGKILL)
    found += games
    assert without_times(found) == played_here()


def test_without_workers_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    empty = LocalCluster(n_workers=0, dashboard_address=":0")  # type: ignore[no-untyped-call]
    with empty:
        check_trouble(ferrovia(*WISH, "--cluster", empty.scheduler_address), 2, "has no workers")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "somewhere", "nothing://", ""])
def test_an_address_without_a_scheduler(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    check_trouble(ferrovia(*WISH, "--cluster", address), 2, f"No Dask scheduler answers at {address}")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "somewhere"])
def test_a_client_that_found_nobody_is_closed_at_once(address: str) -> None:
    """One that is closed by the garbage collector while another starts waits for it, and it for the other."""
    with pytest.raises(cluster.ClusterTrouble) as caught:
        cluster._client(address, 0.2)
    clients = [thing for thing in gc.get_objects() if isinstance(thing, Client) and thing.status != "running"]
    assert clients, f"{caught.value} holds it"
    assert {client.status for client in clients} <= {"closed", "newly-created"}


def test_where_dask_is_missing_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    check_trouble(ferrovia(*WISH, "--cluster", "x"), 2, "Dask", "install 'ferrovia[cluster]'")


def test_workers_of_another_release_are_not_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "0.0.1")
    with pytest.raises(cluster.ClusterTrouble, match=r"tcp://a of the cluster does not have Ferrovia 0\.0\.1"):
        cluster._check_workers(Workers({"tcp://a": "0.0.2"}), "x", 1)  # type: ignore[arg-type]
    with pytest.raises(cluster.ClusterTrouble, match="does not have"):
        cluster._check_workers(Workers({"tcp://a": "0.0.1", "b": ImportError("no")}), "x", 1)  # type: ignore[arg-type]
    cluster._check_workers(Workers({"tcp://a": "0.0.1"}), "x", 1)  # type: ignore[arg-type]


class Workers:
    """Stands in for a client: what its workers answer."""

    def __init__(self, answers: dict[str, object]) -> None:
        self.answers = answers

    def wait_for_workers(self, count: int, timeout: float) -> None:
        pass

    def run(self, function: object, on_error: str) -> dict[str, object]:
        return self.answers


class Future:
    """Stands in for a game on the cluster that did not go well."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def result(self) -> NoReturn:
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [(KilledWorker.__new__(KilledWorker), DIED), (ImportError("no ferrovia"), "ImportError: no ferrovia")],
)
def test_a_game_that_no_worker_can_play_has_broken_off(error: Exception, told: str) -> None:
    result = cluster._result(Future(error), PLAN[1], "x")  # type: ignore[arg-type]
    assert (result.index, result.error) == (1, told)


def test_when_the_cluster_is_gone_the_finished_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(plan: list[Match], address: str) -> Iterator[Result]:
        yield play_match(plan[0])
        yield cluster._result(Future(CancelledError()), plan[1], address)  # type: ignore[arg-type]

    out = tmp_path / "games.jsonl"
    with monkeypatch.context() as patched:
        patched.setattr(cluster, "simulate", lost)
        answer = ferrovia(*WISH, "--cluster", "tcp://there:1", "--out", out)
    check_trouble(answer, 2, f"The cluster at tcp://there:1 is gone: 1 of 4 games are in {out}; to go on: ")
    asked(*WISH, "--out", out, "--jobs", 1)
    report = asked(*WISH, "--out", out, "--cluster", "nowhere")  # with nothing left to play it is not asked
    assert without_times(msgspec.convert(report["games"], list[Result])) == played_here()
