"""bench: figures that make sense, and a sentence where something is missing."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ferrovia.bench import commands, ladder, memory, page, runs
from ferrovia.bench import play as moves
from ferrovia.bench.figures import FIGURES, Aimed, Figures, Rows
from ferrovia.bots.play import bot_game
from ferrovia.bots.positions import late_runs
from ferrovia.bots.results import Result, Thinking
from ferrovia.bots.simulation import Match, blank
from ferrovia.cli.bench import BENCHMARKS, _plain
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.registry import title
from tests.cli.command import asked, check_trouble, ferrovia
from tests.formats.records import recorded_walk


def plain(figures: Figures | Rows) -> dict[str, Any]:
    """The figures as scripts read them; people have a name for each."""
    check_names(figures)
    found: dict[str, Any] = _plain(figures)
    return found


def check_names(figures: Figures | Rows) -> None:
    for key, value in figures.items():
        assert isinstance(key, Message) or key in FIGURES, key
        if isinstance(value, dict):
            check_names(value)


def test_forks_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    report = asked("bench", "fork")["benchmarks"]["fork"]
    assert 0 < report["fork_us"] < report["snapshot_and_restore_us"]
    page = ferrovia("bench", "fork").stdout
    assert page.startswith("fork: ")
    assert "  a fork, µs: " in page


def test_the_command_is_measured_in_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "TITLES", {"1849": "ferrovia.titles.t1849"})
    report = asked("bench", "act", "--quick")["benchmarks"]["act"]
    assert list(report) == ["new 1849", "recorded"]
    for figures in report.values():
        assert figures["times"] == 2
        assert 0 < figures["seconds"]["best"] <= figures["seconds"]["median"]


def test_a_command_that_does_not_succeed_is_not_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(commands, "TITLES", {"1848": "ferrovia.titles.t1848"})
    report = asked("bench", "act", "--quick", "--fixture", tmp_path / "none")["benchmarks"]["act"]
    assert report["skipped"].startswith("`ferrovia new` failed: There is no title 1848")


def test_the_recorded_game_comes_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "_in_a_fresh_process", lambda measure, *arguments: measure(*arguments))
    assert asked("bench", "replay", "--quick")["benchmarks"]["replay"]["actions"] > 300


def test_without_the_recorded_game_its_benchmarks_are_skipped(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    report = asked("bench", "replay", "--quick", "--fixture", missing)["benchmarks"]
    assert f"There is no recorded game in {missing}" in report["replay"]["skipped"]
    missing.write_text("{}")
    answer = ferrovia("bench", "replay", "--fixture", missing)
    assert "cannot be imported" in answer.stdout
    assert answer.exit_code == 0


def test_replays_choices_playouts_and_runs_are_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, game = recorded_walk(9, 150)
    fixture = tmp_path / "game"
    fixture.touch()
    monkeypatch.setattr(moves, "imported", lambda path: game)
    monkeypatch.setattr(moves, "all_titles", lambda: {"1849": title("1849")})
    monkeypatch.setattr(moves, "_in_a_fresh_process", lambda measure, *arguments: measure(*arguments))
    replay = moves.replay(fixture, runs=1)
    assert replay["actions"] == 150
    assert replay["warm_actions_per_second"]["best"] >= replay["warm_actions_per_second"]["median"] > 0
    choices = plain(moves.choices(fixture, games=1))
    assert choices["recorded"]["decisions"] == 150
    spread = choices["random 1849"]["in_play_ms"]
    assert 0 < spread["median"] <= spread["p95"] <= spread["p99"] <= spread["worst"]
    playout = plain(moves.playout(fixture, games=1))["1849"]
    assert 0 < playout["seconds"]["median"] <= playout["seconds"]["worst"]


@pytest.mark.soak
def test_best_runs_are_measured_on_recorded_late_dense_and_made_up_positions(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, game = recorded_walk(9, 150)
    monkeypatch.setattr(runs, "imported", lambda path: game)
    monkeypatch.setattr(runs, "late_runs", early_runs)
    monkeypatch.setattr(runs, "STRESS", 2)
    monkeypatch.setattr(runs, "all_titles", lambda: {name: title(name) for name in ("1849", "1883")})
    report = plain(runs.best_runs(tmp_path, positions=2, dense=1))
    assert list(report)[:3] == ["recorded", "late 1849", "late 1883"]
    assert {"dense 1849, 16H 16H", "dense 1883, 8 8", "dense 1883, 4 4 4", "made up, trains by stops"} < set(report)
    assert "stress 1883, 7 8, more than the limit allows" in report
    for name, figures in report.items():
        assert figures["proven_share"] == 1
        assert 0 < figures["loaded_ms"]["median"] <= figures["loaded_ms"]["p99"] <= figures["loaded_ms"]["worst"]
        if name.startswith(("dense", "made up", "stress")):
            assert figures["positions"] == 1
    counted = [figures["positions"] for name, figures in report.items() if not name.startswith(("all", "stress"))]
    assert report["all of these"]["positions"] == sum(counted)
    recorded = report["recorded"]
    assert recorded["part_of_the_site"] == pytest.approx(recorded["seconds"] / 1.65, abs=1e-3)


def early_runs(name: str, count: int) -> Iterator[tuple[Game, str]]:
    """Stands in for late positions: a whole game of each title takes too long here."""
    game, _ = bot_game(name, ["sensible"] * 3, "early")
    yield from [(game, next(iter(game.title.box.corporations)))] * count


def test_late_runs_are_the_last_of_a_game() -> None:
    found = list(late_runs("1849", 3))
    assert len(found) == 3
    for game, corporation in found:
        turn = game.find(OperatingTurn)
        assert turn is not None
        assert turn.corporation == corporation
        assert game.top.step(game) == "run"
        assert game.trains(corporation)
    assert len(found[0][0].actions) < len(found[1][0].actions) < len(found[2][0].actions)


def test_without_the_recorded_game_best_runs_are_measured_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(runs, "all_titles", lambda: {"1849": title("1849")})
    monkeypatch.setattr(runs, "STRESS", 2)
    report = plain(runs.best_runs(tmp_path / "none", positions=0, dense=1))
    assert "There is no recorded game" in report["recorded"]["skipped"]
    assert report["late 1849"] == {"positions": 0}
    assert report["dense 1849, 16H 16H"]["positions"] == 1


def test_a_title_without_a_train_limit_has_no_dense_boards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    free = copy(title("1883"))
    free.box = copy(free.box)
    free.box.phases = {name: structs.replace(phase, train_limit=None) for name, phase in free.box.phases.items()}
    monkeypatch.setattr(runs, "all_titles", lambda: {"1883": free})
    monkeypatch.setattr(runs, "late_runs", lambda name, count: iter(()))
    report = plain(runs.best_runs(tmp_path / "none", positions=2, dense=1))
    assert list(report) == [
        "recorded",
        "late 1883",
        "made up, trains by stops",
        "made up, trains by hexsides",
        "all of these",
    ]


def test_memory_is_told_after_few_and_after_many_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "all_titles", lambda: {"1849": title("1849")})
    monkeypatch.setattr(memory, "PLAYERS", ("random",) * 3)
    monkeypatch.setattr(memory, "ProcessPoolExecutor", lambda mp_context: ThreadPoolExecutor(1))
    report = plain(memory.memory(tmp_path, few=1, many=2))
    assert list(report) == ["1849"]
    assert list(report["1849"]) == ["after 1 games", "after 2 games", "growth"]


def test_the_table_is_measured_beside_a_trivial_view_with_its_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "TITLES", {"1849": "ferrovia.titles.t1849"})
    monkeypatch.setattr(page, "whole_length", lambda name: 100)
    monkeypatch.setitem(BENCHMARKS, "page", BENCHMARKS["page"]._replace(quick={"tables": 2, "times": 2}))
    shown = ferrovia("bench", "page", "--quick").stdout
    assert shown.startswith("page: the table in the browser")
    told = r"[\d.,]+ \(under {}: (met|missed)\)"
    for start, goal in (
        ("late page of 1849, times the trivial view: ", 25),
        ("late page of 1849, all that a first visit loads, kB: ", 400),
        ("move of 1849, times the trivial view: ", 15),
        ("idle, memory of the server, MB: ", 500),
    ):
        assert re.search("^  " + re.escape(start) + told.format(goal) + "$", shown, re.MULTILINE), shown
    assert re.search(
        r"^  update of 1849, as sent, kB: median [\d.]+; most [\d.]+ \(under 40: met\)$", shown, re.MULTILINE
    )
    lengths = set(re.findall(r"^  1849 after (\d+) moves, a look at the past", shown, re.MULTILINE))
    assert len(lengths) == 2


def test_a_goal_is_told_as_met_or_missed_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    def stand_in(fixture: Path) -> Figures:
        return {"ms": Aimed(24.5, 25), "MB": Aimed(25, 25)}

    monkeypatch.setitem(BENCHMARKS, "fork", BENCHMARKS["fork"]._replace(measure=stand_in))
    page = ferrovia("bench", "fork").stdout
    assert "  ms: 24.5 (under 25: met)\n" in page
    assert "  memory of the server, MB: 25 (under 25: missed)\n" in page
    page = ferrovia("bench", "fork", "--language", "it").stdout
    assert "  ms: 24,5 (sotto 25: raggiunto)\n" in page
    assert "  memoria del server, MB: 25 (sotto 25: mancato)\n" in page
    report = asked("bench", "fork")["benchmarks"]["fork"]
    assert report["ms"] == {"found": 24.5, "goal": 25, "met": True}


def test_an_unknown_benchmark() -> None:
    check_trouble(ferrovia("bench", "everything"), 2, "There is no benchmark everything; there are replay, choices")


def test_every_figure_has_a_name_in_both_languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever a benchmark measures is printed by a name, with decimals as the language writes them."""

    def stand_in(fixture: Path, **quick: int) -> Rows:
        return {Message("recorded"): {**dict.fromkeys(FIGURES, 0.5), "median": {"worst": 1234.5}}}

    monkeypatch.setitem(BENCHMARKS, "fork", BENCHMARKS["fork"]._replace(measure=stand_in))
    page = ferrovia("bench", "fork").stdout
    assert "  recorded, just loaded, ms: 0.5\n" in page
    assert "  recorded, median: worst 1,234.5\n" in page
    page = ferrovia("bench", "fork", "--language", "it").stdout
    assert "  registrata, appena caricata, ms: 0,5\n" in page
    assert "  registrata, mediana: peggiore 1.234,5\n" in page
    assert page.startswith("fork: una partita copiata")


def test_scripts_get_the_same_keys_in_every_language() -> None:
    english, italian = (asked("bench", "fork", "--quick", "--language", each)["benchmarks"] for each in ("en", "it"))
    assert list(english["fork"]) == list(italian["fork"])


def test_the_ladder_of_players_is_measured(tmp_path: Path) -> None:
    wish = ("bench", "bots", "--title", "1849", "--bot", "random,sensible", "--jobs", 1, "--out", tmp_path / "l.jsonl")
    asked(*wish, "--games", 1)
    report = asked(*wish, "--games", 2)
    assert len((tmp_path / "l.jsonl").read_bytes().splitlines()) == 2
    figures = report["benchmarks"]["bots"]
    assert list(figures) == ["1849, sensible against two random", "1849, random", "1849, sensible"]
    step = figures["1849, sensible against two random"]
    assert step["games"] == 2
    assert step["won_percent"]["low"] < step["won_percent"]["value"] <= step["won_percent"]["high"] <= 100
    assert figures["1849, random"]["strength_points"] == {"value": 0}
    for player in ("random", "sensible"):
        thinking = figures[f"1849, {player}"]["thinking_ms"]
        assert 0 < thinking["mean"] < thinking["worst"]


def won_by_the_sensible(match: Match) -> Result:
    """Stands in for playing."""
    result = blank(match)
    result.scores = {player: len(kind) for player, kind in result.bots.items()}
    result.winners = [player for player, kind in result.bots.items() if kind == "sensible"]
    result.thinking = {kind: Thinking(10, 0.2, 0.1) for kind in match.bots}
    return result


def test_all_titles_together_have_a_ladder_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ladder, "simulate", lambda plan, jobs: (won_by_the_sensible(match) for match in plan))
    report = plain(ladder.bots(tmp_path, 1, titles=("1849", "1883"), rungs=("random", "sensible")))
    assert list(report)[:2] == ["1849, sensible against two random", "1883, sensible against two random"]
    together, apart = report["all titles, sensible"], [report[f"{name}, sensible"] for name in ("1849", "1883")]
    assert together["decisions"] == sum(figures["decisions"] for figures in apart) == 20
    assert together["thinking_ms"] == {"mean": 20, "worst": 100}
    assert together["strength_points"]["low"] > apart[0]["strength_points"]["low"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bots", "--title", "1848"], "There is no title 1848"),
        (["bots", "--bot", "random,deep"], "There is no computer player 'deep'"),
        (["bots", "--bot", "random"], "two different computer players"),
        (["fork", "--games", 3], "are for `ferrovia bench bots`"),
    ],
)
def test_what_the_ladder_cannot_measure_is_told(arguments: list[object], words: str) -> None:
    check_trouble(ferrovia("bench", *arguments), 2, words)
