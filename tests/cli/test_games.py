"""new, act and undo: games made and changed, refusals that change nothing."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.engine.flow.chance import commitment
from ferrovia.formats.save import load, open_game
from tests.cli.command import asked, check_trouble, ferrovia, saved_walk

PASS = '{"do":"pass"}'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    assert ferrovia("new", "1849", "--players", "Ada,Bruno,Carla", "--seed", "7", "-o", path).exit_code == 0
    return path


# new


def test_the_same_seed_makes_the_same_game(game: Path, tmp_path: Path) -> None:
    ferrovia("new", "1849", "--players", "Ada, Bruno, Carla", "--seed", "7", "-o", tmp_path / "other.json")
    one, other = load(game), load(tmp_path / "other.json")
    assert (one.state, one.hashes) == (other.state, other.hashes)


def test_a_seed_is_committed_to_with_a_salt(game: Path, tmp_path: Path) -> None:
    """A seed of one digit would be guessed from its hash."""
    answer = ferrovia("new", "1849", "--players", "Ada, Bruno, Carla", "--seed", "7", "-o", tmp_path / "other.json")
    one, other = load(game), load(tmp_path / "other.json")
    assert len({commitment("7"), one.commitment, other.commitment}) == 3
    assert [len(record.settings.salt) for record in (one, other)] == [32, 32]
    assert other.commitment in answer.stdout
    assert other.settings.salt not in answer.output
    assert ferrovia("verify", tmp_path / "other.json").exit_code == 0


def test_without_a_seed_one_is_drawn_and_committed_to(tmp_path: Path) -> None:
    seeds = set()
    for name in ("a.json", "b.json"):
        answer = ferrovia("new", "1849", "--players", "A,B,C,D,E", "-o", tmp_path / name)
        record = load(tmp_path / name)
        assert record.commitment in answer.stdout
        assert record.settings.seed not in answer.output
        seeds.add(record.settings.seed)
    assert len(seeds) == 2
    assert all(len(seed) == 32 for seed in seeds)


def test_options_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    options = ("--option", "five_corporations", "--option", "ift_fourth", "--option", "ift_fourth")
    assert ferrovia("new", "1849", "--players", "A,B,C,D", *options, "-o", path).exit_code == 0
    assert load(path).settings.options == ("five_corporations", "ift_fourth")
    assert len(asked("show", path)["corporations"]) == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1848", "--players", "A,B,C"], ["There is no title 1848; we have 1849"]),
        (["1849", "--players", "A,B"], ["3, 4 or 5 players, not 2", "[1849-1.1.1]"]),
        (["1849", "--players", "A,B,C,D,E,F"], ["not 6", "[1849-1.1.1]"]),
        (["1849", "--players", "A,A,B"], ["Two players are called A."]),
        (["1849", "--players", "A,,B"], ["printable characters"]),
        (["1849", "--players", "A,B,C\x1b[31m"], ["printable characters"]),
        (["1849", "--players", f"A,B,{'C' * 41}"], ["printable characters"]),
        (["1849", "--players", "A,B,bank"], ["of the game.\n"]),
        (["1849", "--players", "A,B,RCS"], ["of the game.\n"]),
        (["1849", "--players", "A,B,C", "--option", "fun"], ["no option fun"]),
        (["1849", "--players", "A,B,C", "--option", "five_corporations"], ["[1849-1.1.2]"]),
        (["1849", "--players", "A,B,C", "--seed", ""], ["A seed has"]),
        (["1849", "--players", "A,B,C", "--seed", "x" * 201], ["A seed has"]),
    ],
)
def test_what_makes_no_game_is_told(tmp_path: Path, arguments: list[str], words: list[str]) -> None:
    path = tmp_path / "game.json"
    check_trouble(ferrovia("new", *arguments, "-o", path), 2, *words)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_written_over_only_by_force(game: Path, tmp_path: Path) -> None:
    before = game.read_bytes()
    again = ("new", "1849", "--players", "X,Y,Z", "-o", game)
    check_trouble(ferrovia(*again), 2, "already exists", "--force")
    assert game.read_bytes() == before
    game.chmod(0o600)
    assert ferrovia(*again, "--force").exit_code == 0
    assert load(game).settings.players == ("X", "Y", "Z")
    assert stat.S_IMODE(game.stat().st_mode) == 0o600
    empty = tmp_path / "reserved.json"
    empty.touch()
    assert ferrovia("new", "1849", "--players", "X,Y,Z", "-o", empty).exit_code == 0


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    away = tmp_path / "nowhere" / "game.json"
    check_trouble(ferrovia("new", "1849", "--players", "A,B,C", "-o", away), 2, "cannot be written: no such file")
    check_trouble(ferrovia("new", "1849", "--players", "A,B,C", "-o", tmp_path), 2, "already exists")
    check_trouble(ferrovia("new", "1849", "--players", "A,B,C", "-o", tmp_path, "--force"), 2, "is not a file")


# act


def test_an_action_is_taken_and_told(game: Path) -> None:
    answer = ferrovia("act", game, PASS)
    assert answer.exit_code == 0
    player = load(game).state["seats"][0]
    assert answer.stdout.startswith(f"{player} passes.\n")
    record, now = open_game(game)
    assert len(record.actions) == 1
    assert record.hashes[-1] == now.hash()


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ('{"do":"bid","private":"RSA","price":154}', ["A bid on RSA must be at least L. 155", "[1849-8.0.6]"]),
        ('{"do":"bid","private":"XYZ","price":200}', ["XYZ", "[1849-8.0.4]"]),
        ('{"do":"buy_private","private":"SCE","price":19}', ["offered at L. 20, not at L. 19", "[1849-8.0.3]"]),
        ('{"do":"buy_share","corporation":"RCS","source":"pool"}', ["[1849-8.0.1]"]),
        ('{"do":"lay_tile","hex":"Z99","tile":"8","rotation":77}', ["[1849-8.0.1]"]),
    ],
)
def test_a_refusal_tells_the_reason_and_the_clause_and_changes_nothing(
    game: Path, action: str, words: list[str]
) -> None:
    before = game.read_bytes()
    check_trouble(ferrovia("act", game, action), 1, *words)
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("buy rsa", ["Only SCE can be bought now", "[1849-8.0.3]"]),
        ("bid rsa 154", ["A bid on RSA must be at least L. 155", "[1849-8.0.6]", "Possible for L. 155 to L. 500."]),
        ("buy ift", ["[1849-8.0.1]", "in a stock round and once IFT has been started"]),
        ('{"do":"bid","private":"RSA","price":154}', ["Possible for L. 155 to L. 500."]),
    ],
)
def test_a_move_in_few_words_that_is_refused_tells_what_would_make_it_legal(
    game: Path, action: str, words: list[str]
) -> None:
    before = game.read_bytes()
    check_trouble(ferrovia("act", game, action), 1, *words)
    check_trouble(ferrovia("act", game, action, "--after", 5), 1, "meant to follow action 5")
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("", "it ends too early"),
        ("fly", "is no move that Ada has here"),
        ("bid on", "what comes near is"),
        ("[]", "a group of fields"),
        ("{}", "the field do is missing"),
        ('{"do":"fly"}', "1849 has none called fly"),
        ('{"do":"bid","private":"RSA"}', "the field price is missing"),
        ('{"do":"bid","private":"RSA","price":"much"}', "price must be a whole number"),
        ('{"do":"bid","private":"RSA","price":1.5}', "price must be a whole number"),
        ('{"do":"bid","private":"RSA","price":NaN}', "it cannot be read near byte"),
        ('{"do":"pass","because":"I can"}', "the field because does not belong"),
        ("[" * 100_000, "not an action"),
        ('{"do":"pass"}{"do":"pass"}', "it cannot be read near byte"),
        ('{"do":"bid","private":"\x00","price":1}', "it cannot be read near byte"),
    ],
)
def test_what_is_no_action_is_told_and_changes_nothing(game: Path, action: str, words: str) -> None:
    before = game.read_bytes()
    answer = ferrovia("act", game, action)
    check_trouble(answer, 2)
    assert words.lower() in answer.stderr.lower()
    assert game.read_bytes() == before


def test_who_and_when_are_checked_where_given(game: Path) -> None:
    before = game.read_bytes()
    first, second, _ = load(game).state["seats"]
    check_trouble(ferrovia("act", game, PASS, "--by", second), 1, f"It is for {first} to choose", "[1849-")
    check_trouble(ferrovia("act", game, PASS, "--by", "Nobody"), 1, "not for Nobody")
    check_trouble(
        ferrovia("act", game, PASS, "--after", 5), 1, "meant to follow action 5, but the game is at action 0.\n"
    )
    assert game.read_bytes() == before
    assert ferrovia("act", game, PASS, "--by", first, "--after", 0).exit_code == 0


def test_a_finished_game_takes_no_action(tmp_path: Path) -> None:
    path = saved_walk(tmp_path / "game.json", seed=4, most=5000)
    before = path.read_bytes()
    check_trouble(ferrovia("act", path, PASS), 1, "The game is over: ")
    assert path.read_bytes() == before


def test_a_write_that_fails_leaves_the_game_as_it_was(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = game.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    check_trouble(ferrovia("act", game, PASS), 2, "cannot be written: the disk is full.")
    assert game.read_bytes() == before
    assert [path.name for path in game.parent.iterdir()] == ["game.json"]


def test_a_damaged_state_is_told(game: Path) -> None:
    data = json.loads(game.read_text())
    data["state"]["cash"]["Ada"] = 10_000
    game.write_text(json.dumps(data))
    before = game.read_bytes()
    check_trouble(ferrovia("act", game, PASS), 2, "is damaged", "hash")
    assert game.read_bytes() == before


def test_of_several_at_once_nobody_is_lost(game: Path) -> None:
    command = [sys.executable, "-m", "ferrovia", "act", str(game), PASS]
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait() for process in running] == [0, 0, 0, 0]
    assert len(load(game).actions) == 4
    assert ferrovia("verify", game).exit_code == 0


# undo


def test_undo_goes_back_action_by_action_to_the_start(game: Path) -> None:
    start = game.read_bytes()
    for _ in range(3):
        ferrovia("act", game, PASS)
    for number in (3, 2, 1):
        answer = ferrovia("undo", game)
        assert answer.stdout == f"Action {number} has been taken back.\n"
    assert game.read_bytes() == start
    check_trouble(ferrovia("undo", game), 1, "There is no action to take back.")
    assert game.read_bytes() == start


def test_undo_brings_back_the_very_position(tmp_path: Path) -> None:
    path = saved_walk(tmp_path / "game.json", seed=9, most=70)
    before = path.read_bytes()
    action = next(entry["action"] for entry in asked("choices", path)["choices"])
    assert ferrovia("act", path, json.dumps(action)).exit_code == 0
    assert path.read_bytes() != before
    assert ferrovia("undo", path).exit_code == 0
    assert path.read_bytes() == before


def test_an_action_for_another_moment_or_by_another_player_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ferrovia("new", "1849", "--players", "A,B,C", "--seed", "1", "-o", path)
    first = asked("choices", path)["player"]
    other = next(name for name in "ABC" if name != first)
    before = path.read_bytes()
    passing = '{"do":"pass"}'
    check_trouble(ferrovia("act", path, passing, "--as", other), 1, f"It is for {first} to choose now")
    check_trouble(ferrovia("act", path, passing, "--after", "3"), 1, "the game is at action 0")
    assert path.read_bytes() == before
    assert ferrovia("act", path, passing, "--as", first, "--after", "0").exit_code == 0
    taken = path.read_bytes()
    check_trouble(
        ferrovia("act", path, passing, "--as", first, "--after", "0"), 1, "the game is at action 1"
    )  # doubled
    check_trouble(ferrovia("undo", path, "--as", other), 1, f"Only {first} may take this action back.")
    check_trouble(ferrovia("undo", path, "--as", first, "--after", "2"), 1, "the game is at action 1")
    assert path.read_bytes() == taken
    assert ferrovia("undo", path, "--as", first, "--after", "1").exit_code == 0
    assert len(load(path).actions) == 0


def test_a_seed_is_named_or_made_of_numbers(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    answer = ferrovia("new", "1849", "--players", "Ada,Bea,Cyd", "--numbers", "--seed", "7", "-o", file)
    assert "A seed is named or made of numbers, not both" in answer.output
    assert not file.exists()
