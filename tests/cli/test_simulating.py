"""simulate: results for people and scripts, and games that break off."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from ferrovia.bots import processes, registry
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, play_match
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import title
from tests.cli.command import asked, check_trouble, ferrovia


def test_results_and_totals_as_json() -> None:
    report = asked("simulate", "1849", "--games", 2, "--players", 3, "--seed", 5, "--jobs", 1)
    assert report["title"] == "1849"
    assert report["totals"]["games"] == 2
    assert report["totals"]["failed"] == 0
    happenings = report["totals"]["happenings"]
    assert list(happenings) == list(title("1849").happenings)
    for happening, often in happenings.items():
        assert often == sum(game["happenings"][happening] for game in report["games"])
    assert sum(report["totals"]["by_last_phase"].values()) == 2
    for index, game in enumerate(report["games"]):
        assert game["index"] == index
        assert len(game["scores"]) == game["players"] == 3
        assert set(game["winners"]) <= set(game["scores"])
        assert game["winner"] in (None, *game["winners"])
        assert game["actions"] > 0
        assert game["rounds"] > 0
        assert game["end_clause"].startswith("1849-")
        assert game["end_reason"]
        assert game["seconds"] > 0
        assert sorted(game["seats"]) == sorted(game["scores"])
        assert len(game["revenue"]) == game["operating_rounds"] > 0
        assert list(game["phases"]) == list(title("1849").box.phases)
        assert game["thinking"]["random"]["decisions"] == game["actions"]
    assert (
        report["totals"]["operating_rounds"]["value"] == sum(game["operating_rounds"] for game in report["games"]) / 2
    )
    assert [seat["seat"] for seat in report["totals"]["by_seat"]["3"]] == [1, 2, 3]
    wins = [seat["win_share"] for seat in report["totals"]["by_seat"]["3"]]
    assert sum(share["value"] for share in wins) == 1
    assert all(share["low"] <= share["value"] <= share["high"] for share in wins)


def test_results_for_people() -> None:
    answer = ferrovia("simulate", "1849", "--games", 1, "--players", 3, "--seed", 5, "--jobs", 1)
    assert answer.exit_code == 0
    assert answer.stderr == ""
    assert "1 game of 1849" in answer.stdout
    assert "random" in answer.stdout
    for heading in ("seat of 3", "phase", "train", "corporation", "operating round", "what happened"):
        assert f"\n{heading} " in answer.stdout
    assert "corporation closed" in answer.stdout
    assert "Never: " in answer.stdout


def test_results_for_italians_with_money_as_the_title_prints_it() -> None:
    page = ferrovia(
        "simulate", "1849", "--games", 1, "--players", 3, "--seed", 5, "--jobs", 1, "--language", "it"
    ).stdout
    assert re.match(r"1 partita di 1849 in \d+,\d+ s \(", page)
    assert ", 0 interrotte.\nMosse per partita: mediana " in page
    for heading in ("giocatore  posti  vittorie", "posto su 3", "finita per", "fase", "società", "che cosa è successo"):
        assert f"\n{heading}" in page
    assert " L. " in page
    assert "\nMai: " in page


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1848"], "There is no title 1848"),
        (["1849", "--players", 2], "not 2"),
        (["1849", "--players", 0], "not 0"),
        (["1849", "--players", -3], "not 0"),
        (["1849", "--bot", "deep"], "There is no computer player 'deep'"),
        (["1849", "--bot", "random,"], "There is no computer player ''"),
        (["1849", "--option", "fun"], "no option fun"),
        (["1849", "--option", "five_corporations", "--players", 3], "[1849-1.1.2]"),
        (["1849", "--seed", ""], "A seed has"),
    ],
)
def test_what_cannot_be_simulated_is_told(arguments: list[int | str] | list[str], words: str) -> None:
    check_trouble(ferrovia("simulate", "--games", 1, *arguments), 2, words)


def test_games_are_kept_and_not_played_again(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    arguments = ("simulate", "1849", "--players", 3, "--jobs", 1, "--out", out)
    short = asked(*arguments, "--games", 1)  # its seed is drawn, and kept with the games
    first = out.read_bytes()
    long = asked(*arguments, "--games", 2)
    assert long["games"][0] == short["games"][0]
    assert out.read_bytes().startswith(first)
    assert [json.loads(line) for line in out.read_bytes().splitlines()] == long["games"]
    whole = out.read_bytes()
    assert asked(*arguments, "--games", 2)["games"] == long["games"]
    check_trouble(ferrovia(*arguments, "--games", 2, "--seed", 1), 2, f"{out} holds other games")
    check_trouble(ferrovia(*arguments, "--games", 1), 2, "only 1 are asked for")
    assert out.read_bytes() == whole


def test_what_cannot_be_played_makes_no_file(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    check_trouble(ferrovia("simulate", "1849", "--bot", "deep", "--out", out), 2, "no computer player")
    check_trouble(ferrovia("simulate", "1849", "--out", tmp_path), 2, "it is a folder")
    assert list(tmp_path.iterdir()) == []


def interrupted(plan: list[Match], jobs: int) -> Iterator[Result]:
    yield play_match(plan[0])
    raise KeyboardInterrupt


def test_who_presses_ctrl_c_is_told_what_is_kept_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "my games.jsonl"
    arguments = ("simulate", "1849", "--games", 2, "--players", 3, "--seed", 5, "--out", out)
    with monkeypatch.context() as patched:
        patched.setattr(processes, "simulate", interrupted)
        answer = ferrovia(*arguments)
    check_trouble(answer, 130, f"Stopped: 1 of 2 games are in {out}; to go on: ferrovia simulate 1849 ")
    command = shlex.split(answer.stderr.partition("to go on: ")[2])
    assert len(out.read_bytes().splitlines()) == 1
    again = ferrovia(*command[1:], "--jobs", 1)
    assert again.exit_code == 0
    assert again.stdout.startswith("2 games of 1849")
    assert len(out.read_bytes().splitlines()) == 2


def test_who_presses_ctrl_c_without_a_file_is_given_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(processes, "simulate", interrupted)
        answer = ferrovia("simulate", "1849", "--games", 2, "--players", 3)
    (out,) = tmp_path.iterdir()
    check_trouble(answer, 130, f"1 of 2 games are in {out.name}; to go on: ferrovia simulate 1849")
    again = ferrovia(*shlex.split(answer.stderr.partition("to go on: ")[2])[1:], "--jobs", 1)
    assert again.exit_code == 0, again.stderr
    assert len(out.read_bytes().splitlines()) == 2


def test_ctrl_c_before_the_first_game_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(plan: list[Match], jobs: int) -> Iterator[Result]:
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(processes, "simulate", at_once)
    check_trouble(ferrovia("simulate", "1849", "--games", 2), 130, "Stopped: no game was over.")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_at_a_terminal_ends_all_processes(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command = [
        sys.executable,
        "-m",
        "ferrovia",
        "simulate",
        "1849",
        "--games",
        "5000",
        "--jobs",
        "2",
        "--out",
        str(out),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as running:
        while not (out.exists() and out.read_bytes().count(b"\n") > 1):
            assert running.poll() is None
            sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: the whole group hears it
        _, said = running.communicate()
    assert running.returncode == 130
    assert re.fullmatch(r"Stopped: \d+ of 5000 games are in \S+; to go on: ferrovia simulate 1849 .*\n", said)
    assert int(said.split()[1]) == out.read_bytes().count(b"\n")


class Stumbling:
    def __init__(self, seed: str) -> None:
        pass

    def choose(self, game: Game) -> Action:
        if len(game.actions) == 2:
            raise ValueError("I do not know.")
        return game.decision.choices[-1]


def test_a_game_that_breaks_off_is_told_with_what_plays_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._BOTS, "stumbling", Stumbling)
    arguments = ("simulate", "1849", "--games", 2, "--players", 3, "--bot", "stumbling", "--seed", 1, "--jobs", 1)
    answer = ferrovia(*arguments)
    assert answer.exit_code == 1
    assert "Game 0 stopped after 2 actions: ValueError: I do not know." in answer.stdout
    assert "Play it again: ferrovia play 1849 --seats stumbling,stumbling,stumbling --seed " in answer.stdout
    assert answer.stderr.startswith("2 of 2 games stopped; the first is number 0 with seed ")
    assert len(answer.stderr.splitlines()) == 1
    as_json = ferrovia(*arguments, "--json")
    assert as_json.exit_code == 1
    report = json.loads(as_json.stdout)
    assert report["totals"]["failed"] == 2
    assert report["games"][1]["error"] == "ValueError: I do not know."
