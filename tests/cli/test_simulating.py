"""simulate: results for people and scripts, and games that break off."""

import json
import re

import pytest

from ferrovia.bots import registry
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


def test_results_for_people() -> None:
    answer = ferrovia("simulate", "1849", "--games", 1, "--players", 3, "--seed", 5, "--jobs", 1)
    assert answer.exit_code == 0
    assert answer.stderr == ""
    assert "1 game of 1849" in answer.stdout
    assert "random" in answer.stdout
    assert "last phase" in answer.stdout
    assert "corporation closed" in answer.stdout
    assert "Never: " in answer.stdout


def test_results_for_italians_with_money_as_the_title_prints_it() -> None:
    page = ferrovia(
        "simulate", "1849", "--games", 1, "--players", 3, "--seed", 5, "--jobs", 1, "--language", "it"
    ).stdout
    assert re.match(r"1 partita di 1849 in \d+,\d+ s \(", page)
    assert ", 0 interrotte.\nMosse per partita: mediana " in page
    for heading in ("giocatore  posti  vittorie  patrimonio medio", "finita per", "ultima fase", "che cosa è successo"):
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
        (["1849", "--cluster", "somewhere"], "No such option '--cluster'"),
    ],
)
def test_what_cannot_be_simulated_is_told(arguments: list[int | str] | list[str], words: str) -> None:
    check_trouble(ferrovia("simulate", "--games", 1, *arguments), 2, words)


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
