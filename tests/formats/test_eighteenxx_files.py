"""Files that the site accepts, files of other years, and files that are no use: they come in, or are told why not."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ferrovia.engine.flow import actions as ours
from ferrovia.formats.eighteenxx import as_export, read_export
from ferrovia.titles.eighteenxx import ImportTrouble
from ferrovia.titles.t1849.eighteenxx import steps
from ferrovia.titles.t1849.eighteenxx.following import Follower
from ferrovia.titles.t1849.eighteenxx.reading import MOST_ACTIONS, live_actions
from ferrovia.titles.t1849.sicily import sicily
from tests.formats.test_eighteenxx_export import simulated
from tests.recorded import recorded_export
from tests.t1849.table import Table

DATA = Path(__file__).resolve().parents[1] / "data" / "18xx"


def site_game(name: str) -> dict[str, Any]:
    export: dict[str, Any] = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
    return export


@pytest.mark.parametrize(
    ("name", "last", "acting", "step"),
    [
        ("empty-run", ours.LayTile("B4", "7", 5), "RCS", "trains"),
        ("swap-choice", ours.SellShares("ATA", (20, 10, 10, 10)), "103", "stock"),
        ("token-only-here", ours.IssueShares(1), "ATA", "private"),
        ("token-only-there", ours.IssueShares(2), "RCS", "track"),
        ("two-sales", ours.SellShares("ATA", (10,)), "SFA", "trains"),
    ],
)
def test_files_that_the_site_accepts_come_in_whole(name: str, last: ours.Action, acting: str, step: str) -> None:
    export = site_game(name)
    imported = read_export(export)
    assert imported.departure is None, str(imported.departure)
    assert [line["id"] for line in imported.trace[1:]] == [move["id"] for move in export["actions"]]
    assert imported.game.actions[-1] == last
    assert (imported.trace[-1]["acting"], imported.trace[-1]["step"]) == (acting, step)
    again = read_export(json.loads(json.dumps(as_export(imported.game))), traced=False)
    assert again.game.actions == imported.game.actions
    assert again.game.hash() == imported.game.hash()


def test_a_run_of_nothing_is_written_where_the_site_demands_it() -> None:
    """RCS has a train, and track joins its station to another place, but no route."""
    moves = as_export(read_export(site_game("empty-run"), traced=False).game)["actions"]
    assert (moves[-1]["type"], moves[-1]["entity"], moves[-1]["routes"]) == ("run_routes", "RCS", [])


def test_stocks_sold_in_an_emergency_keep_their_order() -> None:
    assert read_export(site_game("two-sales")).trace[-1]["order"][:2] == ["ATA", "AFG"]


def test_the_outgoing_president_has_the_certificates_that_were_chosen() -> None:
    export = site_game("swap-choice")
    assert export["actions"][-1]["choice"] == "One 20% cert"
    assert read_export(export).trace[-1]["corps"]["ATA"]["pool"] == [20, 10, 10, 10]
    export["actions"][-1]["choice"] = "Two 10% certs"
    assert read_export(export).trace[-1]["corps"]["ATA"]["pool"] == [10, 10, 10, 10, 10]
    del export["actions"][-1]
    imported = read_export(export)
    assert "103 has not yet chosen which certificates to take" in str(imported.departure)
    assert len(imported.trace) == 798


@pytest.mark.parametrize("step", ["token", "private", "buy_token"])
def test_a_file_of_a_release_that_does_not_ask_a_step_comes_in(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the site once passed over a step by itself, its files have no pass for it."""
    game, asks = simulated(13, "sensible"), steps.asks
    with monkeypatch.context() as other_release:
        other_release.setattr(steps, "asks", lambda *args: args[2] != step and asks(*args))
        export = as_export(game)
    imported = read_export(json.loads(json.dumps(export)), traced=False)
    assert imported.departure is None, str(imported.departure)
    assert imported.game.hash() == game.hash()


def test_passing_for_others_is_told() -> None:
    """RCS has not acted in its turn: it is not passed over for the one who acts next in the file."""
    table = Table(3).phase("6").start("RCS", "Ada", cash=100).start("ATA", "Bruno", at=68, cash=100).operate("RCS")
    follower = Follower(table.game)
    lay = {
        "type": "lay_tile",
        "entity": "ATA",
        "entity_type": "corporation",
        "hex": "L12",
        "tile": "78-0",
        "rotation": 5,
    }
    with pytest.raises(LookupError, match="It is for RCS to act now"):
        follower.play(lay, (), lambda: None)
    assert table.game.actions == []


def test_a_turn_is_over_though_the_next_begins_with_a_purchase() -> None:
    table = (
        Table(3).phase("6").start("RCS", "Ada", cash=30).start("ATA", "Bruno", at=68, cash=100).privates(SIGI="Carla")
    )
    follower = Follower(table.operate("RCS", "private").game)
    by_rcs = {"type": "pass", "entity": "RCS", "entity_type": "corporation"}
    purchase = {"type": "buy_company", "entity": "ATA", "entity_type": "corporation", "company": "SIGI", "price": 50}
    follower.play(by_rcs, [purchase], lambda: None)
    assert table.game.top.corporation_of(table.game) == "ATA"
    follower.play(purchase, (), lambda: None)
    assert table.game.state.privates["SIGI"] == "ATA"


def test_an_unfinished_game_stands_where_the_site_stands() -> None:
    export = recorded_export()
    del export["actions"][200:]
    live = live_actions(export["actions"])
    imported = read_export(export)
    assert imported.departure is None
    assert len(imported.trace) == len(live) + 1
    assert not imported.game.over


def test_closed_corporations_wait_in_the_line() -> None:
    trace = read_export(site_game("swap-choice")).trace
    closed = next(line for line in trace if line["type"] == "bankrupt")
    assert closed["entity"] in closed["line"]


def test_a_home_is_chosen_while_the_first_player_of_the_round_has_priority() -> None:
    trace = read_export(recorded_export()).trace
    place = next(place for place, line in enumerate(trace) if line["step"] == "home_token")
    begun = next(line for line in trace[:place] if line["round"] == trace[place]["round"])
    assert trace[place]["priority"] == begun["priority"]


def test_options_of_the_site() -> None:
    options = ["delay_ift", "reduced_4p_corps", "acquiring_station_tokens", "bonds", "electric_dreams"]
    players = [{"id": number, "name": str(number)} for number in range(4)]
    settings = {"seed": 7, "optional_rules": options}
    game = read_export({"title": "1849", "players": players, "settings": settings, "actions": []}).game
    assert game.settings.options == (
        "ift_fourth",
        "five_corporations",
        "buy_station_tokens",
        "bonds",
        "electric_dreams",
        *game.title.readings,
    )
    assert len(sicily(game).order) == 5
    alone = {"seed": 7, "optional_rules": ["electric_dreams"]}
    with pytest.raises(ImportTrouble, match="also needs the option"):
        read_export({"title": "1849", "players": players, "settings": alone, "actions": []})


def test_a_game_without_a_seed_was_dealt_by_its_number() -> None:
    players = [{"name": name} for name in ("Ada", "Bruno", "Carla")]
    bare = {"title": "1849", "id": 27939, "players": players, "settings": {}, "actions": []}
    assert sicily(read_export(bare).game).order == sicily(read_export(recorded_export()).game).order


def with_action(place: int, **fields: Any) -> dict[str, Any]:
    export = copy.deepcopy(recorded_export())
    export["actions"][place].update(fields)
    return export


@pytest.mark.parametrize(
    ("export", "sentence"),
    [
        ({**recorded_export(), "title": "1830"}, "This is an export of a game of 1830, not of 1849."),
        (with_action(5, id=1), "The ids of the export do not rise"),
        (with_action(5, id="6"), "Action number 6 of the export has no id."),
        (with_action(5, id=True), "Action number 6 of the export has no id."),
        (with_action(5, type=None), "of the export has no type."),
        (with_action(5, auto_actions=[[]]), "of the export has no type."),
        (with_action(5, auto_actions=[{"type": "pass"}] * 101), "not a list of a few"),
        (with_action(5, type="undo", action_id=99999), "takes back to action 99999, which does not come before it."),
        (with_action(5, type="undo", action_id=-1), "takes back to action -1"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused_with_the_place(export: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ImportTrouble) as trouble:
        read_export(export)
    assert sentence in str(trouble.value)


def test_more_actions_than_any_game_has_are_refused_before_they_are_looked_at() -> None:
    export = recorded_export()
    export["actions"] = [None] * (MOST_ACTIONS + 1)
    with pytest.raises(ImportTrouble, match=f"has {MOST_ACTIONS + 1} actions; at most {MOST_ACTIONS} are read"):
        read_export(export)


def test_taking_back_and_again_for_ever_is_followed_in_no_time() -> None:
    moves: list[dict[str, Any]] = [{"type": "pass", "id": number} for number in range(1, 10_001)]
    for number in range(10_001, 20_001, 2):
        moves += [{"type": "undo", "id": number, "action_id": 0}, {"type": "redo", "id": number + 1}]
    assert len(live_actions(moves)) == 10_000


@pytest.mark.parametrize(("choice", "cash", "players"), [("Take L.500 loan", 500, 3), ("Leave game", 0, 2)])
def test_a_president_left_with_nothing_takes_the_loan_or_leaves(choice: str, cash: int, players: int) -> None:
    table = Table(3).phase("6").sold_out("4H").start("ATA", "Ada", cash=20).lay("L12 78 5")
    table.start("RCS", "Bruno", at=68).cash(Ada=5).operate("ATA", "trains")
    follower = Follower(table.game)
    follower.play({"type": "bankrupt", "entity": "ATA", "entity_type": "corporation"}, (), lambda: None)
    assert table.game.top.step(table.game) == "loan_choice"
    follower.play({"type": "choose", "entity": "Ada", "entity_type": "player", "choice": choice}, (), lambda: None)
    assert table.money("Ada") == (cash,)
    assert len(table.game.players) == players


def test_interest_that_the_president_pays_is_an_action_there() -> None:
    table = Table(3, options=("bonds",)).phase("8").start("ATA", "Ada", cash=40, operated=True)
    table.own_is(bonds=("ATA",)).cash(Ada=100).operate("ATA", "finance")
    follower = Follower(table.game)
    follower.play({"type": "pass", "entity": "ATA", "entity_type": "corporation"}, (), lambda: None)
    assert [question.step for question in follower.owed] == ["emergency"]
    assert table.money("Ada", "ATA") == (90, 0)
    follower.play({"type": "payoff_debt", "entity": "Ada", "entity_type": "player"}, (), lambda: None)
    assert not follower.owed
