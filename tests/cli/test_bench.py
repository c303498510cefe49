"""bench: figures that make sense, and a sentence where something is missing."""

from ferrovia.cli import measures
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
    report = asked("bench", "replay", "best-runs", "--fixture", missing)["benchmarks"]
    assert list(report) == ["replay", "best-runs"]
    for figures in report.values():
        assert f"there is no recorded game at {missing}" in figures["skipped"]
    missing.write_text("{}")
    answer = ferrovia("bench", "replay", "--fixture", missing)
    assert "cannot be imported" in answer.stdout
    assert answer.exit_code == 0


def test_replays_choices_playouts_and_runs_are_measured(monkeypatch, tmp_path):
    _, game = recorded_walk(9, 150)
    fixture = tmp_path / "game"
    fixture.touch()
    monkeypatch.setattr(measures, "_imported", lambda path: game)
    monkeypatch.setattr(measures, "_in_a_fresh_process", lambda measure, *arguments: measure(*arguments))
    replay = measures.replay(fixture, runs=1)
    assert replay["actions"] == 150
    assert replay["warm_actions_per_second"]["best"] >= replay["warm_actions_per_second"]["median"] > 0
    choices = measures.choices(fixture, games=1)
    assert choices["recorded"]["decisions"] == 150
    spread = choices["random"]["in_play_ms"]
    assert 0 < spread["median"] <= spread["p99"] <= spread["worst"]
    playout = measures.playout(fixture, games=1)
    assert 0 < playout["seconds"]["median"] <= playout["seconds"]["worst"]
    runs = measures.best_runs(fixture)
    assert runs["proven"] == runs["positions"] > 0


def test_an_unknown_benchmark():
    check_trouble(ferrovia("bench", "everything"), 2, "There is no benchmark everything; we have replay, choices")
