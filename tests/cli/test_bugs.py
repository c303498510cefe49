"""A fault of the program says that it is one: it is not blamed on a file, and no file is changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from ferrovia.cli import main
from ferrovia.engine.flow.game import Game
from ferrovia.formats import save
from ferrovia.formats.files import FileTrouble
from ferrovia.titles.t1849.eighteenxx.following import Follower
from tests.recorded import recorded_export

FAULTS = [AttributeError("x"), AssertionError(), KeyError("x"), ValueError("x"), TypeError("x")]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def broken(fault: Exception) -> Any:
    def breaks(*_: Any, **__: Any) -> Any:
        raise fault

    return breaks


def is_told(result: Result, fault: Exception) -> bool:
    told = f"This is a fault of the program ({type(fault).__name__}), neither yours nor a file's"
    assert result.exit_code == 70, result.output
    assert "Traceback" in result.output  # what is to be reported
    return told in result.output.splitlines()[-1]


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    assert run("new", "1849", "--players", "Ada,Bruno,Carla", "--seed", "7", "-o", path).exit_code == 0
    assert run("act", path, '{"do": "pass"}').exit_code == 0
    return path


@pytest.mark.parametrize("fault", FAULTS)
def test_in_the_importer(fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, out = tmp_path / "site.json", tmp_path / "game.json"
    source.write_text(json.dumps(recorded_export()))
    monkeypatch.setattr(Follower, "_settle", broken(fault))
    assert is_told(run("import", source, "-o", out), fault)
    assert not out.exists()


@pytest.mark.parametrize("fault", FAULTS)
def test_where_a_game_is_taken_up(fault: Exception, game_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = game_file.read_bytes()
    monkeypatch.setattr(save, "misfits", broken(fault))
    assert is_told(run("show", game_file), fault)
    assert is_told(run("act", game_file, '{"do": "pass"}'), fault)
    assert game_file.read_bytes() == before


@pytest.mark.parametrize("fault", FAULTS)
def test_in_the_rules(fault: Exception, game_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = game_file.read_bytes()
    monkeypatch.setattr(Game, "why_not", broken(fault))
    monkeypatch.setattr(Game, "decision", property(broken(fault)))
    assert is_told(run("choices", game_file), fault)
    assert game_file.read_bytes() == before


def test_a_state_that_was_made_up_is_still_the_fault_of_its_file(
    game_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = save.load(game_file)
    state = json.loads(json.dumps(record.state))
    state["cash"]["Ada"] += 1
    forged = msgspec.structs.replace(record, state=state, hashes=[*record.hashes[:-1], save.fingerprint(state)])
    monkeypatch.setattr(save, "misfits", broken(AttributeError("x")))
    with pytest.raises(FileTrouble, match="does not fit 1849"):
        save.resume(forged)
    save.save(game_file, forged)
    shown = run("show", game_file)
    assert (shown.exit_code, shown.output.count("\n")) == (2, 1)
