"""balance: every goal with what was measured, for people and scripts, and a sentence where one fails."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ferrovia.bots import processes
from ferrovia.bots.results import Result, Thinking
from ferrovia.bots.simulation import Match, blank
from ferrovia.titles.registry import title
from tests.cli.command import asked, check_trouble, ferrovia

ROUNDS = 15
UNSEEN = ""  # a mechanism that never comes up


def made_up(plan: list[Match], jobs: int) -> list[Result]:
    """Stands in for playing: all is well but the number of rounds."""
    results = []
    for match in plan:
        result = blank(match)
        result.seats = tuple(result.bots)
        result.winners = [result.seats[match.index % 3]]
        result.scores = dict.fromkeys(result.bots, 0)
        result.thinking = {kind: Thinking() for kind in match.bots}
        result.operating_rounds = ROUNDS
        result.phases = dict.fromkeys(title(match.title).box.phases, 1)
        result.floats = dict.fromkeys(title(match.title).box.corporations, 1)
        result.happenings = {name: int(name != UNSEEN) for name in title(match.title).happenings}
        results.append(result)
    return results


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "simulate", lambda plan, jobs: (result for result in made_up(plan, jobs)))


def test_goals_for_people() -> None:
    answer = ferrovia("balance", "1883", "--games", 300, "--bot", "random")
    assert answer.exit_code == 0, answer.stderr
    assert answer.stdout.startswith("300 games of 1883 by random.\n")
    for line in (
        r"8 +> 90 % +100 % \(99-100\) +passed",
        r" +12-20 +15 \(15-15\) +passed",
        r"2/3 +≤ 43 % +33 % \(28-39\) +passed",
        r"SEFTA +> 50 % +100 % \(99-100\) +passed",
        r"concession failed +≥ 2 % +100 % \(99-100\) +passed",
    ):
        assert re.search(f"^{line} *$", answer.stdout, re.MULTILINE), line


def test_goals_for_scripts() -> None:
    report = asked("balance", "1849", "--games", 300, "--bot", "random", "--seed", 1)
    assert report["verdicts"] == {"pass": len(report["goals"]), "fail": 0, "undecided": 0}
    assert [report[key] for key in ("title", "players", "bots", "games")] == ["1849", 3, "random", 300]
    by_name = {(goal["subject"], goal["name"]): goal for goal in report["goals"]}
    assert by_name["rounds", ""] == {
        "subject": "rounds",
        "name": "",
        "least": 12,
        "most": 20,
        "found": {"value": 15, "low": 15, "high": 15},
        "verdict": "pass",
    }
    assert ("mechanism", "earthquake") in by_name
    assert ("mechanism", "bond issued") not in by_name
    assert by_name["seat", "3/3"]["most"] == pytest.approx(1.3 / 3)
    with_bonds = asked("balance", "1849", "--games", 3, "--bot", "random", "--option", "bonds")
    assert ("mechanism", "bond issued") in {(goal["subject"], goal["name"]) for goal in with_bonds["goals"]}


def test_a_goal_that_fails_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROUNDS", 31)
    answer = ferrovia("balance", "1849", "--games", 300, "--bot", "random")
    assert answer.exit_code == 1
    assert re.search(r"12-20 +31 \(31-31\) +failed", answer.stdout)
    assert re.fullmatch(r"1 of \d+ goals fails, 0 are undecided\.\n", answer.stderr)
    as_json = ferrovia("balance", "1849", "--games", 300, "--bot", "random", "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["verdicts"]["fail"] == 1


def test_goals_for_italians() -> None:
    page = ferrovia("balance", "1883", "--games", 300, "--bot", "random", "--language", "it").stdout
    assert page.startswith("300 partite di 1883 ")
    assert "obiettivo" in page
    assert "concessione " in page
    for english in ("goal", "passed", "seen"):
        assert english not in page


def test_the_games_of_a_simulation_are_taken_from_its_file(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    wish = ("1849", "--players", 3, "--bot", "random", "--seed", 4, "--out", out)
    made = ferrovia("simulate", *wish, "--games", 2)
    assert made.exit_code == 0, made.stderr
    kept = out.read_bytes()
    assert asked("balance", *wish, "--games", 3)["games"] == 3
    assert out.read_bytes().startswith(kept)
    assert len(out.read_bytes().splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1848"], "There is no title 1848"),
        (["1849", "--players", 7], "not 7"),
        (["1849", "--bot", "deep"], "There is no computer player 'deep'"),
    ],
)
def test_what_cannot_be_judged_is_told(arguments: list[object], words: str) -> None:
    check_trouble(ferrovia("balance", *arguments), 2, words)


# The chart


def test_a_chart_shows_every_interval_and_what_has_not_passed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = tmp_path / "balance.svg"
    asking = ("balance", "1883", "--games", 300, "--bot", "random", "--chart", chart)
    assert ferrovia(*asking).exit_code == 0
    told = _told(chart)
    assert "8: 100 % (99-100)" in told
    assert "2/3: 33 % (28-39)" in told
    assert "SEFTA: 100 % (99-100)" in told
    assert not any(row.startswith("looting") for row in told)  # seen often enough
    monkeypatch.setitem(globals(), "UNSEEN", "looting")
    check_trouble(ferrovia(*asking), 2, "already exists")
    assert ferrovia(*asking, "--force", "--language", "it").exit_code == 1
    assert "saccheggio: 0 % (0-1)" in _told(chart)


def _told(chart: Path) -> list[str]:
    """What every row says."""
    found = ElementTree.parse(chart).getroot().iter("{http://www.w3.org/2000/svg}title")
    return [element.text or "" for element in found]


def test_a_chart_is_an_svg_and_nothing_is_played_for_another_name(tmp_path: Path) -> None:
    answer = ferrovia("balance", "1883", "--chart", tmp_path / "balance.pdf", "--out", tmp_path / "games.jsonl")
    check_trouble(answer, 2, "must end in .svg")
    assert not [*tmp_path.iterdir()]
