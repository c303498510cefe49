"""bench: figures that make sense, and a sentence where something is missing."""

from ferrovia.cli import measures, run_measures
from tests.cli.command import asked, check_trouble, ferrovia
from tests.formats.records import recorded_walk


def test_forks_are_measured(monkeypatch):
    report = asked("bench", "fork")["benchmarks"]["fork"]
    assert 0 < report["fork_us"] < report["snapshot_and_restore_us"]
    page = ferrovia("bench", "fork").stdout
    assert page.startswith("fork: ")
    assert "fork us: " in page


def test_without_the_recorded_game_its_benchmarks_are_skipped(tmp_path):
    missing = tmp_path / "none.json"
    report = asked("bench", "replay", "--quick", "--fixture", missing)["benchmarks"]
    assert f"there is no recorded game at {missing}" in report["replay"]["skipped"]
    missing.write_text("{}")
    answer = ferrovia("bench", "replay", "--fixture", missing)
    assert "cannot be imported" in answer.stdout
    assert answer.exit_code == 0


def test_replays_choices_playouts_and_runs_are_measured(monkeypatch, tmp_path):
    _, game = recorded_walk(9, 150)
    fixture = tmp_path / "game"
    fixture.touch()
    monkeypatch.setattr(measures, "imported", lambda path: game)
    monkeypatch.setattr(measures, "_in_a_fresh_process", lambda measure, *arguments: measure(*arguments))
    replay = measures.replay(fixture, runs=1)
    assert replay["actions"] == 150
    assert replay["warm_actions_per_second"]["best"] >= replay["warm_actions_per_second"]["median"] > 0
    choices = measures.choices(fixture, games=1)
    assert choices["recorded"]["decisions"] == 150
    spread = choices["random 1883"]["in_play_ms"]
    assert 0 < spread["median"] <= spread["p99"] <= spread["worst"]
    playout = measures.playout(fixture, games=1)["1849"]
    assert 0 < playout["seconds"]["median"] <= playout["seconds"]["worst"]


def test_best_runs_are_measured_on_recorded_late_and_dense_positions(monkeypatch, tmp_path):
    _, game = recorded_walk(9, 150)
    monkeypatch.setattr(run_measures, "imported", lambda path: game)
    report = run_measures.best_runs(tmp_path, positions=2, dense=1)
    assert list(report) == ["recorded 1849", "late 1849", "dense 1849", "late 1883", "dense 1883"]
    assert [figures["positions"] for figures in report.values()][1:] == [2, 1, 2, 1]
    for figures in report.values():
        assert figures["positions"] > 0
        assert figures["proven_share"] == 1
        assert 0 < figures["loaded_ms"]["median"] <= figures["loaded_ms"]["p99"] <= figures["loaded_ms"]["worst"]


def test_without_the_recorded_game_best_runs_are_measured_elsewhere(tmp_path):
    report = run_measures.best_runs(tmp_path / "none", positions=0, dense=1)
    assert "there is no recorded game" in report["recorded 1849"]["skipped"]
    assert report["late 1849"] == {"positions": 0}
    assert report["dense 1849"]["positions"] == 1


def test_an_unknown_benchmark():
    check_trouble(ferrovia("bench", "everything"), 2, "There is no benchmark everything; we have replay, choices")
