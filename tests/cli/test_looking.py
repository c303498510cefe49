"""show and choices: the table and the choices, for people and for scripts."""

import json
from pathlib import Path

import pytest

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import as_action
from ferrovia.formats.save import Record, load, open_game, recorded, save
from ferrovia.titles.registry import title
from tests.cli.command import asked, check_trouble, ferrovia, saved_walk
from tests.t1849.table import Table


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved_walk(tmp_path / "game.json", seed=9, most=120)


def test_show_as_json_is_the_public_view(game: Path) -> None:
    view = asked("show", game)
    assert view["number"] == 120
    assert view["seed"] is None
    assert set(view["players"]) == {"Ada", "Bruno", "Carla"}


def test_the_seed_is_in_no_answer_while_the_game_runs(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    running = Game(title("1849"), Settings("1849", ("Ada", "Bruno", "Carla"), "hush-hush-hush"))
    save(path, recorded(running))
    for command in ("show", "choices"):
        assert "hush" not in ferrovia(command, path).output
        assert "hush" not in ferrovia(command, path, "--json").output
    assert "hush" not in ferrovia("verify", path).output
    assert "hush" not in ferrovia("verify", path, "--json").output


def test_a_finished_game_shows_its_seed_and_ranking(tmp_path: Path) -> None:
    path = saved_walk(tmp_path / "game.json", seed=4, most=5000)
    view = asked("show", path)
    assert view["over"]
    assert view["seed"] == "4"
    page = ferrovia("show", path).stdout
    assert "The game is over" in page
    assert "Final ranking" in page
    assert view["ended_by"] in page
    assert "The seed was: 4" in page
    assert asked("choices", path)["choices"] == []
    assert ferrovia("choices", path).stdout.startswith("The game is over")


def test_an_earlier_state(game: Path) -> None:
    assert asked("show", game, "--at", 0)["number"] == 0
    assert asked("show", game, "--at", 57)["number"] == 57
    assert asked("show", game, "--at", 120) == asked("show", game)
    for number in (121, -1):
        check_trouble(
            ferrovia("show", game, "--at", number), 2, f"has 120 actions, so there is no position after {number}"
        )


def test_an_earlier_state_that_does_not_come_out_is_told(game: Path) -> None:
    data = json.loads(game.read_text())
    data["hashes"][50] = "0" * 16
    game.write_text(json.dumps(data))
    assert ferrovia("show", game).exit_code == 0
    check_trouble(ferrovia("show", game, "--at", 50), 2, "does not lead back to the position")
    data["past"][60] = {"number": 61}
    game.write_text(json.dumps(data))
    check_trouble(ferrovia("show", game, "--at", 50), 2, "does not come to the position it had after 50")
    assert asked("show", game, "--at", 49)["number"] == 49  # played again, it comes to the hash it had


def test_the_page_names_everybody_and_everything_open(game: Path) -> None:
    page = ferrovia("show", game).stdout
    view = asked("show", game)
    for name in (*view["players"], *view["market_order"], *view["tiles"], view["commitment"]):
        assert name in page
    assert f"phase {view['phase']['name']}" in page
    assert view["decides"]["player"] in page
    assert "Traceback" not in page


def test_names_are_never_read_as_markup(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ferrovia("new", "1849", "--players", "[bold]Ada,:smile:,[/]", "-o", path)
    page = ferrovia("show", path).stdout
    for name in ("[bold]Ada", ":smile:", "[/]"):
        assert name in page


def test_every_choice_can_be_sent_back(game: Path) -> None:
    view = asked("choices", game)
    _, now = open_game(game)
    assert view["player"] == now.decision.player
    assert view["step"] == now.decision.step
    assert view["number"] == 120
    listed = [as_action(now.title, entry["action"]) for entry in view["choices"]]
    assert listed == list(now.decision.choices)
    page = ferrovia("choices", game).stdout
    for entry in [*view["choices"], *view["ranges"]]:
        assert entry["text"] in page
        assert json.dumps(entry["action"], separators=(",", ":")) in page


def test_ranges_have_their_ends_and_step(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ferrovia("new", "1849", "--players", "Ada,Bruno,Carla", "--seed", "1", "-o", path)
    (bid,) = [entry for entry in asked("choices", path)["ranges"] if entry["action"]["private"] == "RSA"]
    assert (bid["low"], bid["high"], bid["step"]) == (155, 500, 1)
    action = {**bid["action"], "price": bid["high"]}
    assert ferrovia("act", path, json.dumps(action)).exit_code == 0
    assert asked("show", path)["bids"] == [{"private": "RSA", "player": load(path).state["seats"][0], "price": 500}]


def test_who_could_inherit_a_bond_is_warned(tmp_path: Path) -> None:
    """1849-R48: SFA at 27 has its bond out; by Ada's sale of 20% Bruno would preside over it as it closes."""
    table = Table(options=("bonds",)).phase("10").privates().own_is(bonds=("SFA",))
    table.start("SFA", at=(8, 0), stock={"Ada": [10], "Bruno": [10, 10]}).stock_round("Bruno")
    path = tmp_path / "game.json"
    save(path, Record.of(table.game, [table.game.hash()]))
    (warning,) = asked("choices", path)["warnings"]
    for word in ("Ada", "20%", "SFA", "Bruno", "L. 500"):
        assert word in warning
    assert f"Beware: {warning}\n" in ferrovia("choices", path).stdout
    played = ferrovia("play", path, "--seats", "sensible,you,sensible,sensible", typed="quit\n").stdout
    assert f"Beware: {warning}\n" in played
