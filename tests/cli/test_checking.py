"""verify and import."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ferrovia.bench.play import RECORDED
from tests.cli.command import asked, check_trouble, ferrovia, saved_walk


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved_walk(tmp_path / "game.json")


def damaged(path: Path, change: Callable[[dict[str, Any]], object]) -> bytes:
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    return path.read_bytes()


def test_a_true_game_verifies(game: Path) -> None:
    answer = ferrovia("verify", game)
    assert answer.exit_code == 0
    assert "is sound: 40 actions replayed, 41 states as stored" in answer.stdout
    report = asked("verify", game)
    assert report["ok"]
    assert report["faults"] == []


def test_a_seed_of_all_numbers_is_told_and_a_forged_one_found(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    begun = ferrovia("new", "1849", "--players", "Ada,Bea,Cyd", "--numbers", "-o", file, typed="sette città\n\n8\n")
    committed = begun.stdout.partition("Its commitment: ")[2][:64]
    told = ferrovia("verify", file).stdout
    assert f"with the commitment {committed}, and of those of the seats" in told
    assert "Ada: told before the start, Bea: drawn for the player, Cyd: told before the start" in told
    assert asked("verify", file)["numbers"] is True
    damaged(file, lambda data: data["shared_seed"].update(number="another"))
    answer = ferrovia("verify", file)
    assert answer.exit_code
    assert "The server's number is not the one that it committed to before the start." in answer.stdout


def test_a_seed_that_was_drawn_in_one_place_claims_no_more(game: Path) -> None:
    assert "not that nobody chose it" in ferrovia("verify", game).stdout
    assert asked("verify", game)["numbers"] is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["hashes"].__setitem__(12, "0" * 16), "After action 12 the state is not the one"),
        (lambda data: data.__setitem__("commitment", "0" * 64), "not the one that was committed to"),
        (lambda data: data["settings"].__setitem__("seed", "other"), "not the one that was committed to"),
        (lambda data: data["actions"].__setitem__(12, {"do": "leave_game"}), "Action 13 is not allowed"),
        (lambda data: data["state"]["cash"].__setitem__("Ada", 9), "The stored state is not the one"),
    ],
)
def test_what_was_changed_is_found(game: Path, change: Callable[[dict[str, Any]], object], words: str) -> None:
    before = damaged(game, change)
    answer = ferrovia("verify", game)
    assert answer.exit_code == 1
    assert words in answer.stdout
    assert len(answer.stderr.splitlines()) == 1
    assert "does not verify" in answer.stderr
    as_json = ferrovia("verify", game, "--json")
    assert as_json.exit_code == 1
    report = json.loads(as_json.stdout)
    assert not report["ok"]
    assert any(words in fault for fault in report["faults"])
    assert game.read_bytes() == before


def test_a_recorded_game_comes_in_and_verifies(tmp_path: Path) -> None:
    game, trace = tmp_path / "game.json", tmp_path / "trace.jsonl"
    answer = ferrovia("import", RECORDED, "-o", game, "--trace", trace)
    assert answer.exit_code == 0, answer.stderr
    assert len(trace.read_text().splitlines()) == 371
    assert all(json.loads(line) for line in trace.read_text().splitlines())
    assert asked("verify", game)["ok"]
    assert asked("show", game)["ranking"][0]["worth"] == 5736
    check_trouble(ferrovia("import", RECORDED, "-o", game), 2, "already exists")
    assert ferrovia("import", RECORDED, "--trace", trace).exit_code == 0
    assert ferrovia("import", RECORDED, "-o", game, "--force").exit_code == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "There is nothing in it"),
        (b"\0", "cannot be printed"),
        (b"{", "or it is damaged"),
        (b"[]", "not an export of a game of 1849"),
        (b"5", "begins with the line 'Ferrovia notation 1'"),
        (b'{"title": "1846"}', "This is an export of a game of 1846, not of 1849"),
        (b'{"title": "1849"}', "has no players, no settings or no actions"),
        (
            b'{"title": "1849", "players": [{"id": 1}], "settings": {"seed": "x"}, "actions": []}',
            "seed of the export is not a number",
        ),
        (b'{"title": "1849", "players": [{"id": 1}], "settings": {"seed": 1}, "actions": []}', "cannot be imported"),
        (b"[" * 100_000, "cannot be imported"),
        (b'{"title":' * 100_000, "cannot be imported"),
    ],
)
def test_what_is_no_export_is_told_and_nothing_is_written(tmp_path: Path, content: bytes, words: str) -> None:
    export = tmp_path / "export.json"
    export.write_bytes(content)
    answer = ferrovia("import", export, "-o", tmp_path / "game.json", "--trace", tmp_path / "trace.jsonl")
    check_trouble(answer, 2, str(export), words)
    assert [path.name for path in tmp_path.iterdir()] == ["export.json"]


def test_the_trace_has_a_file_of_its_own(tmp_path: Path) -> None:
    export = tmp_path / "export.json"
    export.write_bytes(b"mine")
    check_trouble(ferrovia("import", export, "--trace", export), 2, "needs a file of its own")
    check_trouble(ferrovia("import", export, "-o", tmp_path / "a", "--trace", tmp_path / "a"), 2, "file of its own")
    assert export.read_bytes() == b"mine"


def test_an_export_that_is_not_there(tmp_path: Path) -> None:
    check_trouble(ferrovia("import", tmp_path / "nothing", "-o", tmp_path / "game.json"), 2, "no such file")


def test_a_game_goes_to_the_site_and_comes_back(tmp_path: Path) -> None:
    game, export, back = tmp_path / "game.json", tmp_path / "export.json", tmp_path / "back.json"
    assert ferrovia("import", RECORDED, "-o", game).exit_code == 0
    answer = ferrovia("export", game, "--format", "18xx", "-o", export)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout == f"370 actions for 18xx.games are in {export}.\n"
    assert ferrovia("import", export, "-o", back).exit_code == 0
    assert asked("verify", back)["ok"]
    first, second = json.loads(game.read_bytes()), json.loads(back.read_bytes())
    assert first["actions"] == second["actions"]
    check_trouble(ferrovia("export", game, "--format", "18xx", "-o", export), 2, "already exists")
    check_trouble(ferrovia("export", game, "--format", "18xx", "-o", game), 2, "needs a file of its own")
    check_trouble(
        ferrovia("export", game, "--public", "--format", "18xx", "-o", back, "--force"), 2, "nothing hidden in it"
    )


def test_what_cannot_be_followed_is_told_and_the_game_up_to_there_kept(tmp_path: Path) -> None:
    export, game = tmp_path / "export.json", tmp_path / "game.json"
    data = json.loads(RECORDED.read_bytes())
    bid = next(move for move in data["actions"] if move["type"] == "par")
    bid["share_price"] = "144,2,8"
    export.write_text(json.dumps(data))
    answer = ferrovia("import", export, "-o", game)
    assert answer.exit_code == 1
    assert answer.stdout == f"5 actions imported into {game}.\n"
    assert answer.stderr.startswith(f"The rest of {export} is not in it. Action {bid['id']} (par by ")
    assert "68 or 100. [1849-8.1.2]" in answer.stderr
    assert asked("verify", game)["ok"]


def test_games_of_other_titles_are_not_written_for_the_site(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    assert ferrovia("new", "1883", "--players", "Ada,Bruno,Carla", "-o", game).exit_code == 0
    answer = ferrovia("export", game, "--format", "18xx", "-o", tmp_path / "export.json")
    check_trouble(answer, 1, "Only games of 1849 can be written for 18xx.games; this is one of 1883.")
    assert not (tmp_path / "export.json").exists()


def test_a_large_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Fifty megabytes of an export of nothing but passes."""
    export = tmp_path / "export.json"
    move = '{"type":"pass","entity":"Ada","entity_type":"player","id":1,"created_at":1},'
    head = '{"title":"1849","players":[{"name":"Ada"}],"settings":{"seed":1},"actions":['
    export.write_text(head + move * (50 * 2**20 // len(move)) + "{}]}")
    answer = ferrovia("import", export, "-o", tmp_path / "game.json")
    check_trouble(answer, 2, "an export of 18xx.games has at most 20971520")
    assert not (tmp_path / "game.json").exists()
