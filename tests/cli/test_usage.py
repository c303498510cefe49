"""The command as a whole: quick to start, one sentence for every trouble, files left alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.cli import COMMANDS
from ferrovia.titles.registry import all_titles
from tests.cli.command import check_trouble, ferrovia, saved_walk


def test_help_lists_every_command_and_each_explains_itself() -> None:
    page = ferrovia("--help")
    for name, (_, line) in COMMANDS.items():
        assert f"  {name} " in page.stdout
        assert line in page.stdout
        answer = ferrovia(name, "--help")
        assert answer.exit_code == 0
        assert answer.stdout.startswith(f"Usage: main {name}")


def test_help_loads_neither_the_engine_nor_what_it_needs() -> None:
    code = (
        "import sys; from ferrovia.cli import main; main(['--help'], standalone_mode=False);"
        "sys.exit(str([name for name in ('msgspec', 'rich', 'ferrovia.engine') if name in sys.modules] or ''))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip() == ""


def test_taking_an_action_loads_one_title_and_nothing_that_draws_tables_or_pictures(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    ferrovia("new", "1849", "--players", "Ada,Bea,Cyd", "--seed", "1", "-o", game)
    unasked = ("rich", "ferrovia.titles.t1883", "ferrovia.titles.t18fb", "ferrovia.bots", "ferrovia.drawing")
    code = (
        "import sys; from ferrovia.cli import main; main(sys.argv[1:], standalone_mode=False);"
        f"sys.exit(str([name for name in {unasked} if name in sys.modules] or ''))"
    )
    command = [sys.executable, "-c", code, "act", str(game), '{"do":"pass"}']
    done = subprocess.run(command, capture_output=True, text=True)
    assert " passes." in done.stdout
    assert done.stderr.strip() == ""


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "ferrovia", "rules", "1848"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("We have no rules of 1848")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fly"], "No such command 'fly'"),
        (["--fly"], "No such option '--fly'"),
        (["new"], "Missing argument 'TITLE'"),
        (["new", "1849"], "Missing option '--players'"),
        (["new", "1849", "--players", "A,B,C"], "Missing option '-o'"),
        (["show"], "Missing argument 'G.json'"),
        (["show", "x.json", "y.json"], "unexpected extra argument"),
        (["show", "x.json", "--at", "soon"], "'soon' is not a valid integer"),
        (["act", "x.json"], "Missing argument 'ACTION'"),
        (["import", "x.json"], "Say where to write"),
        (["simulate"], "Missing argument 'TITLE'"),
        (["simulate", "1849", "--games", "0"], "0 is not in the range"),
        (["simulate", "1849", "--jobs", "-1"], "-1 is not in the range"),
        (["balance"], "Missing argument 'TITLE'"),
        (["balance", "1849", "--games", "0"], "0 is not in the range"),
        (["bench", "bots", "--games", "0"], "0 is not in the range"),
        (["rules"], "Missing argument"),
        (["rules", "coverage", "9.2"], "takes no clause"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: list[str], words: str) -> None:
    check_trouble(ferrovia(*arguments), 2, words, "--help)")


@pytest.mark.parametrize("command", ["show", "choices", "undo", "verify"])
@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "no such file"), (b"", "ends in the middle"), (b"\0", "not a game file"), (b"{}", "not a game file")],
)
def test_a_file_that_is_no_game_is_one_sentence_and_stays_as_it_is(
    tmp_path: Path, command: str, content: bytes | None, words: str
) -> None:
    path = tmp_path / "game.json"
    if content is not None:
        path.write_bytes(content)
    check_trouble(ferrovia(command, path), 2, str(path), words)
    assert (path.read_bytes() if content is not None else path.exists()) == (content or (content == b"" and b""))


@pytest.mark.parametrize("command", ["show", "choices", "undo", "verify"])
def test_a_folder_is_no_game(tmp_path: Path, command: str) -> None:
    check_trouble(ferrovia(command, tmp_path), 2, f"{tmp_path} is not a file.")


def test_nothing_is_coloured_in_a_pipe(tmp_path: Path) -> None:
    path = saved_walk(tmp_path / "game.json")
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    for command in (["show"], ["choices"]):
        done = subprocess.run(
            [sys.executable, "-m", "ferrovia", *command, str(path)], capture_output=True, env=environment
        )
        assert done.returncode == 0
        assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("command", ["new", "play", "simulate", "balance"])
def test_the_variants_of_every_title_are_named_where_they_can_be_chosen(command: str) -> None:
    page = ferrovia(command, "--help").stdout
    words = " ".join(page.split())
    for name, title in all_titles().items():
        assert f"Variants of {name} (--option):" in page
        for option, text in title.options.items():
            assert f" {option} " in page
            assert text in words
    assert "18FB has none." in page


def test_every_variant_that_is_named_can_be_chosen(tmp_path: Path) -> None:
    for name, title in all_titles().items():
        for option in title.options:
            needed = ["--option", "buy_station_tokens", "--option", "bonds"] if option == "electric_dreams" else []
            out = tmp_path / f"{name}-{option}.json"
            chosen = ["--option", option, *needed]
            answer = ferrovia("new", name, "--players", "Ada,Bruno,Carla,Dora", "-o", out, *chosen)
            assert answer.exit_code == 0, answer.stderr
