"""Starting the table: where it listens, what it reads from its surroundings, how it stops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from urllib.request import urlopen

import pytest

from ferrovia.cli.serving import has_browser, surroundings
from ferrovia.table.serving import address, listen

ROOT = Path(__file__).resolve().parents[3]


def test_a_port_that_is_taken_is_passed_over() -> None:
    with listen("127.0.0.1", 20_000, 1000) as first:
        port = first.getsockname()[1]
        first.listen()
        with listen("127.0.0.1", port, 100) as second:
            assert second.getsockname()[1] > port
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", port, 1)


def test_answers_are_sent_at_once() -> None:
    with listen("127.0.0.1", 20_000, 1000) as made:  # asyncio looks at this before it switches delays off
        assert made.proto == socket.IPPROTO_TCP


def test_the_address_can_be_typed() -> None:
    assert address("127.0.0.1", 8018) == "http://127.0.0.1:8018/"
    assert address("::1", 8018) == "http://[::1]:8018/"
    assert "0.0.0.0" not in address("0.0.0.0", 8018)


def test_the_surroundings_say_where_games_are_kept_and_who_may_ask(tmp_path: Path) -> None:
    here: dict[str, str] = {}
    surroundings("127.0.0.1", "", here)
    assert here == {}
    surroundings("0.0.0.0", str(tmp_path), here)
    assert here["FERROVIA_VAR"] == str(tmp_path)
    assert socket.gethostname() in here["FERROVIA_HOSTS"].split(",")
    there = {"FERROVIA_HOSTS": "trains.example"}
    surroundings("0.0.0.0", "postgres://ada@db/games", there)
    kept = {"FERROVIA_HOSTS": "trains.example", "FERROVIA_DATABASE": "postgres://ada@db/games"}
    assert there == kept | {"FERROVIA_SIGN_UP": "invited"}


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        (
            "mysql://ada@db/games",
            "mysql://ada@db/games is no database that the table knows: a folder or postgres://...",
        ),
        ("{here}/file", "No games can be kept in {here}/file: Not a directory."),
        ("{here}/broken", "No games can be kept in {here}/broken: file is not a database."),
        ("postgres://ada:secret@127.0.0.1:1/games", ""),
    ],
)
def test_games_that_cannot_be_kept_are_told_in_a_sentence(database: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "table.sqlite3").write_text("no database" * 1000)
    command = [sys.executable, "-m", "ferrovia", "serve", "--no-open", "--database", database.format(here=tmp_path)]
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("FERROVIA_")}
    told = subprocess.run(command, capture_output=True, text=True, env=surroundings, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1
    assert "secret" not in told.stderr
    assert told.stderr.strip() == sentence.format(here=tmp_path) or not sentence


@pytest.mark.parametrize("name", ["CI", "SSH_CONNECTION", "SSH_TTY"])
def test_no_browser_is_opened_where_nobody_sits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("webbrowser.get", lambda: object())
    assert has_browser({"DISPLAY": ":0"})
    assert not has_browser({"DISPLAY": ":0", name: "1"})


def test_the_launcher_alone_starts_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_from_loader("launcher", SourceFileLoader("launcher", str(ROOT / "ferrovia")))
    assert spec is not None
    assert spec.loader is not None
    launcher = module_from_spec(spec)
    spec.loader.exec_module(launcher)
    started: list[list[str]] = []
    monkeypatch.setattr(launcher, "set_up", lambda root, kind: None)
    monkeypatch.setattr(launcher.os, "execv", lambda path, command: started.append(command))
    launcher.main([])
    assert started[0][-2:] == ["-m", "ferrovia"]  # which starts it where it is told nothing else


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with listen("127.0.0.1", 21_000, 1000) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ferrovia", "serve", "--port", str(port), "--database", str(tmp_path)]
    surrounding = {**os.environ, "CI": "1"}
    process = subprocess.Popen(command, env=surrounding, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    yield process, port
    process.kill()
    process.communicate()


def test_it_says_where_it_is_answers_and_stops_cleanly(
    server: tuple[subprocess.Popen[str], int], tmp_path: Path
) -> None:
    process, port = server
    assert process.stdout is not None
    assert f"http://127.0.0.1:{port}/" in process.stdout.readline()
    assert process.stdout.readline() == f"Games are kept in {tmp_path}.\n"
    with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=20) as answer:
        assert answer.read() == b"ready\n"
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said == ""
