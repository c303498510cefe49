"""Best runs of everybody beside the map: worked out once by a request of its own, the same for all who look."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from ferrovia.engine.board.routes import Runs
from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.state import BANK
from ferrovia.table.models import Table
from ferrovia.table.page import best_runs, dock
from ferrovia.table.page.best_runs import WorkedOut
from ferrovia.table.page.routes import timetables
from tests.web.positions import laid_out, scene_of, stored_walk
from tests.web.turn.crawling import rendered, scene_at

pytestmark = pytest.mark.django_db

LATE = {"1849": ("1849-three", 240), "1883": ("1883-four", 900), "18FB": ("18FB-three", 700)}


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = WorkedOut()
    monkeypatch.setattr(best_runs, "WORKED", fresh)
    monkeypatch.setattr(dock, "WORKED", fresh)


def late(title: str) -> Table:
    game, number = LATE[title]
    return laid_out(stored_walk(game).record(number))


@pytest.fixture
def table() -> Table:
    return late("1849")


@pytest.mark.parametrize("title", LATE)
def test_every_corporation_has_its_best_run(title: str) -> None:
    table = late(title)
    scene = scene_of(table, pick={"open": "runs"})
    assert dock.work(scene)
    found, game = best_runs.best_runs(scene), scene.game
    running = [row for row in found.rows if row.state == "runs"]
    assert len(running) > 2
    for row in running:
        assert row.total == game.title.runs.best(game, row.name).revenue
    assert all(row.name in {each.name for each in found.rows} for row in running)
    assert {name for name in game.state.certificates if game.trains(name)} <= {row.name for row in found.rows}


def test_a_page_waits_for_no_search_and_says_that_it_is_worked_out(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched(*_: object) -> Runs:
        raise AssertionError("a page has searched")

    with monkeypatch.context() as watched:
        watched.setattr(RunRules, "best", searched)
        page = client.get(f"/t/{table.key}?open=runs").content.decode()
    assert "working" in page
    work = re.search(r'data-work="runs" href="([^"]+)"', page)
    assert work is not None
    assert client.get(work[1], headers={"HX-Request": "true"}).status_code == 204
    with monkeypatch.context() as watched:
        watched.setattr(RunRules, "best", searched)
        for path in (f"/t/{table.key}?open=runs", f"/t/{table.key}/now?open=runs"):
            page = client.get(path).content.decode()
            assert "data-work" not in page
            assert "exact" in page


def test_without_scripts_the_link_leads_back_to_a_page_that_knows(table: Table, client: Client) -> None:
    answer = client.get(f"/t/{table.key}/work?open=runs", follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(f"/t/{table.key}?open=runs", 302)]
    assert "What would it earn?" in page
    assert "data-work" not in page


def test_one_request_works_while_others_wait(table: Table, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    scene = scene_of(table, pick={"open": "runs"})
    asked: list[int] = []

    def meanwhile(name: object, *_: object) -> best_runs.Answer:
        if not asked:
            asked.append(client.get(f"/t/{table.key}/work?open=runs", headers={"HX-Request": "true"}).status_code)
        return best_runs.Answer(None)

    monkeypatch.setattr(best_runs, "_answer", meanwhile)
    assert dock.work(scene)
    assert asked == [202]
    assert client.get(f"/t/{table.key}/work?open=runs", headers={"HX-Request": "true"}).status_code == 204


def test_the_chosen_one_is_told_stop_by_stop_and_drawn(table: Table, client: Client) -> None:
    scene = scene_of(table, pick={"open": "runs"})
    dock.work(scene)
    name = next(row.name for row in best_runs.best_runs(scene).rows if row.state == "runs")
    page = client.get(f"/t/{table.key}?n={scene.number}&open=runs&runs={name}").content.decode()
    shown = best_runs.asked_for(replace(scene, pick={"runs": name}))
    assert shown is not None
    for call in shown.tables[0].calls:
        assert call.name in page
    assert 'class="runs"' in page


@pytest.mark.parametrize("way", ["past", "try"])
def test_in_the_past_and_in_a_sandbox_too(table: Table, client: Client, way: str) -> None:
    path = f"/t/{table.key}/at/{LATE['1849'][1] - 30}" if way == "past" else f"/t/{table.key}/try"
    assert "working" in client.get(f"{path}?open=runs").content.decode()
    assert client.get(f"{path}/work?open=runs", headers={"HX-Request": "true"}).status_code == 204
    page = client.get(f"{path}?open=runs").content.decode()
    assert "exact" in page
    assert "earner" in page
    assert client.get(f"/t/{table.key}/at/99999/work?open=runs").status_code == 302


def test_who_has_no_train_runs_for_nothing_and_a_bound_says_at_least(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_of(table, pick={"open": "runs"})
    game = scene.game
    game.state.trains = {**game.state.trains, game.market_order()[0]: ()}
    honest = RunRules.best

    def cut_short(self: RunRules, *asked: object) -> Runs:
        found = honest(self, *asked)  # type: ignore[arg-type]
        return Runs(found.routes, found.revenue, found.bound + 10, proven=False)

    monkeypatch.setattr(type(game.title.runs), "best", cut_short)
    dock.work(scene)
    page = rendered(scene, "dock")
    assert "No train: runs for nothing" in page
    assert "at least" in page
    assert "not all exact" in page


def test_the_law_may_hide_best_runs_or_only_their_routes(table: Table, client: Client) -> None:
    table.law = {"best_run": "hidden"}
    table.save()
    page = client.get(f"/t/{table.key}?open=runs").content.decode()
    assert "dock-head" not in page
    assert client.get(f"/t/{table.key}/work?open=runs", headers={"HX-Request": "true"}).status_code == 204
    assert best_runs.WORKED.known(scene_of(table)) is None
    table.law = {"best_run": "told"}
    scene = scene_of(table, pick={"open": "runs"})
    dock.work(scene)
    rows = best_runs.best_runs(scene).rows
    assert any(row.total for row in rows)
    assert not any(row.parts for row in rows)
    told = best_runs.asked_for(replace(scene, pick={"runs": next(row.name for row in rows if row.total)}))
    assert told is not None
    assert not told.routes


@pytest.mark.parametrize(("game", "from_move"), [("1849-three", 60), ("1883-two", 150), ("18FB-three", 300)])
def test_with_another_train_it_earns_what_it_does_once_it_has_bought_it(game: str, from_move: int) -> None:
    """Wherever the bank sells a train in a stored game, and the turn goes on from there."""
    walk, seen = stored_walk(game), 0
    for number in range(from_move, walk.length):
        then = walk.game(number)
        bought = [each for each in then.decision.choices if isinstance(each, BuyTrain) and each.source == BANK]
        corporation = "" if then.over else then.top.corporation_of(then)
        if not bought or not then.state.stations.get(corporation) or not then.title.runs.may_run(then, corporation):
            continue
        scene = scene_at(then)
        now = best_runs.Answer(None)
        for choice in bought:
            after = then.fork()
            after.apply(choice)
            supposed = best_runs._supposed(scene, corporation, choice.train, now)
            assert sorted(supposed.trains) == sorted(after.trains(corporation))
            assert supposed.total == after.title.runs.best(after, corporation).revenue
            seen += 1
        if seen >= 12:
            break
    assert seen >= 6


def test_a_run_calls_its_stops_as_the_map_of_the_language_does() -> None:
    table = late("1883")
    english, italian = scene_of(table), scene_of(table, language="it")
    game = english.game
    runs = {name: game.title.runs.best(game, name).routes for name in game.market_order() if game.trains(name)}
    told = [
        {call.name for name, routes in runs.items() for run in timetables(scene, name, routes) for call in run.calls}
        for scene in (english, italian)
    ]
    assert "Bologna/Florence" in told[0]
    assert "Bologna/Firenze" in told[1]
    assert "Bologna/Florence" not in told[1]
